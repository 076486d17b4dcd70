import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Terms } from '@tradewind/contract/procurement/advice.ts';
import {
  CONTAINER_KINDS,
  CONTAINERS,
  type PlannedLine,
  type PlannedOrder,
  type planAdvice,
} from '@tradewind/contract/procurement/advice-plan.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { Decimal, money } from '../../../core/money.ts';
import { advices, UNDECIDED } from './list.ts';
import { fillUntil, fillWithin, type Raisable } from './rules/level.ts';

/** Lines of one plan. */
const AT_ONCE = 500;
type Input = ParsedOf<typeof planAdvice>;

interface Row {
  id: number;
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  warehouseId: number;
  warehouseName: string;
  supplierId: number | null;
  supplierZh: string | null;
  supplierEn: string | null;
  currency: string | null;
  minimumAmount: string | null;
  minimumUnits: number | null;
  advised: number;
  terms: Terms;
  /** Smallest quantity first. */
  breaks: { fromQuantity: number; unitPrice: string }[];
}
type Planned = Row & { quantity: number };

export async function planOrders(tx: Tx, input: Input): Promise<ResultOf<typeof planAdvice>> {
  const typed = new Map((input.lines ?? []).map((line) => [line.id, line.quantity]));
  const chosen =
    input.ids ?? (input.filter ? await advices.choose(tx, { filter: input.filter }, AT_ONCE, UNDECIDED) : []);
  const rows = await rowsOf(tx, [...new Set([...typed.keys(), ...chosen])]);
  const planned = rows.map((row) => ({ ...row, quantity: typed.get(row.id) ?? row.advised }));
  const groups = Map.groupBy(planned, (row) => `${row.supplierId}/${row.warehouseId}`);
  const costs = maySee(tx.rights, 'seeCost');
  const orders = [...groups.values()].map((lines) => orderOf(filled(lines, input.fill), costs));
  return { orders };
}

/** Undecided lines of the shown run that the actor may see, with the prices in force. */
async function rowsOf(tx: Tx, ids: readonly number[]): Promise<Row[]> {
  const known = await advices.byIds(tx, ids);
  return tx.rows<Row>(sql`
    select l.id, l.product_id, p.sku, p.name_zh, p.name_en, l.warehouse_id, w.name as warehouse_name, l.supplier_id,
      s.name_zh as supplier_zh, s.name_en as supplier_en, s.currency, s.minimum_amount, s.minimum_units, l.quantity as advised, l.terms,
      coalesce((select jsonb_agg(jsonb_build_object('fromQuantity', b.from_quantity, 'unitPrice', trim_scale(b.unit_price)::text) order by b.from_quantity)
        from supplier_price_break b where b.company_id = ${sql.company} and b.price_id = (
          select v.id from supplier_price v where v.company_id = ${sql.company} and v.supplier_id = l.supplier_id
            and v.product_id = l.product_id and v.valid_from <= ${dayOf(sql`${tx.now}`)} order by v.valid_from desc limit 1)), '[]') as breaks
    from advice_line l join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = l.warehouse_id
    left join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id
    where l.company_id = ${sql.company} and l.decided is null and l.id = any(${known.map((row) => row.id)}::bigint[])
    order by l.supplier_id, l.warehouse_id, l.run_out_on, l.id`);
}

/** @throws ruleBroken advice.minimumFar where a year's demand does not reach the supplier's minimum */
function filled(lines: readonly Planned[], fill: Input['fill']): readonly Planned[] {
  const [first] = lines;
  if (!fill || first?.supplierId !== fill.supplierId || first.warehouseId !== fill.warehouseId) return lines;
  const priced = (line: Planned) => line.minimumAmount === null || line.breaks.length > 0;
  const counts = fill.to === 'minimum' ? priced : measured;
  const raisable = lines.map((line) => raisableOf(line, counts(line)));
  const sums = (quantities: readonly number[]) =>
    sumsOf(lines.map((line, at) => ({ ...line, quantity: quantities[at] ?? 0 })));
  if (fill.to !== 'minimum') {
    const { cbm, kg } = CONTAINERS[fill.to];
    const count = Math.max(1, containersFor(sumsOf(lines), fill.to));
    const raised = fillWithin(raisable, (quantities) => {
      const load = sums(quantities);
      return load.cbm <= cbm * count && load.kg <= kg * count;
    });
    return withQuantities(lines, raised);
  }
  const raised = fillUntil(raisable, (quantities) => !isShort(shortOf(first, sums(quantities))));
  if (!raised) throw ruleBroken('advice.minimumFar');
  return withQuantities(lines, raised);
}

/** What nobody has measured fills no container, and what has no price reaches no minimum: such a line stays as it is. */
const raisableOf = ({ quantity, terms }: Planned, counts: boolean): Raisable => ({
  ...{ quantity, position: terms.position, packing: terms },
  perDay: counts ? terms.perDay : 0,
});

const withQuantities = (lines: readonly Planned[], raised: readonly number[]): Planned[] =>
  lines.map((line, at) => ({ ...line, quantity: raised[at] ?? line.quantity }));

