import type { Tx } from '../../core/database/database.ts';
import { ruleBroken } from '../../core/errors.ts';
import { Decimal } from '../../core/money.ts';
import { issueCosts, lockBalances, moveStock } from '../stock/public.ts';
import { allocate, enterOpen, keepBackFreed, lockFreeBins, skusOf } from '../warehouse/public.ts';

/** Goods of a document that leave our warehouse, in product units. */
export interface Goods {
  docKind: string;
  docId: number;
  warehouseId: number;
  lines: readonly { lineId: number; productId: number; units: number }[];
}

/** Allocates the goods to the document. `turn` tells one allocation from the next. */
export const reserveGoods = (tx: Tx, goods: Goods, turn: number): Promise<unknown> =>
  reserve(tx, goods, 1, `hold:${turn}`);
/** Releases the goods; units of recalled batches stay on hold. */
export async function releaseGoods(tx: Tx, goods: Goods, turn: number): Promise<void> {
  await reserve(tx, goods, -1, `release:${turn}`);
  await keepBackFreed(
    tx,
    goods.warehouseId,
    goods.lines.map((line) => line.productId),
  );
}

async function reserve(tx: Tx, { docKind, docId, warehouseId, lines }: Goods, sign: 1 | -1, step: string) {
  await enterOpen(tx, warehouseId);
  return moveStock(
    tx,
    lines.map(({ lineId, productId, units }) => ({
      ...{ warehouseId, productId, docKind, docId, docLine: lineId, step },
      reserved: sign * units,
      reason: sign > 0 ? 'transferHold' : 'release',
    })),
  );
}

/**
 * Ships allocated goods from pickable locations without other allocations. Units that expire first go first; recalled
 * and expired batches stay. @returns the FIFO cost per unit of each line, six decimals @throws ruleBroken
 * warehouse.nothingInBins
 */
export async function takeGoods(tx: Tx, goods: Goods): Promise<Map<number, string>> {
  const { docKind, docId, warehouseId, lines } = goods;
  await enterOpen(tx, warehouseId);
  await lockBalances(
    tx,
    lines.map(({ productId }) => ({ warehouseId, productId })),
  );
  const needs = lines.map(({ lineId, productId, units }) => ({
    ...{ outboundId: lineId, outboundLineId: lineId, productId, quantity: units },
  }));
  const { picks, missing } = allocate(needs, await lockFreeBins(tx, warehouseId, needs));
  const [lacking] = missing.values();
  if (lacking !== undefined)
    throw ruleBroken('warehouse.nothingInBins', { sku: (await skusOf(tx, [lacking])).get(lacking) ?? '' });
  const common = { warehouseId, reason: 'transferOut', docKind, docId };
  const moves = [
    ...picks.map(({ outboundLineId: docLine, productId, locationId, batchId, quantity }) => ({
      ...{ ...common, productId, locationId, batchId, onHand: -quantity, docLine },
      step: `ship:${locationId}:${batchId}`,
    })),
    ...lines.map(({ lineId: docLine, productId, units }) => ({
      ...{ ...common, productId, reserved: -units, docLine, step: 'ship' },
    })),
  ];
  await moveStock(tx, moves);
  const issued = await issueCosts(
    tx,
    lines.map(({ lineId, productId, units }) => ({
      ...{ warehouseId, productId, docKind, docId },
      docLine: lineId,
      quantity: units,
    })),
  );
  return new Map(issued.map((one) => [one.docLine, new Decimal(one.cost).div(one.quantity).toFixed(6)]));
}
