import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import { hint } from '../../core/hints.ts';
import type { Swap } from '../identity/public.ts';
import { cleanHtml } from './clean.ts';

/** Ignores ids of other users' messages and reveals nothing about them. */
export async function markRead(tx: Tx, ids: readonly number[]): Promise<void> {
  const changed = await tx.rows(
    sql`update message_copy set read = true, read_at = ${tx.now}, alert = false
     where company_id = ${sql.company} and receiver_id = ${tx.actor.userId} and message_id = any(${ids}::bigint[]) and not read returning message_id`,
  );
  // The user's other windows count again.
  if (changed.length > 0) hint(tx, 'message', [tx.actor.userId]);
}

export async function endAlerts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.rows(
    sql`update message_copy set alert = false
     where company_id = ${sql.company} and receiver_id = ${tx.actor.userId} and message_id = any(${ids}::bigint[]) and alert`,
  );
}

/** Deletes the messages for this user only; removes those that neither side has any more. */
export async function deleteMessages(tx: Tx, ids: readonly number[], type: 'receive' | 'send'): Promise<void> {
  if (type === 'send')
    await tx.rows(
      sql`update message set sender_deleted = true where company_id = ${sql.company} and sender_id = ${tx.actor.userId} and id = any(${ids}::bigint[])`,
    );
  else {
    await tx.rows(
      sql`delete from message_copy where company_id = ${sql.company} and receiver_id = ${tx.actor.userId} and message_id = any(${ids}::bigint[])`,
    );
    hint(tx, 'message', [tx.actor.userId]);
  }
  await tx.rows(
    sql`delete from message m where company_id = ${sql.company} and id = any(${ids}::bigint[]) and (sender_deleted or sender_id = 0)
       and not exists (select 1 from message_copy c where c.company_id = ${sql.company} and c.message_id = m.id)`,
  );
}

/** Only its sender and its receivers can open it; opening marks it as read for a receiver. */
export async function openMessage(
  tx: Tx,
  id: number,
): Promise<{ thesis: string; content: string; about: string | null }> {
  const [found] = await tx.rows<{ thesis: string; content: string; about: string | null }>(
    sql`select thesis, content, about from message m where company_id = ${sql.company} and id = ${id}
       and (sender_id = ${tx.actor.userId} and not sender_deleted
         or exists (select 1 from message_copy c where c.company_id = ${sql.company} and c.receiver_id = ${tx.actor.userId} and c.message_id = m.id))`,
  );
  if (!found) throw notFound('messages.notFound');
  await markRead(tx, [id]);
  return { ...found, content: cleanHtml(found.content) };
}

/** One user takes over from another, with all messages they received and sent. */
export async function moveMessages(tx: Tx, { oldUserId, newUserId, moved }: Swap): Promise<void> {
  const copies = await tx.rows<{ read: boolean }>(
    sql`update message_copy c set receiver_id = ${newUserId} where c.company_id = ${sql.company} and c.receiver_id = ${oldUserId} and not exists (
       select 1 from message_copy n where n.company_id = ${sql.company} and n.receiver_id = ${newUserId} and n.message_id = c.message_id)
     returning read`,
  );
  removeCopies(tx, { userId: oldUserId });
  await tx.rows(
    sql`update message set sender_id = ${newUserId} where company_id = ${sql.company} and sender_id = ${oldUserId}`,
  );
  if (copies.length > 0) moved.set('messages', (moved.get('messages') ?? 0) + copies.length);
}

/** Deletes what a user received; what they sent stays with its receivers. */
export function removeCopies(tx: Tx, { userId }: { userId: number }): void {
  tx.later(sql`delete from message_copy where company_id = ${sql.company} and receiver_id = ${userId}`);
}
