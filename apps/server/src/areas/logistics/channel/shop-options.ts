import type { ShippingOption } from '@tradewind/connectors/capabilities/shipments.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, ruleBroken } from '../../../core/errors.ts';
import { platformDoes, shopInScope, withShop } from '../../channels/public.ts';
import { type Kept, onceADay } from './once-a-day.ts';
import { shopOfEachRegion } from './platform-carriers.ts';

const TIKTOK = 'tiktok';

/**
 * The ways of delivery of a shop, read at most once a day; empty where its platform lists none. @throws
 * channels.shopNotFound, Fail when there is no answer yet
 */
export async function shopOptions(app: App, ctx: Ctx, shopId: number): Promise<ShippingOption[]> {
  const { platform } = await app.database.inCompany(ctx, (tx) => shopInScope(tx, ctx, shopId));
  return platformDoes(app, platform, 'listShippingOptions') ? read(app, ctx, shopId) : [];
}

/** Those of a platform, through one shop of each region. */
export async function platformOptions(app: App, ctx: Ctx, platform: string): Promise<ShippingOption[]> {
  if (!platformDoes(app, platform, 'listShippingOptions')) return [];
  const shopIds = await app.database.inCompany(ctx, (tx) => shopOfEachRegion(tx, platform));
  if (shopIds.length === 0) throw ruleBroken('logistics.noShopToAsk');
  const options = new Map<string, ShippingOption>();
  for (const shopId of shopIds) for (const one of await read(app, ctx, shopId)) options.set(one.code, one);
  return [...options.values()];
}

/** The carriers that a TikTok shop accepts, with the names of the options that each serves. @throws badField shopId */
export async function tiktokCarriers(app: App, ctx: Ctx, shopId: number) {
  const { platform } = await app.database.inCompany(ctx, (tx) => shopInScope(tx, ctx, shopId));
  if (platform !== TIKTOK) throw badField('shopId', 'logistics.notTikTok');
  const carriers = new Map<string, { code: string; name: string; options: string[] }>();
  for (const option of await read(app, ctx, shopId))
    for (const { code, name } of option.carriers) {
      const known = carriers.get(code) ?? { code, name, options: [] };
      known.options.push(option.name);
      carriers.set(code, known);
    }
  return [...carriers.values()];
}

async function read(app: App, ctx: Ctx, shopId: number): Promise<ShippingOption[]> {
  const known = await app.database.inCompany(ctx, (tx) => kept(tx, shopId));
  return onceADay(ctx, known, 'logistics.optionsUnread', async () => {
    const ask = withShop(app, ctx, shopId, async (connector, access) => connector.listShippingOptions?.(access));
    const list = (await ask) ?? [];
    await app.database.inCompany(ctx, (tx) => keep(tx, shopId, list));
    return list;
  });
}

const kept = (tx: Tx, shopId: number): Promise<Kept<ShippingOption> | undefined> =>
  tx.row<{ list: ShippingOption[]; readAt: Date }>(sql`select options as list, read_at from shop_shipping_options
    where company_id = ${sql.company} and shop_id = ${shopId}`);

async function keep(tx: Tx, shopId: number, options: readonly ShippingOption[]): Promise<void> {
  await tx.rows(sql`insert into shop_shipping_options (company_id, shop_id, options, read_at)
    values (${sql.company}, ${shopId}, ${JSON.stringify(options)}::jsonb, ${tx.now})
    on conflict (company_id, shop_id) do update set options = excluded.options, read_at = excluded.read_at`);
}
