import type { PlatformPush, PushInput } from '@tradewind/connectors/capabilities/pushes.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { connectorFor } from '../connectors.ts';
import { enqueueSync } from '../queue.ts';
import { enqueueFetch } from '../sync/fetch-order.ts';
import { forgetBuyers } from './forget.ts';

export type PushAnswer =
  | { outcome: 'accepted'; reply?: { contentType: string; body: string } }
  | { outcome: 'unsigned' };

/**
 * Takes a push of a platform: checked, noted and turned into a job in a few milliseconds, so that the platform never
 * waits for us. What it says is not believed: the order is asked for.
 */
export async function receivePush(app: App, platform: string, input: PushInput): Promise<PushAnswer> {
  const connector = connectorFor(app, platform);
  const accepted: PushAnswer = {
    outcome: 'accepted',
    ...(connector.pushAnswer ? { reply: connector.pushAnswer } : {}),
  };
  let push: PlatformPush | null | undefined;
  try {
    push = await connector.readPush?.(input);
  } catch (error) {
    // Signed and yet unreadable: sent again it would be the same. The listing brings what it was about.
    if (!(error instanceof ConnectorError)) throw error;
    app.log.warn({ platform, message: error.message }, 'unreadable push');
    return accepted;
  }
  if (!push) return { outcome: 'unsigned' };
  const shops = await app.database.global<{ companyId: number; shopId: number }>(sql`
    select company_id, shop_id from platform_shop where platform = ${platform} and account = ${push.account}`);
  for (const shop of shops) await note(app, platform, push, shop);
  if (push.forget) await forgetBuyers(app, platform, push.account, push.forget);
  return accepted;
}

/** What a platform wants to hear at our address before it sends pushes to it; null when it is asked by nobody known. */
export function answerChallenge(
  app: App,
  platform: string,
  input: { query: Record<string, string>; url: string },
): string | null {
  return connectorFor(app, platform).answerChallenge?.(input) ?? null;
}

/** Noting and the job are one transaction: a push that was cut off half-way works when the platform repeats it. */
async function note(
  app: App,
  platform: string,
  push: PlatformPush,
  shop: { companyId: number; shopId: number },
): Promise<void> {
  const ctx = systemContext(shop.companyId, 'channels.push');
  await app.database.inCompany(ctx, async (tx) => {
    const fresh = await tx.row(sql`insert into push_delivery (platform, delivery_id)
      values (${platform}, ${`${push.deliveryId}/${shop.companyId}/${shop.shopId}`}) on conflict do nothing returning 1 as fresh`);
    if (!fresh) return;
    const live = await tx.row(sql`select 1 as live from shop
      where company_id = ${tx.companyId} and id = ${shop.shopId} and state = 'authorized'`);
    if (!live) return;
    const orderNos = [push.platformOrderNo, ...(push.otherOrderNos ?? [])].filter((one) => one !== undefined);
    for (const orderNo of orderNos) await enqueueFetch(tx, shop.shopId, orderNo);
    // "Uninstalled" may come after the shop was connected anew: the platform itself is asked by a sync.
    if (orderNos.length === 0 && push.revoked) await enqueueSync(tx, shop.shopId);
  });
}
