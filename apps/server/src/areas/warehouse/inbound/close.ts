import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { assertMove, mayMove, writeHistory } from '../../../core/documents.ts';
import { moveStock } from '../../stock/public.ts';
import { inboundClosed } from '../hooks.ts';
import { inboundKind } from '../states.ts';
import { reportLost } from './lost.ts';
import { type InboundRow, lockInbound } from './receive.ts';

type Rest = { id: number; sourceLine: number; productId: number; expected: number; received: number; incoming: number };

/** Closes the receipt: units not received leave the warehouse's incoming and count as a difference. */
export async function closeInbound(tx: Tx, inboundId: number): Promise<void> {
  const inbound = await lockInbound(tx, inboundId);
  if (inbound.state === 'received' || inbound.state === 'done') return;
  assertMove(inboundKind, inbound.state, 'received', inbound.number);
  await giveUp(tx, inbound, 'received');
  await finishInbound(tx, inboundId);
}

/** Cancels an ASN that was a mistake or withdrawn by its sender. Only before the first receipt. */
export async function cancelInbound(tx: Tx, inboundId: number): Promise<void> {
  const inbound = await lockInbound(tx, inboundId);
  if (inbound.state === 'cancelled') return;
  assertMove(inboundKind, inbound.state, 'cancelled', inbound.number);
  await giveUp(tx, inbound, 'cancelled');
}

async function giveUp(tx: Tx, inbound: InboundRow, to: 'received' | 'cancelled'): Promise<void> {
  const lines = await tx.rows<Rest>(
    sql`select id, source_line, product_id, expected, received, incoming
     from inbound_line where company_id = ${sql.company} and inbound_id = ${inbound.id} order by id`,
  );
  await moveStock(
    tx,
    lines.flatMap((line) =>
      line.incoming === 0
        ? []
        : [
            {
              warehouseId: inbound.warehouseId,
              productId: line.productId,
              incoming: -line.incoming,
              reason: 'givenUp',
              docKind: 'inbound',
              docId: inbound.id,
              docLine: line.id,
              step: 'close',
            },
          ],
    ),
  );
  await tx.rows(
    sql`update inbound_line set incoming = 0 where company_id = ${sql.company} and inbound_id = ${inbound.id} and incoming > 0`,
  );
  await tx.rows(
    sql`update inbound set state = ${to}, received_at = ${tx.now}, version = version + 1 where company_id = ${sql.company} and id = ${inbound.id}`,
  );
  writeHistory(tx, [{ docKind: 'inbound', docId: inbound.id, event: to, fromState: inbound.state, toState: to }]);
  const { kind, sourceKind, sourceId, warehouseId } = inbound;
  await reportLost(tx, inbound, 'lost');
  await inboundClosed.call(tx, {
    inboundId: inbound.id,
    kind,
    sourceKind,
    sourceId,
    warehouseId,
    cancelled: to === 'cancelled',
    lines: lines.map(({ sourceLine, productId, expected, received }) => ({
      sourceLine,
      productId,
      expected,
      received,
    })),
  });
}

/** received -> done once no units wait for a quality check or put-away. */
export async function finishInbound(tx: Tx, inboundId: number): Promise<void> {
  const inbound = await lockInbound(tx, inboundId);
  if (!mayMove(inboundKind, inbound.state, 'done') || inbound.state !== 'received' || inbound.unitsToPutAway > 0)
    return;
  const [unchecked] = await tx.rows<{ n: number }>(
    sql`select coalesce(sum(quantity - passed - failed), 0)::int as n from inbound_receipt
     where company_id = ${sql.company} and inbound_id = ${inboundId} and condition = 'checking' and undone_at is null`,
  );
  if (unchecked?.n) return;
  await tx.rows(
    sql`update inbound set state = 'done', done_at = ${tx.now}, version = version + 1 where company_id = ${sql.company} and id = ${inboundId}`,
  );
  writeHistory(tx, [{ docKind: 'inbound', docId: inboundId, event: 'done', fromState: 'received', toState: 'done' }]);
}
