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

/** Fulfillment Outbound 2026-07-04. Source: fulfillmentOutbound_2026-07-04.json of Amazon's published models. */
const ROOT = '/fulfillment/outbound/2026-07-04';

const quantity = z.object({ value: count }).nullish();
const product = z.object({ amazonSku: someText });
const SHIPMENT: Readonly<Record<string, OrderFacts['shipments'][number]['status']>> = {
  SHIPPED: 'SHIPPED',
  CANCELLED: 'CANCELLED',
};
const numbers = z.object({ trackingNumber: anyText, carrierCode: anyText }).nullish();
const parcel = z
  .object({
    packageId: someText,
    status: optionalText,
    tracking: z.object({ carrier: numbers, amazon: numbers }).nullish(),
    shipmentItemIds: listOf(z.string()),
  })
  .transform((one) => ({
    id: one.packageId,
    status: one.status,
    carrier: one.tracking?.carrier?.carrierCode,
    tracking: one.tracking?.carrier?.trackingNumber ?? one.tracking?.amazon?.trackingNumber,
    itemIds: one.shipmentItemIds,
  }));
const shipment = z
  .object({
    amazonShipmentId: someText,
    status: someText,
    shipTime: instant.optional(),
    items: listOf(
      z.object({ productIdentifier: product, amount: quantity, packageId: anyText, shipmentItemId: anyText }),
    ),
    packages: listOf(parcel),
  })
  .transform((one) => ({
    id: one.amazonShipmentId,
    status: SHIPMENT[one.status] ?? ('PROCESSING' as const),
    at: one.shipTime,
    items: one.items.map((item) => ({
      sku: item.productIdentifier.amazonSku,
      quantity: item.amount?.value ?? 0,
      packageId: item.packageId ?? one.packages.find(({ itemIds }) => itemIds.includes(item.shipmentItemId ?? ''))?.id,
    })),
    packages: one.packages,
  }));
const order = z
  .object({
    orderId: z.string().min(1),
    status: someText,
    receiveTime: instant,
    statusUpdateTime: instant.optional(),
    lineItems: listOf(
      z
        .object({
          product: z.object({ productIdentifier: product }),
          amount: quantity,
          cancelledAmount: quantity,
          unfulfillableAmount: quantity,
        })
        .transform((line) => ({
          sku: line.product.productIdentifier.amazonSku,
          ordered: line.amount?.value ?? 0,
          cancelled: line.cancelledAmount?.value ?? 0,
          unfulfillable: line.unfulfillableAmount?.value ?? 0,
        })),
    ),
    shipments: listOf(shipment),
  })
  .transform(
    (one): WmsOutboundState =>
      stateOf({
        orderId: one.orderId,
        status: one.status,
        raw: one.status,
        updatedAt: one.statusUpdateTime ?? one.receiveTime,
        lines: one.lineItems,
        shipments: one.shipments,
      }),
  );
const one = z.object({ order });
const list = z.object({
  orders: z.array(order),
  pagination: z.object({ nextToken: optionalText }).nullish(),
});
/** An order at once, or that it was taken and is looked at later. */
const made = z.union([
  one.transform((answered) => answered.order.status),
  z.object({ status: z.string() }).transform(() => 'accepted' as const),
]);

const preview = z.object({
  plannedShipments: listOf(
    z.object({
      offers: listOf(
        z.object({
          estimatedPrice: z.object({ totalPrice: z.object({ currencyCode, amount }) }).nullish(),
          fulfillmentConfiguration: z.object({
            serviceLevel: z.object({
              serviceTier: someText,
              deliveryInterval: z.object({ startTime: instant, endTime: instant }).nullish(),
            }),
          }),
        }),
      ),
    }),
  ),
});

const linesOf = (input: WmsOutbound, abroad: boolean) =>
  input.items.map(({ lineId, sku, quantity: units, declaredUsd }) => ({
    lineItemId: lineId,
    product: {
      productIdentifier: { amazonSku: sku },
      ...(abroad ? { perUnitDeclaredValue: { currencyCode: 'USD', amount: declaredUsd } } : {}),
    },
    amount: { unit: 'EACHES', value: String(units) },
  }));

