import type { ResultOf } from '@tradewind/contract/call.ts';
import type {
  DebtFilter,
  getSettlement,
  listSuspense,
  MappingFilter,
  MappingRow,
  SettlementDetail,
  SettlementFilter,
  SettlementLineFilter,
  SettlementLineRow,
  SettlementRow,
  UnsettledFilter,
  UnsettledOrder,
} from '@tradewind/contract/finance.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { among, defineList, is, since, until, when } from '../../../core/lists.ts';
import { Decimal } from '../../../core/money.ts';
import { inShops } from '../../../core/scope.ts';
import { shopsInScope } from '../../channels/public.ts';
import { LINE_COLUMNS, LINE_PARTIES, type LineRow } from '../profit/lines.queries.ts';
import { debtAccount } from './stages.ts';

const ofPlatform =
  (shopId: Sql) =>
  (platform: string): Sql =>
    sql`${shopId} = any(array(select id from shop where company_id = ${sql.company} and platform = ${platform}))`;
/** So that a number is looked for in each shop's own index. */
const inAnyShop = (shopId: Sql): Sql =>
  sql`${shopId} = any(array(select id from shop where company_id = ${sql.company}))`;
const shopOf = (shopId: Sql): Sql => sql`join shop h on h.company_id = ${sql.company} and h.id = ${shopId}`;

/**
 * The shops of a platform as their ids, so that the plan of a page knows how many rows they have.
 * @returns the filter with shops in place of a platform
 */
export async function byShops<F extends { platform?: string | undefined; shopIds?: number[] | undefined }>(
  tx: Tx,
  { platform, ...filter }: F,
): Promise<Omit<F, 'platform'>> {
  if (platform === undefined || platform === '') return filter;
  const ofPlatform = (await shopsInScope(tx, tx)).filter((shop) => shop.platform === platform).map(({ id }) => id);
  const shopIds = ofPlatform.filter((id) => filter.shopIds?.includes(id) ?? true);
  return { ...filter, shopIds: shopIds.length > 0 ? shopIds : [0] };
}

export const settlements = defineList<SettlementFilter, SettlementRow>({
  table: 'settlement',
  as: 's',
  scope: (tx) => inShops(tx, sql`s.shop_id`),
  filters: {
    shopIds: among(sql`s.shop_id`),
    platform: ofPlatform(sql`s.shop_id`),
    from: (day) => sql`s.to_day >= ${day}::date`,
    to: (day) => sql`s.to_day <= ${day}::date`,
    text: (typed) => beginsWith(sql`s.number`, typed.trim()),
    gap: when(sql`s.total <> s.amount`),
  },
  order: sql`s.to_day desc, s.id desc`,
  columns: sql`s.id, s.shop_id, h.name as shop_name, h.platform, s.number, s.currency, s.from_day, s.to_day, s.lines,
    round(s.amount, 2)::text as amount, round(s.paid_out, 2)::text as paid_out, round(s.total, 2)::text as total,
    round(nullif(s.total - s.amount, 0), 2)::text as gap, s.deposit_day`,
  joins: shopOf(sql`s.shop_id`),
  missing: 'finance.settlementGone',
  customPlans: true,
});

/** Sums of a settlement's lines by kind and by account. A share is of what its platform credited. */
export async function settlementDetail(tx: Tx, id: number): Promise<ResultOf<typeof getSettlement>> {
  const row = await settlements.one(tx, id);
  const rows = await tx.rows<{
    kind: SettlementDetail['byKind'][number]['kind'];
    account: string | null;
    lines: number;
    amount: string;
  }>(
    sql`select l.kind, b.account, count(*)::int as lines, sum(l.amount) as amount from settlement s
    join settlement_line l on l.company_id = s.company_id and l.shop_id = s.shop_id and l.settlement_id = s.number and l.currency = s.currency
    left join settlement_booking b on b.company_id = l.company_id and b.line_id = l.id
    where s.company_id = ${sql.company} and s.id = ${id} group by 1, 2`,
  );
  const kinds = summed(rows, (one) => one.kind);
  const credited = kinds
    .filter(({ of, amount }) => of !== 'payout' && amount.gt(0))
    .reduce((all, { amount }) => all.plus(amount), new Decimal(0));
  const shown = ({ lines, amount }: Sum<unknown>) => ({
    lines,
    amount: amount.toFixed(2),
    share: credited.gt(0) ? amount.div(credited).times(100).toFixed(1) : null,
  });
  return {
    ...row,
    byKind: kinds.map((one) => ({ kind: one.of, ...shown(one) })),
    byAccount: summed(rows, (one) => one.account).map((one) => ({ account: one.of, ...shown(one) })),
  };
}

interface Sum<K> {
  of: K;
  lines: number;
  amount: Decimal;
}
/** The greatest credit first, the greatest charge last. */
function summed<R extends { lines: number; amount: string }, K>(rows: readonly R[], by: (row: R) => K): Sum<K>[] {
  return [...Map.groupBy(rows, by)]
    .map(([of, group]) => ({
      of,
      lines: group.reduce((all, row) => all + row.lines, 0),
      amount: group.reduce((all, row) => all.plus(row.amount), new Decimal(0)),
    }))
    .toSorted((a, b) => b.amount.cmp(a.amount));
}

