import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, split } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { ACCOUNTS, type Account } from './accounts.ts';
import type { ReadyEntry, ReadyLine } from './entry.ts';

interface Goods {
  productId: number;
  /** What its lines sold for, in the order's currency. */
  value: string;
  units: number;
}
interface OrderOf {
  country: string;
  /** Without products that are not paired. */
  goods: readonly Goods[];
}

/** Income and cost of an order belong to its products; not what rounding left. */
const isOfGoods = (account: Account): boolean =>
  account !== 'rounding' && (ACCOUNTS[account].kind === 'income' || ACCOUNTS[account].kind === 'expense');

/**
 * Lines of an order's income and cost by product: by what each sold for, to the last place. A bundle counts as its parts.
 * What names its product already keeps it. All lines of the order get its country.
 */
export async function byProduct(tx: Tx, entries: readonly ReadyEntry[]): Promise<readonly ReadyEntry[]> {
  const ids = [...new Set(entries.flatMap((entry) => entry.order?.id ?? []))];
  if (ids.length === 0) return entries;
  const orders = await goodsOf(tx, ids);
  return entries.map((entry) => {
    const order = entry.order && orders.get(entry.order.id);
    return order ? { ...entry, lines: entry.lines.flatMap((line) => dividedLine(line, order)) } : entry;
  });
}

async function goodsOf(tx: Tx, orderIds: readonly number[]): Promise<Map<number, OrderOf>> {
  const rows = await tx.rows<{
    orderId: number;
    country: string;
    productId: number | null;
    value: string;
    units: number;
  }>(sql`
    select s.id as order_id, s.country, g.product_id, coalesce(g.value, 0) as value, coalesce(g.units, 0) as units
    from sales_order s left join lateral (
      select coalesce(p.product_id, l.product_id) as product_id, sum(l.stock_quantity * coalesce(p.quantity, 1)) as units,
        sum(greatest(l.quantity * l.unit_price - l.discount, 0) * coalesce(p.share, 1)) as value
      from order_line l left join order_line_part p on p.company_id = ${sql.company} and p.line_id = l.id
      where l.company_id = ${sql.company} and l.order_id = s.id group by 1) g on g.product_id is not null
    where s.company_id = ${sql.company} and s.id = any(${arrayOf(orderIds)}::bigint[]) order by s.id, g.product_id`);
  const orders = new Map<number, OrderOf>();
  for (const [orderId, own] of Map.groupBy(rows, (row) => row.orderId))
    orders.set(orderId, {
      country: own[0]?.country ?? '',
      goods: own.flatMap(({ productId, value, units }) => (productId === null ? [] : [{ productId, value, units }])),
    });
  return orders;
}

/** At least cents; more places where the amount has them. */
const placesOf = (amount: string): number => Math.max(2, new Decimal(amount).decimalPlaces());

function dividedLine(line: ReadyLine, { country, goods }: OrderOf): ReadyLine[] {
  const [first] = goods;
  if (line.productId !== null || !first || !isOfGoods(line.account)) return [{ ...line, country }];
  const sign = Math.sign(Number(line.amount));
  const ofAll = (units: number) => (line.units === 'all' ? sign * units : 0);
  if (goods.length === 1) return [{ ...line, country, productId: first.productId, quantity: ofAll(first.units) }];
  const worth = goods.some(({ value }) => !new Decimal(value).isZero());
  const weights = goods.map(({ value, units }) => (worth ? value : units));
  const amounts = split(line.amount, weights, placesOf(line.amount));
  const bases = split(line.baseAmount, weights, placesOf(line.baseAmount));
  return goods.map(({ productId, units }, at) => ({
    ...line,
    ...{ country, productId, quantity: ofAll(units) },
    ...{ amount: amounts[at] ?? '0', baseAmount: bases[at] ?? '0' },
  }));
}
