import type { PlatformCarrier } from '@tradewind/connectors/capabilities/shipments.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { platformDoes, withShop } from '../../channels/public.ts';
import { type Kept, onceADay } from './once-a-day.ts';

const REGIONS_AT_MOST = 10;

/**
 * The carriers that a platform accepts, loaded through the company's shops at most once a day; empty where the platform
 * lists none. @throws Fail when there is no answer yet
 */
export async function platformCarriers(app: App, ctx: Ctx, platform: string): Promise<PlatformCarrier[]> {
  if (!platformDoes(app, platform, 'listCarriers')) return [];
  const { known, shopIds } = await app.database.inCompany(ctx, async (tx) => ({
    known: await kept(tx, platform),
    shopIds: await shopOfEachRegion(tx, platform),
  }));
  return onceADay(ctx, known, 'logistics.carriersUnread', async () => {
    if (shopIds.length === 0) throw ruleBroken('logistics.noShopToAsk');
    const carriers = new Map<string, PlatformCarrier>();
    for (const shopId of shopIds) {
      const answered = await withShop(app, ctx, shopId, async (connector, access) => connector.listCarriers?.(access));
      for (const { code, name } of answered ?? []) carriers.set(code, { code, name });
    }
    const list = [...carriers.values()];
    await app.database.inCompany(ctx, (tx) => keep(tx, platform, list));
    return list;
  });
}

/** What a platform accepts may differ by region. */
export async function shopOfEachRegion(tx: Tx, platform: string): Promise<number[]> {
  const shops = await tx.rows<{ id: number }>(sql`select distinct on (region) id from shop
    where company_id = ${sql.company} and platform = ${platform} and state = 'authorized'
    order by region, authorized_at desc nulls last, id limit ${REGIONS_AT_MOST}`);
  return shops.map((shop) => shop.id);
}

const kept = (tx: Tx, platform: string): Promise<Kept<PlatformCarrier> | undefined> =>
  tx.row<{ list: PlatformCarrier[]; readAt: Date }>(sql`
    select carriers as list, read_at from platform_carriers
    where company_id = ${sql.company} and platform = ${platform}`);

async function keep(tx: Tx, platform: string, carriers: readonly PlatformCarrier[]): Promise<void> {
  await tx.rows(sql`insert into platform_carriers (company_id, platform, carriers, read_at)
    values (${sql.company}, ${platform}, ${JSON.stringify(carriers)}::jsonb, ${tx.now})
    on conflict (company_id, platform) do update set carriers = excluded.carriers, read_at = excluded.read_at`);
}
