import type { Language } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { defineRollup } from '../../../core/rollup.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { ACCOUNTS, type Account, accountsOf } from './accounts.ts';

const source = (which: Sql): Sql => sql`from ledger_line l
  join ledger_entry e on e.company_id = ${sql.company} and e.id = l.entry_id
  where l.company_id = ${sql.company} and ${which}`;
const shopId = sql`coalesce(l.shop_id, 0)`;

/** Every line of the ledger, by day. */
export const financeDays = defineRollup({
  table: 'finance_day',
  title: ['合并每日账目', 'Compact the days of the ledger'],
  keys: ['on_day', 'account', 'shop_id', 'department_id', 'party_kind', 'party_id', 'currency'],
  sums: ['amount', 'base_amount'],
  source,
  values: {
    on_day: sql`e.on_day`,
    account: sql`l.account`,
    shop_id: shopId,
    department_id: sql`coalesce(l.department_id, 0)`,
    party_kind: sql`l.party_kind`,
    party_id: sql`l.party_id`,
    currency: sql`l.currency`,
    amount: sql`sum(l.amount)`,
    base_amount: sql`sum(l.base_amount)`,
  },
});

const NAMES = Object.keys(ACCOUNTS) as Account[];
const OWN: readonly Account[] = [
  ...(['goods', 'shipping', 'discount', 'refund', 'platformFee', 'goodsCost', 'labelCost'] as const).flatMap(
    accountsOf,
  ),
  'advertising',
];
/** Income and expense beside the figures. */
const OTHER = NAMES.filter((one) => !OWN.includes(one) && ['income', 'expense'].includes(ACCOUNTS[one].kind));

const within = (accounts: readonly Account[]): Sql => sql.join(accounts.map((one) => sql`'${sql.id(one, NAMES)}'`));
const debits = (accounts: readonly Account[]): Sql =>
  sql`coalesce(sum(l.base_amount) filter (where l.account in (${within(accounts)})), 0)`;
const credits = (accounts: readonly Account[]): Sql => sql`-${debits(accounts)}`;
const unitsOf = (account: Account): Sql =>
  sql`coalesce(sum(l.quantity) filter (where l.account in (${within([account])})), 0)`;

const SKU_SUMS: Readonly<Record<string, Sql>> = {
  units: sql`-${unitsOf('sales')}`,
  refunded_units: unitsOf('refund'),
  goods: credits(accountsOf('goods')),
  shipping: credits(accountsOf('shipping')),
  discount: debits(accountsOf('discount')),
  refund: debits(accountsOf('refund')),
  platform_fee: debits(accountsOf('platformFee')),
  advertising: debits(['advertising']),
  goods_cost: debits(accountsOf('goodsCost')),
  label_cost: debits(accountsOf('labelCost')),
  other_cost: debits(OTHER),
};
const SKU_KEYS: Readonly<Record<string, Sql>> = {
  on_day: sql`e.on_day`,
  shop_id: shopId,
  product_id: sql`coalesce(l.product_id, 0)`,
  country: sql`l.country`,
};
const ofSkus = (which: Sql): Sql => sql`${source(which)} and l.account in (${within([...OWN, ...OTHER])})`;

/** Income and cost, by product. */
export const skuDays = defineRollup({
  table: 'sku_day',
  title: ['合并每日商品利润', 'Compact the days of product profit'],
  keys: Object.keys(SKU_KEYS),
  sums: Object.keys(SKU_SUMS),
  source: ofSkus,
  values: { ...SKU_KEYS, ...SKU_SUMS },
  coarser: [
    {
      table: 'sku_month',
      keys: {
        month: sql`date_trunc('month', on_day)::date`,
        shop_id: sql`shop_id`,
        product_id: sql`product_id`,
        country: sql`country`,
      },
    },
    { table: 'shop_day', keys: { on_day: sql`on_day`, shop_id: sql`shop_id`, country: sql`country` } },
  ],
});

/** By who collects or pays the tax. */
export const TAXES = [
  'tax_payable',
  'tax_by_platform',
  'input_tax',
  'import_tax',
] as const satisfies readonly Account[];
/** What taxes are on. */
export const TAXED = [
  'sales',
  'shipping_income',
  'order_difference',
  'discount',
  'refund',
] as const satisfies readonly Account[];
const TAX_KEYS: Readonly<Record<string, Sql>> = {
  on_day: sql`e.on_day`,
  shop_id: shopId,
  country: sql`l.country`,
  kind: sql`case when l.account in (${within(TAXES)}) then l.account else 'sales' end`,
  currency: sql`l.currency`,
};
/** Taxes and what they are on. The trigger `sum_taxes` of `ledger_line` appends to it: it knows the same accounts. */
export const taxDays = defineRollup({
  table: 'tax_day',
  title: ['合并每日税务数据', 'Compact the days of taxes'],
  keys: Object.keys(TAX_KEYS),
  sums: ['amount', 'credit'],
  source: (which) => sql`${source(which)} and l.account in (${within([...TAXES, ...TAXED])})`,
  values: {
    ...TAX_KEYS,
    amount: sql`sum(l.base_amount)`,
    // A platform that collects a tax and pays it leaves nothing in the sum.
    credit: sql`sum(least(l.base_amount, 0))`,
  },
});

