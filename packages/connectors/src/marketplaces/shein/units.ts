import { ConnectorError } from '../../types.ts';
import { PLATFORM } from './client.ts';
import type { SheinOrder, SheinPackage, SheinUnit } from './orderShape.ts';

/** Ids are numbers of up to 19 digits, kept as text: the longer one is the greater. */
const byId = (a: SheinUnit, b: SheinUnit): number =>
  a.goodsId.length - b.goodsId.length || (a.goodsId < b.goodsId ? -1 : a.goodsId > b.goodsId ? 1 : 0);

const REFUNDED = 6;
/** Shipped, signed, lost, rejected at the door. */
const GONE = new Set([4, 5, 8, 9]);

const statusOf = (unit: SheinUnit): number => unit.newGoodsStatus ?? unit.goodsStatus ?? 0;
export const isRefunded = (unit: SheinUnit): boolean => statusOf(unit) === REFUNDED;
export const isGone = (unit: SheinUnit): boolean => GONE.has(statusOf(unit));

/** The package that SHEIN has put a unit into; the only one where it does not say which. */
export function packageOf(order: SheinOrder, unit: SheinUnit): SheinPackage | undefined {
  const packages = order.packageWaybillList;
  const named = packages.find((one) => one.productInventoryList.some((part) => part.productId === unit.goodsId));
  if (named) return named;
  return packages.length === 1 && !packages[0]?.productInventoryList.length ? packages[0] : undefined;
}

/** It has no tracking number yet. */
export const isOpen = (order: SheinOrder, unit: SheinUnit): boolean =>
  !isRefunded(unit) && !isGone(unit) && packageOf(order, unit)?.waybillNo === undefined;

/**
 * Units of one article at one price are one line to people. A line goes by the least of its units' ids, which stays
 * when some of them are shipped or refunded.
 */
export function linesOf(order: SheinOrder): SheinUnit[][] {
  const lines = Map.groupBy(order.orderGoodsInfoList, (unit) =>
    JSON.stringify([unit.skuCode ?? '', unit.sellerSku ?? '', unit.sellerCurrencyPrice ?? unit.costPrice ?? '']),
  );
  return [...lines.values()].map((units) => units.sort(byId));
}

/** Of each line of a parcel as many units as it holds, among those that `fits` lets through; null: there are too few. */
export function chooseUnits(
  order: SheinOrder,
  desired: readonly { platformLineId: string; quantity: number }[],
  fits: (unit: SheinUnit) => boolean,
): SheinUnit[] | null {
  const lines = linesOf(order);
  const chosen: SheinUnit[] = [];
  for (const { platformLineId, quantity } of desired) {
    const line = lines.find((units) => units.some((unit) => unit.goodsId === platformLineId));
    if (!line)
      throw new ConnectorError(PLATFORM, 'rejected', `order ${order.orderNo} has no line ${platformLineId}`, {
        code: 'NO_SUCH_LINE',
      });
    const units = line.filter((unit) => fits(unit) && !chosen.includes(unit)).slice(0, quantity);
    if (units.length < quantity) return null;
    chosen.push(...units);
  }
  return chosen;
}
