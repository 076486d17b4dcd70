import { sql } from 'drizzle-orm';
import type { App } from '../app.ts';
import { conflict } from '../errors.ts';
import type { RequestCtx } from './routes.ts';

/**
 * A write with an idempotency key is done once a user and call: the second try gets the first one's answer. A try whose
 * process died between its work and its answer counts as under way for two minutes; the work itself is guarded by the
 * states it changes.
 */
export async function once(
  app: App,
  ctx: RequestCtx,
  call: string,
  key: string,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const mine = { company: ctx.companyId, user: ctx.actor.userId };
  const earlier = await app.database.inCompany(ctx, async (tx) => {
    await tx.rows(sql`delete from idempotency where company_id = ${mine.company} and user_id = ${mine.user} and call = ${call}
      and key = ${key} and answer is null and at < now() - interval '2 minutes'`);
    const claimed = await tx.row(sql`insert into idempotency (company_id, user_id, call, key)
      values (${mine.company}, ${mine.user}, ${call}, ${key}) on conflict do nothing returning 1 as claimed`);
    if (claimed) return undefined;
    return tx.row<{ answer: unknown }>(sql`select answer from idempotency where company_id = ${mine.company}
      and user_id = ${mine.user} and call = ${call} and key = ${key}`);
  });
  if (earlier) {
    if (earlier.answer === null) throw conflict('core.inProgress');
    return earlier.answer;
  }
  try {
    const result = await work();
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update idempotency set answer = ${JSON.stringify(result)}::jsonb where company_id = ${mine.company}
        and user_id = ${mine.user} and call = ${call} and key = ${key}`),
    );
    return result;
  } catch (error) {
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(
        sql`delete from idempotency where company_id = ${mine.company} and user_id = ${mine.user} and call = ${call} and key = ${key}`,
      ),
    );
    throw error;
  }
}
