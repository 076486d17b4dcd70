import type { PlatformListing } from '@tradewind/connectors/capabilities/listings.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { continuePairing, pairListings } from '../../../catalog/public.ts';
import { listingsTaken } from '../../hooks.ts';
import { defineStream, type Taken } from '../stream.ts';

/** Reads all listings of a shop each time; those that are gone have ended. */
defineStream({
  kind: 'listings',
  everyMinutes: 60,
  overlapMs: 0,
  firstDays: 0,
  supports: (connector) => connector.listListings !== undefined,
  read: async (connector, access, { cursor }) =>
    (await connector.listListings?.(access, cursor === undefined ? {} : { cursor })) ?? {
      listings: [],
      unreadable: [],
    },
  take: (app, ctx, shop, page, advance) =>
    app.database.inCompany(ctx, async (tx) => {
      const { inserted, updated } = await save(tx, shop.id, page.listings);
      if (page.unreadable.length > 0)
        app.log.warn({ shopId: shop.id, count: page.unreadable.length }, 'listings unread');
      const unchanged = page.listings.length - inserted - updated;
      const taken: Taken = { inserted, updated, unchanged, parked: page.unreadable.length };
      await advance(tx, taken);
      await listingsTaken.call(tx, { shopId: shop.id, sellerSkus: page.listings.map((one) => one.sellerSku) });
      return taken;
    }),
  finish: async (tx, shopId, began) => {
    await tx.rows(sql`update platform_listing set state = 'ended'
      where company_id = ${sql.company} and shop_id = ${shopId} and seen_at < ${began} and state <> 'ended'`);
    await pair(tx, shopId);
  },
});

const PAIRED_AT_ONCE = 1_000;

/** Once all listings are known: until then nobody can say whether two of them share a SKU. */
async function pair(tx: Tx, shopId: number): Promise<void> {
  const listed = sql`select shop_id, seller_sku from platform_listing
    where company_id = ${sql.company} and shop_id = ${shopId} and state <> 'ended'`;
  const paired = await pairListings(tx, listed, PAIRED_AT_ONCE);
  if (paired === PAIRED_AT_ONCE) await continuePairing(tx, shopId);
}

async function save(tx: Tx, shopId: number, listings: readonly PlatformListing[]) {
  const rows = [...new Map(listings.map((one) => [`${one.itemId}\n${one.variantId ?? ''}`, one])).values()];
  const written = await tx.rows<{ fresh: boolean; changed: boolean }>(
    sql`with old as (select item_id, variant_id, seller_sku, title, state, quantity, price from platform_listing
        where company_id = ${sql.company} and shop_id = ${shopId} and item_id = any(${rows.map((one) => one.itemId)}::text[])),
      new as (
       insert into platform_listing as l (company_id, shop_id, item_id, variant_id, seller_sku, title, state, quantity, price,
         currency, image_url, parent_sku, barcode, weight_grams, url, fulfilled_by, refs, first_at, seen_at)
       select ${sql.company}, ${shopId}, r."itemId", coalesce(r."variantId", ''), r."sellerSku", r.title, r.state, r.quantity, r.price, r.currency,
         r."imageUrl", r."parentSku", r.barcode, r."weightGrams", r.url, r."fulfilledBy", r.refs, ${tx.now}, ${tx.now}
       from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("itemId" text, "variantId" text, "sellerSku" text, title text, state text,
         quantity int, price numeric, currency text, "imageUrl" text, "parentSku" text, barcode text, "weightGrams" int, url text, "fulfilledBy" text, refs jsonb)
       on conflict (company_id, shop_id, item_id, variant_id) do update set seller_sku = excluded.seller_sku,
         title = excluded.title, state = excluded.state, quantity = excluded.quantity, price = excluded.price,
         currency = excluded.currency, image_url = excluded.image_url, url = excluded.url,
         parent_sku = excluded.parent_sku, barcode = excluded.barcode, weight_grams = excluded.weight_grams,
         fulfilled_by = excluded.fulfilled_by, refs = excluded.refs, seen_at = excluded.seen_at
       returning l.item_id, l.variant_id, l.seller_sku, l.title, l.state, l.quantity, l.price, (xmax = 0) as fresh)
     select new.fresh, (not new.fresh and (new.seller_sku, new.title, new.state, new.quantity, new.price)
         is distinct from (old.seller_sku, old.title, old.state, old.quantity, old.price)) as changed
     from new left join old using (item_id, variant_id)`,
  );
  return {
    inserted: written.filter((row) => row.fresh).length,
    updated: written.filter((row) => row.changed).length,
  };
}
