import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { packWholesale } from '@tradewind/contract/wholesale.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { conflict, notFound } from '../../core/errors.ts';
import { fillCartons } from './cartons.ts';
import { DOC, hold } from './documents.ts';

type Input = ParsedOf<typeof packWholesale>;

/** @throws badField cartons...: an unknown line, or more units than the shipment has */
export async function packShipment(tx: Tx, input: Input): Promise<{ packed: boolean }> {
  const { shipmentId, cartons } = input;
  const shipment = await tx.row<{ orderId: number; number: string; state: string }>(sql`
    select order_id, number, state from wholesale_shipment where company_id = ${sql.company} and id = ${shipmentId}`);
  if (!shipment) throw notFound('wholesale.shipmentNotFound');
  if (shipment.state === 'cancelled') throw conflict('wholesale.shipmentCancelled', { number: shipment.number });
  await hold(tx, shipment.orderId);
  const packed = await assertContents(tx, input);
  const rows = cartons.map((carton, i) => ({ ...carton, number: i + 1 }));
  await tx.rows(sql`delete from wholesale_carton where company_id = ${sql.company} and shipment_id = ${shipmentId}`);
  await tx.rows(sql`insert into wholesale_carton (company_id, shipment_id, number, pallet_no, length_cm, width_cm, height_cm, gross_kg)
    select ${sql.company}, ${shipmentId}, r.number, r."palletNo", r."lengthCm", r."widthCm", r."heightCm", r."grossKg"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number int, "palletNo" int, "lengthCm" numeric, "widthCm" numeric,
      "heightCm" numeric, "grossKg" numeric) returning 1`);
  const items = rows.flatMap(({ number, contents }) => contents.map((one) => ({ number, ...one })));
  await tx.rows(sql`insert into wholesale_carton_item (company_id, shipment_id, carton_no, line_id, quantity)
    select ${sql.company}, ${shipmentId}, r.number, r."lineId", r.quantity
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as r(number int, "lineId" bigint, quantity int) returning 1`);
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: shipment.orderId,
      event: 'packed',
      detail: { shipment: shipment.number, cartons: rows.length },
    },
  ]);
  return { packed };
}

/** Whether the cartons hold the whole shipment. */
async function assertContents(tx: Tx, { shipmentId, cartons }: Input): Promise<boolean> {
  const lines = await tx.rows<{ lineId: number; quantity: number; sku: string }>(sql`
    select s.line_id as "lineId", s.quantity, p.sku from wholesale_shipment_line s
      join wholesale_line l on l.company_id = s.company_id and l.id = s.line_id
      join product p on p.company_id = l.company_id and p.id = l.product_id
    where s.company_id = ${sql.company} and s.shipment_id = ${shipmentId}`);
  return fillCartons(lines, cartons);
}
