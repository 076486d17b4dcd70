import type { Tx } from '../../core/database/database.ts';
import { badField } from '../../core/errors.ts';
import { hint } from '../../core/hints.ts';
import { cleanHtml } from './clean.ts';

export interface NewMessage {
  /** User ids. Who is disabled or gone gets nothing. */
  to: readonly number[];
  thesis: string;
  /** HTML, or text with lines. */
  content: string;
  /** What it is about: "approval_request/12". */
  about?: string;
}

/** From whoever acts in this transaction; the program itself is user 0. Receivers' browsers hear of it with the commit. */
export async function sendMessage(tx: Tx, message: NewMessage): Promise<void> {
  if (message.to.length === 0) return;
  const to = [...new Set(message.to)];
  const thesis = message.thesis.slice(0, 200);
  const [sent] = await tx.prepared<{ id: number }>(
    'message_send',
    `insert into message (company_id, kind, thesis, content, sender_id, sender, sent_at, about)
     select $1, 'notice', $2, $3, $4, coalesce((select name from user_account where company_id = $1 and id = $4), ''), $5, $6
     returning id`,
    [tx.companyId, thesis, cleanHtml(message.content), tx.actor.userId, tx.now, message.about ?? null],
  );
  tx.later(
    'message_copies',
    `insert into message_copy (company_id, receiver_id, message_id, sent_at, topic)
     select $1, u.id, $3, $4, lower($5) from user_account u where u.company_id = $1 and u.id = any($2::bigint[]) and u.enabled
     on conflict do nothing`,
    [tx.companyId, to, sent?.id, tx.now, thesis],
  );
  hint(tx, 'message', to);
  // What it is about waits for somebody: their counts have changed too.
  if (message.about) hint(tx, 'badge', to);
}

export async function receiversOf(tx: Tx): Promise<{ userLoginId: string; userName: string }[]> {
  return tx.prepared(
    'message_receivers',
    `select user_login_id as "userLoginId", name as "userName" from user_account
     where company_id = $1 and enabled order by name, user_login_id limit 5000`,
    [tx.companyId],
  );
}

/** @throws badField where a login id is not one of the company's enabled users */
export async function userIdsOf(tx: Tx, loginIds: readonly string[]): Promise<number[]> {
  const rows = await tx.prepared<{ id: number; userLoginId: string }>(
    'message_receiver_ids',
    `select id, user_login_id as "userLoginId" from user_account
     where company_id = $1 and user_login_id = any($2::text[]) and enabled`,
    [tx.companyId, loginIds],
  );
  const known = new Set(rows.map((row) => row.userLoginId));
  const unknown = loginIds.filter((loginId) => !known.has(loginId));
  if (unknown.length > 0) throw badField('receivers', 'messages.unknownReceiver', { names: unknown.join(', ') });
  return rows.map((row) => row.id);
}
