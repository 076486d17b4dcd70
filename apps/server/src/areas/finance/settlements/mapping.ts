import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { dryRunMapping, MappingDryRun, saveMapping } from '@tradewind/contract/finance/mapping.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { lockBank } from '../banking/ingest.ts';
import type { Account } from '../ledger/accounts.ts';
import { IN_TRANSIT, MATCHED } from './matched.ts';
import type { settlementMapping } from './settlements.tables.ts';
import { matchOf } from './targets.ts';

export interface Mapping extends Record<string, unknown> {
  id: number;
  platform: string;
  pattern: string;
  account: Account;
}

const acts = {
  saved: defineAction('finance.mappingSaved', ['保存结算归类', 'Settlement mapping saved']),
  retired: defineAction('finance.mappingRetired', ['停用结算归类', 'Settlement mapping ended']),
};

/** The company's own mappings that count now. */
export function mappingsOf(tx: Tx, platform: string): Promise<Mapping[]> {
  return tx.rows<Mapping>(sql`select id, platform, pattern, account from settlement_mapping
    where company_id = ${sql.company} and platform = ${platform} and retired_at is null order by id`);
}

/** Whether a term fits the pattern, as `matchOf` decides. */
const fits = (pattern: string): Sql => sql`l.type ilike ${pattern.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')}`;
const ofPlatform = (platform: string): Sql =>
  sql`l.shop_id = any(array(select id from shop where company_id = ${sql.company} and platform = ${platform}))`;

/** The terms of a platform's lines for which this pattern decides, among all that count. */
async function typesOf(tx: Tx, { platform, pattern }: { platform: string; pattern: string }): Promise<string[]> {
  const others = (await mappingsOf(tx, platform)).filter((one) => one.pattern !== pattern);
  const rows = await tx.rows<{ type: string }>(sql`select distinct l.type from settlement_line l
    where l.company_id = ${sql.company} and ${ofPlatform(platform)} and ${fits(pattern)} order by 1`);
  return rows.map((row) => row.type).filter((type) => matchOf(type, [{ pattern }, ...others])?.pattern === pattern);
}

/** Lines posted in a month that is closed stay where they are booked. */
function inClosedMonth(timeZone: string): Sql {
  return sql`exists (select 1 from finance_period f where f.company_id = ${sql.company} and f.state = 'closed'
    and f.month = date_trunc('month', l.posted_at at time zone ${timeZone})::date)`;
}

/** What the mapping would move in the person's shops, by the accounts that it moves from. Changes nothing. */
export async function dryRun(tx: Tx, input: ParsedOf<typeof dryRunMapping>): Promise<MappingDryRun> {
  const { timeZone } = await companyOf(tx);
  const types = await typesOf(tx, input);
  const rows = await tx.rows<{ account: string; currency: string; closed: boolean; lines: number; amount: string }>(sql`
    select b.account, l.currency, ${inClosedMonth(timeZone)} as closed, count(*)::int as lines, sum(l.amount) as amount
    from settlement_line l join settlement_booking b on b.company_id = l.company_id and b.line_id = l.id
    where l.company_id = ${sql.company} and ${ofPlatform(input.platform)} and l.type = any(${arrayOf(types)}::text[])
      and b.account <> ${input.account} and ${inShops(tx, sql`l.shop_id`)} group by 1, 2, 3 order by 1, 2, 3`);
  const open = rows.filter((row) => !row.closed);
  const count = (some: readonly { lines: number }[]) => some.reduce((sum, row) => sum + row.lines, 0);
  return {
    lines: count(open),
    closed: count(rows.filter((row) => row.closed)),
    ofScope: tx.rights.shopIds !== null,
    from: [...Map.groupBy(open, (row) => row.account)].map(([account, theirs]) => ({
      account,
      lines: count(theirs),
      amounts: theirs.map(({ currency, amount }) => ({ currency, amount })),
    })),
  };
}

/**
 * A payout that a bank line has settled stays in transit: elsewhere, the bank line would settle what nobody owes.
 * @throws conflict finance.mappingMatched, finance.mappingMatchedElsewhere for a shop out of scope
 */
