import type { ParsedOf } from '@tradewind/contract/call.ts';
import type * as calls from '@tradewind/contract/listings.ts';
import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, notFound, ruleBroken } from '../../core/errors.ts';
import { arrayOf, inShops } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import { enqueueNow, platformDoes, shopsInScope } from '../channels/public.ts';
import { listings, onTab } from './list.ts';

/** By filter: another click takes the next listings, since updated ones no longer match. */
const PUSHED_AT_MOST = 10_000;

const priced = defineAction('listings.priceSet', ['修改店铺商品售价', 'Listing price changed']);
const pushed = defineAction('listings.pushed', ['重新推送店铺商品', 'Listings pushed again']);

export async function syncListings(app: App, tx: Tx, ctx: Ctx, shopIds: readonly number[] | undefined) {
  const shops = await shopsInScope(tx, ctx);
  const failed: { id: number; label: string; error: string; reason: string }[] = [];
  let done = 0;
  for (const id of shopIds ?? shops.map((shop) => shop.id)) {
    const shop = shops.find((one) => one.id === id);
    const error =
      shop === undefined
        ? 'channels.shopNotFound'
        : shop.state !== 'authorized'
          ? 'channels.notAuthorized'
          : platformDoes(app, shop.platform, 'listListings')
            ? undefined
            : 'listings.noListings';
    if (error === undefined) {
      await enqueueNow(tx, id, 'listings');
      done++;
    } else if (shopIds) {
      const label = shop?.name ?? String(id);
      failed.push({ id, label, error, reason: say(ctx.language, error, { name: label }) });
    }
  }
  return { done, failed };
}

interface Listing extends Record<string, unknown> {
  shopId: number;
  platform: string;
  sellerSku: string;
  price: string | null;
  currency: string | null;
}

/** Sends the price to the platform at once; the list shows it once the platform does. */
export async function setPrice(
  app: App,
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof calls.setListingPrice>,
): Promise<void> {
  const listing = await tx.row<Listing>(sql`select l.shop_id, s.platform, l.seller_sku,
      l.price::text as price, l.currency from platform_listing l join shop s on s.company_id = l.company_id and s.id = l.shop_id
    where l.company_id = ${sql.company} and l.id = ${input.id} and l.state <> 'ended' and ${inShops(ctx, sql`l.shop_id`)}`);
  if (!listing) throw notFound('listings.notFound');
  if (!platformDoes(app, listing.platform, 'pushPrice')) throw ruleBroken('listings.noPrice');
  if (/^0*(\.0*)?$/.test(input.price)) throw badField('price', 'listings.priceZero');
  if (listing.currency !== null && listing.currency !== input.currency)
    throw badField('currency', 'listings.otherCurrency', { currency: listing.currency });
  await tx.rows(sql`insert into listing_price as t (company_id, listing_id, shop_id, wanted, currency, due_at)
    values (${sql.company}, ${input.id}, ${listing.shopId}, ${input.price}, ${input.currency}, ${tx.now})
    on conflict (company_id, listing_id) do update set wanted = excluded.wanted, currency = excluded.currency, due_at = excluded.due_at,
      state = case when t.state = 'pending' then 'pending' else 'due' end, detail = null`);
  const detail = { from: listing.price, to: input.price, currency: input.currency };
  writeAudit(tx, [
    { action: priced, targetKind: 'listing', targetId: input.id, targetName: listing.sellerSku, detail },
  ]);
  await enqueueNow(tx, listing.shopId, 'prices');
}

/** Sends the target again, whatever the last result. */
export async function pushListings(tx: Tx, ctx: Ctx, input: ParsedOf<typeof calls.pushListings>) {
  const ids = input.ids ?? (await listings.choose(tx, { filter: onTab(input.filter ?? {}) }, PUSHED_AT_MOST));
  const observed = await tx.rows<{
    id: number;
    label: string;
    shopId: number;
  }>(sql`select l.id, l.seller_sku as label, l.shop_id
    from platform_listing l where l.company_id = ${sql.company} and l.id = any(${arrayOf(ids)}::bigint[])
      and l.state <> 'ended' and ${inShops(ctx, sql`l.shop_id`)}`);
  const mine = arrayOf(observed.map((row) => row.id));
  const again = (table: 'listing_stock' | 'listing_price') =>
    tx.rows<{
      id: number;
      shopId: number;
    }>(sql`update ${sql.id(table, ['listing_stock', 'listing_price'])} set state = 'due', due_at = ${tx.now}, detail = null
      where company_id = ${sql.company} and listing_id = any(${mine}::bigint[]) and state <> 'pending' returning listing_id as id, shop_id`);
  const [stock, prices] = [await again('listing_stock'), await again('listing_price')];
  for (const shopId of new Set(stock.map((row) => row.shopId))) await enqueueNow(tx, shopId, 'stock');
  for (const shopId of new Set(prices.map((row) => row.shopId))) await enqueueNow(tx, shopId, 'prices');
  const answered = new Set([...stock, ...prices].map((row) => row.id));
  const failed = ids.flatMap((id) => {
    if (answered.has(id)) return [];
    const row = observed.find((one) => one.id === id);
    const error = row ? 'listings.nothingToTell' : 'listings.notFound';
    return [{ id, label: row?.label ?? String(id), error, reason: say(ctx.language, error) }];
  });
  if (answered.size > 0)
    writeAudit(tx, [
      { action: pushed, targetKind: 'listing', targetId: 0, targetName: '', detail: { count: answered.size } },
    ]);
  return { done: answered.size, failed };
}
