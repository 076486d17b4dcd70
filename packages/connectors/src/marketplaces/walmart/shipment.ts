import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { knownCarrier } from './carriers.ts';
import { PLATFORM, type WalmartClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { WalmartLine, WalmartOrder } from './orderShape.ts';
import { isCancelRequested, openUnits } from './status.ts';

const METHODS = new Set(['Standard', 'Express', 'OneDay', 'Freight', 'WhiteGlove', 'Value']);

export const pathOf = (platformOrderNo: string, step: string) =>
  `/v3/orders/${encodeURIComponent(platformOrderNo)}/${step}`;

const sameNumber = (a: string | undefined, b: string) => a?.trim().toUpperCase() === b.trim().toUpperCase();

/** Units of a line that Walmart already ships by this number. */
const confirmedUnits = (line: WalmartLine, tracking: string): number =>
  line.orderLineStatuses.orderLineStatus
    .filter((one) => sameNumber(one.trackingInfo.trackingNumber, tracking))
    .reduce((units, one) => units + one.statusQuantity.amount, 0);

function carrierOf(notice: ShipmentConfirmation) {
  const known = knownCarrier(notice.carrierCode) ?? knownCarrier(notice.carrierName);
  return known ? { carrier: known } : { otherCarrier: notice.carrierName || notice.carrierCode };
}

/** What of the notice Walmart has not been told yet. */
function missing(order: WalmartOrder, notice: ShipmentConfirmation): { line: WalmartLine; quantity: number }[] {
  return notice.lines.flatMap((desired) => {
    const line = order.orderLines.orderLine.find((one) => one.lineNumber === desired.platformLineId);
    if (!line)
      throw new ConnectorError(PLATFORM, 'rejected', `the order has no line ${desired.platformLineId}`, {
        code: 'NO_SUCH_LINE',
      });
    const quantity = desired.quantity - confirmedUnits(line, notice.trackingNumber);
    return quantity > 0 ? [{ line, quantity }] : [];
  });
}

export function createShipment(call: WalmartClient, listing: Listing) {
  return {
    /** Walmart wants to hear within hours that an order is taken on; all of its lines at once. */
    async acknowledge(access: ShopAccess, { platformOrderNo }: OrderToAcknowledge): Promise<void> {
      const { order } = await listing.readOne(access, platformOrderNo);
      const waiting = order.orderLines.orderLine.some((line) =>
        line.orderLineStatuses.orderLineStatus.some((one) => one.status === 'Created'),
      );
      if (waiting)
        await call(access, { kind: 'acknowledge', method: 'POST', path: pathOf(platformOrderNo, 'acknowledge') });
    },

    async confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
      const { order, clock } = await listing.readOne(access, notice.platformOrderNo);
      const open = missing(order, notice);
      if (open.length === 0)
        return { outcome: 'alreadyConfirmed', detail: `Walmart already ships the order with ${notice.trackingNumber}` };
      const tooMany = open.find(({ line, quantity }) => quantity > openUnits(line));
      if (tooMany)
        throw new ConnectorError(
          PLATFORM,
          'rejected',
          `of line ${tooMany.line.lineNumber} only ${openUnits(tooMany.line)} are open`,
          { code: 'NOTHING_TO_SHIP' },
        );
      const method = order.shippingInfo.methodCode ?? '';
      // A moment that has not come yet by Walmart's clock is refused, and one before the order.
      const shippedAt = Math.max(Math.min(Date.parse(notice.shippedAt), clock), Date.parse(order.orderDate));
      const trackingInfo = {
        shipDateTime: shippedAt,
        carrierName: carrierOf(notice),
        methodCode: METHODS.has(method) ? method : 'Standard',
        trackingNumber: notice.trackingNumber,
        ...(notice.trackingUrl ? { trackingURL: notice.trackingUrl } : {}),
      };
      const orderLine = open.map(({ line, quantity }) => ({
        lineNumber: line.lineNumber,
        // The parcel is under way: whoever decided that knew of the buyer's wish.
        intentToCancelOverride: isCancelRequested(line),
        sellerOrderId: notice.platformOrderNo,
        orderLineStatuses: {
          orderLineStatus: [
            {
              status: 'Shipped',
              statusQuantity: { unitOfMeasurement: 'EACH', amount: String(quantity) },
              trackingInfo,
            },
          ],
        },
      }));
      const json = { orderShipment: { orderLines: { orderLine } } };
      await call(access, { kind: 'ship', method: 'POST', path: pathOf(notice.platformOrderNo, 'shipping'), json });
      return { outcome: 'confirmed' };
    },
  };
}
