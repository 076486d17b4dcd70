import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { SupplierReturnCondition, returnStart as startCall } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, notFound } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { purchaseDocument } from '../documents.ts';
import { stockOptions } from './free-units.ts';
import { type FoundReceipt, REJECTED, receiptsOf } from './receipts.ts';

type Input = ParsedOf<typeof startCall>;
type Start = ResultOf<typeof startCall>;

/** What the form of a return begins with. @throws notFound, badField productId */
export async function startReturn(tx: Tx, input: Input): Promise<Start> {
  if (input.receiptId) return ofReceipt(tx, input.receiptId);
  const { warehouseId, productId } = input;
  if (!productId) throw badField('productId', 'core.required');
  if (!warehouseId) throw badField('warehouseId', 'core.required');
  const condition = input.condition ?? 'good';
  const stock = await stockOptions(tx, warehouseId, productId);
  const free = stock.filter((one) => one.condition === condition).reduce((sum, one) => sum + one.free, 0);
  const receipts = await receiptsOf(tx, { warehouseId, productIds: [productId] });
  const receipt = receipts.find((one) => one.left > 0) ?? receipts[0];
  return {
    ...(await namesOf(tx, productId, receipt?.supplierId)),
    ...{ warehouseId, condition, batchId: null, receiptId: null },
    quantity: Math.max(Math.min(input.quantity ?? free, free), 1),
    reason: condition === 'returned' ? 'buyerReturn' : condition === 'damaged' ? 'damaged' : 'defective',
  };
}

/** The refused units of a receipt, or else all of it that can still leave. */
async function ofReceipt(tx: Tx, id: number): Promise<Start> {
  const row = await tx.row<{ warehouseId: number; productId: number; batchId: number; rejected: number }>(sql`
    select i.warehouse_id, r.product_id, r.batch_id, ${REJECTED} as rejected
    from inbound_receipt r join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id
    where r.company_id = ${sql.company} and r.id = ${id} and r.undone_at is null
      and i.source_kind = ${purchaseDocument.kind} and ${inWarehouses(tx, sql`i.warehouse_id`)}`);
  if (!row) throw notFound('procurement.returnReceipt');
  const { warehouseId, productId, batchId } = row;
  const receipts = await receiptsOf(tx, { warehouseId, productIds: [productId] });
  const receipt: FoundReceipt | undefined = receipts.find((one) => one.id === id);
  const condition: SupplierReturnCondition = (receipt?.rejectedLeft ?? 0) > 0 ? 'damaged' : 'good';
  const left = condition === 'damaged' ? receipt?.rejectedLeft : receipt?.left;
  return {
    ...(await namesOf(tx, productId, receipt?.supplierId)),
    ...{ warehouseId, condition, batchId: batchId || null, receiptId: id },
    quantity: Math.max(left ?? 1, 1),
    reason: condition === 'damaged' ? 'failedCheck' : 'defective',
  };
}

async function namesOf(tx: Tx, productId: number, supplierId: number | undefined) {
  const product = await tx.row<Start['product']>(sql`select id, sku, name_zh, name_en from product
    where company_id = ${sql.company} and id = ${productId}`);
  if (!product) throw badField('productId', 'procurement.productUnknown');
  const supplier = await tx.row<NonNullable<Start['supplier']>>(sql`select id, code, name_zh, name_en, currency
    from supplier where company_id = ${sql.company} and id = ${supplierId ?? 0}`);
  return { product, supplier: supplier ?? null };
}
