import type { AssemblyState } from '@tradewind/contract/warehouse.ts';
import type { Tx } from '../../../core/database/database.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { type Fail, ruleBroken } from '../../../core/errors.ts';
import { moveStock } from '../../stock/public.ts';
import { keepBackFreed } from '../batches/hold.ts';
import { enterOpen } from '../locks.ts';
import { ASSEMBLY, assemblyDocument, assemblyOf, type Locked, lockWithBalances, setAssemblyState } from './document.ts';
import { shortageOf } from './plan.ts';

/** Allocates what goes in, so that nobody can sell it. Nothing has moved yet. */
export async function submitAssembly(tx: Tx, id: number): Promise<void> {
  const locked = await lockWithBalances(tx, id);
  const { doc, taken } = locked;
  if (doc.state === 'submitted') return;
  assertMove(assemblyDocument, doc.state, 'submitted', doc.number);
  const short = await shortageOf(tx, doc.warehouseId, taken);
  if (short) throw ruleBroken('warehouse.assemblyShort', short);
  await hold(tx, locked, 1, 'hold').catch((error: Fail) => {
    throw error.code === 'stock.notEnough' ? ruleBroken('warehouse.assemblyNothing') : error;
  });
  await moveTo(tx, locked, 'submitted');
}

/** @throws ruleBroken warehouse.counting: released units of a recalled batch change their condition */
export async function cancelAssembly(tx: Tx, id: number): Promise<void> {
  const { warehouseId, state } = await assemblyOf(tx, id);
  if (state === 'submitted') await enterOpen(tx, warehouseId);
  const locked = await lockWithBalances(tx, id);
  const { doc, taken } = locked;
  if (doc.state === 'cancelled') return;
  assertMove(assemblyDocument, doc.state, 'cancelled', doc.number);
  if (doc.state === 'submitted') {
    await hold(tx, locked, -1, 'free');
    await keepBackFreed(
      tx,
      doc.warehouseId,
      taken.map((line) => line.productId),
    );
  }
  await moveTo(tx, locked, 'cancelled');
}

async function moveTo(tx: Tx, { doc }: Locked, state: AssemblyState): Promise<void> {
  await setAssemblyState(tx, doc.id, state);
  writeHistory(tx, [{ docKind: ASSEMBLY, docId: doc.id, event: state, fromState: doc.state, toState: state }]);
}

async function hold(tx: Tx, { doc, taken }: Locked, sign: 1 | -1, step: 'hold' | 'free'): Promise<void> {
  await moveStock(
    tx,
    taken.map((line) => ({
      warehouseId: doc.warehouseId,
      productId: line.productId,
      reserved: sign * line.quantity,
      reason: 'assemblyHold',
      docKind: ASSEMBLY,
      docId: doc.id,
      docLine: line.id,
      step,
    })),
  );
}
