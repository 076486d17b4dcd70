import { z } from 'zod';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { companyOf } from './carriers.ts';
import { gidOf, idOf, PLATFORM, type ShopifyClient } from './client.ts';
import { pageInfo } from './orderShape.ts';
import { CREATE_FULFILMENT, GET_FULFILMENTS, MORE_FULFILMENT_LINES } from './queries.ts';

const lines = z.object({
  nodes: z.array(z.object({ id: z.string(), remainingQuantity: wholeNumber, lineItem: z.object({ id: z.string() }) })),
  pageInfo,
});
const fulfilmentsShape = z.object({
  order: z
    .object({
      fulfillments: z.array(
        z.object({
          id: z.string(),
          status: z.string(),
          trackingInfo: z.array(z.object({ number: z.string().nullish() })).nullish(),
        }),
      ),
      fulfillmentOrders: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            status: z.string(),
            assignedLocation: z.object({ location: z.object({ id: z.string() }).nullish() }).nullish(),
            lineItems: lines,
          }),
        ),
        pageInfo,
      }),
    })
    .nullable(),
});
const moreLines = z.object({ fulfillmentOrder: z.object({ lineItems: lines }).nullable() });
const created = z.object({
  fulfillmentCreate: z.object({
    fulfillment: z.object({ id: z.string() }).nullish(),
    userErrors: z.array(z.object({ field: z.array(z.string()).nullish(), message: z.string() })),
  }),
});

/** A line that can still be shipped, with the fulfilment order and the location it ships from. */
export interface OpenLine {
  orderId: string;
  location: string;
  id: string;
  lineId: string;
  remaining: number;
}
interface Known {
  shippedWith: string[];
  open: OpenLine[];
}
export type Choice = { fulfillmentOrderId: string; fulfillmentOrderLineItems: { id: string; quantity: number }[] }[];

/** Fulfilment orders that take a fulfilment now (on hold and scheduled ones do not). */
const READY = new Set(['OPEN', 'IN_PROGRESS']);
const GONE = new Set(['CANCELLED', 'ERROR', 'FAILURE']);
const plain = (tracking: string): string => tracking.replace(/[\s-]/g, '').toUpperCase();

/** Covers the parcel from one location, as one call must; null when that location has not enough. */
function takeFrom(open: readonly OpenLine[], desired: ShipmentConfirmation['lines']): Choice | null {
  const left = new Map(open.map((line) => [line.id, line.remaining]));
  const byOrder = new Map<string, Map<string, number>>();
  for (const want of desired) {
    let missing = want.quantity;
    const mine = open
      .filter((line) => idOf(line.lineId) === idOf(want.platformLineId))
      .sort((a, b) => Number(b.id === want.fulfilmentRef) - Number(a.id === want.fulfilmentRef));
    for (const line of mine) {
      const quantity = Math.min(missing, left.get(line.id) ?? 0);
      if (quantity === 0) continue;
      left.set(line.id, (left.get(line.id) ?? 0) - quantity);
      const chosen = byOrder.get(line.orderId) ?? new Map<string, number>();
      chosen.set(line.id, (chosen.get(line.id) ?? 0) + quantity);
      byOrder.set(line.orderId, chosen);
      missing -= quantity;
    }
    if (missing > 0) return null;
  }
  return [...byOrder].map(([fulfillmentOrderId, chosen]) => ({
    fulfillmentOrderId,
    fulfillmentOrderLineItems: [...chosen].map(([id, quantity]) => ({ id, quantity })),
  }));
}

export function chooseLines(open: readonly OpenLine[], desired: ShipmentConfirmation['lines']): Choice | null {
  for (const location of new Set(open.map((line) => line.location))) {
    const choice = takeFrom(
      open.filter((line) => line.location === location),
      desired,
    );
    if (choice && choice.length > 0) return choice;
  }
  return null;
}

