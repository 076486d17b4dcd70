import type { Tx } from '../../core/database/database.ts';
import { defineHook } from '../../core/hooks.ts';
import { receiveLayers } from './costs.ts';
import { moveStock } from './ledger.ts';

/** Called before units are received or adjusted outside the warehouse's own work. A higher area refuses by throwing. */
export const goodsMoving = defineHook<{ warehouseIds: number[] }>();

/**
 * Called after good units entered a warehouse outside its own work, with movements and layers written: a higher area
 * puts units on hold that must not be sold. In the same transaction.
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
  /** The movement's reason. A receipt if empty. */
  reason?: string;
  /** FIFO orders by this time. */
  receivedAt?: Date;
}

/**
 * Receives units: movements and FIFO layers at once. docLine is the line's position, from 1. Receiving the same
 * document twice changes nothing.
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
