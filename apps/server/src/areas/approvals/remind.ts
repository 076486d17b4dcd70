import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { say } from '../../core/text/texts.ts';
import { delegateOf } from '../identity/public.ts';
import { asHtml, sendMessage } from '../messages/public.ts';

interface Turn {
  id: number;
  title: string;
  author: string;
  userId: number;
  language: Language;
}

/** Sends a message to the current approver and, while they are away, to their delegate as well. */
export async function remind(tx: Tx, requestIds: readonly number[]): Promise<void> {
  const turns = await tx.rows<Turn>(
    sql`select r.id, r.title, r.author, u.id as "userId", u.language
     from approval_request r join approval_step s on s.company_id = ${sql.company} and s.request_id = r.id and s.state = 'open'
     join user_account u on u.company_id = ${sql.company} and u.id = s.user_id
     where r.company_id = ${sql.company} and r.id = any(${requestIds}::bigint[]) order by r.id`,
  );
  for (const { id, title, author, userId, language } of turns) {
    const delegate = await delegateOf(tx, userId, tx.now);
    await sendMessage(tx, {
      to: delegate === undefined ? [userId] : [userId, delegate],
      thesis: say(language, 'approvals.yourTurn', { title }),
      content: say(language, 'approvals.yourTurnDetail', { title: asHtml(title), author: asHtml(author) }),
      about: `approval_request/${id}`,
    });
  }
}
