import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { Decimal, money } from '../../../core/money.ts';
import { type Unit as BundleUnit, bundleUnits } from '../../catalog/public.ts';
import { type Freight, freightTable } from './freight.ts';

interface Amounts {
  goods: string;
  shipping: string;
  discount: string;
  total: string;
}
export interface Earning extends Amounts {
  platform: string;
  currency: string;
  amountsUnknown?: boolean | undefined;
  /** Product units to ship; unmapped lines have none. */
  lines: readonly { productId: number | null; quantity: number; factor: number }[];
  /** The seller pays the freight: by this channel, or by the default. */
  way?: { channelId: number | null } | null | undefined;
}

/** The platform's expected fee, in the order's currency. */
type FeeEstimate = (platform: string, amounts: Amounts) => string;
let feeOf: FeeEstimate = () => '0';

/** Finance calculates platform fees. */
export function registerFeeEstimate(estimate: FeeEstimate): void {
  feeOf = estimate;
}

export interface Estimate {
  profit: string | null;
  /** Included in the profit; null while unknown. */
  freight: string | null;
}

/** The default for products without a weight. */
const USUAL_GRAMS = 500;

/**
 * The estimated profit of each order in the company's currency: product and shipping revenue less discount, platform
 * fee, product cost and freight as far as known. Null while the amounts, a product, its cost or the exchange rate are
 * unknown.
 */
export async function estimateProfits(tx: Tx, orders: readonly Earning[]): Promise<Estimate[]> {
  const products = new Set(orders.flatMap((order) => order.lines.flatMap((line) => line.productId ?? [])));
  if (products.size === 0) return orders.map(() => ({ profit: null, freight: null }));
  const [known, freightOf] = await Promise.all([unitCosts(tx, [...products]), freightTable(tx)]);
  const freights = orders.map((order) => order.way && freightOf(order.way.channelId, gramsOf(order, known)));
  const currencies = [...orders, ...freights].flatMap((one) => (one ? [one.currency] : []));
  const rates = await latestRates(tx, [...new Set(currencies)]);
  return orders.map((order, at) => {
    const freight = inBase(freights[at], rates);
    const rate = rates.get(order.currency);
    const goods = costOfGoods(order, known);
    if (!rate || !goods || order.amountsUnknown) return { profit: null, freight };
    const left = new Decimal(order.goods)
      .plus(order.shipping)
      .minus(order.discount)
      .minus(feeOf(order.platform, order))
      .times(rate)
      .minus(goods)
      .minus(freight ?? 0);
    return { profit: money(left.toDecimalPlaces(2)), freight };
  });
}

function inBase(freight: Freight | null | undefined, rates: ReadonlyMap<string, string>): string | null {
  const rate = freight && rates.get(freight.currency);
  return rate ? money(new Decimal(freight.amount).times(rate).toDecimalPlaces(2)) : null;
}

function gramsOf({ lines }: Earning, known: ReadonlyMap<number, Unit>): number {
  const grams = lines.map(
    ({ productId, quantity, factor }) => (known.get(productId ?? 0)?.grams ?? 0) * quantity * factor,
  );
  const sum = grams.reduce((total, one) => total + one, 0);
  return grams.includes(0) ? Math.max(sum, USUAL_GRAMS) : sum;
}

function costOfGoods({ lines }: Earning, known: ReadonlyMap<number, Unit>): Decimal | undefined {
  let sum = new Decimal(0);
  for (const { productId, quantity, factor } of lines) {
    const cost = known.get(productId ?? 0)?.cost;
    if (!cost) return undefined;
    sum = sum.plus(new Decimal(cost).times(quantity * factor));
  }
  return sum;
}

/** The costs of orders' labels replace their freight estimates. */
export async function setFreights(tx: Tx, freights: readonly (Freight & { orderId: number })[]): Promise<void> {
  const rates = await latestRates(tx, [...new Set(freights.map(({ currency }) => currency))]);
  const costs = freights.flatMap(({ orderId, ...freight }) => {
    const cost = inBase(freight, rates);
    return cost === null ? [] : [{ orderId, cost }];
  });
  if (costs.length === 0) return;
  await tx.rows(
    sql`update sales_order o set profit_estimate = o.profit_estimate + coalesce(o.freight_estimate, 0) - r.cost,
       freight_estimate = r.cost from jsonb_to_recordset(${sql.json(costs)}) as r("orderId" bigint, cost numeric)
     where o.company_id = ${sql.company} and o.id = r."orderId" returning 1 as done`,
  );
}

export interface Margin {
  displayNo: string;
  total: string | null;
  currency: string;
  /** In the company's currency; null while the amounts or costs are unknown. */
  profit: string | null;
  /** The order earns less than nothing; without known costs: the freight alone is more than the buyer pays. */
  loses: boolean;
}

