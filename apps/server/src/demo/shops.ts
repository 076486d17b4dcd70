import { rights } from '@tradewind/contract/access/modules.ts';
import { authorizeShop } from '@tradewind/contract/channels.ts';
import { saveMappings } from '../areas/catalog/public.ts';
import { sql } from '../core/database/sql.ts';
import { caller, cookieHeader } from './calls.ts';
import { actingAs, type DemoContext, inPast } from './context.ts';
import { mapped, platformGoods } from './goods.ts';
import type { Platform } from './orders.ts';

const SHOPS = [
  {
    platform: 'amazon',
    name: 'Amazon 美国站',
    account: 'A2TRADEWIND01',
    region: 'na',
    moduleId: rights.amazonNorthAmericaOrder.id,
    marketplaceIds: ['ATVPDKIKX0DER'],
    wish: { region: 'US' },
  },
  {
    platform: 'shopify',
    name: 'Shopify 独立站',
    account: 'tradewind-demo.myshopify.com',
    region: '',
    moduleId: rights.shopifyOrder.id,
    marketplaceIds: [],
    wish: { fields: { shopDomain: 'tradewind-demo.myshopify.com' } },
  },
] as const;

export interface DemoShop {
  id: number;
  platform: Platform;
  moduleId: number;
}

/** Both shops, connected by the platforms' own consent, as a person would; without a sandbox they wait for that. */
export async function openShops(demo: DemoContext): Promise<void> {
  const cookies: Record<string, string> = {};
  const call = caller(demo.app, actingAs(demo, 'demo'), cookies);
  for (const shop of SHOPS) {
    const there = await shopOf(demo, shop.platform);
    if (there && there.state !== 'pending') continue;
    if (demo.app.config.sandbox) {
      const { shopId, consentUrl } = await call(authorizeShop, {
        platform: shop.platform,
        importDays: 30,
        ...shop.wish,
      });
      // Before the first orders come in with the consent: they then map by themselves.
      await mapSkus(demo, shopId);
      await consent(`${consentUrl}&auto=1`, cookieHeader(demo.app, cookies));
    } else {
      const made = await inPast(demo, 'demo', new Date(), (tx) =>
        tx.row<{
          id: number;
        }>(sql`insert into shop (company_id, platform, name, account, region, module_id, state, marketplace_ids)
          values (${sql.company}, ${shop.platform}, ${shop.name}, ${shop.account}, ${shop.region}, ${shop.moduleId}, 'expired',
            ${[...shop.marketplaceIds]}::text[])
          on conflict do nothing returning id`),
      );
      if (made) await mapSkus(demo, made.id);
    }
  }
  demo.log('shops');
}

/** What a browser does on the consent page: Allow, then to our callback (with our cookie), which fetches the tokens. */
async function consent(consentUrl: string, cookie: string): Promise<void> {
  const allowed = await fetch(consentUrl, { redirect: 'manual' });
  const callback = allowed.headers.get('location');
  if (!callback) throw new Error(`The consent page did not send the browser back (${allowed.status})`);
  const landed = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  const page = landed.headers.get('location') ?? '';
  if (!page.includes('code=200')) throw new Error(`The platform's consent came to nothing (${landed.status} ${page})`);
}

/** A loading that was interrupted may have left a shop that nobody has consented to yet. */
function shopOf(demo: DemoContext, platform: Platform): Promise<{ id: number; state: string } | undefined> {
  return inPast(demo, 'demo', new Date(), (tx) =>
    tx.row<{ id: number; state: string }>(sql`select id, state from shop
      where company_id = ${sql.company} and platform = ${platform} order by state = 'pending', id limit 1`),
  );
}

export function demoShops(demo: DemoContext): Promise<DemoShop[]> {
  return inPast(demo, 'demo', new Date(), (tx) =>
    tx.rows<DemoShop & Record<string, unknown>>(sql`select id, platform, module_id from shop
      where company_id = ${sql.company} and state <> 'pending' order by id`),
  );
}

async function mapSkus(demo: DemoContext, shopId: number): Promise<void> {
  const goods = (await platformGoods(demo.app)).filter(mapped);
  await inPast(demo, 'buyer', new Date(), async (tx, ctx) => {
    const products = await tx.rows<{ id: number; sku: string }>(
      sql`select id, sku from product where company_id = ${sql.company}`,
    );
    const idOf = new Map(products.map((product) => [product.sku, product.id]));
    const rows = goods.flatMap(({ sku }) => {
      const productId = idOf.get(sku);
      return productId === undefined ? [] : [{ shopId, sellerSku: sku, productId, factor: 1 }];
    });
    await saveMappings(tx, ctx, rows, { anyway: true, source: 'manual' });
  });
}
