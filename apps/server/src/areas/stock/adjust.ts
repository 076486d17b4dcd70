import type { Tx } from '../../core/database/database.ts';
import { endOfPrefix } from '../../core/database/statement.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField, notFound } from '../../core/errors.ts';
import { issueCosts, lastCosts, receiveLayers } from './costs.ts';
import { newStockDocument } from './documents.ts';
import { moveStock } from './ledger.ts';
import { goodsMoving } from './receive.ts';

export interface Adjustment {
  warehouseId: number;
  reason: string;
  remark: string;
  lines: { productId: number; locationId: number; delta: number; unitCost?: string | undefined }[];
}

type Line = Adjustment['lines'][number] & { docLine: number };

/**
 * A person found more or less than the books say: differences by location, in one document. What is added opens a
 * cost layer, what is taken consumes the oldest ones.
 */
export async function adjustStock(tx: Tx, input: Adjustment): Promise<{ id: number; number: string }> {
  await assertPlaces(tx, input);
  await goodsMoving.call(tx, { warehouseIds: [input.warehouseId] });
  const { warehouseId, reason, remark } = input;
  const document = await newStockDocument(tx, { kind: 'adjust', warehouseId, reason, remark });
  const lines: Line[] = input.lines.map((line, i) => ({ ...line, docLine: i + 1 }));
  const about = { warehouseId, docKind: 'adjust', docId: document.id };
  await moveStock(
    tx,
    lines.map(({ productId, locationId, delta, docLine }) => ({
      ...about,
      productId,
      locationId,
      docLine,
      onHand: delta,
      reason: 'adjust',
      step: 'adjust',
    })),
  );
  const taken = lines.filter((line) => line.delta < 0);
  await issueCosts(
    tx,
    taken.map(({ productId, delta, docLine }) => ({ ...about, productId, docLine, quantity: -delta })),
  );
  const added = lines.filter((line) => line.delta > 0);
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
  writeHistory(tx, [
    { docKind: 'adjust', docId: document.id, event: 'adjusted', detail: { reason, remark, lines: lines.length } },
  ]);
  return document;
}

/** The last cost of products that are added without one. */
async function costsOf(tx: Tx, warehouseId: number, lines: readonly Line[]): Promise<Map<number, string>> {
  const asked = lines
    .filter((line) => line.unitCost === undefined)
    .map((line) => ({ w: warehouseId, p: line.productId }));
  if (asked.length === 0) return new Map();
  const found = await lastCosts(tx, asked);
  return new Map(asked.map(({ w, p }) => [p, found.get(`${w}/${p}`) ?? '0']));
}

async function assertPlaces(tx: Tx, input: Adjustment): Promise<void> {
  if (tx.rights.warehouseIds && !tx.rights.warehouseIds.includes(input.warehouseId)) throw notFound('stock.notFound');
  const bad = await tx.prepared<{ line: number; place: boolean; product: boolean }>(
    'adjust_places',
    `select r.line, l.id is not null as place, p.id is not null as product
     from jsonb_to_recordset($2::jsonb) as r(line int, "locationId" bigint, "productId" bigint)
     left join location l on l.company_id = $1 and l.id = r."locationId" and l.warehouse_id = $3
     left join product p on p.company_id = $1 and p.id = r."productId"
     where l.id is null or p.id is null order by r.line`,
    [tx.companyId, JSON.stringify(input.lines.map((line, i) => ({ line: i, ...line }))), input.warehouseId],
  );
  const [first] = bad;
  if (first)
    throw badField(
      `lines.${first.line}.${first.place ? 'productId' : 'locationId'}`,
      first.place ? 'stock.noProduct' : 'stock.noLocation',
    );
}

export type AdjustOption = { id: number; code: string; kind: string; onHand: number; free: number };

/** Locations to choose from; those where the product lies come first. */
export function adjustOptions(
  tx: Tx,
  input: { warehouseId: number; text?: string | undefined; productId?: number | undefined },
): Promise<AdjustOption[]> {
  const text = (input.text ?? '').trim().toUpperCase();
  return tx.prepared<AdjustOption>(
    'adjust_options',
    `select l.id, l.code, l.kind, coalesce(b.on_hand, 0) as "onHand", coalesce(b.on_hand - b.allocated, 0) as free
     from location l left join bin_stock b on b.company_id = $1 and b.location_id = l.id and b.product_id = $5 and b.condition = 'good'
     where l.company_id = $1 and l.warehouse_id = $2 and l.enabled and l.code >= $3 and l.code < $4
       and ($6::bigint[] is null or l.warehouse_id = any($6))
     order by coalesce(b.on_hand, 0) > 0 desc, l.code limit 50`,
    [tx.companyId, input.warehouseId, text, endOfPrefix(text), input.productId ?? 0, tx.rights.warehouseIds],
  );
}
