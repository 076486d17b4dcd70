import type { StockCondition } from '@tradewind/contract/stock.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { notFound, ruleBroken } from '../../../core/errors.ts';
import { lockBalances, newStockDocument, shiftStock } from '../../stock/public.ts';
import { keepBackArrived } from '../batches/hold.ts';
import { fnskuOf, scannedProduct } from '../fnskus/scanned.ts';
import { assertNotWaiting } from '../inbound/waiting.ts';
import { enterOpen } from '../locks.ts';
import { seesWarehouse } from '../outbound/detail.ts';

export interface GoodsMove {
  warehouseId: number;
  fromLocationCode: string;
  toLocationCode?: string | undefined;
  code: string;
  batchId?: number | undefined;
  quantity: number;
  condition: StockCondition;
  toCondition?: StockCondition | undefined;
  remark: string;
}

type Place = { id: number; code: string; kind: string; enabled: boolean };

/** Moves units to another location, condition, or both. Without a batch the earliest expiry goes first. */
export async function moveGoods(tx: Tx, input: GoodsMove) {
  const from = await placeOf(tx, input.warehouseId, input.fromLocationCode);
  const to = input.toLocationCode ? await placeOf(tx, input.warehouseId, input.toLocationCode) : from;
  const condition = input.toCondition ?? input.condition;
  if (to.id !== from.id && !to.enabled) throw notFound('warehouse.locationNotFound', { code: to.code });
  if (to.id === from.id && condition === input.condition) throw ruleBroken('warehouse.moveNowhere');
  const product = await scannedProduct(tx, input.code, input.warehouseId);
  if (!product) throw notFound('warehouse.codeUnknown', { code: input.code });
  const { warehouseId } = input;
  await enterOpen(tx, warehouseId);
  await lockBalances(tx, [{ warehouseId, productId: product.id }]);
  await assertNotWaiting(tx, from, [product.id]);
  const taken = await takeFrom(tx, from, product, input);
  const kind = condition === input.condition ? 'relocate' : 'condition';
  const document = await newStockDocument(tx, { kind, warehouseId, reason: kind, remark: input.remark });
  await shiftStock(
    tx,
    taken.map(({ batchId, quantity }, i) => ({
      warehouseId,
      productId: product.id,
      batchId,
      quantity,
      fromLocationId: from.id,
      toLocationId: to.id,
      from: input.condition,
      to: condition,
      reason: kind,
      docKind: kind,
      docId: document.id,
      docLine: i + 1,
      step: 'move',
    })),
  );
  if (condition === 'good') await keepBackArrived(tx, warehouseId, taken);
  const detail = { sku: product.sku, quantity: input.quantity, from: from.code, to: to.code };
  writeHistory(tx, [{ docKind: kind, docId: document.id, event: 'moved', detail }]);
  return { number: document.number, sku: product.sku, from: from.code, to: to.code };
}

async function placeOf(tx: Tx, warehouseId: number, code: string): Promise<Place> {
  const [place] = await tx.rows<Place>(
    sql`select id, code, kind, enabled from location where company_id = ${sql.company} and warehouse_id = ${warehouseId} and code = upper(${code.trim()})`,
  );
  if (!place || !seesWarehouse(tx, warehouseId)) throw notFound('warehouse.locationNotFound', { code });
  return place;
}

async function takeFrom(
  tx: Tx,
  from: Place,
  product: { id: number; sku: string },
  input: GoodsMove,
): Promise<{ batchId: number; quantity: number }[]> {
  const bins = await tx.rows<{ batchId: number; free: number; expiresOn: string | null }>(
    sql`select b.batch_id, b.on_hand - b.allocated as free,
       (select t.expires_on::text from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "expiresOn"
     from bin_stock b where b.company_id = ${sql.company} and b.location_id = ${from.id} and b.product_id = ${product.id} and b.condition = ${input.condition}
       and b.on_hand > b.allocated and (${input.batchId ?? null}::bigint is null or b.batch_id = ${input.batchId ?? null}::bigint)
     order by b.location_id, b.product_id, b.condition, b.batch_id for update of b`,
  );
  let left = input.quantity;
  const taken = bins
    .sort((a, b) => ((a.expiresOn ?? '~') < (b.expiresOn ?? '~') ? -1 : 1))
    .map(({ batchId, free }) => {
      const quantity = Math.min(left, free);
      left -= quantity;
      return { batchId, quantity };
    })
    .filter((one) => one.quantity > 0);
  if (left > 0) throw ruleBroken('warehouse.nothingLies', { code: from.code, sku: product.sku });
  return taken;
}

export async function goodsAt(tx: Tx, warehouseId: number, code: string) {
  const place = await placeOf(tx, warehouseId, code);
  const goods = await tx.rows<{
    productId: number;
    sku: string;
    barcode: string | null;
    fnsku: string | null;
    nameZh: string;
    nameEn: string;
    batchId: number;
    batchCode: string | null;
    condition: StockCondition;
    onHand: number;
    free: number;
  }>(
    sql`select p.id as "productId", p.sku, p.barcode, ${fnskuOf(sql`${warehouseId}`, sql`p.id`)} as fnsku,
       p.name_zh, p.name_en, b.batch_id,
       (select t.code from stock_batch t where t.company_id = ${sql.company} and t.id = b.batch_id) as "batchCode", b.condition,
       b.on_hand, b.on_hand - b.allocated as free
     from bin_stock b join product p on p.company_id = ${sql.company} and p.id = b.product_id
     where b.company_id = ${sql.company} and b.location_id = ${place.id} and b.on_hand > 0 order by p.sku, b.condition, b.batch_id limit 500`,
  );
  return { locationId: place.id, code: place.code, kind: place.kind, goods };
}
