import type { ListingFilter, ListingRow } from '@tradewind/contract/listings.ts';
import type { Tx } from '../../core/database/database.ts';
import { endOfPrefix, Params, pageStatement, statement } from '../../core/database/statement.ts';

/** Beyond this many, totals say "at least". */
const COUNT_LIMIT = 10_000;

const OPEN = (states: string, company: string) =>
  `l.id in (select listing_id from listing_stock where company_id = ${company} and state in (${states})
     union all select listing_id from listing_price where company_id = ${company} and state in (${states}))`;

/** Conditions on `platform_listing l`, with the actor's shops. */
export function listingWhere(tx: Tx, filter: ListingFilter, params: Params): string {
  // What a filter matches, few or nearly all, decides which index is walked.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const company = params.add(tx.companyId);
  const where = [`l.company_id = ${company}`];
  if (tx.rights.shopIds) where.push(`l.shop_id = any(${params.add(tx.rights.shopIds)}::bigint[])`);
  if (filter.shopIds?.length) where.push(`l.shop_id = any(${params.add(filter.shopIds)}::bigint[])`);
  where.push(filter.tab === 'ended' ? `l.state = 'ended'` : `l.state <> 'ended'`);
  if (filter.tab === 'unmapped') where.push(UNMAPPED);
  if (filter.tab === 'waiting') where.push(OPEN(`'due', 'pending'`, company));
  if (filter.tab === 'refused') where.push(OPEN(`'refused'`, company));
  if (filter.text) {
    const [from, to] = [params.add(filter.text), params.add(endOfPrefix(filter.text))];
    where.push(`((l.seller_sku >= ${from} and l.seller_sku < ${to}) or l.item_id = ${from})`);
  }
  return where.join(' and ');
}

const UNMAPPED = `not exists (select 1 from sku_mapping m where m.company_id = l.company_id and m.shop_id = l.shop_id
  and m.seller_sku = l.seller_sku)`;

const told = (alias: string) => `case when ${alias}.listing_id is not null then jsonb_build_object(
    'wanted', trim_scale(${alias}.wanted::numeric)::text, 'told', trim_scale(${alias}.told::numeric)::text, 'state', ${alias}.state,
    'dueAt', ${alias}.due_at, 'toldAt', ${alias}.told_at, 'detail', ${alias}.detail) end`;

const SHOWN = `l.id, l.shop_id as "shopId", s.name as "shopName", s.platform, l.item_id as "itemId", l.variant_id as "variantId",
  l.seller_sku as "sellerSku", l.title, l.image_url as "imageUrl", l.url, l.state, l.fulfilled_by as "fulfilledBy", l.quantity,
  l.price::numeric(18, 2)::text as price, l.currency, l.seen_at as "seenAt", m.product_id as "productId", p.sku, m.factor,
  ${told('t')} as stock, ${told('c')} as "newPrice"`;

const JOINS = `join shop s on s.company_id = $1 and s.id = l.shop_id
  left join sku_mapping m on m.company_id = $1 and m.shop_id = l.shop_id and m.seller_sku = l.seller_sku
  left join product p on p.company_id = $1 and p.id = m.product_id
  left join listing_stock t on t.company_id = $1 and t.listing_id = l.id
  left join listing_price c on c.company_id = $1 and c.listing_id = l.id`;

type Row = ListingRow & Record<string, unknown>;

export async function listingPage(tx: Tx, query: ListingFilter & { page: number; pageSize: number }) {
  const params = new Params();
  const where = listingWhere(tx, query, params);
  const limit = `limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`;
  const rows = await pageStatement<Row>(
    tx,
    `select ${SHOWN} from (select l.* from platform_listing l where ${where} order by l.id desc ${limit}) l ${JOINS} order by l.id desc`,
    params,
  );
  const total = await countListings(tx, query, COUNT_LIMIT);
  return { rows, total: Math.min(total, COUNT_LIMIT), totalExact: total <= COUNT_LIMIT };
}

export async function countListings(tx: Tx, filter: ListingFilter, limit: number): Promise<number> {
  const params = new Params();
  const where = listingWhere(tx, filter, params);
  const [row] = await pageStatement<{ n: number }>(
    tx,
    `select count(*)::int as n from (select 1 from platform_listing l where ${where} limit ${limit + 1}) x`,
    params,
  );
  return row?.n ?? 0;
}

export async function listingTabs(tx: Tx, filter: { shopIds?: number[] | undefined }) {
  const [unmapped, waiting, refused] = await Promise.all(
    (['unmapped', 'waiting', 'refused'] as const).map((tab) => countListings(tx, { ...filter, tab }, COUNT_LIMIT)),
  );
  return { unmapped: unmapped ?? 0, waiting: waiting ?? 0, refused: refused ?? 0 };
}

/** Rows after `cursor`, newest first. */
export function listingRows(tx: Tx, filter: ListingFilter, cursor: string | null, limit: number): Promise<Row[]> {
  const params = new Params();
  const where = listingWhere(tx, filter, params);
  const after = params.add(cursor === null ? Number.MAX_SAFE_INTEGER : Number(cursor));
  return statement<Row>(
    tx,
    `select ${SHOWN} from (select l.* from platform_listing l where ${where} and l.id < ${after} order by l.id desc
       limit ${params.add(limit)}) l ${JOINS} order by l.id desc`,
    params,
  );
}
