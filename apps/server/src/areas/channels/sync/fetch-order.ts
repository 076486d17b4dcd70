import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, type Job } from '../../../core/jobs/jobs.ts';
import { shopQueue } from '../queue.ts';
import type { Shop } from '../shops/shops.ts';
import { withShop } from '../shops/tokens.ts';
import { decide } from './decide.ts';
import { ingest } from './ingest.ts';

export const FETCH_JOB: Job<{ shopId: number; platformOrderNo: string }> = { name: 'channels.fetchOrder' };
const ATTEMPTS = 12;

/**
 * Reads one order again, after a push or at a user's request. Several requests before it runs are one; it always reads
 * the current state, so pushes may come late, twice or out of order.
 */
export async function enqueueFetch(tx: Tx, shopId: number, platformOrderNo: string, runAt?: Date): Promise<void> {
  await addJob(
    tx,
    FETCH_JOB,
    { shopId, platformOrderNo },
    {
      queue: shopQueue(shopId),
      key: `fetch:${shopId}:${platformOrderNo}`,
      priority: 1,
      maxAttempts: ATTEMPTS,
      ...(runAt ? { runAt } : {}),
    },
  );
}

export async function fetchOrder(app: App, ctx: Ctx, shopId: number, platformOrderNo: string): Promise<void> {
  let shop: Shop | undefined;
  try {
    const record = await withShop(app, ctx, shopId, (connector, access, found) => {
      shop = found;
      return connector.getOrder(access, platformOrderNo);
    });
    if (shop) await ingest(app, ctx, shop, [record], async () => {});
  } catch (error) {
    if (error instanceof Fail && error.status < 500) return;
    if (!(error instanceof ConnectorError)) throw error;
    // It no longer exists, or the authorization was revoked: a retry would not help.
    if (error.kind === 'unauthorized' || error.kind === 'rejected') return;
    if (error.kind !== 'throttled') throw error;
    const { nextAt } = decide(error, 0, ctx.now());
    await app.database.inCompany(ctx, (tx) => enqueueFetch(tx, shopId, platformOrderNo, nextAt ?? undefined));
  }
}
