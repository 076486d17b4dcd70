import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { shipFba } from '@tradewind/contract/transit.ts';
import { fbaMay } from '@tradewind/contract/transit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { shopsByIds } from '../../channels/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { addWarehouse, createInbound, openPlaces } from '../../warehouse/public.ts';
import { type Fba, holdFba, holdIdle, moveFba } from '../documents.ts';
import { takeGoods } from '../goods.ts';
import { landCosts } from '../landed.ts';
import { beginStep } from './advance.ts';
import { boxesOf, type FbaBox, type FbaLine, type FbaPart, goodsOf, linesOf, partsOf } from './lines.ts';
import { isPartnered } from './tasks.ts';

type Input = Pick<ParsedOf<typeof shipFba>, 'id' | 'tracking' | 'trackingNumber'>;

/**
 * Ships the goods from our warehouse, at their FIFO cost plus allocated freight and fees, and creates one ASN per part
 * in the shop's FBA warehouse. Sends Amazon the tracking numbers of our own carrier.
 */
export async function shipShipment(tx: Tx, input: Input): Promise<void> {
  const held = await holdIdle(tx, input.id, 'ship');
  const [lines, parts] = await Promise.all([linesOf(tx, held.id), partsOf(tx, held.id)]);
  const boxes = await numberBoxes(tx, held.id, input, parts);
  const goods = goodsOf(held, lines);
  const goodsCosts = await takeGoods(tx, goods);
  const priced = goods.lines.map((line) => ({ ...line, goodsCost: goodsCosts.get(line.lineId) ?? '0' }));
  const landed = await landCosts(tx, goods.docKind, held.id, priced);
  const costs = priced.map(({ lineId, goodsCost }) => ({
    lineId,
    goodsCost,
    landedCost: landed.get(lineId) ?? goodsCost,
  }));
  await tx.rows(sql`update fba_line l set goods_cost = r."goodsCost", landed_cost = r."landedCost"
    from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb) as r("lineId" bigint, "goodsCost" numeric, "landedCost" numeric)
    where l.company_id = ${sql.company} and l.id = r."lineId"`);
  const fbaWarehouseId = await fbaWarehouse(tx, held);
  await tx.rows(sql`update fba_shipment set held = false, fba_warehouse_id = ${fbaWarehouseId}
    where company_id = ${sql.company} and id = ${held.id}`);
  for (const part of parts) await createAsn(tx, held, part, fbaWarehouseId, lines, boxes, landed);
  await moveFba(tx, held, 'shipped', { boxes: boxes.length });
  if (parts.some((part) => !isPartnered(part))) await beginStep(tx, await holdFba(tx, held.id), 'track');
}

/** Sends corrected or rejected tracking numbers to Amazon again. @throws conflict transit.notTracked, transit.busy */
export async function trackShipment(tx: Tx, input: Input): Promise<void> {
  const held = await holdFba(tx, input.id);
  if (!fbaMay('correctTracking', held)) throw conflict('transit.notTracked', { number: held.number });
  if (held.step !== '' && held.stepError === null) throw conflict('transit.busy', { number: held.number });
  await numberBoxes(tx, held.id, input, await partsOf(tx, held.id));
  await beginStep(tx, held, 'track');
}

/**
 * Boxes of our own carrier need numbers; Amazon's partnered carrier assigns its own. @throws badField trackingNumber
 */
async function numberBoxes(tx: Tx, id: number, input: Input, parts: readonly FbaPart[]): Promise<FbaBox[]> {
  const answered = new Map(input.tracking.map((one) => [one.number, one.trackingNumber]));
  const own = new Set(parts.filter((part) => !isPartnered(part)).map((part) => part.id));
  const boxes = (await boxesOf(tx, id)).map((box) =>
    own.has(box.partId ?? 0)
      ? { ...box, trackingNumber: answered.get(box.number) ?? (input.trackingNumber || box.trackingNumber) }
      : box,
  );
  const without = boxes.find((box) => own.has(box.partId ?? 0) && box.trackingNumber === '');
  if (without) throw badField('trackingNumber', 'transit.needTracking', { box: without.number });
  await tx.rows(sql`update fba_box b set tracking_number = r."trackingNumber"
    from jsonb_to_recordset(${JSON.stringify(boxes.map(({ id: box, trackingNumber }) => ({ id: box, trackingNumber })))}::jsonb)
      as r(id bigint, "trackingNumber" text)
    where b.company_id = ${sql.company} and b.id = r.id`);
  return boxes;
}

/** The FBA warehouse of a shop and marketplace, created on first use. */
async function fbaWarehouse(tx: Tx, held: Fba): Promise<number> {
  const code = `FBA-${held.shopId}-${held.marketplaceId}`;
  const found = await tx.row<{ id: number }>(
    sql`select id from warehouse where company_id = ${sql.company} and code = ${code}`,
  );
  if (found) return found.id;
  const shop = (await shopsByIds(tx, [held.shopId])).get(held.shopId);
  const { id } = await addWarehouse(tx, {
    ...{ code, name: `FBA ${shop?.name ?? held.shopId}`, kind: 'platform', provider: 'amazon', priority: 900 },
    ...{ address: { name: 'Amazon FBA', country: shop?.region ?? '' }, personInCharge: '' },
  });
  await openPlaces(tx, id, [{ area: 'FBA', kind: 'storage', pathOrder: 0 }]);
  return id;
}

async function createAsn(
  tx: Tx,
  held: Fba,
  part: FbaPart,
  warehouseId: number,
  lines: readonly FbaLine[],
  boxes: readonly FbaBox[],
  landed: ReadonlyMap<number, string>,
): Promise<void> {
  const { timeZone } = await companyOf(tx);
  const sent = await tx.rows<{
    id: number;
    lineId: number;
    quantity: number;
  }>(sql`select id, line_id as "lineId", quantity
    from fba_part_line where company_id = ${sql.company} and part_id = ${part.id} order by id`);
  const known = new Map(lines.map((line) => [line.id, line]));
  const places = new Map(sent.map((one, at) => [one.lineId, at]));
  const mine = boxes.filter((box) => box.partId === part.id);
  const { id } = await createInbound(tx, {
    warehouseId,
    kind: 'transfer',
    source: { kind: 'fba_shipment', id: held.id, number: held.number },
    reference: part.confirmationId,
    carrier: part.transports.find((one) => one.id === part.transportId)?.carrier ?? '',
    trackingNumber: mine[0]?.trackingNumber ?? '',
    ...(part.windowFrom ? { expectedOn: localDay(new Date(part.windowFrom), timeZone) } : {}),
    lines: sent.map((one) => {
      const line = known.get(one.lineId);
      return {
        productId: line?.productId ?? 0,
        quantity: one.quantity * (line?.factor ?? 1),
        sourceLine: one.id,
        unitCost: landed.get(one.lineId),
      };
    }),
    cartons: mine.map((box) => ({
      code: box.boxId,
      contents: box.contents.map(({ lineId, quantity }) => ({
        line: places.get(lineId) ?? 0,
        quantity: quantity * (known.get(lineId)?.factor ?? 1),
        ...(known.get(lineId)?.expiresOn ? { expiresOn: known.get(lineId)?.expiresOn ?? '' } : {}),
      })),
    })),
  });
  await tx.rows(sql`update fba_part set inbound_id = ${id} where company_id = ${sql.company} and id = ${part.id}`);
}
