import type { UnmappedFrom } from '@tradewind/contract/catalog.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineHook } from '../../../core/hooks.ts';

export interface Mapping {
  productId: number;
  /** Units of the product in one unit sold. */
  factor: number;
}

const GATE = sql`hashtextextended('mappings/' || ${sql.company}::text || '/' || s.id::text, 0)`;
const PAIRING = sql`hashtextextended('pairing/' || ${sql.company}::text, 0)`;

/*
 * Locks in this order: pairing of the company, mappings of shops by id, rows of mappings, orders. Who writes mappings
 * closes their shops first.
 */

/**
 * Order intake locks the mappings of its shop: a mapping saved meanwhile waits for the new orders and finds them, so
 * that no order stays unmapped. The same goes for a product with an equal SKU.
 */
export async function holdMappings(tx: Tx, shopId: number): Promise<void> {
  await Promise.all([
    holdPairing(tx),
    tx.rows(sql`select pg_advisory_xact_lock_shared(${GATE}) from (select ${shopId}::bigint as id) s`),
  ]);
}

/** Waits for locks on the mappings of these shops, and blocks new ones until the transaction ends. */
export async function closeMappings(tx: Tx, shopIds: readonly number[]): Promise<void> {
  await tx.rows(
    sql`select pg_advisory_xact_lock(${GATE}) from (select id from unnest(${shopIds}::bigint[]) as u(id) order by id) s`,
  );
}

/** Seller SKUs are arriving: a product that is made meanwhile waits for them and finds them. */
export async function holdPairing(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock_shared(${PAIRING})`);
}

/** Waits until seller SKUs that are arriving are stored, and blocks new ones until the transaction ends. */
export async function closePairing(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${PAIRING})`);
}

/** Products of a shop's seller SKUs; unmapped ones are absent. */
export async function mappingsFor(
  tx: Tx,
  shopId: number,
  sellerSkus: readonly string[],
): Promise<Map<string, Mapping>> {
  if (sellerSkus.length === 0) return new Map();
  const rows = await tx.rows<{ sellerSku: string; productId: number; factor: number }>(
    sql`select seller_sku, product_id, factor from sku_mapping
     where company_id = ${sql.company} and shop_id = ${shopId} and seller_sku = any(${sellerSkus}::text[])`,
  );
  return new Map(rows.map((row) => [row.sellerSku, { productId: row.productId, factor: row.factor }]));
}

/**
 * Runs in the transaction that saves or deletes mappings, after the rows are written: re-evaluates orders that wait for
 * these seller SKUs.
 */
export const mappingChanged = defineHook<{ shopId: number; sellerSkus: string[] }>();

/** Calls the hook for each shop. The shops are closed, or held by order intake. */
export async function notifyChanged(tx: Tx, rows: readonly { shopId: number; sellerSku: string }[]): Promise<void> {
  for (const [shopId, changed] of Map.groupBy(rows, (row) => row.shopId))
    await mappingChanged.call(tx, { shopId, sellerSkus: changed.map((row) => row.sellerSku) });
}

/** A seller SKU without a mapping. */
export interface UnmappedSku {
  shopId: number;
  sellerSku: string;
  title: string;
  waitingOrders: number;
  oldestAt: Date;
}

export interface UnmappedQuery {
  /** null: all shops that the user sees. */
  shopIds: readonly number[] | null;
  limit: number;
}

type UnmappedSource = (tx: Tx, query: UnmappedQuery) => Promise<UnmappedSku[]>;
const sources = new Map<UnmappedFrom, UnmappedSource>();

/**
 * The orders area registers the seller SKUs that orders wait for, the most frequent first; the channels area those of
 * listings.
 */
export function defineUnmappedSource(from: UnmappedFrom, read: UnmappedSource): void {
  sources.set(from, read);
}

export function readUnmapped(tx: Tx, from: UnmappedFrom, query: UnmappedQuery): Promise<UnmappedSku[]> {
  return sources.get(from)?.(tx, query) ?? Promise.resolve([]);
}
