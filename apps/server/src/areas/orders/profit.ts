import type { Tx } from '../../core/database/database.ts';
import { Decimal, money } from '../../core/money.ts';

interface Amounts {
  goods: string;
  shipping: string;
  discount: string;
  total: string;
}
export interface Earning extends Amounts {
  platform: string;
  currency: string;
  /** Units of products to send; unmapped lines have none. */
  lines: readonly { productId: number | null; quantity: number; factor: number }[];
}

/** What a platform will keep back, in the order's currency. */
type FeeEstimate = (platform: string, amounts: Amounts) => string;
let feeOf: FeeEstimate = () => '0';

/** Finance knows what platforms take. */
export function registerFeeEstimate(estimate: FeeEstimate): void {
  feeOf = estimate;
}

/**
 * What each order will leave in the company's currency: goods and shipping less discount, platform fee and the cost of
 * the goods; null while a product, its cost or the exchange rate is unknown. Freight is not known before a label is.
 */
export async function estimateProfits(tx: Tx, orders: readonly Earning[]): Promise<(string | null)[]> {
  const products = new Set(orders.flatMap((order) => order.lines.flatMap((line) => line.productId ?? [])));
  if (products.size === 0) return orders.map(() => null);
  const [costs, rates] = await Promise.all([
    unitCosts(tx, [...products]),
    latestRates(tx, [...new Set(orders.map((order) => order.currency))]),
  ]);
  return orders.map((order) => {
    const rate = rates.get(order.currency);
    if (!rate) return null;
    const kept = new Decimal(order.goods)
      .plus(order.shipping)
      .minus(order.discount)
      .minus(feeOf(order.platform, order));
    let left = kept.times(rate);
    for (const { productId, quantity, factor } of order.lines) {
      const cost = productId === null ? undefined : costs.get(productId);
      if (!cost) return null;
      left = left.minus(new Decimal(cost).times(quantity * factor));
    }
    return money(left.toDecimalPlaces(2));
  });
}

/** What the next unit to leave has cost, else the product's own price. */
async function unitCosts(tx: Tx, productIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.prepared<{ id: number; cost: string | null }>(
    'profit_unit_costs',
    `select p.id, coalesce((
         select l.unit_cost from warehouse w cross join lateral (
           select l.unit_cost, l.received_at from cost_layer l where l.company_id = $1 and l.warehouse_id = w.id and l.product_id = p.id and l.remaining > 0
           order by l.received_at, l.id limit 1) l where w.company_id = $1 order by l.received_at limit 1),
       p.unit_price_cny * (select case when c.base_currency = 'CNY' then 1 else (
         select r.to_base from exchange_rate r where r.company_id = $1 and r.currency = 'CNY' and r.on_day <= current_date order by r.on_day desc limit 1) end
         from company c where c.id = $1))::text as cost
     from product p where p.company_id = $1 and p.id = any($2::bigint[])`,
    [tx.companyId, productIds],
  );
  return new Map(rows.flatMap(({ id, cost }) => (cost === null ? [] : [[id, cost]])));
}

async function latestRates(tx: Tx, currencies: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.prepared<{ currency: string; rate: string | null }>(
    'profit_rates',
    `select w.currency, (case when w.currency = c.base_currency then 1 else (
         select r.to_base from exchange_rate r where r.company_id = $1 and r.currency = w.currency and r.on_day <= current_date
         order by r.on_day desc limit 1) end)::text as rate
     from company c cross join unnest($2::text[]) as w(currency) where c.id = $1`,
    [tx.companyId, currencies],
  );
  return new Map(rows.flatMap(({ currency, rate }) => (rate === null ? [] : [[currency, rate]])));
}
