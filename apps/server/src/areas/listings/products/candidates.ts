import type { ListingFate } from '@tradewind/contract/listings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { allDifferentGoods, sellsDifferentGoods } from '../../catalog/public.ts';

/** A listing, or a seller SKU that orders wait for, with the product that it would become. */
export interface Candidate {
  /** Null for a seller SKU without a listing. */
  listingId: number | null;
  shopId: number;
  platform: string;
  sellerSku: string;
  title: string;
  price: string | null;
  currency: string | null;
  imageUrl: string | null;
  parentSku: string | null;
  weightGrams: number | null;
  fate: ListingFate;
  /** Its own SKU in capitals, or a suggested one. */
  sku: string;
  /** The product that has this SKU already. */
  productId: number | null;
}

/** As `sku` of the contract, for the database. */
const FITS = sql`r.code ~ '^[^\\s"''<>\\\\]([^"''<>\\\\\\r\\n\\t]*[^\\s"''<>\\\\])?$' and length(r.code) <= 60`;
const FORBIDDEN = sql`'[\\s"''<>\\\\]+'`;

/**
 * The table `fated` of a WITH: what becomes of each row.
 * @param rows selects listing_id, shop_id, seller_sku, code, item_id, variant_id and whatever else; unique by listing_id
 *   or by seller SKU
 * @param many tens of thousands of them: goods that differ are found once, not for each row
 */
export const fates = (rows: Sql, many = false): Sql => sql`r as materialized (${rows}),
  ${many ? sql`different as materialized (${allDifferentGoods(sql`select shop_id from r`)}),` : sql``}
  named as materialized (
    select r.*, ${FITS} as fits, case when ${FITS} then r.code
      else upper(left(regexp_replace(case when r.code <> '' then r.code
        when r.variant_id <> '' then r.item_id || '-' || r.variant_id else r.item_id end, ${FORBIDDEN}, '', 'g'), 60)) end as sku
    from r),
  fated as (
    select n.*, p.id as product_id, case
      when m.id is not null then 'mapped'
      when ${many ? sql`x.shop_id is not null` : sql`${sellsDifferentGoods(sql`n.shop_id`, sql`n.seller_sku`)} and n.seller_sku <> ''`} then 'differs'
      when p.id is not null and n.seller_sku = '' then 'mapped'
      when p.id is not null then 'pairs'
      when not n.fits then 'noSku'
      else 'make' end as fate
    from named n
    ${many ? sql`left join different x on x.shop_id = n.shop_id and x.seller_sku = n.seller_sku` : sql``}
    left join sku_mapping m on m.company_id = ${sql.company} and m.shop_id = n.shop_id and m.seller_sku = n.seller_sku
    left join product p on p.company_id = ${sql.company} and p.sku = n.sku)`;

/** The columns of listings (as `l`) that `fates` reads. */
export const LISTING_COLUMNS = sql`l.id as listing_id, l.shop_id, l.seller_sku, l.code, l.item_id, l.variant_id, l.title,
  l.price, l.currency, l.image_url, l.parent_sku, l.weight_grams`;

const CANDIDATE = sql`f.listing_id, f.shop_id, s.platform, f.seller_sku, f.title, f.price::text as price, f.currency, f.image_url,
  f.weight_grams, f.fate, f.sku, f.product_id, coalesce(f.parent_sku, case when f.variant_id <> '' and exists (
    select from platform_listing v where v.company_id = ${sql.company} and v.shop_id = f.shop_id and v.item_id = f.item_id
      and v.variant_id <> f.variant_id and v.seller_sku <> f.seller_sku) then left(upper(f.item_id), 60) end) as parent_sku`;

const select = (tx: Tx, rows: Sql): Promise<Candidate[]> =>
  tx.rows<Candidate>(sql`with ${fates(rows)} select ${CANDIDATE} from fated f
    join shop s on s.company_id = ${sql.company} and s.id = f.shop_id order by f.listing_id, f.shop_id, f.seller_sku`);

/** These listings, by id. */
export const candidatesOf = (tx: Tx, listingIds: readonly number[]): Promise<Candidate[]> =>
  select(
    tx,
    sql`select ${LISTING_COLUMNS} from platform_listing l
      where l.company_id = ${sql.company} and l.id = any(${listingIds}::bigint[]) and l.state <> 'ended'`,
  );

/** A seller SKU with what an order says of it, for those that no listing has. */
export interface Sold {
  shopId: number;
  sellerSku: string;
  title: string;
  price: string | null;
  currency: string | null;
}

/** These seller SKUs: of each the first listing, or else what an order says. */
export const candidatesSold = (tx: Tx, sold: readonly Sold[]): Promise<Candidate[]> =>
  select(
    tx,
    sql`select l.id as listing_id, o."shopId" as shop_id, o."sellerSku" as seller_sku, upper(btrim(o."sellerSku")) as code,
      coalesce(l.item_id, '') as item_id, coalesce(l.variant_id, '') as variant_id, coalesce(l.title, o.title) as title,
      case when l.id is null then o.price else l.price end as price,
      case when l.id is null then o.currency else l.currency end as currency, l.image_url, l.parent_sku, l.weight_grams
    from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb) as o("shopId" bigint, "sellerSku" text, title text, price numeric, currency text)
    left join lateral (select * from platform_listing k where k.company_id = ${sql.company} and k.shop_id = o."shopId"
      and k.seller_sku = o."sellerSku" and k.state <> 'ended' order by k.id limit 1) l on true`,
  );
