import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { bundlesWith, bundleUnits } from '../catalog/public.ts';
import { enqueueWhenFree } from '../channels/public.ts';

/** Older transactions have committed: all their rows are visible, in any order of ids. */
const SETTLED_SECONDS = 60;
/** The latest time to find changes without a movement (orders cancelled before allocation). */
const WHOLE_MINUTES = 60;
/** With more changed products than this, calculating all is as fast. */
const PRODUCTS_AT_MOST = 20_000;

/** Sends changes within this time together. */
export const TOGETHER_SECONDS = 6;

/** Goods of orders `o` that we ship, of lines `i` and of what the bundles in them consist of. */
const goodsOf = (productIds: readonly number[], which: Sql): Sql => sql`
  select i.product_id, i.stock_quantity as units, i.reserved, o.ordered_at
  from sales_order o join order_line i on i.company_id = ${sql.company} and i.order_id = o.id
  where o.company_id = ${sql.company} and o.fulfilled_by = 'seller' and ${which} and not i.bundled and i.product_id = any(${productIds}::bigint[])
  union all
  select x.product_id, i.stock_quantity * x.quantity, i.reserved * x.quantity, o.ordered_at
  from sales_order o join order_line i on i.company_id = ${sql.company} and i.order_id = o.id
  join order_line_part x on x.company_id = ${sql.company} and x.line_id = i.id
  where o.company_id = ${sql.company} and o.fulfilled_by = 'seller' and ${which} and i.bundled and x.product_id = any(${productIds}::bigint[])`;

/**
 * Units sold per second by product: the fastest of the last minute, ten minutes, hour and day. Of n orders in a short
 * time, counts n - 1 - √n: two quick orders are no rush, fifty are.
 */
const speedOf = (tx: Tx, productIds: readonly number[]): Sql => sql`select product_id, max(pace) as per_second from (
    select s.product_id, case when w.seconds = 86400 then sum(s.units)::float8 / 86400
      else greatest(0, count(*) - 1 - sqrt(count(*))) / greatest(max(s.age), 5) * sum(s.units) / count(*) end as pace
    from (select g.product_id, g.units, extract(epoch from ${tx.now}::timestamptz - g.ordered_at)::float8 as age
        from (${goodsOf(productIds, sql`o.ordered_at > ${tx.now}::timestamptz - interval '1 day' and exists (select 1 from rules where auto_buffer)`)}) g) s
    join unnest(array[60, 600, 3600, 86400]) as w(seconds) on s.age <= w.seconds
    group by s.product_id, w.seconds) paces group by product_id`;

interface Place extends Record<string, unknown> {
  movementId: number;
  orderId: number;
  whole: boolean;
}

/**
 * Finds listings whose target quantity changed and queues their updates. Checks only products that moved or were
 * ordered since; once an hour, all.
 */
export async function calculateChanges(tx: Tx): Promise<number> {
  const watched = await tx.row(
    sql`select 1 as yes from stock_rule where company_id = ${sql.company} and enabled limit 1`,
  );
  if (!watched) return 0;
  const place = await tx.row<Place>(sql`select movement_id, order_id,
      whole_at < ${tx.now}::timestamptz - make_interval(mins => ${WHOLE_MINUTES}) as whole
    from listing_place where company_id = ${sql.company} for update`);
  const products = place && !place.whole ? await changedProducts(tx, place) : null;
  const whole = products === null || products.length > PRODUCTS_AT_MOST;
  const due = whole || products.length > 0 ? await calculate(tx, whole ? {} : { productIds: products }) : 0;
  await tx.rows(sql`insert into listing_place as p (company_id, movement_id, order_id, calculated_at, whole_at)
    select ${sql.company}, coalesce((select id from stock_movement where company_id = ${sql.company}
          and at < ${tx.now}::timestamptz - make_interval(secs => ${SETTLED_SECONDS}) order by id desc limit 1), 0),
        coalesce((select id from sales_order where company_id = ${sql.company}
          and created_at < ${tx.now}::timestamptz - make_interval(secs => ${SETTLED_SECONDS}) order by id desc limit 1), 0),
        ${tx.now}, ${tx.now}
    on conflict (company_id) do update set movement_id = greatest(p.movement_id, excluded.movement_id),
      order_id = greatest(p.order_id, excluded.order_id), calculated_at = excluded.calculated_at,
      whole_at = case when ${whole} then excluded.whole_at else p.whole_at end`);
  return due;
}

