import type { Tx } from '../../../core/database/database.ts';
import { assertMove, writeHistory } from '../../../core/documents.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { batchesOf, convertCosts, moveStock } from '../../stock/public.ts';
import { enterOpen } from '../locks.ts';
import { pickablePlaces } from '../transfer/ship.ts';
import { allocate } from '../wave/allocate.ts';
import { lockFreeBins } from '../wave/create.ts';
import {
  ASSEMBLY,
  assemblyDocument,
  assemblyOf,
  type Line,
  type Locked,
  lockWithBalances,
  setAssemblyState,
} from './document.ts';

export interface Finish {
  id: number;
  locationCode: string;
  from: readonly { lineId: number; locationCode: string }[];
}
type Taken = { line: Line; locationId: number; batchId: number; quantity: number; expiresOn: string | null };

/**
 * Moves what goes in out of its locations, what comes out into one, and the cost with them, at once. If anything that
 * went in had a batch, what comes out is a batch by the document's number with the earliest of their expiry dates: a
 * recall leads through the document.
 */
export async function finishAssembly(tx: Tx, input: Finish): Promise<{ units: number; batch: string | null }> {
  await enterOpen(tx, (await assemblyOf(tx, input.id)).warehouseId);
  const locked = await lockWithBalances(tx, input.id);
  const { doc, taken, made } = locked;
  assertMove(assemblyDocument, doc.state, 'done', doc.number);
  const codes = [input.locationCode, ...input.from.map((one) => one.locationCode)].map(codeOf);
  const places = await pickablePlaces(tx, doc.warehouseId, codes);
  const out = await takeFrom(tx, locked, input, places);
  const batch = out.some((one) => one.batchId !== 0) ? doc.number : null;
  const [expiresOn] = out.flatMap((one) => one.expiresOn ?? []).sort();
  const batches = batch
    ? await batchesOf(
        tx,
        made.map(({ productId }) => ({ productId, code: batch, expiresOn })),
      )
    : [];
  await move(tx, locked, out, { locationId: places.get(codeOf(input.locationCode)) ?? 0, batches });
  const lines = (all: readonly Line[]) =>
    all.map(({ id, productId, quantity }) => ({ docLine: id, productId, quantity }));
  const cost = await convertCosts(tx, {
    ...{ warehouseId: doc.warehouseId, docKind: ASSEMBLY, docId: doc.id },
    ...{ taken: lines(taken), made: lines(made), added: new Decimal(doc.labourCost).times(doc.quantity) },
  });
  await setAssemblyState(tx, doc.id, 'done', cost);
  const detail = { location: codeOf(input.locationCode), ...(batch ? { batch } : {}) };
  writeHistory(tx, [
    { docKind: ASSEMBLY, docId: doc.id, event: 'done', fromState: doc.state, toState: 'done', detail },
  ]);
  return { units: made.reduce((sum, line) => sum + line.quantity, 0), batch };
}

const codeOf = (code: string) => code.trim().toUpperCase();

/** From the chosen locations, elsewhere by earliest expiry. Bins of what comes out are locked in the same order. */
async function takeFrom(
  tx: Tx,
  { doc, taken, made }: Locked,
  { from }: Finish,
  places: ReadonlyMap<string, number>,
): Promise<Taken[]> {
  const chosen = new Map(from.map((one) => [one.lineId, codeOf(one.locationCode)]));
  for (const lineId of chosen.keys())
    if (!taken.some((line) => line.id === lineId)) throw notFound('warehouse.assemblyLineNotFound');
  const bins = await lockFreeBins(tx, doc.warehouseId, [...taken, ...made]);
  return taken.flatMap((line) => {
    const code = chosen.get(line.id);
    const at = code === undefined ? bins : bins.filter((bin) => bin.locationId === places.get(code));
    const { productId, quantity, sku } = line;
    const { picks, missing } = allocate([{ outboundId: 1, outboundLineId: 1, productId, quantity }], at);
    if (missing.size > 0)
      throw code === undefined
        ? ruleBroken('warehouse.nothingInBins', { sku })
        : ruleBroken('warehouse.nothingLies', { code, sku });
    const expiry = new Map(at.map((bin) => [bin.batchId, bin.expiresOn]));
    return picks.map(({ locationId, batchId, quantity: units }) => ({
      ...{ line, locationId, batchId, quantity: units, expiresOn: expiry.get(batchId) ?? null },
    }));
  });
}

async function move(
  tx: Tx,
  { doc, made }: Locked,
  out: readonly Taken[],
  to: { locationId: number; batches: readonly number[] },
): Promise<void> {
  const common = { warehouseId: doc.warehouseId, docKind: ASSEMBLY, docId: doc.id };
  await moveStock(tx, [
    ...out.map(({ line, locationId, batchId, quantity }, i) => ({
      ...common,
      ...{ productId: line.productId, locationId, batchId, onHand: -quantity, reserved: -quantity },
      ...{ reason: 'assemblyOut', docLine: line.id, step: `out:${i + 1}` },
    })),
    ...made.map(({ id, productId, quantity }, i) => ({
      ...common,
      ...{ productId, locationId: to.locationId, batchId: to.batches[i] ?? 0, onHand: quantity },
      ...{ reason: 'assemblyIn', docLine: id, step: 'in' },
    })),
  ]);
}
