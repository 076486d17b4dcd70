import { rights } from '@tradewind/contract/access/modules.ts';
import type { Ctx } from '../../core/context.ts';
import { systemContext } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { ruleBroken } from '../../core/errors.ts';
import type { Person, TestServer } from '../../testing/harness.ts';
import { registerApprovable, submitForApproval } from './public.ts';

export const MODULE = rights.transfer.id;
/** Results that the document's area received: "audited 7". */
export const received: string[] = [];
/** Documents whose approval fails. */
export const impossible = new Set<number>();

let registered = false;

/**
 * A kind of document of its own, so that the engine is tested without any area above it. Files that share a process share
 * it, and each begins with nothing received.
 */
export function registerTestDocument(): void {
  received.length = 0;
  impossible.clear();
  if (registered) return;
  registered = true;
  registerApprovable({
    docKind: 'test_document',
    moduleId: MODULE,
    title: ['测试单据', 'Test document'],
    describe: async (_tx, language, docId) => ({
      facts: [{ label: language === 'zh' ? '单号' : 'Number', value: `T-${docId}` }],
      lines: [],
    }),
    onAudited: async (tx, docId) => {
      if (impossible.has(docId)) throw ruleBroken('approvals.moved', { title: `T-${docId}` });
      tx.afterCommit(() => void received.push(`audited ${docId}`));
    },
    onRejected: async (tx, docId, remark) => tx.afterCommit(() => void received.push(`rejected ${docId} ${remark}`)),
    onWithdrawn: async (tx, docId) => tx.afterCommit(() => void received.push(`withdrawn ${docId}`)),
  });
}

export function asPerson(person: Person, mainAccount = false): Ctx {
  const ctx = systemContext(person.companyId, person.userLoginId);
  return { ...ctx, actor: { userId: person.userId, name: person.userLoginId, mainAccount } };
}

export const submit = (server: TestServer, author: Person, docId: number, amount: string | null = '100') =>
  server.app.database.inCompany(asPerson(author), (tx) =>
    submitForApproval(tx, { docKind: 'test_document', docId, title: `T-${docId}`, amount, currency: 'CNY' }),
  );

/** Away from a day ago until a day from now. */
export const away = (server: TestServer, person: Person, delegate: Person) =>
  server.app.database.inCompany(asPerson(person), (tx) =>
    tx.rows(sql`insert into user_absence (company_id, user_id, delegate_id, from_at, until_at)
      values (${sql.company}, ${person.userId}, ${delegate.userId}, now() - interval '1 day', now() + interval '1 day')
      on conflict (company_id, user_id) do update set delegate_id = excluded.delegate_id returning user_id`),
  );
