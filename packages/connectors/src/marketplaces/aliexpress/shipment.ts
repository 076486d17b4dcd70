import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { ShopAccess } from '../../types.ts';
import type { Carriers } from './carriers.ts';
import { type Call, numeric, rejected } from './client.ts';
import type { Listing } from './listing.ts';
import type { AliexpressChild, AliexpressOrder } from './orderShape.ts';
import { lineIdOf } from './orders.ts';
import type { OnlineOrders } from './shipping.ts';

const plain = (tracking: string): string => tracking.replace(/[\s-]/g, '').toUpperCase();
const OPEN = new Set(['WAIT_SELLER_SEND_GOODS', 'SELLER_PART_SEND_GOODS']);
const isOpen = (child: AliexpressChild): boolean => child.order_status === undefined || OPEN.has(child.order_status);

/** The parts of the order that the parcel holds, whole. @throws ConnectorError `rejected` */
function chosen(order: AliexpressOrder, notice: ShipmentConfirmation): AliexpressChild[] {
  return notice.lines.map(({ platformLineId, quantity }) => {
    const child = order.child_order_list.find((one) => lineIdOf(one) === platformLineId);
    if (!child) throw rejected('NO_SUCH_LINE', `order ${order.id} has no line ${platformLineId}`);
    if (child.product_count !== quantity)
      throw rejected('CANNOT_SPLIT', `AliExpress ships a line as a whole: ${child.product_count}, not ${quantity}`);
    if (!isOpen(child)) throw rejected('NOTHING_TO_SHIP', `line ${platformLineId} is in state ${child.order_status}`);
    return child;
  });
}

export function createConfirmation(call: Call, listing: Listing, carriers: Carriers, online: OnlineOrders) {
  /** A parcel of AliExpress's own logistics is known by the service it was ordered with. */
  async function serviceOf(access: ShopAccess, notice: ShipmentConfirmation) {
    const orders = await online.of(access, notice.platformOrderNo);
    const ordered = orders.find(
      (one) =>
        one.international_logistics_num && plain(one.international_logistics_num) === plain(notice.trackingNumber),
    );
    return ordered?.international_logistics_type
      ? { service_name: ordered.international_logistics_type }
      : carriers.serviceOf(access, notice);
  }

  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.readDetail(access, notice.platformOrderNo);
    const number = plain(notice.trackingNumber);
    if (order.logistic_info_list.some((one) => one.logistics_no && plain(one.logistics_no) === number))
      return {
        outcome: 'alreadyConfirmed',
        detail: `AliExpress already ships the order with ${notice.trackingNumber}`,
      };
    if (!OPEN.has(order.order_status))
      throw rejected('NOTHING_TO_SHIP', `order ${order.id} is in state ${order.order_status}`);
    const parts = chosen(order, notice);
    const { service_name, website } = { website: undefined, ...(await serviceOf(access, notice)) };
    const whole = parts.length === order.child_order_list.length;
    // Told twice it is refused, and what stands is read first: the answer may get lost.
    if (whole)
      await call(access, {
        api: 'aliexpress.logistics.sellershipmentfortop',
        params: {
          service_name,
          logistics_no: notice.trackingNumber,
          send_type: 'all',
          out_ref: order.id,
          tracking_website: website,
        },
        effect: 'repeatable',
        shape: z.unknown(),
      });
    else {
      const shipment = { logistics_no: notice.trackingNumber, service_name, tracking_web_site: website };
      const list = parts.map((child) => ({
        sub_trade_order_index: child.order_sort_id ?? order.child_order_list.indexOf(child) + 1,
        send_type: 'all',
        shipment_list: [shipment],
      }));
      await call(access, {
        api: 'aliexpress.logistics.sellershipmentsupportsubtradeorder',
        params: { trade_order_id: numeric(order.id), sub_trade_order_list: { json: JSON.stringify(list) } },
        effect: 'repeatable',
        shape: z.unknown(),
      });
    }
    return { outcome: 'confirmed' };
  };
}
