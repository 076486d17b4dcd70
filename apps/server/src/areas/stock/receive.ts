import type { Tx } from '../../core/database/database.ts';
import { defineHook } from '../../core/hooks.ts';
import { receiveLayers } from './costs.ts';
import { moveStock } from './ledger.ts';

/** Goods are about to come in or be adjusted outside of the warehouse's own work: an area above refuses by throwing. */
export const goodsMoving = defineHook<{ warehouseIds: number[] }>();

/**
 * Good units came to lie in a warehouse otherwise than by its own work, their movements and layers written: an area above
 * keeps back what must not be sold. In the same transaction.
 */
export const goodsCame = defineHook<{ warehouseId: number; goods: readonly { batchId: number }[] }>();

export interface GoodsIn {
  warehouseId: number;
  lines: {
    productId: number;
    locationId: number;
    quantity: number;
    /** Base currency per unit, decimal string. */
    unitCost: string;
  }[];
  docKind: string;
  docId: number;
  /** What the ledger calls it; a receipt unless told. */
  reason?: string;
  /** First in, first out goes by this. */
  receivedAt?: Date;
}

/**
 * Goods come in: movements and FIFO layers in one go; docLine is the line's place, from 1. The same document received
 * twice changes nothing.
 */
export async function receiveGoods(tx: Tx, input: GoodsIn): Promise<void> {
  if (input.lines.length === 0) return;
  await goodsMoving.call(tx, { warehouseIds: [input.warehouseId] });
  const { warehouseId, docKind, docId, receivedAt } = input;
  const fresh = await moveStock(
    tx,
    input.lines.map((line, i) => ({
      warehouseId,
      productId: line.productId,
      locationId: line.locationId,
      onHand: line.quantity,
      reason: input.reason ?? 'receipt',
      docKind,
      docId,
      docLine: i + 1,
      step: 'receive',
    })),
  );
  if (fresh.size === 0) return;
  await receiveLayers(
    tx,
    input.lines.map((line, i) => ({
      warehouseId,
      productId: line.productId,
      quantity: line.quantity,
      unitCost: line.unitCost,
      docKind,
      docId,
      docLine: i + 1,
      ...(receivedAt ? { receivedAt } : {}),
    })),
  );
}
