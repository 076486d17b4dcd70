import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import { CHANGE_STEPS, type ChangeStep, type explainChange, type MeasureName } from '@tradewind/contract/reports.ts';
import { type Ctx, maySee } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import type { Tx } from '../../core/database/tx.ts';
import { forbidden } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { companyOf } from '../company/public.ts';
import { revenueByCurrency } from '../finance/public.ts';
import { type Range, reportOf } from './kit/report.ts';
import { checked, otherDays } from './kit/run.ts';
import { groups, sumsOf } from './kit/sums.ts';

const COSTS = ['goodsCost', 'platformFee', 'advertising', 'labelCost'] as const;
const MEASURES: MeasureName[] = ['units', 'revenue', ...COSTS, 'otherCost'];
type Product = Record<(typeof MEASURES)[number], Decimal>;
const ZERO = new Decimal(0);

/**
 * Why the profit changed, product by product: what one unit brought before, times the change in units, is quantity (as if
 * all products had grown alike) and mix (what they did not); then the changes of price and costs a unit, at the units of
 * now. Products sold in one period only are a step of their own. Rounded to cents; mix takes the rest.
 * @throws forbidden without the right to see costs
 */
export async function changeOf(
  tx: Tx,
  ctx: Ctx,
  { compare, filters = {}, ...days }: ParsedOf<typeof explainChange>,
): Promise<ResultOf<typeof explainChange>> {
  if (!maySee(ctx.rights, 'seeCost')) throw forbidden();
  const range = checked(days);
  const other = otherDays(range, compare);
  const [now, before] = await Promise.all([range, other].map((one) => productsOf(tx, ctx, one, filters)));
  const steps = stepsOf(before ?? new Map(), now ?? new Map());
  const exchange = await exchangeOf(tx, ctx, range, other, filters);
  steps.set('exchange', exchange);
  steps.set('price', (steps.get('price') ?? ZERO).minus(exchange));
  const profit = (products: ReadonlyMap<string, Product> | undefined) =>
    [...(products ?? new Map<string, Product>()).values()].reduce(
      (sum, one) => sum.plus(profitOf(one)).minus(one.otherCost ?? 0),
      ZERO,
    );
  const [was, is] = [profit(before).toDecimalPlaces(2), profit(now).toDecimalPlaces(2)];
  const rounded = new Map([...steps].map(([step, amount]) => [step, amount.toDecimalPlaces(2)]));
  const sum = [...rounded.values()].reduce((all, one) => all.plus(one), ZERO);
  rounded.set('mix', (rounded.get('mix') ?? ZERO).plus(is.minus(was).minus(sum)));
  const { baseCurrency } = await companyOf(tx);
  return {
    ...{ currency: baseCurrency, before: was.toFixed(2), after: is.toFixed(2) },
    steps: (Object.keys(CHANGE_STEPS) as ChangeStep[]).map((step) => ({
      step,
      amount: (rounded.get(step) ?? ZERO).toFixed(2),
    })),
  };
}

type Filters = NonNullable<ParsedOf<typeof explainChange>['filters']>;

async function productsOf(tx: Tx, ctx: Ctx, range: Range, filters: Filters): Promise<Map<string, Product>> {
  const query = {
    report: 'product',
    ...range,
    dimensions: ['product' as const],
    measures: MEASURES,
    filters,
    order: 'desc',
  } as const;
  const sums = sumsOf(ctx, reportOf('product'), { ...query, dimensions: [...query.dimensions] });
  const rows = await tx.rows<Record<string, string>>(
    sql`select * from (${await groups(tx, sums, range)}) g where not whole`,
  );
  return new Map(
    rows.map((row) => [
      row.k0 ?? '',
      Object.fromEntries(MEASURES.map((name, at) => [name, new Decimal(row[`m${at}`] ?? 0)])) as Product,
    ]),
  );
}

/** Without costs that no product's units explain. */
const profitOf = (one: Product): Decimal =>
  COSTS.reduce((left, cost) => left.minus(one[cost] ?? 0), one.revenue ?? ZERO);

function stepsOf(before: ReadonlyMap<string, Product>, now: ReadonlyMap<string, Product>): Map<ChangeStep, Decimal> {
  const steps = new Map<ChangeStep, Decimal>();
  const add = (step: ChangeStep, amount: Decimal) => steps.set(step, (steps.get(step) ?? ZERO).plus(amount));
  const none = Object.fromEntries(MEASURES.map((name) => [name, ZERO])) as Product;
  let [unitsBefore, unitsNow, profitBefore, volume] = [ZERO, ZERO, ZERO, ZERO];
  for (const key of new Set([...before.keys(), ...now.keys()])) {
    const [was, is] = [before.get(key) ?? none, now.get(key) ?? none];
    add('otherCost', was.otherCost.minus(is.otherCost));
    if (was.units.lte(0) || is.units.lte(0)) {
      add('range', profitOf(is).minus(profitOf(was)));
      continue;
    }
    const grown = is.units.div(was.units);
    unitsBefore = unitsBefore.plus(was.units);
    unitsNow = unitsNow.plus(is.units);
    profitBefore = profitBefore.plus(profitOf(was));
    volume = volume.plus(profitOf(was).times(grown.minus(1)));
    add('price', is.revenue.minus(was.revenue.times(grown)));
    for (const cost of COSTS) add(cost, was[cost].times(grown).minus(is[cost]));
  }
  const quantity = unitsBefore.isZero() ? ZERO : profitBefore.times(unitsNow.div(unitsBefore).minus(1));
  steps.set('quantity', quantity);
  steps.set('mix', volume.minus(quantity));
  return steps;
}

/** What the same revenue in its currencies is worth more at the rates of now; only of whole shops, whose currencies are kept. */
async function exchangeOf(tx: Tx, ctx: Ctx, range: Range, other: Range, { shop, ...more }: Filters): Promise<Decimal> {
  if (Object.values(more).some((values) => values && values.length > 0)) return ZERO;
  const chosen = shop && shop.length > 0 ? shop.map(Number) : null;
  const visible = ctx.rights.shopIds;
  const shopIds = chosen && visible ? chosen.filter((id) => visible.includes(id)) : (chosen ?? visible);
  const [now, before] = await Promise.all([range, other].map((one) => revenueByCurrency(tx, one, shopIds)));
  const rates = new Map((before ?? []).map((row) => [row.currency, row]));
  return (now ?? []).reduce((sum, { currency, amount, base }) => {
    const was = rates.get(currency);
    if (!was || new Decimal(was.amount).isZero()) return sum;
    return sum.plus(base).minus(new Decimal(amount).times(new Decimal(was.base).div(was.amount)));
  }, ZERO);
}
