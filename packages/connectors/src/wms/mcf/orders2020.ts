import { z } from 'zod';
import { shaped } from '../../marketplaces/amazon/client.ts';
import { sum } from '../../money.ts';
import { amount, currencyCode, instant, listOf, optionalText } from '../../read.ts';
import type { WmsAccess, WmsOutbound, WmsOutboundState, WmsQuote } from '../../wms.ts';
import { anyText, count, someText } from '../convert.ts';
import { type McfCaller, marketplaceOf, PLATFORM } from './client.ts';
import type { McfOrders } from './orders.ts';
import { addressOf, daysUntil, isAbroad, wayOf } from './payload.ts';
import { type OrderFacts, stateOf } from './state.ts';

/** Fulfillment Outbound 2020-07-01. Source: fulfillmentOutbound_2020-07-01.json of Amazon's published models. */
const ROOT = '/fba/outbound/2020-07-01/fulfillmentOrders';

const SPEEDS: Readonly<Record<string, string>> = {
  STANDARD: 'Standard',
  EXPEDITED: 'Expedited',
  PRIORITY: 'Priority',
};
const STATUS: Readonly<Record<string, string>> = {
  New: '',
  Received: '',
  Planning: 'PROCESSING',
  Processing: 'PROCESSING',
  Complete: 'COMPLETE',
  CompletePartialled: 'COMPLETE_PARTIAL',
  Cancelled: 'CANCELLED',
  Unfulfillable: 'UNFULFILLABLE',
  Invalid: 'INVALID',
};
const SHIPMENT: Readonly<Record<string, OrderFacts['shipments'][number]['status']>> = {
  SHIPPED: 'SHIPPED',
  CANCELLED_BY_FULFILLER: 'CANCELLED',
  CANCELLED_BY_SELLER: 'CANCELLED',
};

const head = z.object({
  sellerFulfillmentOrderId: z.string().min(1),
  fulfillmentOrderStatus: someText,
  statusUpdatedDate: instant,
});
const parcel = z
  .object({
    packageNumber: someText,
    carrierCode: anyText,
    trackingNumber: anyText,
    amazonFulfillmentTrackingNumber: anyText,
    // There only once it was handed over.
    deliveryInformation: z.unknown().optional(),
  })
  .transform((one) => ({
    id: one.packageNumber,
    carrier: one.carrierCode,
    tracking: one.trackingNumber ?? one.amazonFulfillmentTrackingNumber,
    status: one.deliveryInformation ? 'DELIVERED' : undefined,
  }));
const shipment = z
  .object({
    amazonShipmentId: someText,
    fulfillmentShipmentStatus: someText,
    shippingDate: instant.optional(),
    fulfillmentShipmentItem: listOf(z.object({ sellerSku: someText, quantity: count, packageNumber: anyText })),
    fulfillmentShipmentPackage: listOf(parcel),
  })
  .transform((one) => ({
    id: one.amazonShipmentId,
    status: SHIPMENT[one.fulfillmentShipmentStatus] ?? ('PROCESSING' as const),
    at: one.shippingDate,
    items: one.fulfillmentShipmentItem.map(({ sellerSku: sku, quantity, packageNumber: packageId }) => ({
      sku,
      quantity,
      packageId,
    })),
    packages: one.fulfillmentShipmentPackage,
  }));
const one = z.object({
  payload: z
    .object({
      fulfillmentOrder: head,
      fulfillmentOrderItems: listOf(
        z
          .object({ sellerSku: someText, quantity: count, cancelledQuantity: count, unfulfillableQuantity: count })
          .transform((line) => ({
            sku: line.sellerSku,
            ordered: line.quantity,
            cancelled: line.cancelledQuantity,
            unfulfillable: line.unfulfillableQuantity,
          })),
      ),
      fulfillmentShipments: listOf(shipment),
    })
    .transform(
      ({ fulfillmentOrder, fulfillmentOrderItems: lines, fulfillmentShipments: shipments }): WmsOutboundState =>
        stateOf({
          orderId: fulfillmentOrder.sellerFulfillmentOrderId,
          status: STATUS[fulfillmentOrder.fulfillmentOrderStatus] ?? fulfillmentOrder.fulfillmentOrderStatus,
          raw: fulfillmentOrder.fulfillmentOrderStatus,
          updatedAt: fulfillmentOrder.statusUpdatedDate,
          lines,
          shipments,
        }),
    ),
});
const list = z.object({ payload: z.object({ nextToken: optionalText, fulfillmentOrders: listOf(head) }) });

