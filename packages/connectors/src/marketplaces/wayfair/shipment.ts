import { z } from 'zod';
import type { OrderToAcknowledge } from '../../capabilities/purchase-orders.ts';
import type { ConfirmResult, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, suppliersOf, type WayfairClient } from './client.ts';
import { toWayfair } from './dates.ts';
import { FEED_FIELDS, type Feed, type Feeds, feedShape, wordsOf } from './feeds.ts';
import type { Listing } from './listing.ts';
import { lineIds, type WayfairAddress, type WayfairOrder, type WayfairProduct } from './orderShape.ts';

const ACCEPT = `mutation ($poNumber: String!, $shipSpeed: ShipSpeed!, $lineItems: [AcceptedLineItemInput!]!) {
  purchaseOrders { accept(poNumber: $poNumber, shipSpeed: $shipSpeed, lineItems: $lineItems) { ${FEED_FIELDS} } } }`;
const SHIP = `mutation ($notice: ShipNoticeInput!) {
  purchaseOrders { shipment(notice: $notice) { ${FEED_FIELDS} } } }`;

/** Wayfair names carriers by their SCAC. */
const SCAC: Readonly<Record<string, string>> = { UPS: 'UPSN', FEDEX: 'FDEG' };

function carrierOf(order: WayfairOrder, notice: ShipmentConfirmation): string {
  const names = [notice.carrierCode, notice.carrierName].map((name) => name.trim().toUpperCase());
  const known = names.map((name) => SCAC[name]).find(Boolean);
  const answered = /^[A-Z]{4}$/.test(notice.carrierCode.trim()) ? notice.carrierCode.trim() : undefined;
  const scac = known ?? answered ?? order.shippingInfo.carrierCode;
  if (scac) return scac;
  throw new ConnectorError(PLATFORM, 'rejected', `Wayfair wants the carrier's SCAC, not "${notice.carrierName}"`, {
    code: 'NO_SCAC',
  });
}

const placeOf = (name: string, address: WayfairAddress) => ({
  name: address.name ?? name,
  streetAddress1: address.address1 ?? '',
  streetAddress2: [address.address2, address.address3].filter(Boolean).join(', '),
  city: address.city ?? '',
  state: address.state ?? '',
  postalCode: address.postalCode ?? '',
  country: address.country ?? '',
});

/** Parts and units of the parcel. */
function itemsOf(order: WayfairOrder, notice: ShipmentConfirmation) {
  const ids = lineIds(order.products);
  return notice.lines.map(({ platformLineId, quantity }) => {
    const product = order.products[ids.indexOf(platformLineId)];
    if (!product)
      throw new ConnectorError(PLATFORM, 'rejected', `the order has no part ${platformLineId}`, {
        code: 'NO_SUCH_LINE',
      });
    return { product, quantity };
  });
}

function confirmationOf(access: ShopAccess, order: WayfairOrder, answered: ShipmentConfirmation, now: number) {
  const items = itemsOf(order, answered);
  const pounds = items.reduce((weight, { product, quantity }) => weight + (product.weight ?? 0) * quantity, 0);
  const weight = Math.max(0.1, Math.round(pounds * 100) / 100);
  return {
    poNumber: order.poNumber,
    supplierId: Number(order.supplierId ?? suppliersOf(access)[0]),
    packageCount: 1,
    weight,
    carrierCode: carrierOf(order, answered),
    shipSpeed: order.shippingInfo.shipSpeed ?? 'GROUND',
    trackingNumber: answered.trackingNumber,
    shipDate: toWayfair(Math.min(Date.parse(answered.shippedAt), now)),
    sourceAddress: placeOf(order.warehouse.name ?? '', order.warehouse.address),
    destinationAddress: placeOf(order.customerName ?? '', order.shipTo),
    smallParcelShipments: [
      {
        package: { code: { type: 'TRACKING_NUMBER', value: answered.trackingNumber }, weight },
        items: items.map(({ product, quantity }) => ({ partNumber: product.partNumber, quantity })),
      },
    ],
    largeParcelShipments: [],
  };
}

/** An order is accepted with its prices. */
function priceOf(product: WayfairProduct): string {
  if (product.price) return product.price;
  throw new ConnectorError(PLATFORM, 'rejected', `Wayfair names no price of ${product.partNumber}`, {
    code: 'NO_PRICE',
  });
}

/** Nothing can be read that tells whether a notice has been given; Wayfair says so when it comes again. */
const isRepeated = (feed: Feed): boolean =>
  feed.errors.length > 0 && feed.errors.every((one) => /already|duplicate|exists/i.test(one.message ?? ''));

export function createShipment({ call }: WayfairClient, listing: Listing, feeds: Feeds, now: () => number) {
  return {
    /** Wayfair's order is accepted as it stands: quantities, prices, days. */
    async acknowledge(access: ShopAccess, { platformOrderNo }: OrderToAcknowledge): Promise<void> {
      const order = await listing.readOne(access, platformOrderNo, { hasResponse: false });
      if (!order) return;
      const shape = z.object({ purchaseOrders: z.object({ accept: feedShape }) });
      const lineItems = order.products
        .filter((product) => !product.isCancelled)
        .map((product) => ({
          partNumber: product.partNumber,
          quantity: product.quantity,
          unitPrice: Number(priceOf(product)),
          estimatedShipDate: toWayfair(Date.parse(product.estShipDate ?? order.estimatedShipDate ?? order.poDate)),
        }));
      if (lineItems.length === 0) return;
      const variables = { poNumber: order.poNumber, shipSpeed: order.shippingInfo.shipSpeed ?? 'GROUND', lineItems };
      const input = { graph: 'orders', query: ACCEPT, variables, shape } as const;
      const answered = await call(access, { ...input, effect: 'repeatable' });
      feeds.check(await feeds.settled(access, answered.purchaseOrders.accept));
    },

    async confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult> {
      const order = await listing.readOne(access, notice.platformOrderNo);
      if (!order) throw new ConnectorError(PLATFORM, 'rejected', 'no such order', { code: 'NOT_FOUND' });
      const shape = z.object({ purchaseOrders: z.object({ shipment: feedShape }) });
      const variables = { notice: confirmationOf(access, order, notice, now()) };
      const input = { graph: 'orders', query: SHIP, variables, shape } as const;
      const answered = await call(access, { ...input, effect: 'repeatable' });
      const feed = await feeds.settled(access, answered.purchaseOrders.shipment);
      if (isRepeated(feed)) return { outcome: 'alreadyConfirmed', detail: wordsOf(feed) };
      feeds.check(feed);
      return { outcome: 'confirmed' };
    },
  };
}
