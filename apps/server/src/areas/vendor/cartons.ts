import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { arrayOf } from '../../core/scope.ts';

export interface PackedCarton {
  orderId: number;
  number: number;
  sscc: string;
  palletNo: number | null;
  lengthCm: string;
  widthCm: string;
  heightCm: string;
  grossKg: string;
  lines: { platformLineId: string; quantity: number }[];
}

/** Cartons of orders with their contents, by number. */
export function cartonsOf(tx: Tx, orderIds: readonly number[]): Promise<PackedCarton[]> {
  return tx.rows<PackedCarton & Record<string, unknown>>(sql`
    select c.order_id, c.number, c.sscc, c.pallet_no, trim_scale(c.length_cm)::text as "lengthCm",
      trim_scale(c.width_cm)::text as "widthCm", trim_scale(c.height_cm)::text as "heightCm", trim_scale(c.gross_kg)::text as "grossKg",
      (select jsonb_agg(jsonb_build_object('platformLineId', i.line_no, 'quantity', i.quantity) order by i.line_no)
        from vendor_carton_item i where i.company_id = ${sql.company} and i.order_id = c.order_id and i.carton_no = c.number) as lines
    from vendor_carton c where c.company_id = ${sql.company} and c.order_id = any(${arrayOf(orderIds)}::bigint[])
    order by c.order_id, c.number`);
}

export function palletsOf(
  tx: Tx,
  orderIds: readonly number[],
): Promise<{ orderId: number; number: number; sscc: string }[]> {
  return tx.rows(sql`select order_id, number, sscc from vendor_pallet
    where company_id = ${sql.company} and order_id = any(${arrayOf(orderIds)}::bigint[]) order by order_id, number`);
}

/** Units of each line in these cartons. */
export function packedUnits(cartons: readonly Pick<PackedCarton, 'lines'>[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { platformLineId, quantity } of cartons.flatMap((carton) => carton.lines))
    units.set(platformLineId, (units.get(platformLineId) ?? 0) + quantity);
  return units;
}
