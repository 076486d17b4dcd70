import type { PlatformCarrier } from '@tradewind/connectors/capabilities/shipments.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail, ruleBroken } from '../../../core/errors.ts';
import { platformDoes, withShop } from '../../channels/public.ts';

const KEPT_MS = 24 * 3600_000;
const REGIONS_AT_MOST = 10;

interface Known {
  carriers: PlatformCarrier[];
  readAt: Date;
}

/**
 * The carriers that a platform accepts, loaded through the company's shops at most once a day; empty where the platform
 * lists none. Keeps the last answer while the platform is unreachable. @throws Fail when there is no answer yet
 */
export async function platformCarriers(app: App, ctx: Ctx, platform: string): Promise<PlatformCarrier[]> {
  if (!platformDoes(app, platform, 'listCarriers')) return [];
  const { known, shopIds } = await app.database.inCompany(ctx, (tx) => look(tx, platform));
  if (known && ctx.now().getTime() - new Date(known.readAt).getTime() < KEPT_MS) return known.carriers;
  try {
    if (shopIds.length === 0) throw ruleBroken('logistics.noShopToAsk');
    const carriers = new Map<string, PlatformCarrier>();
    for (const shopId of shopIds) {
      const answered = await withShop(app, ctx, shopId, async (connector, access) => connector.listCarriers?.(access));
      for (const { code, name } of answered ?? []) carriers.set(code, { code, name });
    }
    const list = [...carriers.values()];
    await app.database.inCompany(ctx, (tx) => keep(tx, platform, list));
    return list;
  } catch (error) {
    if (known) return known.carriers;
    if (!(error instanceof ConnectorError)) throw error;
    throw new Fail('logistics.carriersUnread', 503, { text: error.message.slice(0, 300) });
  }
}

/** Accepted carriers may differ by region: uses one shop per region. */
async function look(tx: Tx, platform: string): Promise<{ known: Known | undefined; shopIds: number[] }> {
  const known = await tx.row<{ carriers: PlatformCarrier[]; readAt: Date }>(sql`
    select carriers, read_at from platform_carriers
    where company_id = ${tx.companyId} and platform = ${platform}`);
  const shops = await tx.rows<{ id: number }>(sql`select distinct on (region) id from shop
    where company_id = ${tx.companyId} and platform = ${platform} and state = 'authorized'
    order by region, authorized_at desc nulls last, id limit ${REGIONS_AT_MOST}`);
  return { known, shopIds: shops.map((shop) => shop.id) };
}

async function keep(tx: Tx, platform: string, carriers: readonly PlatformCarrier[]): Promise<void> {
  await tx.rows(sql`insert into platform_carriers (company_id, platform, carriers, read_at)
    values (${tx.companyId}, ${platform}, ${JSON.stringify(carriers)}::jsonb, ${tx.now})
    on conflict (company_id, platform) do update set carriers = excluded.carriers, read_at = excluded.read_at`);
}
