import { MOST_BOXES, type PackedBoxes } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField } from '../../../core/errors.ts';

export interface Box {
  code: string;
  contents: { lineId: number; quantity: number }[];
}
type Goods = readonly { lineId: number; quantity: number }[];

/**
 * The cartons that a supplier typed, each with its number. Together they are the cartons and the goods of the shipment.
 * @throws badField cartons, boxes, boxes.N.code
 */
export async function boxesOf(
  tx: Tx,
  orderId: number,
  said: { cartons: number; boxes: readonly PackedBoxes[] },
  goods: Goods,
): Promise<Box[]> {
  if (said.boxes.length === 0) return [];
  const count = said.boxes.reduce((sum, one) => sum + one.count, 0);
  if (count !== said.cartons || count > MOST_BOXES)
    throw badField('cartons', 'procurement.boxCount', { cartons: count, most: MOST_BOXES });
  const row = await tx.row<{ prefix: string }>(sql`
    select o.number || '-' || (select count(*) + 1 from supplier_packing k where k.company_id = ${sql.company} and k.order_id = o.id) as prefix
    from purchase_order o where o.company_id = ${sql.company} and o.id = ${orderId}`);
  const boxes = numbered(said.boxes, row?.prefix ?? '');
  const packed = new Map<number, number>();
  for (const { lineId, quantity } of boxes.flatMap((box) => box.contents))
    packed.set(lineId, (packed.get(lineId) ?? 0) + quantity);
  const shipped = new Map(goods.map((one) => [one.lineId, one.quantity]));
  if ([...new Set([...packed.keys(), ...shipped.keys()])].some((id) => packed.get(id) !== shipped.get(id)))
    throw badField('boxes', 'procurement.boxUnits');
  return boxes;
}

function numbered(groups: readonly PackedBoxes[], prefix: string): Box[] {
  const known = new Set<string>();
  let place = 0;
  return groups.flatMap(({ code: first, count, goods }, at) => {
    const contents = Object.entries(goods).flatMap(([lineId, quantity]) =>
      quantity > 0 ? [{ lineId: Number(lineId), quantity }] : [],
    );
    if (contents.length === 0) throw badField(`boxes.${at}.goods`, 'procurement.packedNothing');
    return Array.from({ length: count }, (_, n) => {
      place++;
      const code = first ? countedOn(first.toUpperCase(), n) : `${prefix}-${place}`;
      if (known.has(code)) throw badField(`boxes.${at}.code`, 'procurement.boxTwice', { code });
      known.add(code);
      return { code, contents };
    });
  });
}

/** The nth number after the first one: C-009, C-010. One that ends with no digit gets them: C, C-2. */
function countedOn(first: string, n: number): string {
  if (n === 0) return first;
  const [, head = '', digits = ''] = /^(.*?)(\d{1,15})$/.exec(first) ?? [];
  return digits ? head + String(Number(digits) + n).padStart(digits.length, '0') : `${first}-${n + 1}`;
}