function bodyOf(access: WmsAccess, input: WmsOutbound) {
  const { country } = marketplaceOf(access);
  const { tier, unbranded } = wayOf(input.shippingMethod);
  const channel = input.platform.toUpperCase().slice(0, 40);
  return {
    ...(channel ? { channel } : {}),
    fulfillmentConfiguration: {
      serviceLevel: { serviceTiers: [tier] },
      ...(unbranded ? { services: { packaging: { packagingOption: 'UNBRANDED' } } } : {}),
    },
    origin: { countryCode: country },
    destination: {
      deliveryAddress: {
        ...addressOf(input.recipient),
        ...(input.recipient.email ? { email: input.recipient.email } : {}),
      },
    },
    lineItems: linesOf(input, isAbroad(access, input)),
  };
}

export function orders2026(call: McfCaller, now: () => number): McfOrders {
  const path = (orderNo: string) => `${ROOT}/orders/${encodeURIComponent(orderNo)}`;
  return {
    async create(access, input) {
      const body = bodyOf(access, input);
      const answer = await call(access, {
        operation: 'createOrder',
        method: 'POST',
        path: `${ROOT}/orders`,
        json: {
          orderId: input.clientOrderNo,
          ...body,
          fulfillmentConfiguration: { ...body.fulfillmentConfiguration, action: 'SHIP', policy: 'FILL_OR_KILL' },
        },
        once: true,
      });
      return made.safeParse(answer).data ?? 'accepted';
    },
    async read(access, orderNo) {
      const answer = await call(access, {
        operation: 'getOrder',
        method: 'GET',
        path: path(orderNo),
        query: { shipments: 'INCLUDE' },
      });
      return shaped(one, answer, 'getOrder', PLATFORM).order;
    },
    async list(access, since, pageToken) {
      const query = { updatedAfter: since, shipments: 'INCLUDE', pageToken };
      const answer = await call(access, { operation: 'listOrders', method: 'GET', path: `${ROOT}/orders`, query });
      const { orders, pagination } = shaped(list, answer, 'listOrders', PLATFORM);
      return { rows: orders, ...(pagination?.nextToken ? { next: pagination.nextToken } : {}) };
    },
    async cancel(access, orderNo) {
      await call(access, { operation: 'cancelOrder', method: 'PUT', path: `${path(orderNo)}/cancel` });
    },
    async quote(access, input, tiers) {
      const body = bodyOf(access, input);
      const json = {
        ...body,
        fulfillmentConfiguration: { ...body.fulfillmentConfiguration, serviceLevel: { serviceTiers: tiers } },
        lineItems: body.lineItems.map(({ product: of, amount: units }) => ({ product: of, amount: units })),
      };
      const answer = await call(access, {
        operation: 'getOrderPreview',
        method: 'POST',
        path: `${ROOT}/previews`,
        json,
      });
      const { plannedShipments } = shaped(preview, answer, 'getOrderPreview', PLATFORM);
      return tiers.flatMap((tier): WmsQuote[] => {
        const offers = plannedShipments.map((planned) =>
          planned.offers.find((offer) => offer.fulfillmentConfiguration.serviceLevel.serviceTier === tier),
        );
        const prices = offers.flatMap((offer) => offer?.estimatedPrice?.totalPrice ?? []);
        const [first] = prices;
        // Said for every part, or not at all.
        if (!first || prices.length < plannedShipments.length) return [];
        const intervals = offers.flatMap(
          (offer) => offer?.fulfillmentConfiguration.serviceLevel.deliveryInterval ?? [],
        );
        return [
          {
            shippingMethod: tier,
            amount: sum(prices.map((price) => price.amount)),
            currency: first.currencyCode,
            ...daysUntil(now(), intervals),
          },
        ];
      });
    },
  };
}
