import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField } from '../../core/errors.ts';
import { issueCosts, lastCosts, receiveLayers } from './costs.ts';
import { moveStock } from './ledger.ts';
import { goodsCame, goodsMoving } from './receive.ts';

export interface Adjustment {
  warehouseId: number;
  reason: string;
  remark: string;
  lines: {
    productId: number;
    locationId: number;
    batchId?: number | undefined;
    /** Good without it. */
    condition?: StockCondition | undefined;
    delta: number;
    unitCost?: string | undefined;
  }[];
}

type Line = Adjustment['lines'][number] & { docLine: number };

/**
 * Added units open a cost layer, removed units consume the oldest layers. Stock that is not good has already left its
 * layers, so only the movement is written.
 */
export async function bookAdjustment(tx: Tx, documentId: number, input: Adjustment): Promise<void> {
  const { warehouseId, reason, remark } = input;
  await goodsMoving.call(tx, { warehouseIds: [warehouseId] });
  const lines: Line[] = input.lines.map((line, i) => ({ ...line, docLine: i + 1 }));
  const about = { warehouseId, docKind: 'adjust', docId: documentId };
  await moveStock(
    tx,
    lines.map(({ productId, locationId, batchId, condition, delta, docLine }) => ({
      ...about,
      productId,
      locationId,
      batchId: batchId ?? 0,
      condition: condition ?? 'good',
      docLine,
      onHand: delta,
      reason: reason === 'opening' ? 'opening' : 'adjust',
      step: 'adjust',
    })),
  );
  const good = lines.filter((line) => (line.condition ?? 'good') === 'good');
  const taken = good.filter((line) => line.delta < 0);
  await issueCosts(
    tx,
    taken.map(({ productId, delta, docLine }) => ({ ...about, productId, docLine, quantity: -delta })),
  );
  const added = good.filter((line) => line.delta > 0);
  const costs = await costsOf(tx, warehouseId, added);
  await receiveLayers(
    tx,
    added.map(({ productId, delta, docLine, unitCost }) => ({
      ...about,
      productId,
      docLine,
      quantity: delta,
      unitCost: unitCost ?? costs.get(productId) ?? '0',
    })),
  );
  await goodsCame.call(tx, { warehouseId, goods: added.map(({ batchId }) => ({ batchId: batchId ?? 0 })) });
  writeHistory(tx, [
    { docKind: 'adjust', docId: documentId, event: 'adjusted', detail: { reason, remark, lines: lines.length } },
  ]);
}

/** The last cost of products added without a cost. */
export async function costsOf(
  tx: Tx,
  warehouseId: number,
  lines: readonly Adjustment['lines'][number][],
): Promise<Map<number, string>> {
  const requested = lines
    .filter((line) => line.unitCost === undefined)
    .map((line) => ({ w: warehouseId, p: line.productId }));
  if (requested.length === 0) return new Map();
  const found = await lastCosts(tx, requested);
  return new Map(requested.map(({ w, p }) => [p, found.get(`${w}/${p}`) ?? '0']));
}

const UNKNOWN = {
  locationId: 'stock.noLocation',
  productId: 'stock.noProduct',
  batchId: 'stock.noBatch',
} as const;

/** @throws badField for a location, product or batch that does not exist (any more) */
export async function assertPlaces(tx: Tx, input: Adjustment): Promise<void> {
  const [first] = await tx.rows<{ line: number; field: keyof typeof UNKNOWN }>(
    sql`select r.line, case when l.id is null then 'locationId' when p.id is null then 'productId' else 'batchId' end as field
     from jsonb_to_recordset(${JSON.stringify(input.lines.map((line, i) => ({ line: i, ...line })))}::jsonb) as r(line int, "locationId" bigint, "productId" bigint, "batchId" bigint)
     left join location l on l.company_id = ${sql.company} and l.id = r."locationId" and l.warehouse_id = ${input.warehouseId}
     left join product p on p.company_id = ${sql.company} and p.id = r."productId"
     left join stock_batch t on t.company_id = ${sql.company} and t.id = r."batchId" and t.product_id = r."productId"
     where l.id is null or p.id is null or (r."batchId" is not null and t.id is null) order by r.line limit 1`,
  );
  if (first) throw badField(`lines.${first.line}.${first.field}`, UNKNOWN[first.field]);
}