const preview = z.object({
  payload: z.object({
    fulfillmentPreviews: listOf(
      z.object({
        shippingSpeedCategory: someText,
        isFulfillable: z.boolean(),
        estimatedFees: listOf(z.object({ amount: z.object({ currencyCode, value: amount }) })),
        fulfillmentPreviewShipments: listOf(
          z.object({ earliestArrivalDate: instant.optional(), latestArrivalDate: instant.optional() }),
        ),
      }),
    ),
  }),
});

const unbrandedBox = (unbranded: boolean) =>
  unbranded ? { featureConstraints: [{ featureName: 'BLANK_BOX', featureFulfillmentPolicy: 'Required' }] } : {};

const itemsOf = (access: WmsAccess, input: WmsOutbound) =>
  input.items.map(({ lineId, sku, quantity, declaredUsd }) => ({
    sellerSku: sku,
    sellerFulfillmentOrderItemId: lineId,
    quantity,
    ...(isAbroad(access, input) ? { perUnitDeclaredValue: { currencyCode: 'USD', value: declaredUsd } } : {}),
  }));

function bodyOf(access: WmsAccess, input: WmsOutbound, now: number) {
  const { tier, unbranded } = wayOf(input.shippingMethod);
  return {
    marketplaceId: marketplaceOf(access).id,
    sellerFulfillmentOrderId: input.clientOrderNo,
    displayableOrderId: (input.platformOrderNo || input.clientOrderNo).slice(0, 40),
    displayableOrderDate: new Date(now).toISOString(),
    // Required, and printed on the packing slip.
    displayableOrderComment: 'Thank you for your order.',
    shippingSpeedCategory: SPEEDS[tier] ?? tier,
    fulfillmentAction: 'Ship',
    fulfillmentPolicy: 'FillOrKill',
    destinationAddress: addressOf(input.recipient),
    ...unbrandedBox(unbranded),
    items: itemsOf(access, input),
  };
}

export function orders2020(call: McfCaller, now: () => number): McfOrders {
  const path = (orderNo: string) => `${ROOT}/${encodeURIComponent(orderNo)}`;
  const read: McfOrders['read'] = async (access, orderNo) => {
    const answer = await call(access, { operation: 'getOrder', method: 'GET', path: path(orderNo) });
    return shaped(one, answer, 'getFulfillmentOrder', PLATFORM).payload;
  };
  return {
    read,
    async create(access, input) {
      const json = bodyOf(access, input, now());
      await call(access, { operation: 'createOrder', method: 'POST', path: ROOT, json, once: true });
      return 'accepted';
    },
    /** The list shows no shipments: each order of it is read on its own. */
    async list(access, since, nextToken) {
      const query = { queryStartDate: since, nextToken };
      const answer = await call(access, { operation: 'listOrders', method: 'GET', path: ROOT, query });
      const { fulfillmentOrders, nextToken: next } = shaped(list, answer, 'listAllFulfillmentOrders', PLATFORM).payload;
      const rows: WmsOutboundState[] = [];
      for (const { sellerFulfillmentOrderId } of fulfillmentOrders)
        rows.push(await read(access, sellerFulfillmentOrderId));
      return { rows, ...(next ? { next } : {}) };
    },
    async cancel(access, orderNo) {
      await call(access, { operation: 'cancelOrder', method: 'PUT', path: `${path(orderNo)}/cancel` });
    },
    async quote(access, input, tiers) {
      const json = {
        marketplaceId: marketplaceOf(access).id,
        address: addressOf(input.recipient),
        items: itemsOf(access, input),
        shippingSpeedCategories: tiers.map((tier) => SPEEDS[tier] ?? tier),
        ...unbrandedBox(wayOf(input.shippingMethod).unbranded),
      };
      const answer = await call(access, {
        operation: 'getOrderPreview',
        method: 'POST',
        path: `${ROOT}/preview`,
        json,
      });
      const { fulfillmentPreviews } = shaped(preview, answer, 'getFulfillmentPreview', PLATFORM).payload;
      return tiers.flatMap((tier): WmsQuote[] => {
        const found = fulfillmentPreviews.find((each) => each.shippingSpeedCategory === SPEEDS[tier]);
        const [first] = found?.estimatedFees ?? [];
        if (!found?.isFulfillable || !first) return [];
        const intervals = found.fulfillmentPreviewShipments.flatMap(({ earliestArrivalDate, latestArrivalDate }) =>
          earliestArrivalDate && latestArrivalDate
            ? [{ startTime: earliestArrivalDate, endTime: latestArrivalDate }]
            : [],
        );
        return [
          {
            shippingMethod: tier,
            amount: sum(found.estimatedFees.map((fee) => fee.amount.value)),
            currency: first.amount.currencyCode,
            ...daysUntil(now(), intervals),
          },
        ];
      });
    },
  };
}
