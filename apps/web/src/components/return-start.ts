import type { InputOf } from '@tradewind/contract/call.ts';
import type { returnStart, SupplierReturnCondition } from '@tradewind/contract/procurement.ts';
import { SUPPLIER_RETURN_CONDITIONS } from '@tradewind/contract/procurement.ts';

type Start = InputOf<typeof returnStart>;

/** What a return to a supplier begins with: a receipt, or a product's units in a warehouse; the remark of its line. */
export interface ReturnStart {
  input: Start;
  remark?: string;
}

/** The page of returns with its form opened. */
export function returnPath(page: string, { input, remark }: ReturnStart): string {
  const { receiptId, productId, warehouseId, condition, quantity } = input;
  const from = receiptId
    ? `receipt:${receiptId}`
    : ['stock', productId, warehouseId, condition, quantity ?? '', remark ?? ''].join(':');
  return `${page}?view=returns&from=${encodeURIComponent(from)}`;
}

/** The same, read from the address; undefined if it names nothing. */
export function readReturnStart(from: string | null): ReturnStart | undefined {
  const [kind, first, warehouse, named, quantity, remark] = (from ?? '').split(':');
  const id = Number(first);
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  if (kind === 'receipt') return { input: { receiptId: id } };
  const condition = SUPPLIER_RETURN_CONDITIONS.find((one) => one === named) as SupplierReturnCondition | undefined;
  if (kind !== 'stock' || !condition || !Number(warehouse)) return undefined;
  return {
    input: {
      ...{ productId: id, warehouseId: Number(warehouse), condition },
      ...(Number(quantity) > 0 ? { quantity: Number(quantity) } : {}),
    },
    ...(remark ? { remark } : {}),
  };
}
