import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { goodsCame, newStockDocument, shiftStock } from '../../stock/public.ts';
import { recalledOf } from './recalled.ts';

interface Lying {
  warehouseId: number;
  locationId: number;
  productId: number;
  batchId: number;
  /** On hand and not allocated. */
  free: number;
}

/** The warehouses: one, or all but some. */
export interface Within {
  only: number | null;
  except: readonly number[];
}
const EVERYWHERE: Within = { only: null, except: [] };
/** Of a warehouse's column. */
export const within = (column: Sql, { only, except }: Within): Sql =>
  sql`(${only}::bigint is null or ${column} = ${only}::bigint) and ${column} <> all(${except}::bigint[])`;

/** Why units are not for sale: their batch is recalled or expired. */
export type Why = 'recall' | 'expired';
const UNSOLD: Record<Why, (now: Date) => Sql> = {
  recall: () => sql`state = 'recalled'`,
  expired: (now) => sql`expires_on < ${dayOf(sql`${now}`)}`,
};

/**
 * Puts free units of recalled or expired batches on hold where they are. Locks balances before bins, as everywhere.
 * Takes no more than documents leave unreserved. @returns units put on hold, and units that had to stay
 */
export async function keepBack(
  tx: Tx,
  batchIds: readonly number[],
  where: Within = EVERYWHERE,
  why: Why = 'recall',
): Promise<{ held: number; left: number }> {
  const recalled = await tx.rows<{ id: number; productId: number }>(
    sql`select id, product_id from stock_batch where company_id = ${sql.company} and id = any(${batchIds}::bigint[]) and ${UNSOLD[why](tx.now)}`,
  );
  if (recalled.length === 0) return { held: 0, left: 0 };
  const spare = await lockSpare(
    tx,
    recalled.map((batch) => batch.productId),
    where,
  );
  const bins = await lockBins(
    tx,
    recalled.map((batch) => batch.id),
    'good',
    where,
  );
  const taken: Lying[] = [];
  let left = 0;
  for (const bin of bins) {
    const key = `${bin.warehouseId}/${bin.productId}`;
    const most = Math.max(0, Math.min(bin.free, spare.get(key) ?? 0));
    spare.set(key, (spare.get(key) ?? 0) - most);
    left += bin.free - most;
    if (most > 0) taken.push({ ...bin, free: most });
  }
  await change(tx, taken, 'good', 'held', why);
  return { held: taken.reduce((sum, bin) => sum + bin.free, 0), left };
}

/**
 * Puts received units of recalled batches on hold at once. Call it when they are booked: their balances are locked
 * then, and a recall starting at this moment finds them.
 */
export async function keepBackArrived(
  tx: Tx,
  warehouseId: number,
  goods: readonly { batchId: number }[],
): Promise<void> {
  const batchIds = new Set(goods.flatMap(({ batchId }) => (batchId ? [batchId] : [])));
  if (batchIds.size > 0) await keepBack(tx, [...batchIds], { only: warehouseId, except: [] });
}

goodsCame.listen((tx, { warehouseId, goods }) => keepBackArrived(tx, warehouseId, goods));

/**
 * Puts units of recalled batches on hold as soon as reservations of their products end. The balances are locked and the
 * warehouse's gate is entered.
 */
export async function keepBackFreed(tx: Tx, warehouseId: number, productIds: readonly number[]): Promise<void> {
  const batchIds = await recalledOf(tx, productIds);
  if (batchIds.length > 0) await keepBack(tx, batchIds, { only: warehouseId, except: [] });
}

/** Returns units of a batch to good stock. @returns units */
export async function letGo(tx: Tx, batchId: number, why: Why): Promise<number> {
  const bins = await lockBins(tx, [batchId], 'held', EVERYWHERE);
  const taken = bins.filter((bin) => bin.free > 0);
  await change(tx, taken, 'held', 'good', why);
  return taken.reduce((sum, bin) => sum + bin.free, 0);
}

/** Available units by "warehouse/product", with their balances locked. */
async function lockSpare(tx: Tx, productIds: readonly number[], where: Within): Promise<Map<string, number>> {
  const rows = await tx.rows<{ key: string; spare: number }>(
    sql`select warehouse_id || '/' || product_id as key, on_hand - reserved as spare from stock_balance
     where company_id = ${sql.company} and product_id = any(${[...new Set(productIds)]}::bigint[]) and ${within(sql`warehouse_id`, where)}
     order by warehouse_id, product_id for update`,
  );
  return new Map(rows.map((row) => [row.key, row.spare]));
}

/** Locks all of them, to wait for anyone allocating one at this moment. */
function lockBins(tx: Tx, batchIds: readonly number[], condition: StockCondition, where: Within) {
  return tx.rows<Lying & Record<string, unknown>>(
    sql`select warehouse_id, location_id, product_id, batch_id,
       on_hand - allocated as free
     from bin_stock where company_id = ${sql.company} and batch_id = any(${batchIds}::bigint[]) and batch_id <> 0 and condition = ${condition}
       and ${within(sql`warehouse_id`, where)}
     order by location_id, product_id, condition, batch_id for update`,
  );
}

async function change(
  tx: Tx,
  bins: readonly Lying[],
  from: StockCondition,
  to: StockCondition,
  reason: Why,
): Promise<void> {
  for (const [warehouseId, lying] of Map.groupBy(bins, (bin) => bin.warehouseId)) {
    const document = await newStockDocument(tx, { kind: 'condition', warehouseId, reason });
    await shiftStock(
      tx,
      lying.map((bin, i) => ({
        warehouseId,
        productId: bin.productId,
        batchId: bin.batchId,
        quantity: bin.free,
        fromLocationId: bin.locationId,
        toLocationId: bin.locationId,
        from,
        to,
        reason,
        docKind: 'condition',
        docId: document.id,
        docLine: i + 1,
        step: reason,
      })),
    );
  }
}
