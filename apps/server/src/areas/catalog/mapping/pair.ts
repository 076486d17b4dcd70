import type { PAIRING_CAUSES, STAYS } from '@tradewind/contract/catalog.ts';
import { z } from 'zod';
import { defineSetting, settingOf } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { closeMappings, closePairing, holdPairing, notifyChanged } from './lookups.ts';
import { sellerSkusEqualTo, sellsDifferentGoods } from './sources.ts';

/** Whether seller SKUs pair themselves with the product of the same SKU. */
export const PAIRS_EQUAL = defineSetting('catalog.pairsEqualSkus', z.boolean(), true);

export interface EqualSku {
  shopId: number;
  sellerSku: string;
  productId: number;
  sku: string;
  nameZh: string;
  nameEn: string;
  stays: (typeof STAYS)[number] | null;
}

/**
 * The tables `candidate` and `equal` of a WITH: of these seller SKUs the unmapped ones whose product has the same SKU,
 * without blanks around it and in any case; `stays` says why a person decides. The codes are columns of a materialized
 * table, because row-level security lets an index serve only comparisons without functions.
 * @param skus selects shop_id and seller_sku
 */
export const equalSkus = (skus: Sql): Sql => sql`candidate as materialized (
    select s.shop_id, s.seller_sku, btrim(s.seller_sku) as code, upper(btrim(s.seller_sku)) as capitals
    from (select distinct k.shop_id, k.seller_sku from (${skus}) k) s
    where s.seller_sku <> '' and not exists (select from sku_mapping m
      where m.company_id = ${sql.company} and m.shop_id = s.shop_id and m.seller_sku = s.seller_sku)),
  same as materialized (
    select c.shop_id, c.seller_sku, coalesce(a.merged_into, a.id, b.merged_into, b.id) as product_id, coalesce(a.sku, b.sku) as sku
    from candidate c
    left join product a on a.company_id = ${sql.company} and (a.enabled or a.merged_into is not null) and a.sku = c.code
    left join product b on b.company_id = ${sql.company} and (b.enabled or b.merged_into is not null) and b.sku = c.capitals
    where coalesce(a.id, b.id) is not null),
  equal as (
    select e.*, case
      when exists (select from removed_mapping r where r.company_id = ${sql.company} and r.shop_id = e.shop_id
        and r.seller_sku = e.seller_sku) then 'removed'
      when ${sellsDifferentGoods(sql`e.shop_id`, sql`e.seller_sku`)} then 'differs' end as stays
    from same e)`;

export interface Pairing {
  cause: (typeof PAIRING_CAUSES)[number];
  /** A run of a job, which pairs in parts; otherwise a run is noted where something is paired. */
  runId?: number;
  limit?: number;
}

/** @returns the pairs made. The caller holds the locks and calls `notifyChanged` */
async function write(tx: Tx, skus: Sql, { cause, runId, limit = 100_000 }: Pairing) {
  const run = runId ?? (await startRun(tx, cause));
  const made = await tx.rows<{ shopId: number; sellerSku: string }>(sql`with ${equalSkus(skus)},
    pair as materialized (select * from equal where stays is null order by shop_id, seller_sku limit ${limit})
    insert into sku_mapping (company_id, shop_id, seller_sku, product_id, source, run_id, created_at, created_by)
    select ${sql.company}, p.shop_id, p.seller_sku, p.product_id, 'equal', ${run}, ${tx.now}, ${tx.actor.name}
    from pair p order by p.shop_id, p.seller_sku
    on conflict (company_id, shop_id, seller_sku) do nothing returning shop_id, seller_sku`);
  const same = sql`company_id = ${sql.company} and id = ${run}`;
  if (made.length > 0) tx.later(sql`update pairing_run set paired = paired + ${made.length} where ${same}`);
  // Others have paired them meanwhile.
  else if (!runId) tx.later(sql`delete from pairing_run where ${same}`);
  return made;
}

async function startRun(tx: Tx, cause: Pairing['cause']): Promise<number> {
  const run = await tx.row<{ id: number }>(sql`insert into pairing_run (company_id, at, actor, cause)
    values (${sql.company}, ${tx.now}, ${tx.actor.name}, ${cause}) returning id`);
  return run?.id ?? 0;
}

/**
 * Pairs these seller SKUs and continues the orders that wait for them. Closes the shops before it writes: whoever saves
 * a mapping of the same SKU comes before or after, and a saved mapping is never overwritten.
 */
async function pairAndNotify(tx: Tx, skus: Sql, pairing: Pairing): Promise<number> {
  const shops = await tx.rows<{ shopId: number }>(
    sql`with ${equalSkus(skus)} select distinct shop_id from equal where stays is null`,
  );
  if (shops.length === 0) return 0;
  await closeMappings(
    tx,
    shops.map((row) => row.shopId),
  );
  const made = await write(tx, skus, pairing);
  await notifyChanged(tx, made);
  return made.length;
}

/** New or enabled products: pairs the seller SKUs that equal theirs. Waits for order intake, so that no order is missed. */
export async function pairProducts(tx: Tx, skus: readonly string[]): Promise<void> {
  if (skus.length === 0 || !(await settingOf(tx, PAIRS_EQUAL))) return;
  await closePairing(tx);
  const capitals = [...new Set(skus.map((sku) => sku.trim().toUpperCase()))];
  await pairAndNotify(tx, sellerSkusEqualTo(capitals), { cause: 'product' });
}

/** Seller SKUs of listings: pairs those that equal a product's SKU. @returns how many, `limit` at most */
export async function pairListings(tx: Tx, skus: Sql, limit: number): Promise<number> {
  if (!(await settingOf(tx, PAIRS_EQUAL))) return 0;
  await holdPairing(tx);
  return pairAndNotify(tx, skus, { cause: 'listings', limit });
}

/** A part of a person's run. @returns how many were paired */
export async function pairPart(tx: Tx, skus: Sql, run: { runId: number; limit: number }): Promise<number> {
  await holdPairing(tx);
  return pairAndNotify(tx, skus, { cause: 'person', ...run });
}

/** Seller SKUs of arriving orders, whose shop order intake has locked with `holdMappings`. */
export async function pairOrdered(tx: Tx, shopId: number, sellerSkus: readonly string[]): Promise<boolean> {
  if (sellerSkus.length === 0 || !(await settingOf(tx, PAIRS_EQUAL))) return false;
  const skus = sql`select ${shopId}::bigint as shop_id, u.sku as seller_sku from unnest(${sellerSkus}::text[]) as u(sku)`;
  await notifyChanged(tx, await write(tx, skus, { cause: 'orders' }));
  return true;
}
