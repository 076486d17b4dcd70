import type { ResultOf } from '@tradewind/contract/call.ts';
import type { listSessions } from '@tradewind/contract/identity.ts';
import { writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { acts } from './audit.ts';
import { closeSessionsOf, forgetSession, LIVE } from './sessions.ts';

/** Names a session without its token's hash. */
const ID = sql`encode(sha256(s.token_hash), 'hex')`;

export async function ownSessions(tx: Tx, ctx: RequestCtx): Promise<ResultOf<typeof listSessions>> {
  const list = await tx.rows<ResultOf<typeof listSessions>['list'][number]>(sql`
    select ${ID} as id, s.address, s.user_agent, s.created_at, s.last_seen_at, s.token_hash = ${ctx.tokenHash ?? null}::bytea as current
    from session s where s.company_id = ${sql.company} and s.user_id = ${tx.actor.userId} and ${LIVE}
    order by current desc, s.last_seen_at desc limit 100`);
  return { list };
}

/** @throws notFound identity.noSession */
export async function endOwnSession(tx: Tx, ctx: RequestCtx, id: string): Promise<void> {
  const ended = await tx.row<{ tokenHash: Buffer; userAgent: string }>(sql`
    delete from session s where s.company_id = ${sql.company} and s.user_id = ${tx.actor.userId} and ${ID} = ${id}
    returning s.token_hash, s.user_agent`);
  if (!ended) throw notFound('identity.noSession');
  await forgetSession(tx, ended.tokenHash);
  record(tx, ctx, { userAgent: ended.userAgent });
}

export async function endOwnOthers(tx: Tx, ctx: RequestCtx): Promise<void> {
  await closeSessionsOf(tx, tx.actor.userId, ctx.tokenHash);
  record(tx, ctx, { others: true });
}

function record(tx: Tx, { actor, address }: RequestCtx, detail: Record<string, unknown>): void {
  const target = { targetKind: 'user', targetId: actor.userId, targetName: actor.name };
  writeAudit(tx, [{ action: acts.sessionsEnded, ...target, address, detail }]);
}
