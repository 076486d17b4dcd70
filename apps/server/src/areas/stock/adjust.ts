import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { endOfPrefix } from '../../core/database/statement.ts';
import { notFound } from '../../core/errors.ts';
import { approveOrWait } from './adjust-approval.ts';
import { type Adjustment, assertPlaces, bookAdjustment } from './adjust-book.ts';
import { newStockDocument } from './documents.ts';

export interface Adjusted {
  id: number;
  number: string;
  /** waiting: needs approval first. */
  state: 'done' | 'waiting';
}

/** A person corrects system quantities: changes by location, in one document. */
export async function adjustStock(tx: Tx, input: Adjustment): Promise<Adjusted> {
  if (tx.rights.warehouseIds && !tx.rights.warehouseIds.includes(input.warehouseId)) throw notFound('stock.notFound');
  await assertPlaces(tx, input);
  const { warehouseId, reason, remark } = input;
  const document = await newStockDocument(tx, { kind: 'adjust', warehouseId, reason, remark });
  const state = await approveOrWait(tx, document, input, () => bookAdjustment(tx, document.id, input));
  return { ...document, state };
}

export type AdjustOption = { id: number; code: string; kind: string; onHand: number; free: number };

/** Locations to choose from. Those that hold the product in this condition and batch come first. */
export function adjustOptions(
  tx: Tx,
  input: {
    warehouseId: number;
    text?: string | undefined;
    productId?: number | undefined;
    batchId?: number | undefined;
    condition: StockCondition;
  },
): Promise<AdjustOption[]> {
  const text = (input.text ?? '').trim().toUpperCase();
  return tx.rows<AdjustOption>(
    sql`select l.id, l.code, l.kind, coalesce(b.on_hand, 0) as "onHand", coalesce(b.on_hand - b.allocated, 0) as free
     from location l left join bin_stock b on b.company_id = ${sql.company} and b.location_id = l.id and b.product_id = ${input.productId ?? 0} and b.condition = ${input.condition}
       and b.batch_id = ${input.batchId ?? 0}
     where l.company_id = ${sql.company} and l.warehouse_id = ${input.warehouseId} and l.enabled and l.code >= ${text} and l.code < ${endOfPrefix(text)}
       and (${tx.rights.warehouseIds}::bigint[] is null or l.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))
     order by coalesce(b.on_hand, 0) > 0 desc, l.code limit 50`,
  );
}
