import { LISTING_TABS, type ListingFilter, type ListingRow, listingFilter } from '@tradewind/contract/listings.ts';
import { z } from 'zod';
import { type Sql, sql } from '../../core/database/sql.ts';
import { beginsWith } from '../../core/database/statement.ts';
import { among, defineList, exportOf } from '../../core/lists.ts';
import { inShops } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';

/** Ended listings have their own tab. */
const filter = listingFilter.extend({ tab: z.enum(['live', ...LISTING_TABS]).default('live') });
export const onTab = <Q extends ListingFilter>(query: Q) => ({ ...query, tab: query.tab ?? ('live' as const) });

const updates = (states: Sql): Sql =>
  sql`l.id in (select listing_id from listing_stock where company_id = ${sql.company} and state in (${states})
     union all select listing_id from listing_price where company_id = ${sql.company} and state in (${states}))`;
const LIVE = sql`l.state <> 'ended'`;
const TABS = {
  live: LIVE,
  ended: sql`l.state = 'ended'`,
  unmapped: sql`${LIVE} and not exists (select 1 from sku_mapping m
    where m.company_id = ${sql.company} and m.shop_id = l.shop_id and m.seller_sku = l.seller_sku)`,
  waiting: sql`${LIVE} and ${updates(sql`'due', 'pending'`)}`,
  refused: sql`${LIVE} and ${updates(sql`'refused'`)}`,
};

const answered = (alias: Sql) => sql`case when ${alias}.listing_id is not null then jsonb_build_object(
    'wanted', trim_scale(${alias}.wanted::numeric)::text, 'told', trim_scale(${alias}.told::numeric)::text, 'state', ${alias}.state,
    'dueAt', ${alias}.due_at, 'toldAt', ${alias}.told_at, 'detail', ${alias}.detail) end`;

export const listings = defineList<z.output<typeof filter>, ListingRow>({
  table: 'platform_listing',
  as: 'l',
  scope: (tx) => inShops(tx, sql`l.shop_id`),
  filters: {
    tab: (tab) => TABS[tab],
    shopIds: among(sql`l.shop_id`),
    text: (text) => sql`((${beginsWith(sql`l.seller_sku`, text)}) or l.item_id = ${text})`,
  },
  order: sql`l.id desc`,
  columns: sql`l.id, l.shop_id, s.name as shop_name, s.platform, l.item_id, l.variant_id, l.seller_sku, l.title,
    l.image_url, l.url, l.state, l.fulfilled_by, l.quantity, l.price::numeric(18, 2)::text as price, l.currency, l.seen_at,
    m.product_id, p.sku, m.factor, ${answered(sql`t`)} as stock, ${answered(sql`c`)} as new_price`,
  joins: sql`join shop s on s.company_id = ${sql.company} and s.id = l.shop_id
    left join sku_mapping m on m.company_id = ${sql.company} and m.shop_id = l.shop_id and m.seller_sku = l.seller_sku
    left join product p on p.company_id = ${sql.company} and p.id = m.product_id
    left join listing_stock t on t.company_id = ${sql.company} and t.listing_id = l.id
    left join listing_price c on c.company_id = ${sql.company} and c.listing_id = l.id`,
  missing: 'listings.notFound',
  customPlans: true,
});

const number = (value: string | null | undefined) => (value ? { number: value } : null);

export const listingExport = exportOf(listings, {
  name: 'listings.list',
  title: ['店铺商品', 'Listings'],
  filter,
  columns: [
    { title: ['店铺', 'Shop'], width: 24, value: (row) => row.shopName },
    { title: ['店铺SKU', 'Seller SKU'], width: 24, value: (row) => row.sellerSku },
    { title: ['SKU', 'SKU'], width: 22, value: (row) => row.sku },
    { title: ['数量系数', 'Units per seller SKU'], value: (row) => row.factor },
    { title: ['标题', 'Title'], width: 40, value: (row) => row.title },
    { title: ['商品编号', 'Item no.'], width: 18, value: (row) => row.itemId },
    { title: ['变体编号', 'Variant no.'], width: 18, value: (row) => row.variantId },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `listings.state.${row.state}`) },
    { title: ['平台数量', 'Platform quantity'], value: (row) => row.quantity },
    { title: ['目标数量', 'Target quantity'], value: (row) => number(row.stock?.wanted) },
    { title: ['售价', 'Price'], value: (row) => number(row.price) },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    {
      title: ['平台拒绝原因', 'Rejection reason'],
      width: 40,
      value: (row) => row.stock?.detail ?? row.newPrice?.detail ?? null,
    },
  ],
});
