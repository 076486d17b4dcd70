import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound, ruleBroken } from '../../../core/errors.ts';
import { lockBalances, newStockDocument, shiftStock } from '../../stock/public.ts';
import { assertNotWaiting } from '../inbound/waiting.ts';
import { enterGates } from '../locks.ts';
import { seesWarehouse } from '../outbound/detail.ts';

export type Stranded = {
  key: string;
  locationId: number;
  code: string;
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  condition: StockCondition;
  batchId: number;
  batchCode: string | null;
  onHand: number;
  allocated: number;
};

/** Stock in disabled locations: it counts as stock, but nobody picks it. */
export async function strandedPage(tx: Tx, query: { houseId: number; page: number; pageSize: number }) {
  if (!seesWarehouse(tx, query.houseId)) throw notFound('warehouse.notFound');
  const { page, pageSize } = query;
  const rows = await tx.rows<Stranded & { total: number }>(
    sql`select concat_ws('-', l.id, p.id, b.condition, b.batch_id) as key, l.id as "locationId", l.code, p.id as "productId", p.sku,
       p.name_zh, p.name_en, b.condition, b.batch_id,
       (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "batchCode",
       b.on_hand, b.allocated, count(*) over ()::int as total
     from location l join bin_stock b on b.company_id = ${sql.company} and b.location_id = l.id and b.on_hand > 0
     join product p on p.company_id = ${sql.company} and p.id = b.product_id
     where l.company_id = ${sql.company} and l.warehouse_id = ${query.houseId} and not l.enabled
     order by l.code, p.sku, b.condition, b.batch_id limit ${pageSize} offset ${(page - 1) * pageSize}`,
  );
  return { rows, total: rows[0]?.total ?? 0, totalExact: true };
}

interface Line {
  productId: number;
  condition: StockCondition;
  batchId: number;
  quantity: number;
}

/**
 * Moves unallocated units within their warehouse: the named ones, or all.
 * @throws ruleBroken warehouse.putAwayInstead for units waiting for put-away
 */
export async function emptyLocation(
  tx: Tx,
  input: { fromId: number; toCode: string; lines?: Line[] | undefined },
): Promise<{ number: string; units: number }> {
  const { from, to, warehouseId } = await endsOf(tx, input);
  const gate = (await enterGates(tx, [warehouseId])).get(warehouseId);
  if (gate?.counting) throw ruleBroken('warehouse.counting', { warehouse: gate.name });
  const free = await tx.rows<Line>(
    sql`select product_id, condition, batch_id, on_hand - allocated as quantity from bin_stock
     where company_id = ${sql.company} and location_id = ${from.id} and on_hand > allocated order by product_id, condition, batch_id`,
  );
  const lines = input.lines ?? free;
  const units = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (units === 0) throw ruleBroken('warehouse.nothingFree', { code: from.code });
  if (to.room !== null && units > to.room)
    throw badField('toCode', 'warehouse.noRoom', { code: to.code, room: Math.max(0, to.room) });
  if (to.kind === 'packing') throw badField('toCode', 'warehouse.locationNotFound', { code: to.code });
  // Before the document number, in the same order as single moves.
  await lockBalances(
    tx,
    lines.map(({ productId }) => ({ warehouseId, productId })),
  );
  const notBroken = lines.filter((line) => line.condition !== 'damaged');
  await assertNotWaiting(
    tx,
    from,
    notBroken.map((line) => line.productId),
  );
  const document = await newStockDocument(tx, { kind: 'relocate', warehouseId, reason: 'relocate' });
  await shiftStock(
    tx,
    lines.map((line, i) => ({
      warehouseId,
      productId: line.productId,
      batchId: line.batchId,
      quantity: line.quantity,
      from: line.condition,
      to: line.condition,
      fromLocationId: from.id,
      toLocationId: to.id,
      reason: 'relocate',
      docKind: 'relocate',
      docId: document.id,
      docLine: i,
      step: 'move',
    })),
  );
  return { number: document.number, units };
}

type End = { id: number; code: string; kind: string; warehouseId: number; enabled: boolean; room: number | null };

async function endsOf(tx: Tx, input: { fromId: number; toCode: string }) {
  const ends = await tx.rows<End>(
    sql`select t.id, t.code, t.kind, t.warehouse_id, t.enabled, t.capacity - coalesce((select sum(b.on_hand) from bin_stock b
       where b.company_id = ${sql.company} and b.location_id = t.id), 0)::int as room
     from location f join location t on t.company_id = ${sql.company} and t.warehouse_id = f.warehouse_id and (t.id = f.id or t.code = ${input.toCode.trim().toUpperCase()})
     where f.company_id = ${sql.company} and f.id = ${input.fromId}`,
  );
  const from = ends.find((end) => end.id === input.fromId);
  const to = ends.find((end) => end.id !== input.fromId);
  if (!from || !seesWarehouse(tx, from.warehouseId)) throw notFound('warehouse.locationNotFound', { code: '' });
  if (!to?.enabled) throw badField('toCode', 'warehouse.locationNotFound', { code: input.toCode });
  return { from, to, warehouseId: from.warehouseId };
}
