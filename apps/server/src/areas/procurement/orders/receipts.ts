import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { inboundClosed, inboundPricing, inboundReceived, inboundTakenBack } from '../../warehouse/public.ts';
import { serveShares } from '../allocations/serve.ts';
import { purchaseDocument } from '../documents.ts';
import { duesChanged } from '../money/due.ts';
import { countPurchase, holdPurchase, movePurchase } from './hold.ts';
import { unitCosts } from './place.ts';
import { recountRequests, requestsOf, shareReceived } from './sources.ts';

const DOC = purchaseDocument.kind;

interface Receipts {
  sourceKind: string | null;
  sourceId: number | null;
  receipts: readonly { sourceLine: number; quantity: number }[];
}

// A unit costs what it cost on the day of its receipt.
inboundPricing.listen(async (tx, { sourceKind, sourceId, price }) => {
  if (sourceKind !== DOC || sourceId === null) return;
  for (const [lineId, cost] of await unitCosts(tx, sourceId)) price(lineId, cost);
});
inboundReceived.listen((tx, received) => follow(tx, received, 1));
inboundTakenBack.listen((tx, received) => follow(tx, received, -1));
inboundClosed.listen(async (tx, { sourceKind, sourceId, cancelled, lines }) => {
  if (sourceKind !== DOC || sourceId === null) return;
  const short = lines.reduce((sum, line) => sum + Math.max(line.expected - line.received, 0), 0);
  if (short > 0)
    writeHistory(tx, [
      { docKind: DOC, docId: sourceId, event: cancelled ? 'asnCancelled' : 'asnShort', detail: { units: short } },
    ]);
});

/** Receipts, or receipts undone (-1), in the lines of their order, in its requests, in its shares of allocation orders and in its status. */
async function follow(tx: Tx, { sourceKind, sourceId, receipts }: Receipts, sign: 1 | -1): Promise<void> {
  if (sourceKind !== DOC || sourceId === null) return;
  const held = await holdPurchase(tx, sourceId);
  duesChanged(tx, sourceId);
  const units = new Map<number, number>();
  for (const one of receipts)
    if (one.sourceLine !== 0) units.set(one.sourceLine, (units.get(one.sourceLine) ?? 0) + sign * one.quantity);
  if (units.size === 0) return;
  const lines = await tx.rows<{ over: number }>(sql`update purchase_line l set received = l.received + u.units
    from unnest(${[...units.keys()]}::bigint[], ${[...units.values()]}::int[]) as u(id, units)
    where l.company_id = ${sql.company} and l.order_id = ${sourceId} and l.id = u.id
    returning least(u.units, greatest(l.received - l.quantity, 0)) as over`);
  await countPurchase(tx, sourceId);
  await shareReceived(tx, sourceId);
  await recountRequests(tx, await requestsOf(tx, [sourceId]));
  await serveShares(tx, [...units.keys()]);
  const sum = [...units.values()].reduce((total, one) => total + Math.abs(one), 0);
  writeHistory(tx, [
    { docKind: DOC, docId: sourceId, event: sign > 0 ? 'received' : 'receiptUndone', detail: { units: sum } },
  ]);
  const over = lines.reduce((total, line) => total + Math.max(line.over, 0), 0);
  if (over > 0) writeHistory(tx, [{ docKind: DOC, docId: sourceId, event: 'overReceived', detail: { units: over } }]);
  const open = await tx.row(sql`select 1 as one from purchase_line
    where company_id = ${sql.company} and order_id = ${sourceId} and received < quantity limit 1`);
  if (held.state === 'ordered' && !open) await movePurchase(tx, held, 'received', 'allReceived');
  if (held.state === 'received' && open) await movePurchase(tx, held, 'ordered', 'openAgain');
}
