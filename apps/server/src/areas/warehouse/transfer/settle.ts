import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { inboundClosed, inboundReceived, inboundTakenBack } from '../hooks.ts';
import { lockTransfer, setTransferState } from './document.ts';

/** shipped -> done once nothing of it is in transit. The transfer is locked. */
export async function settle(tx: Tx, id: number): Promise<void> {
  const done = await tx.rows(
    sql`select 1 from stock_transfer t where t.company_id = ${sql.company} and t.id = ${id} and t.state = 'shipped'
       and not exists (select from transfer_part p where p.company_id = ${sql.company} and p.transfer_id = ${id} and p.state = 'transit')`,
  );
  if (done.length === 0) return;
  await setTransferState(tx, id, 'done');
  writeHistory(tx, [{ docKind: 'transfer', docId: id, event: 'done', fromState: 'shipped', toState: 'done' }]);
}

type Reply = Parameters<Parameters<typeof inboundReceived.listen>[0]>[1];

/** Books the receiver's report: the ASN's source lines are the shipment's lines. -1: undone. */
async function count(tx: Tx, { sourceKind, sourceId, receipts }: Reply, sign: 1 | -1): Promise<void> {
  if (sourceKind !== 'transfer' || sourceId === null) return;
  const known = receipts.filter((receipt) => receipt.sourceLine !== 0);
  await tx.rows(
    sql`update transfer_part_line l set received = l.received + r.n
     from (select id, sum(n)::int as n from unnest(${known.map((receipt) => receipt.sourceLine)}::bigint[], ${known.map((receipt) => sign * receipt.quantity)}::int[]) as x(id, n) group by id) r
     where l.company_id = ${sql.company} and l.id = r.id`,
  );
  const units = sign * receipts.reduce((sum, receipt) => sum + receipt.quantity, 0);
  writeHistory(tx, [{ docKind: 'transfer', docId: sourceId, event: 'received', detail: { units } }]);
}
inboundReceived.listen((tx, answered) => count(tx, answered, 1));
inboundTakenBack.listen((tx, answered) => count(tx, answered, -1));

inboundClosed.listen(async (tx, { inboundId, sourceKind, sourceId }) => {
  if (sourceKind !== 'transfer' || sourceId === null) return;
  await lockTransfer(tx, sourceId);
  const [part] = await tx.rows<{ lost: number }>(
    sql`update transfer_part p set state = 'closed', closed_at = ${tx.now} where p.company_id = ${sql.company} and p.inbound_id = ${inboundId} and p.state = 'transit'
     returning (select coalesce(sum(greatest(l.quantity - l.received, 0)), 0)::int from transfer_part_line l
       where l.company_id = ${sql.company} and l.part_id = p.id) as lost`,
  );
  if (!part) return;
  const detail = { lost: part.lost };
  writeHistory(tx, [{ docKind: 'transfer', docId: sourceId, event: 'partClosed', detail }]);
  await settle(tx, sourceId);
});
