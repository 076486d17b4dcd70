import { isRecord } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { badParams, badRequest, notYours, TtsError } from './errors.ts';
import { openPackage, ordersOfPackage, packagesOf, repack, shippingTypeOf } from './packages.ts';
import { ids, nextToken, offsetIn, pageSize } from './params.ts';
import { regionOf } from './shops.ts';

/** What could become a package; TikTok names it before anybody asks for it. */
interface Draft {
  id: string;
  orders: SandboxOrder[];
}

const isOpen = (order: SandboxOrder) =>
  shippingTypeOf(order) === 'TIKTOK' && order.status === 'unshipped' && !order.cancelRequested;

/** Open orders of one buyer to one address that do not lie in one package yet. */
function draftsOf(shop: Shop): Draft[] {
  if (regionOf(shop) === 'US') throw new TtsError(21008106, 'This interface cannot be used in this region.');
  const open = [...shop.byId.values()].filter(isOpen);
  const groups = Map.groupBy(open, ({ buyerEmail, address }) => JSON.stringify([buyerEmail, address]));
  return [...groups.values()]
    .filter((orders) => new Set(orders.map((order) => openPackage(order).id)).size > 1)
    .map((orders) => ({ id: draftId(orders), orders }));
}

/** "1160", the first order's running number, how many orders there are. */
const draftId = (orders: readonly SandboxOrder[]) =>
  `1160${String(orders[0]?.seq).padStart(11, '0')}${String(orders.length).padStart(4, '0')}`;

function search(call: Call) {
  if (call.query.page_size === undefined) throw badRequest('Invalid parameter. page_size is required.');
  const size = pageSize(call, 50);
  const drafts = draftsOf(call.shop);
  const from = offsetIn(call);
  return {
    combinable_packages: drafts
      .slice(from, from + size)
      .map(({ id, orders }) => ({ id, order_ids: orders.map((order) => order.id) })),
    next_page_token: nextToken(call, from + size < drafts.length ? from + size : undefined),
    total_count: drafts.length,
  };
}

/** The orders named of a draft that stands, all of it when none are; undefined where they cannot become a package. */
function chosenOf(shop: Shop, id: string, named: string[] | undefined): SandboxOrder[] | undefined {
  const draft = draftsOf(shop).find((one) => one.id === id);
  const chosen = draft?.orders.filter((order) => named?.includes(order.id) ?? true) ?? [];
  if (chosen.length < Math.max(2, named?.length ?? 0)) return undefined;
  // No package is torn apart by the way.
  const whole = chosen.every((order) =>
    openPackage(order).orderIds.every((one) => chosen.some(({ id }) => id === one)),
  );
  return whole ? chosen : undefined;
}

/** Moves open orders into a package of their own. */
function pack({ ctx }: Call, orders: readonly SandboxOrder[]) {
  const made = repack(orders);
  for (const order of orders) ctx.world.touch(order, () => {});
  return { id: made.id, order_ids: made.orderIds };
}

/** Each draft by itself: what cannot be combined is told beside what was. */
function combine(call: Call) {
  const desired = call.body.combinable_packages;
  if (!Array.isArray(desired) || desired.length === 0) throw badParams();
  const packages: object[] = [];
  const errors: object[] = [];
  for (const one of desired) {
    if (!isRecord(one) || typeof one.id !== 'string') throw badParams();
    const orders = chosenOf(call.shop, one.id, ids('order_ids', one.order_ids));
    if (orders) packages.push(pack(call, orders));
    else errors.push({ code: 21011003, message: 'fulfill_unit action not allowed', detail: { package_id: one.id } });
  }
  return { packages, errors };
}

/** The orders that are named leave, each in a package of its own; all when none are. */
function uncombine(call: Call) {
  const [id = ''] = call.ids;
  const orders = ordersOfPackage(call.shop, id);
  if (orders.length === 0) throw notYours();
  if (orders.some((order) => packagesOf(order).some((made) => made.id === id)))
    throw new TtsError(21011020, 'These orders are already shipped.');
  const named = ids('order_ids', call.body.order_ids) ?? orders.map((order) => order.id);
  if (orders.length < 2 || named.length === 0) throw badParams();
  if (named.some((one) => !orders.some((order) => order.id === one)))
    throw new TtsError(21011029, 'order does not belong to fulfill unit');
  const staying = orders.filter((order) => !named.includes(order.id));
  const leaving = orders.filter((order) => named.includes(order.id));
  return {
    packages: [...(staying.length > 0 ? [pack(call, staying)] : []), ...leaving.map((order) => pack(call, [order]))],
  };
}

/**
 * Packages of several orders, outside the United States and for TikTok's own shipping. Source: Search Combinable Packages,
 * Combine Package, Uncombine Packages 202309 as TikTok's Node SDK models them. Which code says no is unknown; it is the one
 * for units that allow no such step.
 */
export const combining: Operation[] = [
  {
    method: 'GET',
    path: '/fulfillment/202309/combinable_packages/search',
    name: 'searchCombinable',
    query: ['page_size', 'page_token'],
    handle: search,
  },
  {
    method: 'POST',
    path: '/fulfillment/202309/packages/combine',
    name: 'combinePackages',
    body: ['combinable_packages'],
    handle: combine,
  },
  {
    method: 'POST',
    path: '/fulfillment/202309/packages/{package_id}/uncombine',
    name: 'uncombinePackages',
    body: ['order_ids'],
    handle: uncombine,
  },
];