const ofSettlement = (id: number): Sql => {
  const its = (column: Sql) => sql`(select ${column} from settlement where company_id = ${sql.company} and id = ${id})`;
  return sql`l.shop_id = ${its(sql`shop_id`)} and l.settlement_id = ${its(sql`number`)} and l.currency = ${its(sql`currency`)}`;
};
export const settlementLines = defineList<SettlementLineFilter, SettlementLineRow>({
  table: 'settlement_line',
  as: 'l',
  scope: (tx) => inShops(tx, sql`l.shop_id`),
  filters: {
    id: is(sql`l.id`),
    settlementId: ofSettlement,
    shopIds: among(sql`l.shop_id`),
    platform: ofPlatform(sql`l.shop_id`),
    currency: is(sql`l.currency`),
    kind: is(sql`l.kind`),
    type: is(sql`l.type`),
    account: (account) =>
      sql`l.id in (select b.line_id from settlement_booking b where b.company_id = ${sql.company} and b.account = ${account})`,
    text: (typed) => sql`${inAnyShop(sql`l.shop_id`)} and ${beginsWith(sql`l.platform_order_no`, typed.trim())}`,
    from: since(sql`l.posted_at`),
    to: until(sql`l.posted_at`),
    unbooked: when(
      sql`not exists (select from settlement_booking b where b.company_id = ${sql.company} and b.line_id = l.id)`,
    ),
    after: (instant) => sql`l.posted_at > ${instant}::timestamptz`,
  },
  order: sql`l.posted_at desc, l.id desc`,
  columns: sql`l.id, l.shop_id, h.name as shop_name, h.platform, l.settlement_id as settlement_number, l.platform_order_no,
    b.order_id, o.display_no as order_no, l.seller_sku, l.kind, l.type, round(l.amount, 2)::text as amount, l.currency, l.posted_at, b.account`,
  joins: sql`${shopOf(sql`l.shop_id`)}
    left join settlement_booking b on b.company_id = ${sql.company} and b.line_id = l.id
    left join sales_order o on o.company_id = ${sql.company} and o.id = b.order_id`,
  missing: 'finance.settlementLineGone',
  customPlans: true,
});

/** Orders that the shop's platform has not settled. In their own currency, an amount is the sum of its ledger lines. */
export const unsettledOrders = defineList<UnsettledFilter, UnsettledOrder>({
  table: 'order_profit',
  key: 'order_id',
  as: 'p',
  scope: (tx) => sql`p.unsettled <> 0 and ${inShops(tx, sql`p.shop_id`)}`,
  filters: {
    shopId: is(sql`p.shop_id`),
    currency: (currency) =>
      sql`(select o.currency from sales_order o where o.company_id = ${sql.company} and o.id = p.order_id) = ${currency}`,
    text: (typed) => sql`p.order_id = any(array(select t.order_id from order_term t where t.company_id = ${sql.company}
      and ${beginsWith(sql`t.term`, typed.trim().toUpperCase())} and not t.buyer limit 2000))`,
  },
  order: sql`p.on_day, p.order_id`,
  columns: (tx) => sql`p.order_id, o.display_no as order_no, h.name as shop_name, h.platform, p.on_day,
    ${dayOf(sql`${tx.now}`)} - p.on_day as days, o.currency, round(coalesce(u.amount, 0), 2)::text as amount, round(p.unsettled, 2)::text as base_amount`,
  joins: sql`join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id
    ${shopOf(sql`p.shop_id`)}
    left join lateral (select sum(l.amount) as amount from ledger_entry e
      join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account = 'platform_unsettled' and l.currency = o.currency
      where e.company_id = ${sql.company} and e.order_id = p.order_id) u on true`,
  customPlans: true,
});

export const debtEntries = defineList<DebtFilter, LineRow>({
  table: 'ledger_line',
  as: 'l',
  scope: (tx) => sql`l.party_kind = 'shop' and ${inShops(tx, sql`l.party_id`)}`,
  filters: {
    shopId: is(sql`l.party_id`),
    currency: is(sql`l.currency`),
    stage: (stage) => sql`l.account = ${debtAccount(stage)}`,
  },
  order: sql`l.id desc`,
  columns: LINE_COLUMNS,
  joins: sql`join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id ${LINE_PARTIES}`,
});

export const mappings = defineList<MappingFilter, MappingRow>({
  table: 'settlement_mapping',
  as: 'm',
  filters: {
    platform: is(sql`m.platform`),
    state: (state) => (state === 'current' ? sql`m.retired_at is null` : undefined),
  },
  order: sql`m.id desc`,
  columns: sql`m.id, m.platform, m.pattern, m.account, m.created_at, m.created_by, m.retired_at`,
});

const TERMS_SHOWN = 500;
/** Terms in suspense, most lines first. */
export async function suspenseTerms(tx: Tx): Promise<ResultOf<typeof listSuspense>> {
  const rows = await tx.rows<ResultOf<typeof listSuspense>['rows'][number]>(sql`
    select x.platform, x.type, sum(x.lines)::int as lines, min(x.first_day) as first_day, max(x.last_day) as last_day,
      jsonb_agg(jsonb_build_object('currency', x.currency, 'amount', round(x.amount, 2)::text) order by x.currency) as amounts
    from (select h.platform, l.type, l.currency, count(*) as lines, sum(l.amount) as amount, ${dayOf(sql`min(l.posted_at)`)} as first_day,
        ${dayOf(sql`max(l.posted_at)`)} as last_day from settlement_booking b
      join settlement_line l on l.company_id = ${sql.company} and l.id = b.line_id ${shopOf(sql`l.shop_id`)}
      where b.company_id = ${sql.company} and b.account = 'suspense' and ${inShops(tx, sql`l.shop_id`)} group by 1, 2, 3) x
    group by 1, 2 order by 3 desc, 1, 2 limit ${TERMS_SHOWN + 1}`);
  return { rows: rows.slice(0, TERMS_SHOWN), more: rows.length > TERMS_SHOWN };
}
