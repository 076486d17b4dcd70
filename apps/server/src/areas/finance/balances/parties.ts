import { BALANCE_ACCOUNTS, type BalanceParty } from '@tradewind/contract/finance.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { forbidden, notFound } from '../../../core/errors.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { COST_ACCOUNTS } from '../ledger/accounts.ts';

/** The party of the ledger: money without a party is `none` outside of it. */
export const kindOf = (party: BalanceParty): string => (party === 'none' ? '' : party);

const ALL = [...new Set(Object.values(BALANCE_ACCOUNTS).flat())];

/** Accounts that the actor may see. */
const visibleAccounts = (tx: Tx): string[] =>
  maySee(tx.rights, 'seeCost') ? ALL : ALL.filter((account) => !(COST_ACCOUNTS as readonly string[]).includes(account));

/** The rows of `x` (lines or balances of the ledger) that are balances of parties, as far as the actor may see them. */
export const visibleBalances = (tx: Tx, x: Sql): Sql => sql`${x}.account = any(${arrayOf(visibleAccounts(tx))}::text[])
  and (${x}.party_kind <> '' or ${x}.account = any(${arrayOf(BALANCE_ACCOUNTS.none)}::text[]))
  and case ${x}.party_kind when 'shop' then ${inShops(tx, sql`${x}.party_id`)}
    when 'warehouse' then ${inWarehouses(tx, sql`${x}.party_id`)} else true end`;

/**
 * The accounts of one party, or the one of them that is named; none where it has no such account.
 * @throws forbidden for costs; notFound finance.partyGone for a shop or warehouse that the actor does not see
 */
export function accountsFor(
  tx: Tx,
  { party, partyId, account }: { party: BalanceParty; partyId: number; account?: string | undefined },
): string[] {
  const named = BALANCE_ACCOUNTS[party].filter((one) => account === undefined || one === account);
  const visible = visibleAccounts(tx).filter((one) => (named as readonly string[]).includes(one));
  const places = { shop: tx.rights.shopIds, warehouse: tx.rights.warehouseIds };
  const scope = party === 'shop' || party === 'warehouse' ? places[party] : null;
  if (scope !== null && !scope.includes(partyId)) throw notFound('finance.partyGone');
  if (named.length > 0 && visible.length === 0) throw forbidden();
  return visible;
}

/** Joins what has the name of the party of `x`. */
export const partyJoins = (x: Sql): Sql => sql`
  left join shop h on ${x}.party_kind = 'shop' and h.company_id = ${sql.company} and h.id = ${x}.party_id
  left join carrier_account a on ${x}.party_kind = 'carrier_account' and a.company_id = ${sql.company} and a.id = ${x}.party_id
  left join warehouse w on ${x}.party_kind = 'warehouse' and w.company_id = ${sql.company} and w.id = ${x}.party_id
  left join wholesale_customer u on ${x}.party_kind = 'wholesale_customer' and u.company_id = ${sql.company} and u.id = ${x}.party_id
  left join supplier s on ${x}.party_kind = 'supplier' and s.company_id = ${sql.company} and s.id = ${x}.party_id
  left join user_account m on ${x}.party_kind = 'member' and m.company_id = ${sql.company} and m.id = ${x}.party_id
  left join money_account k on ${x}.party_kind = 'money_account' and k.company_id = ${sql.company} and k.id = ${x}.party_id`;
export const partyName = (language: 'zh' | 'en'): Sql =>
  sql`coalesce(h.name, a.name, w.name, u.name, ${language === 'zh' ? sql`coalesce(nullif(s.name_zh, ''), s.name_en)` : sql`coalesce(nullif(s.name_en, ''), s.name_zh)`}, m.name, k.name, '')`;

/** Parties that balances have as `(key, label)`; the key is what `partyKey` makes. */
export const partyLabels = (tx: Tx, language: 'zh' | 'en'): Sql => {
  const all = ['carrier_account', 'wholesale_customer', 'supplier', 'money_account'] as const;
  const of = (table: Sql, kind: string, which: Sql): Sql =>
    sql`select ${kind}::text as party_kind, id as party_id from ${table} where company_id = ${sql.company} and ${which}`;
  const parties = [
    ...all.map((kind) => of(sql.id(kind, all), kind, sql`true`)),
    of(sql`user_account`, 'member', sql`true`),
    of(sql`warehouse`, 'warehouse', inWarehouses(tx, sql`id`)),
    of(sql`shop`, 'shop', inShops(tx, sql`id`)),
  ];
  return sql`select ${partyKey(sql`x`)} as key, ${partyName(language)} as label
    from (${sql.join(parties, sql` union all `)}) x ${partyJoins(sql`x`)}`;
};
export const partyKey = (x: Sql): Sql =>
  sql`case when ${x}.party_kind = '' then '' else ${x}.party_kind || ':' || ${x}.party_id end`;

/** Whose debts count against a limit: what these owe us; of all others, what we owe them. */
const DEBTORS = ['shop', 'wholesale_customer', 'member'];
/** Limits by party and currency, with what is used of each; `limited` has party_kind, party_id, currency, credit_limit, used. */
export const LIMITS = sql`select l.party_kind, l.party_id, l.currency, l.credit_limit, coalesce((select sum(b.amount) from ledger_balance b
      where b.company_id = ${sql.company} and b.account = any(${arrayOf(ALL)}::text[]) and b.party_kind = l.party_kind
        and b.party_id = l.party_id and b.currency = l.currency), 0)
    * case when l.party_kind = any(${arrayOf(DEBTORS)}::text[]) then 1 else -1 end as used
  from (select party_kind, party_id, currency, credit_limit from party_terms
      where company_id = ${sql.company} and credit_limit is not null
    union all select 'wholesale_customer', id, currency, credit_limit from wholesale_customer
      where company_id = ${sql.company} and credit_limit is not null) l`;