/** Columns of an order's profit that are added up. */
export const PROFIT_SUMS = [
  'goods',
  'shipping',
  'discount',
  'platform_fee',
  'fee_estimate',
  'goods_cost',
  'label_cost',
  'refund',
  'profit',
];
const ofProfit = (column: string): Sql => sql`p.${sql.id(column, [column])}`;

/** Profit of orders by their day. The trigger of `order_profit` (`sum_profits`) appends to it, so that nobody calls `append`. */
export const profitDays = defineRollup({
  table: 'profit_day',
  title: ['合并每日订单利润', 'Compact the days of order profit'],
  keys: ['on_day', 'shop_id', 'fee_state'],
  sums: ['orders', ...PROFIT_SUMS],
  source: (which) => sql`from order_profit p where p.company_id = ${sql.company} and ${which}`,
  values: {
    ...Object.fromEntries(['on_day', 'shop_id', 'fee_state'].map((key) => [key, ofProfit(key)])),
    orders: sql`count(*)`,
    ...Object.fromEntries(PROFIT_SUMS.map((column) => [column, sql`sum(${ofProfit(column)})`])),
  },
});

const SKU_COLUMNS = sql.join(skuDays.sums.map((one) => sql.id(one, skuDays.sums)));

/**
 * Rows of `sku_day` of these days as a subquery: whole months from their sums by month, unless `daily`. Sums over them are
 * those of the ledger's lines.
 */
export function skuRows({ from, to }: { from: string; to: string }, daily: boolean): Sql {
  const columns = sql`shop_id, product_id, country, ${SKU_COLUMNS}`;
  const days = (which: Sql): Sql =>
    sql`select on_day, ${columns} from sku_day where company_id = ${sql.company} and ${which}`;
  const months = wholeMonths(from, to);
  if (daily || !months) return sql`(${days(sql`on_day between ${from}::date and ${to}::date`)})`;
  const { first, after } = months;
  return sql`(select month as on_day, ${columns} from sku_month where company_id = ${sql.company} and month >= ${first}::date and month < ${after}::date
    union all ${days(sql`fresh and on_day >= ${first}::date and on_day < ${after}::date`)}
    union all ${days(sql`on_day >= ${from}::date and on_day < ${first}::date`)}
    union all ${days(sql`on_day >= ${after}::date and on_day <= ${to}::date`)})`;
}

/** The same without products: many rows fewer. */
export function shopRows({ from, to }: { from: string; to: string }): Sql {
  const rows = (table: Sql, fresh: Sql): Sql => sql`select on_day, shop_id, country, ${SKU_COLUMNS} from ${table}
    where company_id = ${sql.company} and on_day between ${from}::date and ${to}::date ${fresh}`;
  return sql`(${rows(sql`shop_day`, sql.empty)} union all ${rows(sql`sku_day`, sql`and fresh`)})`;
}
/** The product of a line `l`, 0 for none, as `ledger_line_product` has it: under row-level security no index serves `coalesce`. */
export const LINE_PRODUCT = sql`case when l.product_id is null then 0 else l.product_id end`;

/**
 * The lines of the ledger that `skuRows` sums, each with the same keys and sums, the document that it is about and what it
 * is, as `entryWords` reads it. Of an order that is the order.
 */
export function skuLines({ from, to }: { from: string; to: string }): Sql {
  const keys = { ...SKU_KEYS, product_id: LINE_PRODUCT };
  const all = Object.entries({ ...keys, ...SKU_SUMS });
  const columns = all.map(([column, value]) => sql`${value} as ${sql.id(column, [column])}`);
  return sql`(select l.id as line_id, case when e.order_id is null then e.doc_kind else 'sales_order' end as doc_kind,
    coalesce(e.order_id, e.doc_id) as doc_id, e.text || '/' || l.account as text, ${sql.join(columns)}
    ${ofSkus(sql`e.on_day between ${from}::date and ${to}::date`)}
    group by l.id, e.order_id, e.doc_kind, e.doc_id, e.text, l.account, ${sql.join(Object.values(keys))})`;
}

/** What a line is: "Order shipped, revenue booked · Sales". */
export function entryWords(text: string, language: Language): string {
  const [entry, account] = text.split('/');
  return `${say(language, `finance.entry.${entry}`)} · ${say(language, `finance.account.${account}`)}`;
}

const monthAfter = (day: string): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1)).toISOString().slice(0, 10);

/** The whole months between two days, from the first one to the day after the last. */
function wholeMonths(from: string, to: string): { first: string; after: string } | undefined {
  const first = from.endsWith('-01') ? from : monthAfter(from);
  const next = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const after = `${next.slice(0, 7)}-01`;
  return first < after ? { first, after } : undefined;
}

/** Revenue of these days by currency, as booked: of these shops (null: of all, and of none). */
export function revenueByCurrency(
  tx: Tx,
  { from, to }: { from: string; to: string },
  shopIds: readonly number[] | null,
): Promise<{ currency: string; amount: string; base: string }[]> {
  const accounts = (['goods', 'shipping', 'discount', 'refund'] as const).flatMap(accountsOf);
  return tx.rows<{
    currency: string;
    amount: string;
    base: string;
  }>(sql`select currency, -sum(amount) as amount, -sum(base_amount) as base
    from finance_day where company_id = ${sql.company} and on_day between ${from}::date and ${to}::date
      and account in (${within(accounts)}) and ${shopIds === null ? sql`true` : sql`shop_id = any(${arrayOf(shopIds)}::bigint[])`}
    group by currency order by currency`);
}
