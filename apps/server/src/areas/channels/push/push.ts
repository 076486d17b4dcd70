import { ConnectorError } from '@tradewind/connectors/types.ts';
import { sql } from 'drizzle-orm/sql/sql';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { connectorFor } from '../connectors.ts';
import { enqueueSync } from '../queue.ts';
import { enqueueFetch } from '../sync/fetch-order.ts';

export type PushAnswer = 'accepted' | 'unsigned';

interface Push {
  deliveryId: string;
  topic: string;
  account: string;
  platformOrderNo?: string;
}

/**
 * Takes a push of a platform: checked, noted and turned into a job in a few milliseconds, so that the platform never
 * waits for us. What it says is not believed: the order is asked for.
 */
export async function receivePush(
  app: App,
  platform: string,
  input: { headers: Record<string, string | undefined>; body: Buffer },
): Promise<PushAnswer> {
  let push: Push | null | undefined;
  try {
    push = connectorFor(app, platform).readPush?.(input);
  } catch (error) {
    // Signed and yet unreadable: sent again it would be the same. The listing brings what it was about.
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ platform, message: error.message }, 'unreadable push');
    return 'accepted';
  }
  if (!push) return 'unsigned';
  const shops = await app.database.global<{ companyId: number; shopId: number }>(sql`
    select company_id as "companyId", shop_id as "shopId" from platform_shop where platform = ${platform} and account = ${push.account}`);
  for (const shop of shops) await note(app, platform, push, shop);
  return 'accepted';
}

/** Noting and the job are one transaction: a push that was cut off half-way works when the platform repeats it. */
async function note(
  app: App,
  platform: string,
  push: Push,
  shop: { companyId: number; shopId: number },
): Promise<void> {
  const ctx = systemContext(shop.companyId, 'channels.push');
  await app.database.inCompany(ctx, async (tx) => {
    const fresh = await tx.row(sql`insert into push_seen (platform, delivery_id)
      values (${platform}, ${`${push.deliveryId}/${shop.companyId}/${shop.shopId}`}) on conflict do nothing returning 1 as fresh`);
    if (!fresh) return;
    const live = await tx.row(sql`select 1 as live from shop
      where company_id = ${tx.companyId} and id = ${shop.shopId} and state = 'authorized'`);
    if (!live) return;
    if (push.platformOrderNo) await enqueueFetch(tx, shop.shopId, push.platformOrderNo);
    // "Uninstalled" may come after the shop was connected anew: the platform itself is asked by a sync.
    else if (push.topic === 'app/uninstalled') await enqueueSync(tx, shop.shopId);
  });
}
