import { type Sql, sql } from '../../../core/database/sql.ts';
import { ACCOUNTS, type Account, accountsOf } from '../ledger/accounts.ts';
import { LINE_PRODUCT } from '../ledger/rollups.ts';
import { AT_SALE } from './bridge.ts';

// Rows that reports sum: what orders earned, by the day of their sale.

interface Days {
  from: string;
  to: string;
}
const NAMES = Object.keys(ACCOUNTS) as Account[];
const list = (accounts: readonly Account[]): Sql => sql.join(accounts.map((one) => sql`'${sql.id(one, NAMES)}'`));
const ofFigure = (...figures: Parameters<typeof accountsOf>[0][]): Account[] => figures.flatMap(accountsOf);
const IN_PROFIT = ofFigure('goods', 'shipping', 'discount', 'platformFee', 'goodsCost', 'labelCost', 'refund');
/** What changes profits beside the figures of orders. Rent and wages are not among it. */
const BESIDE: readonly Account[] = [
  ...(['advertising', 'storage_fee', 'platform_adjustment', 'purchase_difference', 'fx_difference'] as const),
];

/** Each order with its figures: `order_profit`, and where its goods go. */
export const profitRows = ({ from, to }: Days): Sql =>
  sql`(select p.order_id, p.shop_id, 0::bigint as product_id, p.on_day, p.fee_state, o.country, p.goods, p.shipping, p.discount, p.refund,
    p.platform_fee, p.goods_cost, p.label_cost, p.profit
    from order_profit p left join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id
    where p.company_id = ${sql.company} and p.on_day between ${from}::date and ${to}::date)`;

const debit = (accounts: readonly Account[]): Sql =>
  sql`case when l.account in (${list(accounts)}) then l.base_amount else 0 end`;
const credit = (accounts: readonly Account[]): Sql => sql`-${debit(accounts)}`;
const LINE = sql`l.id as line_id, e.text || '/' || l.account as text`;

/** The same, line by line of the ledger: they sum to it, and each is of a product. */
export const profitLines = ({ from, to }: Days): Sql =>
  sql`(select ${LINE}, p.order_id, p.shop_id, ${LINE_PRODUCT} as product_id, p.on_day, p.fee_state, o.country,
    ${credit(ofFigure('goods'))} as goods, ${credit(ofFigure('shipping'))} as shipping, ${debit(ofFigure('discount'))} as discount,
    ${debit(ofFigure('refund'))} as refund, ${debit(ofFigure('platformFee'))} as platform_fee, ${debit(ofFigure('goodsCost'))} as goods_cost,
    ${debit(ofFigure('labelCost'))} as label_cost, -l.base_amount as profit
    from order_profit p join sales_order o on o.company_id = ${sql.company} and o.id = p.order_id
    join ledger_entry e on e.company_id = ${sql.company} and e.order_id = p.order_id
    join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${list(IN_PROFIT)})
    where p.company_id = ${sql.company} and p.on_day between ${from}::date and ${to}::date)`;

/** Why a line changed a profit after the sale. The estimated fee goes when the platform's own
 * commission or payment fee comes: they are one cause. */
const CAUSE = sql`case
  when e.order_id is not null and e.text in (${sql.join([...AT_SALE].map((one) => sql`${one}`))}) then 'first'
  when l.account in (${list(ofFigure('refund'))}) then 'refund'
  when e.text in ('feeEstimateReplaced', 'fee.commission', 'fee.payment', 'settled.commission', 'settled.payment') then 'commission'
  when e.text in ('fee.fulfilment', 'settled.fulfilment') then 'fulfilment'
  when l.account in (${list(ofFigure('platformFee'))}) then 'fee'
  when l.account = 'advertising' then 'advertising'
  when l.account in ('claim_loss', 'platform_adjustment') or (e.text like 'carrierClaim.%' and l.account = 'last_mile') then 'claim'
  when l.account in (${list(ofFigure('labelCost'))}) then 'freight'
  when l.account in (${list(ofFigure('goodsCost'))}) then 'goods'
  when l.account = 'purchase_difference' then 'lateCost'
  when l.account = 'fx_difference' then 'exchange'
  when l.account in (${list(ofFigure('goods', 'shipping', 'discount'))}) then 'sales'
  else 'other' end`;

/**
 * What made the profits of the orders sold on these days, line by line with its cause: 'first' is what was booked when
 * they were sold and shipped. What belongs to a shop or a product and to no order, as advertising, comes by its own day.
 */
export const profitChanges = ({ from, to }: Days): Sql =>
  sql`(select ${LINE}, ${CAUSE} as cause, 'sales_order' as doc_kind, p.order_id as doc_id, p.order_id, p.shop_id,
    ${LINE_PRODUCT} as product_id, p.on_day, p.fee_state, l.country, -l.base_amount as amount
    from order_profit p join ledger_entry e on e.company_id = ${sql.company} and e.order_id = p.order_id
    join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${list([...IN_PROFIT, ...BESIDE])})
    where p.company_id = ${sql.company} and p.on_day between ${from}::date and ${to}::date
  union all
  select ${LINE}, ${CAUSE}, e.doc_kind, e.doc_id, 0, coalesce(l.shop_id, 0), ${LINE_PRODUCT}, e.on_day, '', l.country, -l.base_amount
    from ledger_entry e join ledger_line l on l.company_id = ${sql.company} and l.entry_id = e.id and l.account in (${list([...IN_PROFIT, ...BESIDE])})
    where e.company_id = ${sql.company} and e.order_id is null and e.on_day between ${from}::date and ${to}::date
      and (l.shop_id is not null or l.product_id is not null))`;
