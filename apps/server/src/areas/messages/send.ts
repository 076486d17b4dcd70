import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { hint } from '../../core/hints.ts';
import { cleanHtml } from './clean.ts';

export interface NewMessage {
  /** User ids. Disabled or deleted users get nothing. */
  to: readonly number[];
  thesis: string;
  /** HTML, or text with lines. */
  content: string;
  /** The subject: "approval_request/12". */
  about?: string;
}

/** Sends from the actor of this transaction (0: the program). Receivers' browsers learn of it with the commit. */
export async function sendMessage(tx: Tx, message: NewMessage): Promise<void> {
  if (message.to.length === 0) return;
  const to = [...new Set(message.to)];
  const thesis = message.thesis.slice(0, 200);
  const [sent] = await tx.rows<{ id: number }>(
    sql`insert into message (company_id, kind, thesis, content, sender_id, sender, sent_at, about)
     select ${sql.company}, 'notice', ${thesis}, ${cleanHtml(message.content)}, ${tx.actor.userId}, coalesce((select name from user_account where company_id = ${sql.company} and id = ${tx.actor.userId}), ''), ${tx.now}, ${message.about ?? null}
     returning id`,
  );
  tx.later(
    sql`insert into message_copy (company_id, receiver_id, message_id, sent_at, topic)
     select ${sql.company}, u.id, ${sent?.id ?? null}, ${tx.now}, lower(${thesis}) from user_account u where u.company_id = ${sql.company} and u.id = any(${to}::bigint[]) and u.enabled
     on conflict do nothing`,
  );
  hint(tx, 'message', to);
  // The subject is pending work, so the receivers' counts have changed too.
  if (message.about) hint(tx, 'badge', to);
}

export async function receiversOf(tx: Tx): Promise<{ userLoginId: string; userName: string }[]> {
  return tx.rows(
    sql`select user_login_id, name as "userName" from user_account
     where company_id = ${sql.company} and enabled order by name, user_login_id limit 5000`,
  );
}

/** @throws badField where a login id is not one of the company's enabled users */
export async function userIdsOf(tx: Tx, loginIds: readonly string[]): Promise<number[]> {
  const rows = await tx.rows<{ id: number; userLoginId: string }>(
    sql`select id, user_login_id from user_account
     where company_id = ${sql.company} and user_login_id = any(${loginIds}::text[]) and enabled`,
  );
  const known = new Set(rows.map((row) => row.userLoginId));
  const unknown = loginIds.filter((loginId) => !known.has(loginId));
  if (unknown.length > 0) throw badField('receivers', 'messages.unknownReceiver', { names: unknown.join(', ') });
  return rows.map((row) => row.id);
}