async function refuseMatched(tx: Tx, platform: string, types: readonly string[]): Promise<void> {
  if (types.length === 0) return;
  await lockBank(tx);
  const { timeZone } = await companyOf(tx);
  const payout = await tx.row<MatchedPayout>(sql`
    select h.name as shop, l.amount, l.currency, (l.posted_at at time zone ${timeZone})::date::text as "onDay", ${inShops(tx, sql`l.shop_id`)} as mine,
      a.name || ' ' || n.on_day || ' ' || round(n.amount, 2) as bank
    from settlement_line l join shop h on h.company_id = ${sql.company} and h.id = l.shop_id
    ${MATCHED} join bank_line n on n.company_id = ${sql.company} and n.id = i.line_id
    join money_account a on a.company_id = ${sql.company} and a.id = n.account_id
    where l.company_id = ${sql.company} and l.kind = 'payout' and ${ofPlatform(platform)} and l.type = any(${arrayOf(types)}::text[])
      and not ${inClosedMonth(timeZone)} order by mine desc, l.id limit 1`);
  if (!payout) return;
  if (!payout.mine) throw conflict('finance.mappingMatchedElsewhere');
  const { shop, onDay, currency, bank } = payout;
  const amount = new Decimal(payout.amount).neg().toFixed(2);
  throw conflict('finance.mappingMatched', { payout: `${shop} ${onDay} ${amount} ${currency}`, bank });
}
interface MatchedPayout extends Record<string, unknown> {
  shop: string;
  amount: string;
  currency: string;
  onDay: string;
  mine: boolean;
  bank: string;
}

/** @returns its id, and the terms whose lines are to be booked anew */
export async function save(tx: Tx, input: ParsedOf<typeof saveMapping>): Promise<{ id: number; types: string[] }> {
  const { platform, pattern, account } = input;
  const types = await typesOf(tx, input);
  if (account !== IN_TRANSIT) await refuseMatched(tx, platform, types);
  await tx.rows(sql`update settlement_mapping set retired_at = ${tx.now} where company_id = ${sql.company}
    and platform = ${platform} and pattern = ${pattern} and retired_at is null`);
  const made = await tx.row<{ id: number }>(
    sql`${insertRows<typeof settlementMapping>('settlement_mapping', [
      { platform, pattern, account, createdAt: tx.now, createdBy: tx.actor.name },
    ])} returning id`,
  );
  const id = made?.id ?? 0;
  audit(tx, acts.saved, { id, ...input });
  return { id, types };
}

/** @throws notFound finance.mappingGone */
export async function retire(tx: Tx, id: number): Promise<{ platform: string; types: string[] }> {
  const [mapping] = await tx.rows<Mapping>(sql`select id, platform, pattern, account from settlement_mapping
    where company_id = ${sql.company} and id = ${id} and retired_at is null for update`);
  if (!mapping) throw notFound('finance.mappingGone');
  const types = await typesOf(tx, mapping);
  const others = (await mappingsOf(tx, mapping.platform)).filter((one) => one.id !== id);
  // Without a mapping, a payout is in transit.
  const moved = types.filter((type) => (matchOf(type, others)?.account ?? IN_TRANSIT) !== IN_TRANSIT);
  await refuseMatched(tx, mapping.platform, moved);
  await tx.rows(
    sql`update settlement_mapping set retired_at = ${tx.now} where company_id = ${sql.company} and id = ${id}`,
  );
  audit(tx, acts.retired, mapping);
  return { platform: mapping.platform, types };
}

const audit = (
  tx: Tx,
  action: (typeof acts)['saved'],
  { id, platform, pattern, account }: { id: number; platform: string; pattern: string; account: string },
) =>
  writeAudit(tx, [
    {
      action,
      targetKind: 'settlement_mapping',
      targetId: id,
      targetName: `${platform} ${pattern}`,
      detail: { account },
    },
  ]);

/** Lines of these terms in open months, as a condition for `bookLines`. */
export async function remapped(app: App, ctx: Ctx, types: readonly string[]): Promise<Sql> {
  const { timeZone } = await app.database.inCompany(ctx, companyOf);
  return sql`l.type = any(${arrayOf(types)}::text[]) and not ${inClosedMonth(timeZone)}`;
}
