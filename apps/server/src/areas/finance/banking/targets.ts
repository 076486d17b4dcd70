import type { MatchTarget } from '@tradewind/contract/finance/banking.ts';
import { type Language, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { type Account, COST_ACCOUNTS, type Party } from '../ledger/accounts.ts';
import { PARTY_JOINS, PARTY_NAME } from './party-names.ts';

/** A booked amount that waits for a statement line, as far as no other line has taken it. */
export interface Target {
  ledgerLineId: number;
  docKind: string;
  docId: number;
  text: string;
  onDay: string;
  account: Account;
  partyKind: Party | '';
  partyId: number;
  currency: string;
  rate: string;
  /** What is open of it, and its base amount. */
  amount: string;
  baseAmount: string;
  /** Shop and platform of a payout, or the party of the document. */
  party: string;
  platform: string;
  number: string;
  /** Behind an amount that only those may see who see costs. */
  cost: boolean;
}

/** The newest so many are looked at. */
export const TARGETS_MOST = 2_000;

const REVERSED = (entry: Sql) => sql`exists (select from ledger_entry r where r.company_id = ${sql.company}
  and r.doc_kind = ${entry}.doc_kind and r.doc_id = ${entry}.doc_id and r.step = ${entry}.step || ':reversed')`;

/**
 * Payouts in transit, documents that were booked to cash, and money that left an account for another one. `entry e` and
 * `line l` of it; `i` is what is taken.
 */
const OPEN = sql`((l.account = 'platform_in_transit' and e.doc_kind = 'settlement_line' and e.text = 'settled.payout')
    or (l.account = 'cash' and e.doc_kind not in ('bank_line', 'money_account', 'fx_revaluation'))
    or (l.account = 'money_in_transit' and e.doc_kind = 'bank_line' and e.text = 'bankToTransit'))
  and l.amount <> i.amount and e.step not like '%:reversed' and not ${REVERSED(sql`e`)}`;
const TAKEN = sql`cross join lateral (select coalesce(sum(x.amount), 0) as amount, coalesce(sum(x.base_amount), 0) as base
  from bank_match_item x where x.company_id = ${sql.company} and x.ledger_line_id = l.id and x.live) i`;
const MONEY = sql`l.account in ('cash', 'platform_in_transit', 'money_in_transit')`;

/** What the other lines of the entry say of it: who was paid, or for what. */
const COLUMNS = sql`l.id as ledger_line_id, e.doc_kind, e.doc_id, e.text, e.on_day::text as on_day, l.account, l.party_kind, l.party_id,
  l.currency, l.rate, l.amount - i.amount as amount, l.base_amount - i.base as base_amount,
  case when l.account = 'cash' then coalesce(o.name, '') else ${PARTY_NAME} end as party, coalesce(ph.platform, '') as platform,
  coalesce(sp.number, wo.number, '') as number, coalesce(o.cost, false) as cost`;
const JOINS = sql`${PARTY_JOINS}
  left join lateral (select ${PARTY_NAME} as name, l.account = any(${arrayOf(COST_ACCOUNTS)}::text[]) as cost
    from ledger_line l ${PARTY_JOINS} where l.company_id = ${sql.company} and l.entry_id = e.id and l.account not in ('cash', 'fx_difference', 'rounding')
    order by l.id limit 1) o on true
  left join supplier_payment sp on e.doc_kind = 'supplier_payment' and sp.company_id = ${sql.company} and sp.id = e.doc_id
  left join wholesale_payment wp on e.doc_kind = 'wholesale_payment' and wp.company_id = ${sql.company} and wp.id = e.doc_id
  left join wholesale_order wo on wo.company_id = ${sql.company} and wo.id = wp.order_id`;

/** Open amounts in these currencies and days, newest first. */
export function openTargets(
  tx: Tx,
  {
    currencies,
    from,
    to,
    skip = 0,
    most = TARGETS_MOST,
  }: { currencies: readonly string[]; from: string; to: string; skip?: number; most?: number },
): Promise<Target[]> {
  return tx.rows<Target>(sql`select ${COLUMNS}
    from (select l.* from ledger_line l join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id ${TAKEN}
      where l.company_id = ${sql.company} and l.currency = any(${arrayOf(currencies)}::text[]) and ${MONEY}
        and e.on_day between ${from}::date and ${to}::date and ${OPEN}
      order by l.id desc limit ${most} offset ${skip}) l
    join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id ${TAKEN} ${JOINS}
    order by l.id desc`);
}

/** These open amounts, in this order. */
export function targetsByIds(tx: Tx, ids: readonly number[]): Promise<Target[]> {
  return tx.rows<Target>(sql`select ${COLUMNS} from ledger_line l
    join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id ${TAKEN} ${JOINS}
    where l.company_id = ${sql.company} and l.id = any(${arrayOf(ids)}::bigint[]) and ${MONEY} and ${OPEN}
    order by array_position(${arrayOf(ids)}::bigint[], l.id)`);
}

/**
 * As the actor may see them: no payouts of shops out of scope, and no payments to suppliers and warehouses without the
 * right to see costs.
 */
export function visible(tx: Tx, targets: readonly Target[]): Target[] {
  const costs = maySee(tx.rights, 'seeCost');
  return targets.filter((target) => (costs || !target.cost) && inScope(tx, target));
}

/** Whether the party is no shop, or one of the actor's. */
export const inScope = (tx: Tx, { partyKind, partyId }: Pick<Target, 'partyKind' | 'partyId'>): boolean =>
  partyKind !== 'shop' || tx.rights.shopIds === null || tx.rights.shopIds.includes(partyId);

export function shownTarget(language: Language, target: Target): MatchTarget {
  const { ledgerLineId, docKind, docId, onDay, amount, currency, account, text, party, number } = target;
  const what =
    account === 'platform_in_transit' ? say(language, 'finance.bank.payout') : say(language, `finance.entry.${text}`);
  return {
    ...{ ledgerLineId, docKind, docId, onDay, currency, amount: new Decimal(amount).toFixed(2) },
    label: [what, party, number].filter(Boolean).join(' · '),
  };
}
