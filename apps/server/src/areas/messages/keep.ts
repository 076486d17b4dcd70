import type { Tx } from '../../core/database/database.ts';
import { notFound } from '../../core/errors.ts';
import { hint } from '../../core/hints.ts';
import type { Swap } from '../identity/public.ts';
import { cleanHtml } from './clean.ts';

/** Ids that are not the user's own are passed over: nothing is told of them. */
export async function markRead(tx: Tx, ids: readonly number[]): Promise<void> {
  const changed = await tx.prepared(
    'message_read',
    `update message_copy set read = true, read_at = $4, alert = false
     where company_id = $1 and receiver_id = $2 and message_id = any($3::bigint[]) and not read returning message_id`,
    [tx.companyId, tx.actor.userId, ids, tx.now],
  );
  // Their other windows count anew.
  if (changed.length > 0) hint(tx, 'message', [tx.actor.userId]);
}

export async function endAlerts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.prepared(
    'message_alert_ended',
    `update message_copy set alert = false
     where company_id = $1 and receiver_id = $2 and message_id = any($3::bigint[]) and alert`,
    [tx.companyId, tx.actor.userId, ids],
  );
}

/** Gone for this user alone; what neither side has any more is removed. */
export async function deleteMessages(tx: Tx, ids: readonly number[], type: 'receive' | 'send'): Promise<void> {
  const mine = [tx.companyId, tx.actor.userId, ids];
  if (type === 'send')
    await tx.prepared(
      'message_sent_deleted',
      'update message set sender_deleted = true where company_id = $1 and sender_id = $2 and id = any($3::bigint[])',
      mine,
    );
  else {
    await tx.prepared(
      'message_copy_deleted',
      'delete from message_copy where company_id = $1 and receiver_id = $2 and message_id = any($3::bigint[])',
      mine,
    );
    hint(tx, 'message', [tx.actor.userId]);
  }
  await tx.prepared(
    'message_of_nobody',
    `delete from message m where company_id = $1 and id = any($2::bigint[]) and (sender_deleted or sender_id = 0)
       and not exists (select 1 from message_copy c where c.company_id = $1 and c.message_id = m.id)`,
    [tx.companyId, ids],
  );
}

/** Only its sender and its receivers can open it; a receiver has read it then. */
export async function openMessage(
  tx: Tx,
  id: number,
): Promise<{ thesis: string; content: string; about: string | null }> {
  const [found] = await tx.prepared<{ thesis: string; content: string; about: string | null }>(
    'message_open',
    `select thesis, content, about from message m where company_id = $1 and id = $3
       and (sender_id = $2 and not sender_deleted
         or exists (select 1 from message_copy c where c.company_id = $1 and c.receiver_id = $2 and c.message_id = m.id))`,
    [tx.companyId, tx.actor.userId, id],
  );
  if (!found) throw notFound('messages.notFound');
  await markRead(tx, [id]);
  return { ...found, content: cleanHtml(found.content) };
}

/** One user takes over from another: what they received and sent goes along. */
export async function moveMessages(tx: Tx, { oldUserId, newUserId, moved }: Swap): Promise<void> {
  const both = [tx.companyId, oldUserId, newUserId];
  const copies = await tx.prepared<{ read: boolean }>(
    'messages_moved',
    `update message_copy c set receiver_id = $3 where c.company_id = $1 and c.receiver_id = $2 and not exists (
       select 1 from message_copy n where n.company_id = $1 and n.receiver_id = $3 and n.message_id = c.message_id)
     returning read`,
    both,
  );
  removeCopies(tx, { userId: oldUserId });
  await tx.prepared(
    'messages_sent_moved',
    'update message set sender_id = $3 where company_id = $1 and sender_id = $2',
    both,
  );
  if (copies.length > 0) moved.set('messages', (moved.get('messages') ?? 0) + copies.length);
}

/** What a user received goes with them; what they sent stays with who received it. */
export function removeCopies(tx: Tx, { userId }: { userId: number }): void {
  tx.later('message_copies_removed', 'delete from message_copy where company_id = $1 and receiver_id = $2', [
    tx.companyId,
    userId,
  ]);
}
