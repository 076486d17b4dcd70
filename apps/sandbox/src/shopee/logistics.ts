import { isRecord, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { notify } from '../world/shop.ts';
import { ShopeeError, wrongParameter } from './errors.ts';
import type { OperationBook, ShopCall } from './operations.ts';
import { orderOf } from './orders.ts';
import { isSplit, packageOf, parcelOf, type ShopeePackage, trackingOf } from './packages.ts';
import { CARRIER, orderStatus } from './views.ts';

const ADDRESS = { address_id: 23_401, region: 'SG', state: '', city: 'Singapore', district: '', town: '' };
const DAY_S = 86_400;
const WAYS = ['pickup', 'dropoff', 'non_integrated'] as const;

/** Shopee's own logistics: how a package may go, arranging it, its number, its label. Source: v2.logistics.* */
export function registerLogistics(book: OperationBook): void {
  const named = ['order_sn', 'package_number'];
  book.add({ method: 'GET', path: 'logistics/get_shipping_parameter', query: named }, getShippingParameter);
  book.add({ method: 'POST', path: 'logistics/ship_order', body: [...named, ...WAYS] }, shipOrder);
  book.add(
    { method: 'GET', path: 'logistics/get_tracking_number', query: [...named, 'response_optional_fields'] },
    getTrackingNumber,
  );
}

const wrong = (code: string, message: string) => new ShopeeError(`logistics.${code}`, message);

/** The next two working days of the courier. */
function slots(call: ShopCall) {
  const midnight = Math.floor(call.ctx.world.clock.now() / 1000 / DAY_S) * DAY_S - 8 * 3600;
  return [1, 2].map((days) => {
    const date = midnight + days * DAY_S + DAY_S;
    return { date, time_text: '09:00 - 18:00', pickup_time_id: String(date), flags: days === 1 ? ['recommended'] : [] };
  });
}

function assertReady(call: ShopCall, order: SandboxOrder, one: ShopeePackage): void {
  if (parcelOf(order, one))
    throw wrong(
      'package_already_shipped',
      "This package has already been arranged shipment and you can't call this API again.",
    );
  if (orderStatus(call.ctx, call.shop, order) !== 'READY_TO_SHIP')
    throw wrong('ship_order_not_ready_to_ship', 'The order is not ready to ship.');
}

function getShippingParameter(call: ShopCall) {
  const order = orderOf(call.shop, call.query.get('order_sn'));
  const one = packageOf(order, call.query.get('package_number') ?? undefined);
  if (parcelOf(order, one) || orderStatus(call.ctx, call.shop, order) !== 'READY_TO_SHIP')
    throw new ShopeeError(
      'error_param',
      'Shipping parameters can only be obtained when package is ready to be shipped',
    );
  return {
    info_needed: { dropoff: [], pickup: ['address_id', 'pickup_time_id'] },
    dropoff: { branch_list: null, slug_list: null },
    pickup: {
      address_list: [
        {
          ...ADDRESS,
          address: '9 Raffles Place',
          zipcode: '048619',
          address_flag: ['default_address', 'pickup_address', 'return_address'],
          time_slot_list: slots(call),
        },
      ],
    },
  };
}

function checkWay(call: ShopCall): string {
  const { body } = call;
  const ways = WAYS.filter((way) => body[way] !== undefined);
  const [way] = ways;
  if (!way || ways.length > 1)
    throw wrong(
      'ship_order_only_support_one_type',
      'Please select just one way to ship order: pickup or dropoff or non_integrated.',
    );
  if (way === 'non_integrated')
    throw wrong('ship_order_unsupport_non_integrated', 'This order does not support ship with non_integrated.');
  if (!isRecord(body[way])) throw wrongParameter(`${way} is not an object`);
  if (way === 'dropoff') return way;
  const pickup = body.pickup as Record<string, unknown>;
  if (pickup.address_id === undefined || !text(pickup.pickup_time_id))
    throw wrong('ship_order_need_address_pickup_time', 'Parameter address_id and pickup_time_id are required.');
  if (pickup.address_id !== ADDRESS.address_id) throw wrong('address_not_found', 'Address is not found.');
  if (!slots(call).some((slot) => slot.pickup_time_id === pickup.pickup_time_id))
    throw wrong('ship_order_pickup_time_invalid', 'Invalid pickup time id. Please check the pick up time id.');
  return way;
}

/** Arranging is how Shopee is told of a shipment: the courier's scans do the rest. */
function shipOrder(call: ShopCall): void {
  const { ctx, body } = call;
  const order = orderOf(call.shop, body.order_sn);
  const one = packageOf(order, body.package_number);
  if (body.package_number !== undefined && !isSplit(order))
    throw wrong(
      'ship_order_not_need_pacakge_number',
      "Please don't request with package_number for this unsplit order.",
    );
  const way = checkWay(call);
  assertReady(call, order, one);
  const now = ctx.world.clock.now();
  const tracking = `SPXSG${one.number.slice(3)}`;
  notify(order, now, {
    kind: 'shipment',
    via: `ship_order ${way}`,
    ref: one.number,
    carrier: CARRIER,
    tracking: [tracking],
    lines: one.lines,
  });
  ctx.world.shipped(order, () =>
    order.parcels.push({
      ref: one.number,
      carrier: CARRIER,
      carrierName: CARRIER,
      method: way,
      numbers: [tracking],
      urls: [],
      shippedAt: now,
      createdAt: now,
      updatedAt: now,
      cancelled: false,
      lines: one.lines,
      events: [],
    }),
  );
}

function getTrackingNumber(call: ShopCall) {
  const order = orderOf(call.shop, call.query.get('order_sn'));
  const one = packageOf(order, call.query.get('package_number') ?? undefined);
  if (!parcelOf(order, one))
    throw wrong('error_status', 'Operation is not supported with current logistics record status.');
  return { tracking_number: trackingOf(call.ctx.world, order, one), hint: '' };
}
