import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { CartonType, saveCartonType } from '@tradewind/contract/warehouse.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { seesWarehouse } from '../outbound/detail.ts';

const acts = {
  saved: defineAction('warehouse.cartonSaved', ['保存箱型', 'Carton type saved']),
  deleted: defineAction('warehouse.cartonDeleted', ['删除箱型', 'Carton type deleted']),
};

/** Usable share of a box's volume. */
const FILLED = 0.9;
/** Tolerance for the scale and packing paper: a share of the weight, with a minimum in grams. */
const TOLERANCE = 0.05;
const LEAST_TOLERANCE_GRAMS = 30;

export function listCartons(tx: Tx): Promise<CartonType[]> {
  return tx.rows<CartonType & Record<string, unknown>>(
    sql`select id, name, length_mm, width_mm, height_mm, weight_grams,
       max_weight_grams, enabled
     from carton_type where company_id = ${sql.company} order by length_mm::bigint * width_mm * height_mm, id`,
  );
}

export async function saveCarton(tx: Tx, input: ParsedOf<typeof saveCartonType>): Promise<{ id: number }> {
  const { id, name, lengthMm, widthMm, heightMm, weightGrams, maxWeightGrams, enabled } = input;
  const taken = await tx.rows(
    sql`select 1 from carton_type where company_id = ${sql.company} and name = ${name} and id <> ${id ?? 0}`,
  );
  if (taken.length > 0) throw badField('name', 'warehouse.codeTaken', { code: name });
  const [row] = id
    ? await tx.rows<{ id: number }>(
        sql`update carton_type set name = ${name}, length_mm = ${lengthMm}, width_mm = ${widthMm}, height_mm = ${heightMm},
           weight_grams = ${weightGrams}, max_weight_grams = ${maxWeightGrams}, enabled = ${enabled}
         where company_id = ${sql.company} and id = ${id} returning id`,
      )
    : await tx.rows<{ id: number }>(
        sql`insert into carton_type (company_id, name, length_mm, width_mm, height_mm, weight_grams, max_weight_grams, enabled)
         values (${sql.company}, ${name}, ${lengthMm}, ${widthMm}, ${heightMm}, ${weightGrams}, ${maxWeightGrams}, ${enabled}) returning id`,
      );
  if (!row) throw notFound('warehouse.cartonTypeNotFound');
  const detail = { lengthMm, widthMm, heightMm, weightGrams, maxWeightGrams, enabled };
  writeAudit(tx, [{ action: acts.saved, targetKind: 'carton_type', targetId: row.id, targetName: name, detail }]);
  return row;
}

export async function deleteCarton(tx: Tx, id: number): Promise<void> {
  const [row] = await tx.rows<{ name: string }>(
    sql`delete from carton_type where company_id = ${sql.company} and id = ${id} returning name`,
  );
  if (!row) throw notFound('warehouse.cartonTypeNotFound');
  writeAudit(tx, [{ action: acts.deleted, targetKind: 'carton_type', targetId: id, targetName: row.name }]);
}

export interface Goods {
  quantity: number;
  /** Null: not measured or weighed. */
  sidesMm: [number, number, number] | null;
  grams: number | null;
}

/**
 * Suggests the smallest carton by volume that fits: the units' volume with air between, each piece's sides in any
 * orientation, and the weight. Units without dimensions count as nothing, so the result is an estimate.
 */
export function fittingCarton(cartons: readonly CartonType[], goods: readonly Goods[]): CartonType | null {
  const volume = goods.reduce((sum, { sidesMm, quantity }) => sum + (sidesMm ? product(sidesMm) * quantity : 0), 0);
  if (volume === 0) return null;
  const grams = goods.reduce((sum, one) => sum + (one.grams ?? 0) * one.quantity, 0);
  const descending = (sides: readonly number[]) => [...sides].sort((a, b) => b - a);
  const fits = (carton: CartonType) => {
    const inner = [carton.lengthMm, carton.widthMm, carton.heightMm] as const;
    const sides = descending(inner);
    return (
      carton.enabled &&
      volume <= product(inner) * FILLED &&
      (carton.maxWeightGrams === null || grams + carton.weightGrams <= carton.maxWeightGrams) &&
      goods.every(({ sidesMm }) => !sidesMm || descending(sidesMm).every((side, i) => side <= (sides[i] ?? 0)))
    );
  };
  const size = (carton: CartonType) => carton.lengthMm * carton.widthMm * carton.heightMm;
  return cartons.filter(fits).sort((a, b) => size(a) - size(b) || a.id - b.id)[0] ?? null;
}

const product = (sides: readonly number[]) => sides.reduce((all, side) => all * side, 1);

export async function suggestCarton(tx: Tx, outboundId: number) {
  const rows = await tx.rows<{
    warehouseId: number;
    quantity: number;
    grams: number | null;
    length: number | null;
    width: number | null;
    height: number | null;
  }>(
    sql`select o.warehouse_id, l.quantity, nullif(round(p.gross_weight_kg * 1000), 0)::int as grams,
       nullif(round(p.length_cm * 10), 0)::int as length, nullif(round(p.width_cm * 10), 0)::int as width,
       nullif(round(p.height_cm * 10), 0)::int as height
     from outbound o join outbound_line l on l.company_id = ${sql.company} and l.outbound_id = o.id
     join product p on p.company_id = ${sql.company} and p.id = l.product_id where o.company_id = ${sql.company} and o.id = ${outboundId}`,
  );
  if (!rows[0] || !seesWarehouse(tx, rows[0].warehouseId)) throw notFound('warehouse.outboundNotFound');
  const goods = rows.map(({ quantity, grams, length, width, height }): Goods => {
    return { quantity, grams, sidesMm: length && width && height ? [length, width, height] : null };
  });
  const carton = fittingCarton(await listCartons(tx), goods);
  const weighed = goods.every((one) => one.grams !== null);
  const net = goods.reduce((sum, one) => sum + (one.grams ?? 0) * one.quantity, 0);
  const expectedGrams = weighed ? net + (carton?.weightGrams ?? 0) : null;
  return {
    carton,
    expectedGrams,
    toleranceGrams: Math.max(LEAST_TOLERANCE_GRAMS, Math.round((expectedGrams ?? 0) * TOLERANCE)),
    unmeasured: goods.filter((one) => one.sidesMm === null).length,
  };
}
