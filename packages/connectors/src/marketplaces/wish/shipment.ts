import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { ConfirmResult, PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { Sleep } from '../../pace.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type WishClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { WishOrder } from './orderShape.ts';

/** Wish takes on a change and works on it afterwards: so often, after these pauses, it is asked how it went. */
const PAUSES_MS = [300, 600, 1200];

const carriersShape = z.array(z.object({ name: optionalText }));
const warehousesShape = z.array(
  z.object({ id: optionalText, address: z.object({ country_code: optionalText }).nullish() }),
);
const reasonsShape = z.array(z.string());

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
const rejected = (code: string, message: string) => new ConnectorError(PLATFORM, 'rejected', message, { code });
const pathOf = (order: WishOrder, what: string) => `/orders/${encodeURIComponent(order.id)}/${what}`;
const isWorkingOn = (order: WishOrder, source: string) =>
  order.processing_status === 'IN_PROGRESS' && order.processing_source === source;

export function createShipment(call: WishClient, listing: Listing, sleep: Sleep) {
  async function carriersOf(access: ShopAccess, query: Record<string, string>): Promise<PlatformCarrier[]> {
    const answered = await call(access, {
      method: 'GET',
      path: '/orders/shipping_carriers',
      query,
      effect: 'read',
      shape: carriersShape,
    });
    const names = new Set(answered.flatMap(({ name }) => (name ? [name] : [])));
    return [...names].map((name) => ({ code: name, name }));
  }

  /** Orders that have to be confirmed as delivered go by few carriers. @throws ConnectorError UNKNOWN_CARRIER */
  async function carrierOf(access: ShopAccess, order: WishOrder, notice: ShipmentConfirmation): Promise<string> {
    const strict = order.fulfillment_order_types.includes('CONFIRMED_DELIVERY_POLICY');
    const country = order.full_address.shipping_detail?.country_code;
    const known = await carriersOf(
      access,
      strict && country ? { order_type: 'CONFIRMED_DELIVERY', dest_country_code: country } : { order_type: 'GENERAL' },
    );
    const desired = [notice.carrierCode, notice.carrierName].map(plain);
    const found =
      known.find(({ code }) => code === notice.carrierCode) ?? known.find(({ name }) => desired.includes(plain(name)));
    if (found) return found.code;
    throw rejected('UNKNOWN_CARRIER', `Wish does not take ${notice.carrierName} for this order`);
  }

  /** Wish asks where a parcel comes from; of the notice that is not known, but the order names a warehouse. */
  async function originOf(access: ShopAccess, order: WishOrder): Promise<string> {
    const warehouses = await call(access, {
      method: 'GET',
      path: '/merchant/warehouses',
      effect: 'read',
      shape: warehousesShape,
    });
    const id = order.warehouse_information.warehouse_id;
    const country = warehouses.find((one) => one.id === id)?.address?.country_code;
    if (country) return country;
    throw rejected('NO_ORIGIN', 'the order’s warehouse has no address at Wish: the parcel’s country is not known');
  }

  /** Asks until Wish has done what it took on, for a moment. */
  async function settled(
    access: ShopAccess,
    first: WishOrder,
    isDone: (order: WishOrder) => boolean,
  ): Promise<WishOrder> {
    let order = first;
    for (const pause of PAUSES_MS) {
      if (isDone(order) || order.processing_status === 'FAILED') return order;
      await sleep(pause);
      order = await listing.readDetail(access, order.id);
    }
    return order;
  }

  async function put(access: ShopAccess, order: WishOrder, what: string, json: object): Promise<WishOrder> {
    await call(access, {
      method: 'PUT',
      path: pathOf(order, what),
      json,
      // Asked again, the order is read first, and so is what Wish still works on.
      effect: 'repeatable',
      shape: z.unknown(),
    });
    return listing.readDetail(access, order.id);
  }

  async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    const numbers = ({ tracking_information: answered }: WishOrder) =>
      answered.flatMap((one) => (one.tracking_number ? [plain(one.tracking_number)] : []));
    const ours = plain(notice.trackingNumber);
    const stands = (one: WishOrder) => one.state === 'SHIPPED' && numbers(one).includes(ours);
    const still = () =>
      new ConnectorError(PLATFORM, 'unavailable', `Wish still works on order ${order.id}`, { code: 'IN_PROGRESS' });
    if (stands(order)) return { outcome: 'alreadyConfirmed', detail: `Wish already knows ${notice.trackingNumber}` };
    if (isWorkingOn(order, 'UPDATE_TRACKING')) throw still();
    if (order.state !== 'APPROVED' && order.state !== 'SHIPPED')
      throw rejected('NOT_OPEN', `the order is ${order.state}: nothing of it is to be shipped`);
    const whole = order.order_payment.general_payment_details.product_quantity;
    const answered = notice.lines.reduce((pieces, line) => pieces + line.quantity, 0);
    // Another number of the whole order takes the place of the one that stands; a further part's number does not.
    if (order.state === 'SHIPPED' && answered < whole)
      return { outcome: 'alreadyConfirmed', detail: 'Wish knows one parcel of an order' };
    const sent = await put(access, order, 'tracking', {
      shipping_provider: await carrierOf(access, order, notice),
      tracking_number: notice.trackingNumber.replace(/[^A-Za-z0-9]/g, ''),
      origin_country: await originOf(access, order),
    });
    const after = await settled(access, sent, stands);
    if (stands(after)) return { outcome: 'confirmed' };
    if (after.processing_status === 'FAILED')
      throw rejected('FAILED', `Wish could not take ${notice.trackingNumber} for order ${order.id}`);
    throw still();
  }

  /** Before it is shipped a refund calls an order off. */
  async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    const isOff = ({ state }: WishOrder) => state === 'REFUNDED' || state === 'DECLINED';
    if (isOff(order)) return { outcome: 'alreadyCancelled', detail: order.state };
    if (isWorkingOn(order, 'REFUND')) return { outcome: 'requested', detail: 'IN_PROGRESS' };
    if (order.state === 'SHIPPED') throw rejected('SHIPPED', 'the order is shipped: a refund would not call it off');
    const reasons = await call(access, {
      method: 'GET',
      path: pathOf(order, 'refund_reasons'),
      effect: 'read',
      shape: reasonsShape,
    });
    const desired = notice.reason === 'outOfStock' ? ['MERCHANT_OUT_OF_STOCK', 'UNABLE_TO_SHIP'] : ['UNABLE_TO_SHIP'];
    const reason = desired.find((one) => reasons.includes(one));
    if (!reason) throw rejected('NO_REASON', `Wish takes only these reasons now: ${reasons.join(', ')}`);
    const note = notice.note ? { refund_reason_note: notice.note } : {};
    const after = await settled(access, await put(access, order, 'refund', { refund_reason: reason, ...note }), isOff);
    if (isOff(after)) return { outcome: 'cancelled' };
    if (after.processing_status === 'FAILED') throw rejected('FAILED', `Wish could not call off order ${order.id}`);
    return { outcome: 'requested', detail: 'IN_PROGRESS' };
  }

  return {
    listCarriers: (access: ShopAccess) => carriersOf(access, { order_type: 'GENERAL' }),
    confirmShipment,
    cancelOrder,
  };
}
