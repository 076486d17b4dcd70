import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { conflict } from '../../../core/errors.ts';
import { Decimal, money } from '../../../core/money.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { moveStock, returnIssues } from '../../stock/public.ts';
import { returnDocument } from '../documents.ts';
import { supplierReturned } from '../hooks.ts';
import type { supplierReturnMove } from '../returns.tables.ts';
import { assertMay, holdReturn, moveReturn } from './hold.ts';
import { supplierReturns } from './returns.list.ts';
import { cancelAsns, lockGoods } from './ship.ts';

const DOC = returnDocument.kind;

/**
 * The shipped units come back by new movements, into the locations and layers that they left. The ASN of a replacement
 * is cancelled.
 * @throws conflict procurement.returnSettledPart once the supplier gave something; procurement.asnOpen if new units arrived
 */
export async function undoReturn(tx: Tx, id: number): Promise<void> {
  await supplierReturns.one(tx, id);
  // ASNs and stock before the document, as receipts lock them.
  await cancelAsns(tx, id);
  await lockGoods(tx, id);
  const held = await holdReturn(tx, id);
  assertMay('undo', held);
  const settled = await tx.row(sql`select 1 as one from supplier_return_settlement
    where company_id = ${sql.company} and return_id = ${id} having sum(amount) <> 0 or sum(units) <> 0`);
  if (settled) throw conflict('procurement.returnSettledPart', { number: held.number });
  const gone = await tx.rows<{
    id: number;
    lineId: number;
    locationId: number;
    batchId: number;
    quantity: number;
    productId: number;
    condition: 'good';
  }>(sql`select m.id, m.line_id, m.location_id, m.batch_id, m.quantity, l.product_id, l.condition
    from supplier_return_move m join supplier_return_line l on l.company_id = ${sql.company} and l.id = m.line_id
    where m.company_id = ${sql.company} and m.return_id = ${id} and m.shipment = ${held.shipments} and m.quantity > 0
    order by m.id`);
  const rows = await tx.rows<{ id: number }>(
    sql`${insertRows<typeof supplierReturnMove>(
      'supplier_return_move',
      gone.map(({ lineId, locationId, batchId, quantity }) => ({
        ...{ returnId: id, lineId, shipment: held.shipments, locationId, batchId, quantity: -quantity },
        ...{ at: tx.now, actor: tx.actor.name },
      })),
    )} returning id`,
  );
  const ids = rows.map((row) => row.id).sort((a, b) => a - b);
  await moveStock(
    tx,
    gone.map(({ productId, condition, locationId, batchId, quantity }, at) => ({
      ...{ warehouseId: held.warehouseId, productId, condition, locationId, batchId, onHand: quantity },
      ...{ reason: 'supplierReturnUndone', docKind: DOC, docId: id, docLine: ids[at] ?? 0, step: 'undo' },
    })),
  );
  const back = await returnIssues(
    tx,
    { docKind: DOC, docId: id },
    gone.map((move, at) => ({ fromLine: move.id, docLine: ids[at] ?? 0 })),
  );
  await bookUndo(tx, held, [...back.values()]);
  await tx.rows(sql`update supplier_return_line set rejected = 0, cost_base = 0
    where company_id = ${sql.company} and return_id = ${id}`);
  await moveReturn(tx, held, 'approved', 'undone');
}

type Held = Awaited<ReturnType<typeof holdReturn>>;

async function bookUndo(tx: Tx, held: Held, layers: readonly string[]): Promise<void> {
  const before = await tx.row<{ cost: string; layer: string }>(sql`
    select coalesce(sum(l.cost_base), 0)::text as cost, (select coalesce(sum(m.layer_base), 0)::text
      from supplier_return_move m where m.company_id = ${sql.company} and m.return_id = ${held.id}
        and m.shipment = ${held.shipments}) as layer
    from supplier_return_line l where l.company_id = ${sql.company} and l.return_id = ${held.id}`);
  // What a later bill added to the layers meanwhile comes back with the units.
  const rejected = new Decimal(before?.cost ?? 0).minus(before?.layer ?? 0);
  const back = layers.reduce((sum, one) => sum.plus(one), rejected);
  const { timeZone, baseCurrency } = await companyOf(tx);
  const minus = (amount: string) => money(new Decimal(amount).neg());
  const own = held.remedy === 'replacement';
  await supplierReturned.call(tx, {
    ...{ returnId: held.id, step: `undone:${held.shipments}`, supplierId: held.supplierId, remedy: held.remedy },
    onDay: localDay(tx.now, timeZone),
    claim: {
      ...{ amount: minus(own ? held.claimBase : held.amount), currency: own ? baseCurrency : held.currency },
      ...{ rate: held.rate ?? '1', base: minus(held.claimBase) },
    },
    costBase: money(back.neg()),
  });
}