/** The margins of orders if their freight were this. */
export async function profitsWithFreight(
  tx: Tx,
  freights: readonly (Freight & { id: number })[],
): Promise<Map<number, Margin>> {
  const rows = await tx.rows<{
    id: number;
    displayNo: string;
    total: string;
    currency: string;
    unknown: boolean;
    profit: string | null;
    freight: string | null;
  }>(
    sql`select id, display_no, total_amount::text as total, currency, amounts_unknown as unknown,
       profit_estimate::text as profit, freight_estimate::text as freight
     from sales_order where company_id = ${sql.company} and id = any(${freights.map(({ id }) => id)}::bigint[])`,
  );
  const rates = await latestRates(tx, [...new Set([...rows, ...freights].map(({ currency }) => currency))]);
  const freightOf = new Map(freights.map((one) => [one.id, inBase(one, rates)]));
  return new Map(
    rows.map(({ id, displayNo, total, currency, unknown, profit, freight }) => {
      const cost = freightOf.get(id) ?? null;
      const paid = unknown ? null : inBase({ amount: total, currency }, rates);
      const left = profit === null || cost === null ? null : money(new Decimal(profit).plus(freight ?? 0).minus(cost));
      const loses =
        left === null ? cost !== null && paid !== null && new Decimal(cost).gt(paid) : new Decimal(left).isNegative();
      return [id, { displayNo, total: unknown ? null : total, currency, profit: left, loses }];
    }),
  );
}

interface Unit {
  cost: string | null;
  grams: number;
}

/** The cost of the next unit to ship, otherwise the product's own price. */
async function unitCosts(tx: Tx, productIds: readonly number[]): Promise<Map<number, Unit>> {
  const goods = await bundleUnits(tx, productIds);
  const known = await ownCosts(tx, [
    ...new Set([...productIds, ...[...goods.values()].flat().map((u) => u.productId)]),
  ]);
  for (const [id, units] of goods) known.set(id, sumOf(units, known));
  return known;
}

/** A bundle costs what its goods cost, as far as all are known. */
function sumOf(units: readonly BundleUnit[], known: ReadonlyMap<number, Unit>): Unit {
  const parts = units.map(({ productId, quantity }) => ({ quantity, unit: known.get(productId) }));
  const unknown = parts.length === 0 || parts.some(({ unit }) => !unit?.cost);
  const cost = parts.reduce(
    (sum, { unit, quantity }) => sum.plus(new Decimal(unit?.cost ?? 0).times(quantity)),
    new Decimal(0),
  );
  const weighed = parts.every(({ unit }) => unit?.grams);
  return {
    cost: unknown ? null : cost.toFixed(),
    grams: weighed ? parts.reduce((sum, { unit, quantity }) => sum + (unit?.grams ?? 0) * quantity, 0) : 0,
  };
}

async function ownCosts(tx: Tx, productIds: readonly number[]): Promise<Map<number, Unit>> {
  const rows = await tx.rows<Unit & { id: number }>(
    sql`select p.id, round(coalesce(p.gross_weight_kg, 0) * 1000)::int as grams, coalesce((
         select l.unit_cost from warehouse w cross join lateral (
           select l.unit_cost, l.received_at from cost_layer l where l.company_id = ${sql.company} and l.warehouse_id = w.id and l.product_id = p.id and l.remaining > 0
           order by l.received_at, l.id limit 1) l where w.company_id = ${sql.company} order by l.received_at limit 1),
       p.unit_price_cny * (select case when c.base_currency = 'CNY' then 1 else (
         select r.to_base from exchange_rate r where r.company_id = ${sql.company} and r.currency = 'CNY' and r.on_day <= ${dayOf(sql`${tx.now}`)} order by r.on_day desc limit 1) end
         from company c where c.id = ${sql.company}))::text as cost
     from product p where p.company_id = ${sql.company} and p.id = any(${productIds}::bigint[])`,
  );
  return new Map(rows.map(({ id, ...unit }) => [id, unit]));
}

async function latestRates(tx: Tx, currencies: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ currency: string; rate: string | null }>(
    sql`select w.currency, (case when w.currency = c.base_currency then 1 else (
         select r.to_base from exchange_rate r where r.company_id = ${sql.company} and r.currency = w.currency and r.on_day <= ${dayOf(sql`${tx.now}`)}
         order by r.on_day desc limit 1) end)::text as rate
     from company c cross join unnest(${currencies}::text[]) as w(currency) where c.id = ${sql.company}`,
  );
  return new Map(rows.flatMap(({ currency, rate }) => (rate === null ? [] : [[currency, rate]])));
}
