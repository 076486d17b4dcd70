import type { App } from '../app.ts';
import { conflict } from '../errors.ts';
import type { RequestCtx } from './routes.ts';

const UNDER_WAY_MS = 120_000;
const MINE = 'from idempotency where company_id = $1 and user_id = $2 and call = $3 and key = $4';
/** Takes the key where it is free, or where whoever took it fell silent: one statement, as every scan makes it. */
const CLAIM = `insert into idempotency as i (company_id, user_id, call, key, at) values ($1, $2, $3, $4, $5)
  on conflict (company_id, user_id, call, key) do update set at = excluded.at where i.answer is null and i.at < $6
  returning 1`;
const KEEP = `update idempotency set answer = $5::jsonb where company_id = $1 and user_id = $2 and call = $3 and key = $4`;

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
  const mine = [ctx.companyId, ctx.actor.userId, call, key];
  const earlier = await app.database.inCompany(ctx, async (tx) => {
    const claimed = await tx.prepared('idempotency_claim', CLAIM, [
      ...mine,
      tx.now,
      new Date(tx.now.getTime() - UNDER_WAY_MS),
    ]);
    if (claimed.length > 0) return undefined;
    const [row] = await tx.prepared<{ answer: unknown }>('idempotency_read', `select answer ${MINE}`, mine);
    return row;
  });
  if (earlier) {
    if (earlier.answer === null) throw conflict('core.inProgress');
    return earlier.answer;
  }
  try {
    const result = await work();
    await app.database.inCompany(ctx, (tx) =>
      tx.prepared('idempotency_answer', KEEP, [...mine, JSON.stringify(result)]),
    );
    return result;
  } catch (error) {
    await app.database.inCompany(ctx, (tx) => tx.prepared('idempotency_free', `delete ${MINE}`, mine));
    throw error;
  }
}
