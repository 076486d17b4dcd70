import type { App } from '../app.ts';
import type { Tx } from '../database/database.ts';
import { type Sql, sql } from '../database/sql.ts';
import { conflict } from '../errors.ts';
import type { RequestCtx } from './routes.ts';

const UNDER_WAY_MS = 120_000;
/** Takes the key if it is free, or if its holder fell silent: one statement, because every scan runs it. */
const claim = (tx: Tx, call: string, key: string): Sql => sql`
  insert into idempotency as i (company_id, user_id, call, key, at)
  values (${sql.company}, ${tx.actor.userId}, ${call}, ${key}, ${tx.now})
  on conflict (company_id, user_id, call, key) do update set at = excluded.at
  where i.answer is null and i.at < ${new Date(tx.now.getTime() - UNDER_WAY_MS)} returning 1`;

/**
 * A write with an idempotency key happens once per user and call: the second try gets the first one's answer. A try
 * whose process died between its work and its answer counts as running for two minutes; the states that the work
 * changes guard the work itself.
 */
export async function once(
  app: App,
  ctx: RequestCtx,
  call: string,
  key: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const mine = sql`company_id = ${sql.company} and user_id = ${ctx.actor.userId} and call = ${call} and key = ${key}`;
  const earlier = await app.database.inCompany(ctx, async (tx) => {
    const claimed = await tx.rows(claim(tx, call, key));
    if (claimed.length > 0) return undefined;
    return tx.row<{ answer: unknown }>(sql`select answer from idempotency where ${mine}`);
  });
  if (earlier) {
    if (earlier.answer === null) throw conflict('core.inProgress');
    return earlier.answer;
  }
  try {
    const result = await work();
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update idempotency set answer = ${JSON.stringify(result)}::jsonb where ${mine}`),
    );
    return result;
  } catch (error) {
    await app.database.inCompany(ctx, (tx) => tx.rows(sql`delete from idempotency where ${mine}`));
    throw error;
  }
}
