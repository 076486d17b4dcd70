import { rights } from '@tradewind/contract/access/modules.ts';
import { mayPress, maySee, type Rights } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { inShops } from '../../core/scope.ts';
import { duePapers, productFacts } from '../catalog/public.ts';
import { shopsByIds } from '../channels/public.ts';
import { companyOf, localDay } from '../company/public.ts';
import { tabCounts, UNSHIPPED, visibleModules } from '../orders/public.ts';
import { dueCounts, urgentCount } from '../procurement/public.ts';
import { warningCounts } from '../stock/public.ts';
import { bestSellers, inBase, type Range, soldByDay } from './sales.ts';

const DAYS = 30;
const DAYS_AT_MOST = 92;
const BEST = 20;
const LOW_DAYS = 7;
const PAPERS = 50;
const DAY_MS = 86_400_000;

export interface RangeInput {
  shopId?: number | undefined;
  startDate?: string | undefined;
  endDate?: string | undefined;
}

const shift = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** @throws badField when the range is turned round or too long */
export async function rangeOf(tx: Tx, input: RangeInput): Promise<Range> {
  const to = input.endDate ?? localDay(tx.now, (await companyOf(tx)).timeZone);
  const from = input.startDate ?? shift(to, 1 - DAYS);
  const days = daysBetween(from, to);
  if (days < 1) throw badField('startDate', 'orders.rangeTurned');
  if (days > DAYS_AT_MOST) throw badField('startDate', 'orders.rangeTooLong', { days: DAYS_AT_MOST });
  return { shopId: input.shopId, from, to };
}

interface Sums {
  orders: number;
  units: number;
  base: Decimal;
}
const nothing = (): Sums => ({ orders: 0, units: 0, base: new Decimal(0) });
const answered = ({ orders, units, base }: Sums) => ({ orders, units, amount: base.toFixed(2) });

function sumBy<T extends Sums, K>(rows: readonly T[], keyOf: (row: T) => K): Map<K, Sums> {
  const sums = new Map<K, Sums>();
  for (const row of rows) {
    const sum = sums.get(keyOf(row)) ?? nothing();
    sum.orders += row.orders;
    sum.units += row.units;
    sum.base = sum.base.plus(row.base);
    sums.set(keyOf(row), sum);
  }
  return sums;
}

export async function amountChart(tx: Tx, input: RangeInput) {
  const range = await rangeOf(tx, input);
  const days = daysBetween(range.from, range.to);
  const earlier = { ...range, from: shift(range.from, -days), to: shift(range.from, -1) };
  const { baseCurrency } = await companyOf(tx);
  // One look at both periods.
  const { rows, unconverted } = await inBase(tx, await soldByDay(tx, { ...range, from: earlier.from }));
  const now = rows.filter((row) => row.day >= range.from);
  const byDay = sumBy(now, (row) => row.day);
  return {
    currency: baseCurrency,
    days: Array.from({ length: days }, (_, i) => shift(range.from, i)).map((day) => ({
      day,
      ...answered(byDay.get(day) ?? nothing()),
    })),
    total: answered(sumBy(now, () => 'all').get('all') ?? nothing()),
    before: answered(
      sumBy(
        rows.filter((row) => row.day < range.from),
        () => 'all',
      ).get('all') ?? nothing(),
    ),
    unconverted,
  };
}

export async function shopRanking(tx: Tx, input: RangeInput) {
  const range = await rangeOf(tx, input);
  const { baseCurrency } = await companyOf(tx);
  const { rows, unconverted } = await inBase(tx, await soldByDay(tx, range));
  const byShop = [...sumBy(rows, (row) => row.shopId)].sort((a, b) => b[1].orders - a[1].orders || a[0] - b[0]);
  const shops = await shopsByIds(
    tx,
    byShop.map(([id]) => id),
  );
  return {
    currency: baseCurrency,
    shops: byShop.map(([shopId, sums]) => ({
      shopId,
      name: shops.get(shopId)?.name ?? '',
      platform: shops.get(shopId)?.platform ?? '',
      ...answered(sums),
    })),
    unconverted,
  };
}

export async function bestSellerRanking(tx: Tx, input: RangeInput) {
  const range = await rangeOf(tx, input);
  const { baseCurrency } = await companyOf(tx);
  const { rows, unconverted } = await inBase(tx, await bestSellers(tx, range, BEST));
  const ids = rows.flatMap((row) => row.productId ?? []);
  const facts = await productFacts(tx, [...new Set(ids)]);
  const available = await availableOf(tx, [...facts.keys()]);
  const byProduct = [...Map.groupBy(rows, (row) => `${row.productId ?? ''}/${row.sku}`).values()];
  const products = byProduct.flatMap((group) => {
    const [first] = group;
    const sums = sumBy(group, () => 'all').get('all');
    if (!first || !sums) return [];
    const product = facts.get(first.productId ?? 0);
    return [
      {
        productId: first.productId,
        sku: product?.sku ?? first.sku,
        nameZh: product?.nameZh ?? '',
        nameEn: product?.nameEn ?? '',
        ...answered(sums),
        available: product ? (available.get(product.id) ?? 0) : null,
      },
    ];
  });
  return { currency: baseCurrency, products: products.sort((a, b) => b.units - a.units), unconverted };
}

