import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type packVendorOrder, vendorMay } from '@tradewind/contract/vendor.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict } from '../../core/errors.ts';
import { fillCartons } from '../wholesale/public.ts';
import { DOC, goodsOf, type VendorOrder, vendorOrder } from './orders.ts';
import { nextSsccs } from './sscc.ts';

/**
 * Saves the cartons of an order. A carton or pallet keeps its SSCC by number, since its label may be printed; the SSCC
 * of a removed one is never reused. @throws conflict, badField cartons...
 */
export async function packOrder(
  tx: Tx,
  { id, cartons }: ParsedOf<typeof packVendorOrder>,
): Promise<{ packed: boolean }> {
  const order = await vendorOrder(tx, id, true);
  assertPackable(order);
  const goods = await goodsOf(tx, [id]);
  const packed = fillCartons(goods, cartons);
  const lineOf = new Map(goods.map((line) => [line.lineId, line.platformLineId]));
  const known = await tx.rows<{ kind: string; number: number; sscc: string }>(sql`
    select 'carton' as kind, number, sscc from vendor_carton where company_id = ${sql.company} and order_id = ${id}
    union all select 'pallet', number, sscc from vendor_pallet where company_id = ${sql.company} and order_id = ${id}`);
  const kept = new Map(known.map((one) => [`${one.kind}/${one.number}`, one.sscc]));
  const pallets = [...new Set(cartons.flatMap((carton) => carton.palletNo ?? []))].sort((a, b) => a - b);
  const desired = [...cartons.map((_, at) => `carton/${at + 1}`), ...pallets.map((number) => `pallet/${number}`)];
  const unnamed = desired.filter((key) => !kept.has(key));
  const input = await nextSsccs(tx, unnamed.length);
  unnamed.forEach((key, at) => {
    kept.set(key, input[at] ?? '');
  });
  await write(
    tx,
    id,
    cartons.map((carton, at) => ({
      ...carton,
      number: at + 1,
      sscc: kept.get(`carton/${at + 1}`),
      contents: carton.contents.map(({ lineId, quantity }) => ({ platformLineId: lineOf.get(lineId), quantity })),
    })),
    pallets.map((number) => ({ number, sscc: kept.get(`pallet/${number}`) })),
  );
  writeHistory(tx, [{ docKind: DOC, docId: id, event: 'vendorPacked', detail: { cartons: cartons.length } }]);
  return { packed };
}

function assertPackable(order: VendorOrder): void {
  if (!order.bulk) throw conflict('vendor.notBulk', { number: order.displayNo });
  if (!vendorMay('pack', order)) throw conflict('vendor.over', { number: order.displayNo });
}

async function write(tx: Tx, orderId: number, cartons: readonly { contents: object[] }[], pallets: readonly object[]) {
  await tx.rows(sql`delete from vendor_pallet where company_id = ${sql.company} and order_id = ${orderId}`);
  await tx.rows(sql`delete from vendor_carton where company_id = ${sql.company} and order_id = ${orderId}`);
  await tx.rows(sql`insert into vendor_pallet (company_id, order_id, number, sscc)
    select ${sql.company}, ${orderId}, r.number, r.sscc
    from jsonb_to_recordset(${JSON.stringify(pallets)}::jsonb) as r(number int, sscc text) returning 1`);
  await tx.rows(sql`insert into vendor_carton (company_id, order_id, number, pallet_no, sscc, length_cm, width_cm, height_cm, gross_kg)
    select ${sql.company}, ${orderId}, r.number, r."palletNo", r.sscc, r."lengthCm", r."widthCm", r."heightCm", r."grossKg"
    from jsonb_to_recordset(${JSON.stringify(cartons)}::jsonb) as r(number int, "palletNo" int, sscc text, "lengthCm" numeric,
      "widthCm" numeric, "heightCm" numeric, "grossKg" numeric) returning 1`);
  await tx.rows(sql`insert into vendor_carton_item (company_id, order_id, carton_no, line_no, quantity)
    select ${sql.company}, ${orderId}, r.number, x."platformLineId", x.quantity
    from jsonb_to_recordset(${JSON.stringify(cartons)}::jsonb) as r(number int, contents jsonb)
    cross join jsonb_to_recordset(r.contents) as x("platformLineId" text, quantity int) returning 1`);
}
