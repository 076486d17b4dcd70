import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { FateRow, ListingFate, previewListingProducts } from '@tradewind/contract/listings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { fates, LISTING_COLUMNS } from './candidates.ts';
import { chosen } from './run.ts';

/** So many listings are counted; a run takes any number. */
const COUNTED = 100_000;

/**
 * What a run would do: counts by fate, and the page of one fate. Of several listings with one new SKU, one is made, and those of
 * one shop share a mapping.
 */
export async function previewProducts(tx: Tx, input: ParsedOf<typeof previewListingProducts>) {
  const { fate, page, pageSize } = input;
  const rows = sql`select ${LISTING_COLUMNS} from platform_listing l where ${chosen(tx, input)} order by l.id limit ${sql.literal(COUNTED)}`;
  // Where a shop has just been connected, the planner takes its listings for a handful.
  tx.set('enable_nestloop', 'off');
  const found = sql`with ${fates(rows, true)}, shown as materialized (select f.*, case
      when f.fate not in ('make', 'noSku', 'pairs') then f.fate
      when f.seller_sku <> '' and row_number() over (partition by f.shop_id, f.seller_sku order by f.listing_id) > 1 then 'mapped'
      when f.fate <> 'pairs' and row_number() over (partition by f.fate, f.sku order by f.listing_id) > 1 then 'pairs'
      else f.fate end as shown
    from fated f)`;
  const [counted, list] = await Promise.all([
    tx.rows<{ fate: ListingFate; n: number }>(
      sql`${found} select shown as fate, count(*)::int as n from shown group by shown`,
    ),
    tx.rows<FateRow>(sql`${found} select f.listing_id as id, s.name as shop_name, f.item_id, f.seller_sku, f.title,
        f.image_url, f.shown as fate, f.sku
      from (select * from shown where shown = ${fate} order by listing_id limit ${pageSize} offset ${(page - 1) * pageSize}) f
      join shop s on s.company_id = ${sql.company} and s.id = f.shop_id order by f.listing_id`),
  ]);
  const counts = { make: 0, pairs: 0, noSku: 0, differs: 0, mapped: 0 };
  for (const row of counted) counts[row.fate] = row.n;
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  return { rows: list, total: counts[fate], totalExact: all < COUNTED, counts };
}
