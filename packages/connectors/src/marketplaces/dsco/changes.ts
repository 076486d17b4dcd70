import { z } from 'zod';
import type { CancelRequest, CancelResult } from '../../capabilities/cancellation.ts';
import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import type { Sleep } from '../../pace.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type DscoClient, type DscoSetup, message, verdict, wordsOf } from './client.ts';
import type { Listing } from './listing.ts';
import type { DscoLine, DscoOrder } from './orderShape.ts';
import { lineIdOf, openQuantity } from './orders.ts';
import { readStatus } from './status.ts';

/** A change that was only taken is asked about so often; then the order's own state has to tell. */
const ASKS = 5;
const PAUSE_MS = 300;

const logShape = z.object({
  logs: z.array(z.object({ status: z.string(), results: z.array(message).nullish() })),
});

/** What a supplier tells about an order: it is taken on, shipped, or cannot be delivered. */
export function createChanges(setup: DscoSetup, call: DscoClient, listing: Listing, sleep: Sleep) {
  const { platform, cancelCodes } = setup.retailer;

  /** Being taken is not being done: only the change log knows. @throws ConnectorError `rejected` */
  async function assertDone(access: ShopAccess, requestId: string): Promise<void> {
    for (let ask = 0; ask < ASKS; ask++) {
      const { logs } = await call(access, {
        operation: 'getOrderChangeLog',
        method: 'GET',
        path: '/order/log',
        query: [['requestId', requestId]],
        effect: 'read',
        shape: logShape,
      });
      const failed = logs.find((one) => one.status === 'failure');
      if (failed) throw new ConnectorError(platform, 'rejected', `acknowledgeOrders: ${wordsOf(failed.results)}`);
      if (logs.length > 0 && logs.every((one) => one.status === 'success')) return;
      await sleep(PAUSE_MS);
    }
  }

  async function acknowledge(access: ShopAccess, order: OrderToAcknowledge): Promise<void> {
    const { requestId } = await call(access, {
      operation: 'acknowledgeOrders',
      method: 'POST',
      path: '/order/acknowledge',
      json: [{ id: order.platformOrderNo, type: 'DSCO_ORDER_ID' }],
      effect: 'repeatable',
      shape: verdict,
    });
    if (requestId) await assertDone(access, requestId);
  }

  /** Names the article of a line in every way the order does: some retailers need the one, some the other. */
  const named = (line: DscoLine) => ({
    ...(line.lineNumber && /^\d+$/.test(line.lineNumber) ? { lineNumber: Number(line.lineNumber) } : {}),
    ...(line.dscoItemId ? { dscoItemId: line.dscoItemId } : {}),
    ...(line.sku ? { sku: line.sku } : {}),
  });

  function lineOf(order: DscoOrder, platformLineId: string): DscoLine {
    const line = order.lineItems.find((one) => lineIdOf(one) === platformLineId);
    if (!line) throw new ConnectorError(platform, 'rejected', `the order has no line ${platformLineId}`);
    return line;
  }

  async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    const same = (text: string | undefined) => text?.toUpperCase() === notice.trackingNumber.toUpperCase();
    if (order.packages.some((one) => same(one.trackingNumber)))
      return { outcome: 'alreadyConfirmed', detail: `the order already ships with ${notice.trackingNumber}` };
    const carrier = notice.carrierCode || notice.carrierName;
    const code = order.requestedShippingServiceLevelCode;
    const requested = order.requestedShipCarrier?.toUpperCase() === carrier.toUpperCase();
    await call(access, {
      operation: 'singleShipment',
      method: 'POST',
      path: '/order/singleShipment',
      json: {
        dscoOrderId: notice.platformOrderNo,
        shipments: [
          {
            trackingNumber: notice.trackingNumber,
            ...(notice.trackingUrl ? { trackingUrl: notice.trackingUrl } : {}),
            shipCarrier: carrier,
            shipMethod: notice.serviceName,
            ...(code && requested ? { shippingServiceLevelCode: code } : {}),
            shipDate: notice.shippedAt,
            lineItems: notice.lines.map((line) => ({
              ...named(lineOf(order, line.platformLineId)),
              quantity: line.quantity,
            })),
          },
        ],
      },
      // Told twice, the network would know two shipments: after a lost answer the order is read first.
      effect: 'once',
      shape: z.object({ success: z.boolean().nullish() }),
    });
    return { outcome: 'confirmed' };
  }

  async function cancelOrder(access: ShopAccess, notice: CancelRequest): Promise<CancelResult> {
    const order = await listing.readOne(access, notice.platformOrderNo);
    if (readStatus(order) === 'cancelled') return { outcome: 'alreadyCancelled' };
    const open = order.lineItems.filter((line) => openQuantity(line) > line.shippedQuantity);
    if (open.length === 0)
      throw new ConnectorError(platform, 'rejected', 'nothing of the order is open any more', { code: 'SHIPPED' });
    const { status } = await call(access, {
      operation: 'cancelOrderItem',
      method: 'POST',
      path: '/order/item/cancel',
      json: {
        id: notice.platformOrderNo,
        type: 'DSCO_ORDER_ID',
        lineItems: open.map((line) => ({
          ...named(line),
          cancelledQuantity: openQuantity(line) - line.shippedQuantity,
          cancelCode: cancelCodes[notice.reason],
          cancelledReason: notice.note || cancelCodes[notice.reason],
        })),
      },
      effect: 'once',
      shape: verdict,
    });
    return { outcome: status === 'pending' ? 'requested' : 'cancelled' };
  }

  return { acknowledge, confirmShipment, cancelOrder };
}
