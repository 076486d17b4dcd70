import { ConnectorError } from '../../types.ts';
import { PLATFORM } from './client.ts';
import type { TemuLine, TemuOrder } from './orderShape.ts';
import { isCancelled } from './status.ts';

/** What a picker takes for one line of an order: each product of a set is a line of ours. */
export interface Part {
  lineId: string;
  sku: string;
  /** Pieces for one sold. */
  factor: number;
}

export function partsOf(line: TemuLine): Part[] {
  const products = line.productList ?? [];
  if (products.length === 0) return [{ lineId: line.orderSn, sku: '', factor: 1 }];
  return products.map((one, index) => ({
    lineId: index === 0 ? line.orderSn : `${line.orderSn}#${one.productSkuId ?? index}`,
    sku: one.extCode ?? '',
    factor: one.soldFactor ?? 1,
  }));
}

const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** The order's lines that a parcel holds, counted as Temu counts them: sold, not pieces. */
export function soldIn(
  order: TemuOrder,
  desired: readonly { platformLineId: string; quantity: number }[],
): { line: TemuLine; quantity: number }[] {
  const answered = new Map(desired.map((one) => [one.platformLineId, one.quantity]));
  const chosen = order.orderList.flatMap((line) => {
    const parts = partsOf(line);
    const pieces = parts.map((part) => answered.get(part.lineId) ?? 0);
    for (const part of parts) answered.delete(part.lineId);
    const sold = pieces.map((count, index) => count / (parts[index]?.factor ?? 1));
    const [quantity = 0] = sold;
    if (sold.every((one) => one === 0)) return [];
    if (!Number.isInteger(quantity) || sold.some((one) => one !== quantity))
      throw rejected('PART_OF_A_SET', `${line.orderSn} is sold as a set: it ships as a whole`);
    if (isCancelled(line) || quantity > line.quantity)
      throw rejected('NOTHING_TO_SHIP', `Temu has fewer than ${quantity} of ${line.orderSn} to ship`);
    return [{ line, quantity }];
  });
  const [unknown] = answered.keys();
  if (unknown !== undefined)
    throw rejected('NO_SUCH_LINE', `order ${order.parentOrderMap.parentOrderSn} has no line ${unknown}`);
  if (chosen.length === 0) throw rejected('NOTHING_TO_SHIP', 'the parcel holds nothing of the order');
  return chosen;
}

export type Sold = ReturnType<typeof soldIn>;

/** Everything that is left of the order, in one parcel. */
export const isWhole = (order: TemuOrder, sold: Sold): boolean =>
  order.orderList
    .filter((line) => !isCancelled(line))
    .every((line) => sold.some((one) => one.line === line && one.quantity === line.quantity));
