import { z } from 'zod';
import type { ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { ShopeeOrder, ShopeePackage } from './orderShape.ts';
import { articleOf, linesOf } from './orders.ts';
import { answerOf } from './shapes.ts';
import { isArranged, isCalledOff } from './status.ts';

type Lines = ShipmentConfirmation['lines'];
type Contents = ReadonlyMap<string, number>;

function contents(parts: Iterable<readonly [string, number]>): Contents {
  const found = new Map<string, number>();
  for (const [article, quantity] of parts) found.set(article, (found.get(article) ?? 0) + quantity);
  return found;
}
const same = (a: Contents, b: Contents): boolean =>
  a.size === b.size && [...a].every(([article, quantity]) => b.get(article) === quantity);

const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });

/** What the lines of a parcel hold, by article. @throws ConnectorError when a line is not of the order */
function desired(order: ShopeeOrder, lines: Lines): Contents {
  const known = new Map(linesOf(order).map(({ lineId, item }) => [lineId, item]));
  return contents(
    lines.map((line) => {
      const item = known.get(line.platformLineId);
      if (!item) throw rejected('NO_SUCH_LINE', `order ${order.order_sn} has no line ${line.platformLineId}`);
      return [articleOf(item), line.quantity] as const;
    }),
  );
}

const whole = (order: ShopeeOrder): Contents =>
  contents(order.item_list.map((item) => [articleOf(item), item.model_quantity_purchased] as const));

const live = (order: ShopeeOrder): ShopeePackage[] =>
  order.package_list.filter((one) => !isCalledOff(one.logistics_status ?? ''));

function holdings(order: ShopeeOrder, one: ShopeePackage): Contents {
  const answered = one.item_list ?? [];
  // An order that was not split is sometimes told without what its only package holds.
  return answered.length === 0 && live(order).length === 1
    ? whole(order)
    : contents(answered.map((item) => [articleOf(item), item.model_quantity] as const));
}

/** The package of Shopee that holds exactly these lines. */
export function findPackage(order: ShopeeOrder, lines: Lines): ShopeePackage | undefined {
  const parts = desired(order, lines);
  return live(order).find((one) => same(holdings(order, one), parts));
}

/** How a package is named in a call: only the packages of a split order may be, and an empty name is an error. */
export function naming(order: ShopeeOrder, one: ShopeePackage): { order_sn: string; package_number?: string } {
  const split = order.package_list.length > 1;
  return { order_sn: order.order_sn, ...(split ? { package_number: one.package_number } : {}) };
}

const splitItem = ({ item }: ReturnType<typeof linesOf>[number]) => ({
  item_id: Number(item.item_id),
  model_id: Number(item.model_id ?? 0),
  ...(item.order_item_id ? { order_item_id: Number(item.order_item_id) } : {}),
  ...(item.promotion_group_id ? { promotion_group_id: Number(item.promotion_group_id) } : {}),
});

/**
 * The order and its package for these lines. An order that goes in several parcels is split by Shopee first: these
 * lines and the rest. Shopee splits by whole lines, and not again once a package was arranged.
 */
export async function packageFor(
  { call }: ShopeeClient,
  listing: Listing,
  access: ShopAccess,
  request: { platformOrderNo: string; lines: Lines },
): Promise<{ order: ShopeeOrder; parcel: ShopeePackage }> {
  const order = await listing.readDetail(access, request.platformOrderNo);
  const found = findPackage(order, request.lines);
  if (found) return { order, parcel: found };
  const packages = live(order);
  if (packages.length !== 1 || packages.some((one) => isArranged(one.logistics_status ?? '')))
    throw rejected('NO_PACKAGE', `Shopee has no package of order ${order.order_sn} that holds just these lines`);

  const quantities = new Map(request.lines.map((line) => [line.platformLineId, line.quantity]));
  const lines = linesOf(order);
  const chosen = lines.filter(({ lineId }) => quantities.has(lineId));
  const rest = lines.filter(({ lineId }) => !quantities.has(lineId));
  if (rest.length === 0 || chosen.some(({ lineId, item }) => quantities.get(lineId) !== item.model_quantity_purchased))
    throw rejected('CANNOT_SPLIT', `Shopee splits order ${order.order_sn} by whole lines only`);
  await call(access, {
    method: 'POST',
    path: 'order/split_order',
    json: {
      order_sn: order.order_sn,
      package_list: [chosen, rest].map((part) => ({ item_list: part.map(splitItem) })),
    },
    shape: answerOf(z.unknown()),
  });
  const after = await listing.readDetail(access, request.platformOrderNo);
  const parcel = findPackage(after, request.lines);
  if (!parcel) throw rejected('NO_PACKAGE', `order ${order.order_sn} was split, but not into these lines`);
  return { order: after, parcel };
}
