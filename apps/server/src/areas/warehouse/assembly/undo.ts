import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { type Fail, ruleBroken } from '../../../core/errors.ts';
import { convertBack, moveStock } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { enterOpen } from '../locks.ts';
import { skusOf } from '../wave/create.ts';
import { ASSEMBLY, assemblyDocument, assemblyOf, lockWithBalances, setAssemblyState } from './document.ts';

type Moved = {
  productId: number;
  locationId: number;
  batchId: number;
  quantity: number;
  docLine: number;
  step: string;
  code: string | null;
  enabled: boolean | null;
};

/**
 * Takes an assembly back while nobody has used what it made: the units return to their locations and their cost layers.
 * @throws ruleBroken warehouse.assemblyUsed, warehouse.assemblyPlaceGone
 */
export async function undoAssembly(tx: Tx, id: number): Promise<void> {
  const { warehouseId } = await assemblyOf(tx, id);
  await enterOpen(tx, warehouseId);
  const { doc } = await lockWithBalances(tx, id);
  assertMove(assemblyDocument, doc.state, 'undone', doc.number);
  const moved = await movedBy(tx, id);
  const back = moved.filter((one) => one.quantity < 0);
  const gone = back.find((one) => !one.enabled);
  if (gone) throw ruleBroken('warehouse.assemblyPlaceGone', { code: gone.code ?? '' });
  await moveStock(
    tx,
    moved.map(({ productId, locationId, batchId, quantity, docLine, step }) => ({
      ...{ warehouseId, productId, locationId, batchId, onHand: -quantity, reason: 'assemblyUndo' },
      ...{ docKind: ASSEMBLY, docId: id, docLine, step: `undo:${step}` },
    })),
  ).catch((error: Fail) => {
    throw /^stock\.(bin)?notEnough$/i.test(error.code) ? ruleBroken('warehouse.assemblyMoved') : error;
  });
  const used = await convertBack(tx, { docKind: ASSEMBLY, docId: id, undoKind: 'assembly_undo' });
  if (used !== undefined)
    throw ruleBroken('warehouse.assemblyUsed', { sku: (await skusOf(tx, [used])).get(used) ?? '' });
  await keepBackArrived(tx, warehouseId, back);
  await setAssemblyState(tx, id, 'undone');
  writeHistory(tx, [{ docKind: ASSEMBLY, docId: id, event: 'undone', fromState: 'done', toState: 'undone' }]);
}

function movedBy(tx: Tx, id: number): Promise<Moved[]> {
  return tx.rows<Moved>(
    sql`select m.product_id, coalesce(m.location_id, 0) as location_id, m.batch_id, m.on_hand as quantity, m.doc_line, m.step, l.code, l.enabled
     from stock_movement m left join location l on l.company_id = ${sql.company} and l.id = m.location_id
     where m.company_id = ${sql.company} and m.doc_kind = ${ASSEMBLY} and m.doc_id = ${id} and m.on_hand <> 0 order by m.id`,
  );
}
