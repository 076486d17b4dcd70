import { chooseUnits as choose, groupUnits } from '../../units.ts';
import { rejected } from './client.ts';
import type { LazadaOrder, LazadaUnit } from './orderShape.ts';
import { type Stage, stageOf } from './status.ts';

export const is = (unit: LazadaUnit, ...stages: Stage[]): boolean => {
  const stage = stageOf(unit.status);
  return stage !== undefined && stages.includes(stage);
};

/** Kept and sent by Lazada's own warehouses. */
export const byLazada = (unit: LazadaUnit): boolean => unit.is_fbl || unit.shipping_type === 'Own Warehouse';

const idOf = (unit: LazadaUnit): string => unit.order_item_id;

/** Units of one article at one price are one line to people. */
export const linesOf = (order: LazadaOrder): LazadaUnit[][] =>
  groupUnits(order.order_items, idOf, (unit) => [unit.sku ?? '', unit.shop_sku ?? '', unit.item_price, byLazada(unit)]);

export const chooseUnits = (
  order: LazadaOrder,
  desired: readonly { platformLineId: string; quantity: number }[],
  fits: (unit: LazadaUnit) => boolean,
): LazadaUnit[] | null =>
  choose(linesOf(order), desired, {
    idOf,
    fits,
    missing: (lineId) => rejected('NO_SUCH_LINE', `order ${order.order_id} has no line ${lineId}`),
  });