const measured = ({ terms }: Planned) => terms.unitCbm != null && terms.unitKg != null;

/** The unit price for a quantity: of the greatest break that it reaches. */
const priceOf = ({ breaks, quantity }: Planned): string | null =>
  breaks.findLast(({ fromQuantity }) => fromQuantity <= quantity)?.unitPrice ?? null;

interface Sums {
  units: number;
  cbm: number;
  kg: number;
  amount: Decimal;
}

function sumsOf(lines: readonly Planned[]): Sums {
  let [units, cbm, kg, amount] = [0, 0, 0, new Decimal(0)];
  for (const line of lines) {
    units += line.quantity;
    cbm += line.quantity * (line.terms.unitCbm ?? 0);
    kg += line.quantity * (line.terms.unitKg ?? 0);
    amount = amount.plus(new Decimal(priceOf(line) ?? 0).times(line.quantity));
  }
  return { units, cbm, kg, amount };
}

/** What an order lacks for its supplier's minimum: it has to reach both. */
const shortOf = ({ minimumAmount, minimumUnits }: Row, { units, amount }: Pick<Sums, 'units' | 'amount'>) => ({
  units: Math.max(0, (minimumUnits ?? 0) - units),
  amount: Decimal.max(0, new Decimal(minimumAmount ?? 0).minus(amount)),
});
type Short = ReturnType<typeof shortOf>;
const isShort = ({ units, amount }: Short) => units > 0 || amount.gt(0);
const shownShort = ({ units, amount }: Short, costs: boolean): PlannedOrder['missing'] => ({
  units: units || null,
  amount: costs && amount.gt(0) ? money(amount) : null,
});

/**
 * What undecided advice of a supplier for a warehouse lacks together for its minimum, of at most so many lines as a plan
 * has. Null: nothing.
 */
export async function missingOf(
  tx: Tx,
  { supplierId, warehouseId }: { supplierId: number; warehouseId: number },
): Promise<{ units: number; currency: string; missing: PlannedOrder['missing'] } | null> {
  const filter = { supplierId, warehouseIds: [warehouseId], open: true as const };
  const rows = await rowsOf(tx, await advices.choose(tx, { filter }, AT_ONCE, UNDECIDED));
  const [first] = rows;
  if (!first) return null;
  const sums = sumsOf(rows.map((row) => ({ ...row, quantity: row.advised })));
  const short = shortOf(first, sums);
  const missing = shownShort(short, maySee(tx.rights, 'seeCost'));
  return isShort(short) ? { units: sums.units, currency: first.currency ?? '', missing } : null;
}

type Kind = (typeof CONTAINER_KINDS)[number];
const loadOf = ({ cbm, kg }: { cbm: number; kg: number }, kind: Kind) =>
  Math.max(cbm / CONTAINERS[kind].cbm, kg / CONTAINERS[kind].kg);
const containersFor = (sums: { cbm: number; kg: number }, kind: Kind) => Math.ceil(loadOf(sums, kind) - 1e-9);

const rounded = (value: number) => Math.round(value * 1000) / 1000;

function orderOf(lines: readonly Planned[], costs: boolean): PlannedOrder {
  const [first] = lines;
  if (!first) throw new Error('an order without lines');
  const sums = sumsOf(lines);
  const short = shortOf(first, sums);
  return {
    ...{ supplierId: first.supplierId, supplierZh: first.supplierZh ?? '', supplierEn: first.supplierEn ?? '' },
    ...{ warehouseId: first.warehouseId, warehouseName: first.warehouseName, currency: first.currency },
    ...{ minimum: costs ? first.minimumAmount : null, minimumUnits: first.minimumUnits },
    ...{ belowMinimum: isShort(short), missing: shownShort(short, costs) },
    amount: costs && first.currency !== null ? money(sums.amount) : null,
    ...{
      units: sums.units,
      cbm: rounded(sums.cbm),
      kg: rounded(sums.kg),
      unmeasured: lines.filter((line) => !measured(line)).length,
    },
    containers: CONTAINER_KINDS.map((kind) => {
      const count = containersFor(sums, kind);
      return { kind, count, full: count === 0 ? 0 : rounded(loadOf(sums, kind) / count) };
    }),
    lines: lines.map((line) => lineOf(line, costs)),
  };
}

function lineOf(line: Planned, costs: boolean): PlannedLine {
  const { id, productId, sku, nameZh, nameEn, advised, quantity, terms } = line;
  const unitPrice = costs ? priceOf(line) : null;
  const of = (unit: number | null | undefined) => (unit == null ? null : rounded(unit * quantity));
  return {
    ...{ id, productId, sku, nameZh, nameEn, advised, quantity, unitPrice },
    cartons: terms.perCarton === null ? null : Math.ceil(quantity / terms.perCarton),
    days: terms.perDay > 0 ? Math.max(0, Math.floor((terms.position + quantity) / terms.perDay)) : null,
    ...{ cbm: of(terms.unitCbm), kg: of(terms.unitKg) },
    amount: unitPrice === null ? null : money(new Decimal(unitPrice).times(quantity)),
  };
}
