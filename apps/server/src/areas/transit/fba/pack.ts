import type { ParsedOf } from '@tradewind/contract/call.ts';
import { BOX_MOST_CM, BOX_MOST_KG, type packFba } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { holdIdle } from '../documents.ts';
import { reserveGoods } from '../goods.ts';
import { beginStep } from './advance.ts';
import { goodsOf, linesOf, partsOf } from './lines.ts';

export type Boxes = ParsedOf<typeof packFba>['boxes'];
export interface PackLine {
  id: number;
  sellerSku: string;
  quantity: number;
  packingGroup: string;
}

/**
 * Checks the boxes: contents equal the lines, sizes within Amazon's limits, packing groups apart. @throws badField
 * boxes...
 */
export function checkBoxes(lines: readonly PackLine[], boxes: Boxes): void {
  const left = new Map(lines.map((line) => [line.id, line.quantity]));
  const known = new Map(lines.map((line) => [line.id, line]));
  boxes.forEach((box, at) => {
    const path = `boxes.${at}`;
    for (const side of ['lengthCm', 'widthCm', 'heightCm'] as const) {
      if (new Decimal(box[side]).lte(0)) throw badField(`${path}.${side}`, 'transit.notZero');
      if (new Decimal(box[side]).gt(BOX_MOST_CM))
        throw badField(`${path}.${side}`, 'transit.boxTooLong', { box: at + 1 });
    }
    if (new Decimal(box.grossKg).lte(0)) throw badField(`${path}.grossKg`, 'transit.notZero');
    if (new Decimal(box.grossKg).gt(BOX_MOST_KG))
      throw badField(`${path}.grossKg`, 'transit.boxTooHeavy', { box: at + 1 });
    const groups = new Set(box.contents.map(({ lineId }) => known.get(lineId)?.packingGroup));
    if (groups.size > 1) throw badField(`${path}.contents`, 'transit.groupsApart', { box: at + 1 });
    const visited = new Set<number>();
    box.contents.forEach(({ lineId, quantity }, i) => {
      const line = known.get(lineId);
      if (!line || visited.has(lineId)) throw badField(`${path}.contents.${i}.lineId`, 'transit.lineUnknown');
      visited.add(lineId);
      const rest = (left.get(lineId) ?? 0) - quantity;
      if (rest < 0) throw badField(`${path}.contents.${i}.quantity`, 'transit.boxesTooMuch', { sku: line.sellerSku });
      left.set(lineId, rest);
    });
  });
  for (const line of lines) {
    const rest = left.get(line.id) ?? 0;
    if (rest > 0) throw badField('boxes', 'transit.boxesTooFew', { sku: line.sellerSku, rest });
  }
}

/** Saves the boxes, allocates their goods, and sends them to Amazon. Repacking replaces the boxes. */
export async function packShipment(tx: Tx, id: number, boxes: Boxes): Promise<void> {
  const held = await holdIdle(tx, id, 'pack');
  if ((await partsOf(tx, id)).length > 0) throw conflict('transit.placementFinal');
  const lines = await linesOf(tx, id);
  checkBoxes(lines, boxes);
  if (!held.held) {
    await reserveGoods(tx, goodsOf(held, lines), 1);
    await tx.rows(sql`update fba_shipment set held = true where company_id = ${sql.company} and id = ${id}`);
  }
  await tx.rows(sql`delete from fba_box where company_id = ${sql.company} and shipment_id = ${id}`);
  await tx.rows(sql`insert into fba_box (company_id, shipment_id, number, length_cm, width_cm, height_cm, weight_kg, contents)
    select ${sql.company}, ${id}, b.number, b."lengthCm", b."widthCm", b."heightCm", b."grossKg", b.contents
    from jsonb_to_recordset(${JSON.stringify(boxes.map((box, at) => ({ ...box, number: at + 1 })))}::jsonb)
      as b(number int, "lengthCm" numeric, "widthCm" numeric, "heightCm" numeric, "grossKg" numeric, contents jsonb) returning 1`);
  await beginStep(tx, held, 'pack', { boxes: boxes.length });
}
