import { type Sql, sql } from '../../../core/database/sql.ts';
import { ACCOUNTS, type Account, accountsOf } from './accounts.ts';

// What the profits of orders are made of, and what changed them after the sale: of ledger lines `l` of entries `e`.

const NAMES = Object.keys(ACCOUNTS) as Account[];
export const accountList = (accounts: readonly Account[]): Sql =>
  sql.join(accounts.map((one) => sql`'${sql.id(one, NAMES)}'`));
const ofFigure = (...figures: Parameters<typeof accountsOf>[0][]): Account[] => figures.flatMap(accountsOf);

export const IN_PROFIT = ofFigure('goods', 'shipping', 'discount', 'platformFee', 'goodsCost', 'labelCost', 'refund');
/** What changes profits beside the figures of orders. Rent and wages are not among it. */
const BESIDE: readonly Account[] = [
  ...(['advertising', 'storage_fee', 'platform_adjustment', 'purchase_difference', 'fx_difference'] as const),
];
export const CHANGES_PROFIT: readonly Account[] = [...IN_PROFIT, ...BESIDE];

const debit = (accounts: readonly Account[]): Sql =>
  sql`case when l.account in (${accountList(accounts)}) then l.base_amount else 0 end`;
const credit = (accounts: readonly Account[]): Sql => sql`-${debit(accounts)}`;
/** The figures of an order, by line. */
export const FIGURES: Readonly<Record<string, Sql>> = {
  goods: credit(ofFigure('goods')),
  shipping: credit(ofFigure('shipping')),
  discount: debit(ofFigure('discount')),
  refund: debit(ofFigure('refund')),
  platform_fee: debit(ofFigure('platformFee')),
  goods_cost: debit(ofFigure('goodsCost')),
  label_cost: debit(ofFigure('labelCost')),
};

/** Texts of entries that are booked when an order is sold and shipped. */
export const AT_SALE: ReadonlySet<string> = new Set(['sale', 'feeEstimate', 'cost', 'label', 'warehouseFee']);

/** What was booked at the sale, and the causes of what came later; together they are the whole profit. */
export const CAUSES = [
  'first_profit',
  'sales_change',
  'commission_change',
  'fulfilment_change',
  'fee_change',
  'refund_change',
  'advertising_change',
  'freight_change',
  'goods_change',
  'late_cost_change',
  'exchange_change',
  'claim_change',
  'other_change',
] as const;
type Cause = (typeof CAUSES)[number];
const cause = (name: Cause): Sql => sql`'${sql.id(name, CAUSES)}'`;

/** The cause of a line. The estimated fee goes when the platform's own commission or payment fee comes: they are one. */
export const CAUSE = sql`case
  when e.order_id is not null and e.text in (${sql.join([...AT_SALE].map((one) => sql`${one}`))}) then ${cause('first_profit')}
  when l.account in (${accountList(ofFigure('refund'))}) then ${cause('refund_change')}
  when e.text in ('feeEstimateReplaced', 'fee.commission', 'fee.payment', 'settled.commission', 'settled.payment') then ${cause('commission_change')}
  when e.text in ('fee.fulfilment', 'settled.fulfilment') then ${cause('fulfilment_change')}
  when l.account in (${accountList(ofFigure('platformFee'))}) then ${cause('fee_change')}
  when l.account = 'advertising' then ${cause('advertising_change')}
  when l.account in ('claim_loss', 'platform_adjustment') or (e.text like 'carrierClaim.%' and l.account = 'last_mile') then ${cause('claim_change')}
  when l.account in (${accountList(ofFigure('labelCost'))}) then ${cause('freight_change')}
  when l.account in (${accountList(ofFigure('goodsCost'))}) then ${cause('goods_change')}
  when l.account = 'purchase_difference' then ${cause('late_cost_change')}
  when l.account = 'fx_difference' then ${cause('exchange_change')}
  when l.account in (${accountList(ofFigure('goods', 'shipping', 'discount'))}) then ${cause('sales_change')}
  else ${cause('other_change')} end`;

export const causeColumn = (name: Cause): Sql => sql.id(name, CAUSES);
/** Of rows with `cause` and `amount`: the amount in the column of its cause. */
export const byCause = (): Sql =>
  sql.join(CAUSES.map((one) => sql`case when cause = ${cause(one)} then amount else 0 end as ${causeColumn(one)}`));
