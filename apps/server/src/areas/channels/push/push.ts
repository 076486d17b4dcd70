import type { PlatformPush, PushInput } from '@tradewind/connectors/capabilities/pushes.ts';
import { storable } from '@tradewind/connectors/storable.ts';
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
 * Handles a platform push: verifies, records and queues it in a few milliseconds, so that the platform never waits.
 * Does not trust its content; the job reads the order.
 */
export async function receivePush(app: App, platform: string, input: PushInput): Promise<PushAnswer> {
  const connector = connectorFor(app, platform);
  const accepted: PushAnswer = {
    outcome: 'accepted',
    ...(connector.pushAnswer ? { reply: connector.pushAnswer } : {}),
  };
  let push: PlatformPush | null | undefined;
  try {
    push = storable(await connector.readPush?.(input));
  } catch (error) {
    // Signed but unreadable: a repeat would be the same. The next sync reads the change.
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

/** The answer to a platform's verification of our address; null for unknown requests. */
export function answerChallenge(
  app: App,
  platform: string,
  input: { query: Record<string, string>; url: string },
): string | null {
  return connectorFor(app, platform).answerChallenge?.(input) ?? null;
}

/** Records the push and queues the job in one transaction: after a crash the platform's repeat works. */
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
      where company_id = ${sql.company} and id = ${shop.shopId} and state = 'authorized'`);
    if (!live) return;
    const orderNos = [push.platformOrderNo, ...(push.otherOrderNos ?? [])].filter((one) => one !== undefined);
    for (const orderNo of orderNos) await enqueueFetch(tx, shop.shopId, orderNo);
    // "Uninstalled" may arrive after a new authorization: a sync checks with the platform.
    if (orderNos.length === 0 && push.revoked) await enqueueSync(tx, shop.shopId);
  });
}
