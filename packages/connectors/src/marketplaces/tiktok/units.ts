import { ConnectorError } from '../../types.ts';
import { PLATFORM } from './client.ts';
import type { TiktokOrder, TiktokUnit } from './orderShape.ts';

/** Ids are numbers of up to 19 digits, kept as text: the longer one is the greater. */
export const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const isCancelled = (unit: TiktokUnit): boolean => unit.display_status === 'CANCELLED';

/** Nobody has arranged its shipping yet. */
export const isOpen = (unit: TiktokUnit): boolean =>
  !isCancelled(unit) && (unit.package_status ?? 'TO_FULFILL') === 'TO_FULFILL' && unit.tracking_number === undefined;

/** In a parcel: with a label of TikTok's, or shipped by the seller. */
export const isArranged = (unit: TiktokUnit): boolean =>
  !isCancelled(unit) && !isOpen(unit) && unit.package_status !== 'CANCELLED';

/**
 * Units of one article at one price are one line to people. A line goes by the least of its units' ids, which stays
 * when some of them are shipped or cancelled.
 */
export function linesOf(order: TiktokOrder): TiktokUnit[][] {
  const lines = new Map<string, TiktokUnit[]>();
  for (const unit of order.line_items) {
    const key = JSON.stringify([unit.sku_id ?? '', unit.seller_sku ?? '', unit.original_price, unit.is_gift ?? false]);
    lines.set(key, [...(lines.get(key) ?? []), unit]);
  }
  return [...lines.values()].map((units) => units.sort((a, b) => byId(a.id, b.id)));
}

interface Wanted {
  platformLineId: string;
  quantity: number;
}

/** Of each line of a parcel as many units as it holds, among those that `fits` lets through; null: there are too few. */
export function chooseUnits(
  order: TiktokOrder,
  wanted: readonly Wanted[],
  fits: (unit: TiktokUnit) => boolean,
): TiktokUnit[] | null {
  const lines = linesOf(order);
  const chosen: TiktokUnit[] = [];
  for (const { platformLineId, quantity } of wanted) {
    const line = lines.find((units) => units.some((unit) => unit.id === platformLineId));
    if (!line)
      throw new ConnectorError(PLATFORM, 'rejected', `order ${order.id} has no line ${platformLineId}`, {
        code: 'NO_SUCH_LINE',
      });
    const units = line.filter((unit) => fits(unit) && !chosen.includes(unit)).slice(0, quantity);
    if (units.length < quantity) return null;
    chosen.push(...units);
  }
  return chosen;
}
