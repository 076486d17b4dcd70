import { ConnectorError } from '../../types.ts';
import { chooseUnits as choose, groupUnits } from '../../units.ts';
import { PLATFORM } from './client.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';

export const isCancelled = (unit: TiktokUnit): boolean => unit.display_status === 'CANCELLED';

/** Nobody has arranged its shipping yet. */
export const isOpen = (unit: TiktokUnit): boolean =>
  !isCancelled(unit) && (unit.package_status ?? 'TO_FULFILL') === 'TO_FULFILL' && unit.tracking_number === undefined;

/** In a parcel: with a label of TikTok's, or shipped by the seller. */
export const isArranged = (unit: TiktokUnit): boolean =>
  !isCancelled(unit) && !isOpen(unit) && unit.package_status !== 'CANCELLED';

const idOf = (unit: TiktokUnit): string => unit.id;

/** Units of one article at one price are one line to people. */
export const linesOf = (order: TiktokOrder): TiktokUnit[][] =>
  groupUnits(order.line_items, idOf, (unit) => [
    unit.sku_id ?? '',
    unit.seller_sku ?? '',
    unit.original_price,
    unit.is_gift ?? false,
  ]);

/** Of each line of a parcel as many units as it holds, among those that `fits` lets through; null: there are too few. */
export const chooseUnits = (
  order: TiktokOrder,
  desired: readonly { platformLineId: string; quantity: number }[],
  fits: (unit: TiktokUnit) => boolean,
): TiktokUnit[] | null =>
  choose(linesOf(order), desired, {
    idOf,
    fits,
    missing: (lineId) =>
      new ConnectorError(PLATFORM, 'rejected', `order ${order.id} has no line ${lineId}`, { code: 'NO_SUCH_LINE' }),
  });