async function changedProducts(tx: Tx, place: Place): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select product_id as id from stock_movement where company_id = ${sql.company} and id > ${place.movementId}
     union select l.product_id from sales_order o join order_goods l on l.company_id = ${sql.company} and l.order_id = o.id
       where o.company_id = ${sql.company} and o.id > ${place.orderId} and l.product_id is not null
     limit ${sql.literal(PRODUCTS_AT_MOST + 1)}`,
  );
  return rows.map((row) => row.id);
}

export interface Which {
  productIds?: readonly number[];
  shopId?: number;
}

/** Batch size: the planner misjudges the intermediate results, which must not cost much. */
const PRODUCTS_AT_ONCE = 500;

/** Calculates what shops show of some products, or of all mapped ones. @returns how many updates are due */
export async function calculate(tx: Tx, which: Which = {}): Promise<number> {
  // A plan for any number of products would scan all listings.
  tx.set('plan_cache_mode', 'force_custom_plan');
  const due = new Map<number, number>();
  const part = async (productIds: readonly number[]) => {
    for (const { shopId, n } of await calculatePart(tx, productIds, which.shopId))
      due.set(shopId, (due.get(shopId) ?? 0) + n);
  };
  if (which.productIds) {
    const productIds = [...new Set([...which.productIds, ...(await bundlesWith(tx, which.productIds))])];
    for (let at = 0; at < productIds.length; at += PRODUCTS_AT_ONCE)
      await part(productIds.slice(at, at + PRODUCTS_AT_ONCE));
  } else
    for (let after = 0; ; ) {
      const ids = await mappedProducts(tx, after, which.shopId);
      if (ids.length > 0) await part(ids);
      if (ids.length < PRODUCTS_AT_ONCE) break;
      after = ids.at(-1) ?? after;
    }
  for (const shopId of due.keys()) await enqueueWhenFree(tx, shopId, 'stock');
  return [...due.values()].reduce((sum, n) => sum + n, 0);
}

/** The next mapped products by id. */
async function mappedProducts(tx: Tx, after: number, shopId: number | undefined): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`select distinct product_id as id from sku_mapping where company_id = ${sql.company} and product_id > ${after}
       and (${shopId ?? null}::bigint is null or shop_id = ${shopId ?? null}::bigint) order by 1 limit ${sql.literal(PRODUCTS_AT_ONCE)}`,
  );
  return rows.map((row) => row.id);
}

/**
 * What the warehouses of rule `r` make of the bundle of listing `l`: each as many as its scarcest goods allow. What orders
 * wait for may leave from any of them, so it is taken from each.
 */
const BUNDLES_LEFT = sql`(select coalesce(sum(w.bundles), 0)::int from (
    select min(greatest(0, coalesce(b.available, 0) - coalesce(o.units, 0)) / n.quantity) as bundles
    from warehouse h cross join needs n
    left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = h.id and b.product_id = n.good
    left join wanted_by_orders o on o.product_id = n.good
    where h.company_id = ${sql.company} and n.product_id = l.product_id and (r.warehouse_ids is null or h.id = any(r.warehouse_ids))
    group by h.id) w)`;

/**
 * The target quantity of each listing, in one statement: available stock in the rule's warehouses, less units that open
 * orders wait for, less the buffer, in listing units (a pack of three counts a third), and never more
 * than the rule allows. Saves targets that differ from the sent quantity. @returns the number of due updates by shop
 *
 * The automatic buffer covers sales until the platform shows less. With s units sold per minute (all shops together)
 * and a platform delay of L minutes, that is sL plus three standard deviations (a Poisson process): sL + 3√(sL).
 */
async function calculatePart(tx: Tx, productIds: readonly number[], shopId: number | undefined) {
  const units = await bundleUnits(tx, productIds);
  const goods = [...new Set([...productIds, ...[...units.values()].flat().map((unit) => unit.productId)])];
  return tx.rows<{ shopId: number; n: number }>(
    sql`with rules as materialized (select * from stock_rule where company_id = ${sql.company} and enabled and (${shopId ?? null}::bigint is null or shop_id = ${shopId ?? null}::bigint)),
      listed as materialized (
        select l.id, l.shop_id, m.product_id, m.factor,
          exists (select from bundle_unit u where u.company_id = ${sql.company} and u.bundle_id = m.product_id) as bundle from rules r
        join platform_listing l on l.company_id = ${sql.company} and l.shop_id = r.shop_id and l.fulfilled_by = 'seller' and l.state in ('active', 'inactive')
        join sku_mapping m on m.company_id = ${sql.company} and m.shop_id = l.shop_id and m.seller_sku = l.seller_sku
        where m.product_id = any(${productIds}::bigint[])),
      needs as materialized (
        select u.bundle_id as product_id, u.product_id as good, u.quantity from bundle_unit u
        where u.company_id = ${sql.company} and u.bundle_id = any(${productIds}::bigint[])
        union all select p, p, 1 from unnest(${productIds}::bigint[]) p
        where not exists (select from bundle_unit u where u.company_id = ${sql.company} and u.bundle_id = p)),
      wanted_by_orders as materialized (
        select g.product_id, sum(g.units - g.reserved)::int as units
        from (${goodsOf(goods, sql`o.status in ('unpaid', 'review', 'allocate', 'exception', 'held') and i.reserved < i.stock_quantity`)}) g
        group by g.product_id),
      speed as materialized (${speedOf(tx, goods)}),
      pace as materialized (select n.product_id, max(p.per_second / n.quantity) as per_second from needs n join speed p on p.product_id = n.good group by 1),
      behind as (select coalesce(percentile_disc(0.95) within group (order by extract(epoch from created_at - ordered_at)), 0) as seconds
        from sales_order where company_id = ${sql.company} and ordered_at > ${tx.now}::timestamptz - interval '1 day' and exists (select 1 from rules where auto_buffer)
          and created_at - ordered_at between interval '0' and interval '30 minutes'),
      telling as (select ${sql.literal(TOGETHER_SECONDS)} + coalesce(percentile_disc(0.95) within group (order by extract(epoch from told_at - due_at)), 0) as seconds
        from listing_stock where company_id = ${sql.company} and listing_id = any(array(select id from listed))
          and told_at > ${tx.now}::timestamptz - interval '1 hour' and told_at >= due_at),
      free as (
        select l.id, l.shop_id, l.factor, r.mode, r.share, r.most,
          case when l.bundle then ${BUNDLES_LEFT} else a.units - coalesce(o.units, 0) end
            - greatest(r.buffer, case when r.auto_buffer then ceil(late.sold + 3 * sqrt(late.sold)) else 0 end)::int as units
        from listed l join rules r on r.shop_id = l.shop_id
        cross join lateral (select coalesce(sum(greatest(b.available, 0)), 0)::int as units from stock_balance b
          where b.company_id = ${sql.company} and b.product_id = l.product_id and (r.warehouse_ids is null or b.warehouse_id = any(r.warehouse_ids))) a
        left join wanted_by_orders o on o.product_id = l.product_id
        left join pace s on s.product_id = l.product_id
        cross join behind cross join telling cross join lateral (
          select coalesce(s.per_second, 0)::float8 * (r.lag_seconds + behind.seconds + telling.seconds)::float8 as sold) late),
      wanted as (
        select id, shop_id, greatest(0, least(coalesce(most, 2000000000), case mode
            when 'percent' then greatest(units, 0)::bigint * share / 100 / factor
            when 'fixed' then least(share, greatest(units, 0) / factor)
            else greatest(units, 0) / factor end))::int as quantity from free),
      written as (
        insert into listing_stock as t (company_id, listing_id, shop_id, wanted, due_at)
        select ${sql.company}, id, shop_id, quantity, ${tx.now}::timestamptz from wanted order by id
        on conflict (company_id, listing_id) do update set wanted = excluded.wanted,
          due_at = case when t.state = 'due' then t.due_at else excluded.due_at end,
          state = case when t.state <> 'pending' and excluded.wanted = t.told then 'done' when t.state = 'pending' then 'pending' else 'due' end
        where t.wanted <> excluded.wanted
        returning t.shop_id, t.state)
     select shop_id, count(*)::int as n from written where state = 'due' group by shop_id`,
  );
}
