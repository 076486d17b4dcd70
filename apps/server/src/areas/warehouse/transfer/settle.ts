import type { Tx } from '../../../core/database/database.ts';
import { writeHistory } from '../../../core/documents.ts';
import { inboundClosed, inboundReceived, inboundTakenBack } from '../hooks.ts';
import { lockTransfer, setTransferState } from './document.ts';

/** shipped -> done once no part of it is on its way any more. The transfer is locked. */
export async function settle(tx: Tx, id: number): Promise<void> {
  const done = await tx.prepared(
    'transfer_settled',
    `select 1 from stock_transfer t where t.company_id = $1 and t.id = $2 and t.state = 'shipped'
       and not exists (select from transfer_part p where p.company_id = $1 and p.transfer_id = $2 and p.state = 'transit')`,
    [tx.companyId, id],
  );
  if (done.length === 0) return;
  await setTransferState(tx, id, 'done');
  writeHistory(tx, [{ docKind: 'transfer', docId: id, event: 'done', fromState: 'shipped', toState: 'done' }]);
}

type Told = Parameters<Parameters<typeof inboundReceived.listen>[0]>[1];

/** What the receiver tells: the part's lines are what the notice calls its source lines. -1: it was taken back. */
async function count(tx: Tx, { sourceKind, sourceId, receipts }: Told, sign: 1 | -1): Promise<void> {
  if (sourceKind !== 'transfer' || sourceId === null) return;
  const known = receipts.filter((receipt) => receipt.sourceLine !== 0);
  await tx.prepared(
    'transfer_received',
    `update transfer_part_line l set received = l.received + r.n
     from (select id, sum(n)::int as n from unnest($2::bigint[], $3::int[]) as x(id, n) group by id) r
     where l.company_id = $1 and l.id = r.id`,
    [tx.companyId, known.map((receipt) => receipt.sourceLine), known.map((receipt) => sign * receipt.quantity)],
  );
  const units = sign * receipts.reduce((sum, receipt) => sum + receipt.quantity, 0);
  writeHistory(tx, [{ docKind: 'transfer', docId: sourceId, event: 'received', detail: { units } }]);
}
inboundReceived.listen((tx, told) => count(tx, told, 1));
inboundTakenBack.listen((tx, told) => count(tx, told, -1));

inboundClosed.listen(async (tx, { inboundId, sourceKind, sourceId }) => {
  if (sourceKind !== 'transfer' || sourceId === null) return;
  await lockTransfer(tx, sourceId);
  const [part] = await tx.prepared<{ lost: number }>(
    'transfer_part_closed',
    `update transfer_part p set state = 'closed', closed_at = $3 where p.company_id = $1 and p.inbound_id = $2 and p.state = 'transit'
     returning (select coalesce(sum(greatest(l.quantity - l.received, 0)), 0)::int from transfer_part_line l
       where l.company_id = $1 and l.part_id = p.id) as lost`,
    [tx.companyId, inboundId, tx.now],
  );
  if (!part) return;
  const detail = { lost: part.lost };
  writeHistory(tx, [{ docKind: 'transfer', docId: sourceId, event: 'partClosed', detail }]);
  await settle(tx, sourceId);
});