export function createConfirmation(graphql: ShopifyClient) {
  type Order = NonNullable<z.output<typeof fulfilmentsShape>['order']>;
  type FulfilmentOrder = Order['fulfillmentOrders']['nodes'][number];

  async function page(access: ShopAccess, orderNo: string, after: string | null): Promise<Order> {
    const { order } = await graphql(access, {
      query: GET_FULFILMENTS,
      variables: { id: gidOf('Order', orderNo), after },
      shape: fulfilmentsShape,
      effect: 'read',
    });
    if (!order) throw new ConnectorError(PLATFORM, 'rejected', `order ${orderNo} is not known`, { code: 'NotFound' });
    return order;
  }

  async function linesOf(access: ShopAccess, one: FulfilmentOrder): Promise<OpenLine[]> {
    const nodes = [...one.lineItems.nodes];
    let info = one.lineItems.pageInfo;
    while (info.hasNextPage && info.endCursor) {
      const more: z.output<typeof moreLines> = await graphql(access, {
        query: MORE_FULFILMENT_LINES,
        variables: { id: one.id, after: info.endCursor },
        shape: moreLines,
        effect: 'read',
      });
      if (!more.fulfillmentOrder || more.fulfillmentOrder.lineItems.pageInfo.endCursor === info.endCursor) break;
      nodes.push(...more.fulfillmentOrder.lineItems.nodes);
      info = more.fulfillmentOrder.lineItems.pageInfo;
    }
    const location = one.assignedLocation?.location?.id ?? '';
    return nodes
      .filter((line) => line.remainingQuantity > 0)
      .map((line) => ({
        orderId: one.id,
        location,
        id: line.id,
        lineId: line.lineItem.id,
        remaining: line.remainingQuantity,
      }));
  }

  async function know(access: ShopAccess, orderNo: string): Promise<Known> {
    let order = await page(access, orderNo, null);
    const shippedWith = order.fulfillments
      .filter((one) => !GONE.has(one.status))
      .flatMap((one) => (one.trackingInfo ?? []).flatMap((info) => (info.number ? [plain(info.number)] : [])));
    const open: OpenLine[] = [];
    for (;;) {
      const { nodes, pageInfo: info } = order.fulfillmentOrders;
      for (const one of nodes) if (READY.has(one.status)) open.push(...(await linesOf(access, one)));
      if (!info.hasNextPage || !info.endCursor) return { shippedWith, open };
      order = await page(access, orderNo, info.endCursor);
    }
  }

  return async function confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
    const known = await know(access, notice.platformOrderNo);
    if (known.shippedWith.includes(plain(notice.trackingNumber))) {
      return { outcome: 'alreadyConfirmed', detail: `Shopify already ships the order with ${notice.trackingNumber}` };
    }
    const choice = chooseLines(known.open, notice.lines);
    if (!choice) {
      const message = 'Shopify has no open fulfilment order of one location that covers this parcel';
      throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'NOTHING_TO_FULFIL' });
    }
    const { fulfillmentCreate } = await graphql(access, {
      query: CREATE_FULFILMENT,
      variables: {
        fulfillment: {
          lineItemsByFulfillmentOrder: choice,
          trackingInfo: {
            company: companyOf(notice),
            number: notice.trackingNumber,
            ...(notice.trackingUrl ? { url: notice.trackingUrl } : {}),
          },
          notifyCustomer: true,
        },
      },
      shape: created,
      effect: 'repeatable',
    });
    const [first] = fulfillmentCreate.userErrors;
    if (first) {
      const field = first.field?.join('.') ?? '';
      const message = fulfillmentCreate.userErrors.map((one) => one.message).join('; ');
      throw new ConnectorError(PLATFORM, 'rejected', `fulfillmentCreate: ${message}`, { code: field || 'USER_ERROR' });
    }
    if (!fulfillmentCreate.fulfillment) {
      throw new ConnectorError(PLATFORM, 'uncertain', 'fulfillmentCreate: neither a fulfilment nor an error came');
    }
    return { outcome: 'confirmed' };
  };
}