async function availableOf(tx: Tx, productIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.rows<{ id: number; n: number }>(
    sql`select product_id as id, sum(available)::int as n from stock_balance where company_id = ${sql.company} and product_id = any(${productIds}::bigint[]) group by 1`,
  );
  return new Map(rows.map((row) => [row.id, row.n]));
}

export async function unshipped(tx: Tx) {
  const { counts, queues } = await tabCounts(tx, {});
  const total = [...UNSHIPPED, 'exception', 'held'].reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return { total, counts, queues };
}

/** Each part for those who may open the pages it leads to: sales channels; orders or stock; products; stock; replenishment; money of purchases. */
export async function warnings(tx: Tx, sellers: BestSellers | undefined) {
  return {
    shops: mayPress(tx.rights, rights.salesChannel.view) ? await failingShops(tx) : [],
    short: seesGoods(tx.rights) ? await shortProducts(tx) : [],
    low: sellers ? lowProducts(sellers) : [],
    papers: mayPress(tx.rights, rights.product.view) ? await duePapers(tx, PAPERS) : [],
    stock: mayPress(tx.rights, rights.stock.view) ? await stockWarnings(tx) : {},
    runOut: mayPress(tx.rights, rights.replenishment.view) ? await urgentCount(tx) : 0,
    payments: seesDues(tx.rights) ? await duePayments(tx) : { overdue: 0, week: 0 },
  };
}

const seesDues = (own: Rights): boolean => mayPress(own, rights.purchaseOrder.view) && maySee(own, 'seeCost');

async function duePayments(tx: Tx) {
  const { overdue, week } = await dueCounts(tx);
  return { overdue, week };
}

const seesGoods = (own: Rights): boolean => visibleModules(own)?.length !== 0 || mayPress(own, rights.stock.view);

/** Whoever sees some shops only does not know how fast goods go. */
export const seesLow = (own: Rights): boolean => own.shopIds === null && seesGoods(own);

type BestSellers = Awaited<ReturnType<typeof bestSellerRanking>>;

function failingShops(tx: Tx) {
  return tx.rows<{ id: number; name: string; platform: string; state: string; error: string | null }>(sql`
    select s.id, s.name, s.platform, s.state, t.last_error as error from shop s
      left join shop_stream t on t.company_id = s.company_id and t.shop_id = s.id and t.kind = 'orders'
    where s.company_id = ${sql.company} and ${inShops(tx, sql`s.id`)}
      and (s.state = 'expired' or (s.state = 'authorized' and t.failures > 0)) order by s.name, s.id limit 50`);
}

interface Short {
  productId: number;
  waitingOrders: number;
  needed: number;
}

/** What orders wait for: the newest thousand that stock was too short for. */
async function shortProducts(tx: Tx) {
  const rows = await tx.rows<Short>(sql`
    select l.product_id, count(distinct l.order_id)::int as "waitingOrders", sum(l.quantity)::int as needed
    from (select id from sales_order o where o.company_id = ${sql.company} and o.exception = 'stock' and ${inShops(tx, sql`o.shop_id`)}
      order by o.ordered_at desc, o.id desc limit 1000) o
    join order_goods l on l.company_id = ${sql.company} and l.order_id = o.id where l.product_id is not null
    group by 1 order by 2 desc, 1 limit 200`);
  const ids = rows.map((row) => row.productId);
  const available = await availableOf(tx, ids);
  const facts = await productFacts(tx, ids);
  return rows.flatMap((row) => {
    const product = facts.get(row.productId);
    const free = available.get(row.productId) ?? 0;
    // An order waits for one product while the others of it lie there.
    if (!product || free >= row.needed) return [];
    return [{ ...row, sku: product.sku, nameZh: product.nameZh, nameEn: product.nameEn, available: free }];
  });
}

async function stockWarnings(tx: Tx): Promise<Record<string, number>> {
  return Object.fromEntries(Object.entries(await warningCounts(tx)).filter(([, count]) => count > 0));
}

/** Best sellers whose stock will not last a week at the pace of the last thirty days. */
function lowProducts({ products }: BestSellers) {
  return products.flatMap(({ productId, sku, nameZh, nameEn, units, available }) => {
    if (productId === null || available === null) return [];
    const perDay = units / DAYS;
    const days = Math.floor(Math.max(available, 0) / perDay);
    return days < LOW_DAYS ? [{ productId, sku, nameZh, nameEn, available, perDay: perDay.toFixed(1), days }] : [];
  });
}
