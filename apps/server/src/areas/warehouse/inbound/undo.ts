import { inboundMay } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { conflict, notFound } from '../../../core/errors.ts';
import { moveStock, takeBackLayers } from '../../stock/public.ts';
import { inboundTakenBack } from '../hooks.ts';
import { assertByHand } from './by-hand.ts';
import { enterInbound, type InboundRow, lockInbound, type Receipt } from './receive.ts';

/** The inbound order of a receipt. @throws notFound */
export async function inboundOfReceipt(tx: Tx, receiptId: number): Promise<number> {
  const [row] = await tx.rows<{ id: number }>(
    sql`select inbound_id as id from inbound_receipt where company_id = ${sql.company} and id = ${receiptId}`,
  );
  if (!row) throw notFound('warehouse.receiptNotFound');
  return row.id;
}

type Undone = Receipt & {
  cartonId: number | null;
  touched: boolean;
  waits: boolean;
  expected: number;
  lineReceived: number;
  lineIncoming: number;
};

/**
 * Undoes a receipt: the units leave the location and the outstanding ones of the line are incoming again. A carton is
 * undone as a whole.
 * @throws conflict warehouse.receiptUsed once units were checked or put away; warehouse.inboundClosed
 */
export async function undoReceipt(tx: Tx, receiptId: number): Promise<{ units: number }> {
  const inbound = await lockInbound(tx, await inboundOfReceipt(tx, receiptId));
  if (!inboundMay('undoReceipt', inbound)) throw conflict('warehouse.inboundClosed', { number: inbound.number });
  await assertByHand(tx, inbound);
  await enterInbound(tx, inbound);
  const receipts = await receiptsToUndo(tx, inbound.id, receiptId);
  if (receipts.length === 0) throw conflict('warehouse.receiptUndone');
  if (receipts.some((one) => one.touched)) throw conflict('warehouse.receiptUsed');
  await bookUndo(tx, inbound, receipts);
  await countUndo(tx, inbound, receipts);
  const units = receipts.reduce((sum, one) => sum + one.quantity, 0);
  writeHistory(tx, [{ docKind: 'inbound', docId: inbound.id, event: 'undone', detail: { units } }]);
  const { kind, sourceKind, sourceId, warehouseId } = inbound;
  await inboundTakenBack.call(tx, { inboundId: inbound.id, kind, sourceKind, sourceId, warehouseId, receipts });
  return { units };
}

function receiptsToUndo(tx: Tx, inboundId: number, receiptId: number): Promise<Undone[]> {
  return tx.rows<Undone>(
    sql`select r.id, r.line_id, l.source_line, r.product_id, r.batch_id,
       r.condition, r.quantity, r.location_id, r.carton_id,
       r.passed + r.failed + r.put_away > 0 as touched, p.kind = 'receiving' and r.condition = 'good' as waits,
       l.expected, l.received as "lineReceived", l.incoming as "lineIncoming"
     from inbound_receipt o join inbound_receipt r on r.company_id = ${sql.company} and r.inbound_id = ${inboundId} and r.undone_at is null
       and (r.id = o.id or r.carton_id = o.carton_id)
     join inbound_line l on l.company_id = ${sql.company} and l.id = r.line_id
     join location p on p.company_id = ${sql.company} and p.id = r.location_id
     where o.company_id = ${sql.company} and o.id = ${receiptId} and o.undone_at is null order by r.id`,
  );
}

async function bookUndo(tx: Tx, inbound: InboundRow, receipts: readonly Undone[]): Promise<void> {
  const common = { warehouseId: inbound.warehouseId, reason: 'receiptUndo', docKind: 'inbound', docId: inbound.id };
  const lines = new Map(
    receipts.map((one) => [one.lineId, { received: one.lineReceived, incoming: one.lineIncoming }]),
  );
  const moves = receipts.flatMap((one) => {
    const { id, lineId, productId, batchId, condition, quantity, locationId } = one;
    const goods = {
      ...common,
      productId,
      batchId,
      condition,
      locationId,
      onHand: -quantity,
      docLine: id,
      step: 'undo',
    };
    const line = lines.get(lineId);
    if (!line) return [goods];
    line.received -= quantity;
    const again = Math.max(0, one.expected - line.received) - line.incoming;
    line.incoming += again;
    return again === 0
      ? [goods]
      : [goods, { ...common, productId, incoming: again, docLine: lineId, step: `undo:${id}` }];
  });
  await moveStock(tx, moves);
  const good = receipts.filter((one) => one.condition === 'good');
  await takeBackLayers(
    tx,
    good.map(({ id, productId, quantity }) => ({
      warehouseId: inbound.warehouseId,
      productId,
      quantity,
      docKind: 'inbound',
      docId: inbound.id,
      docLine: id,
    })),
  );
}

async function countUndo(tx: Tx, inbound: InboundRow, receipts: readonly Undone[]): Promise<void> {
  await tx.rows(
    sql`update inbound_receipt set undone_at = ${tx.now}, undone_by = ${tx.actor.name} where company_id = ${sql.company} and id = any(${receipts.map((one) => one.id)}::bigint[])`,
  );
  await tx.rows(
    sql`update inbound_line l set received = l.received - r.n, damaged = l.damaged - r.damaged,
       incoming = greatest(0, l.expected - l.received + r.n)
     from (select line_id, sum(quantity) as n, coalesce(sum(quantity) filter (where condition = 'damaged'), 0) as damaged
       from inbound_receipt where company_id = ${sql.company} and id = any(${receipts.map((one) => one.id)}::bigint[]) group by line_id) r
     where l.company_id = ${sql.company} and l.id = r.line_id`,
  );
  await tx.rows(
    sql`update inbound_carton set received_at = null, received_by = null where company_id = ${sql.company} and id = any(${receipts.flatMap((one) => one.cartonId ?? [])}::bigint[])`,
  );
  const sum = (some: readonly Undone[]) => some.reduce((n, one) => n + one.quantity, 0);
  await tx.rows(
    sql`update inbound set units_received = units_received - ${sum(receipts)}, units_to_put_away = units_to_put_away - ${sum(receipts.filter((one) => one.waits))},
       version = version + 1 where company_id = ${sql.company} and id = ${inbound.id}`,
  );
}
