import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { Operator } from './carriers.ts';
import type { MiraklClient, MiraklRequest } from './client.ts';
import type { Listing } from './listing.ts';
import type { MiraklOrder } from './orderShape.ts';
import { isGone, readState } from './status.ts';

const shipmentsShape = z.object({
  data: z.array(z.object({ status: optionalText, tracking: z.object({ tracking_number: optionalText }).nullish() })),
});
const shippedShape = z.object({
  shipment_errors: z.array(z.object({ message: optionalText, order_id: optionalText })).nullish(),
  shipment_success: z.array(z.object({ id: z.string() })).nullish(),
});

/** What the seller says of an order: accepted, refused, sent, called off. */
export function createChanges(platform: string, { call }: MiraklClient, listing: Listing, operator: Operator) {
  const notify = (
    access: ShopAccess,
    request: Omit<MiraklRequest, 'path' | 'method'> & { order: string; step: string },
  ) =>
    call(access, {
      ...request,
      method: 'PUT',
      path: `/api/orders/${encodeURIComponent(request.order)}/${request.step}`,
      shape: z.unknown(),
    });
  const same = (one: string | undefined, other: string) => one?.toUpperCase() === other.toUpperCase();

  /** Every line has to be decided at once. */
  const decide = (access: ShopAccess, order: MiraklOrder, accepted: boolean) =>
    notify(access, {
      operation: 'OR21',
      order: order.order_id,
      step: 'accept',
      json: { order_lines: order.order_lines.map((line) => ({ id: line.order_line_id, accepted })) },
      effect: 'repeatable',
    });

  async function acknowledge(access: ShopAccess, { platformOrderNo }: OrderToAcknowledge): Promise<void> {
    const order = await listing.readOne(access, platformOrderNo);
    if (order.order_state === 'WAITING_ACCEPTANCE') await decide(access, order, true);
  }

  /** A carrier that the operator has not registered is told by its name and the address of the tracking. */
  async function trackingOf(
    access: ShopAccess,
    notice: ShipmentConfirmation,
    urlField: 'tracking_url' | 'carrier_url',
  ) {
    const code = await operator.findCarrier(access, notice.carrierCode, notice.carrierName);
    const carrier = code
      ? { carrier_code: code }
      : {
          carrier_name: notice.carrierName || notice.carrierCode,
          ...(notice.trackingUrl ? { [urlField]: notice.trackingUrl } : {}),
        };
    return { ...carrier, tracking_number: notice.trackingNumber };
  }

  const sentBefore = (notice: ShipmentConfirmation): ConfirmResult => ({
    outcome: 'alreadyConfirmed',
    detail: `the order already ships with ${notice.trackingNumber}`,
  });

  async function shipPart(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const { data } = await call(access, {
      operation: 'ST11',
      method: 'GET',
      path: '/api/shipments',
      query: { order_id: notice.platformOrderNo },
      effect: 'read',
      shape: shipmentsShape,
    });
    const standing = data.filter((one) => one.status !== 'CANCELED');
    if (standing.some((one) => same(one.tracking?.tracking_number, notice.trackingNumber))) return sentBefore(notice);
    const { shipment_errors: errors } = await call(access, {
      operation: 'ST01',
      method: 'POST',
      path: '/api/shipments',
      json: {
        shipments: [
          {
            order_id: notice.platformOrderNo,
            shipped: true,
            tracking: await trackingOf(access, notice, 'tracking_url'),
            shipment_lines: notice.lines.map(({ platformLineId, quantity }) => ({
              order_line_id: platformLineId,
              quantity,
              package_reference: String(notice.packageNo),
            })),
          },
        ],
      },
      // Told twice there would be two shipments: after a lost answer those that stand are read first.
      effect: 'once',
      shape: shippedShape,
    });
    const [error] = errors ?? [];
    if (error) throw new ConnectorError(platform, 'rejected', `ST01: ${error.message ?? 'refused'}`, { code: 'ST01' });
    return { outcome: 'confirmed' };
  }

  async function shipWhole(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    const sent = order.order_state !== 'SHIPPING';
    if (sent && same(order.shipping_tracking, notice.trackingNumber)) return sentBefore(notice);
    const answered = new Map(notice.lines.map((line) => [line.platformLineId, line.quantity]));
    const open = order.order_lines.filter((line) => !isGone(line));
    if (open.some((line) => (answered.get(line.order_line_id) ?? 0) < line.quantity))
      throw new ConnectorError(platform, 'rejected', 'this marketplace takes an order in one parcel only', {
        code: 'PARTIAL',
      });
    const id = { order: notice.platformOrderNo };
    const tracking = await trackingOf(access, notice, 'carrier_url');
    await notify(access, { operation: 'OR23', ...id, step: 'tracking', json: tracking, effect: 'repeatable' });
    await notify(access, { operation: 'OR24', ...id, step: 'ship', effect: 'once' });
    return { outcome: 'confirmed' };
  }

  const confirmShipment = async (access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> =>
    (await operator.shipsInParts(access)) ? shipPart(access, notice) : shipWhole(access, notice);

  /** Before it is accepted an order is refused, later it is called off; both end it. */
  async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    if (readState(order)?.status === 'cancelled') return { outcome: 'alreadyCancelled' };
    if (order.order_state === 'WAITING_ACCEPTANCE') await decide(access, order, false);
    else await notify(access, { operation: 'OR29', order: notice.platformOrderNo, step: 'cancel', effect: 'once' });
    return { outcome: 'cancelled' };
  }

  return { acknowledge, confirmShipment, cancelOrder };
}
