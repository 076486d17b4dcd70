import { invalidInput } from '../amazon/errors.ts';
import { type Context, param, query } from '../http/app.ts';
import { at, isRecord, list, text } from '../http/types.ts';
import { dollars, pageOf } from '../kit/depot.ts';
import type { Door } from './door.ts';
import { type Network, type Order, PLACES, type Wish } from './network.ts';
import { hasLeft, isPlanned, parcelsOf, shipmentId, time } from './shown.ts';

const ROOT = '/fba/outbound/2020-07-01/fulfillmentOrders';
const PAGE = 20;
const DAY_MS = 86_400_000;

const STATUS: Readonly<Record<Order['depot']['stage'], string>> = {
  accepted: 'Received',
  processing: 'Planning',
  picking: 'Processing',
  packed: 'Processing',
  shipped: 'Complete',
  delivered: 'Complete',
  cancelled: 'Cancelled',
  short: 'Unfulfillable',
};
const POLICIES: Readonly<Record<string, string>> = {
  FillOrKill: 'FILL_OR_KILL',
  FillAll: 'FILL_ALL',
  FillAllAvailable: 'FILL_ALL_AVAILABLE',
};

const headOf = (ctx: Context, { id, depot, place, tier, address, displayable }: Order) => ({
  sellerFulfillmentOrderId: id,
  marketplaceId: place,
  displayableOrderId: displayable?.id ?? id,
  displayableOrderDate: displayable?.date ?? time(depot.createdAt),
  displayableOrderComment: displayable?.comment ?? '',
  shippingSpeedCategory: tier[0] + tier.slice(1).toLowerCase(),
  destinationAddress: address,
  receivedDate: time(depot.createdAt),
  fulfillmentOrderStatus: ctx.faults.marks('mcf', 'unknownStatus', id) ? 'OnTheMoon' : STATUS[depot.stage],
  statusUpdatedDate: ctx.faults.isMalformed('mcf', id) ? 'yesterday' : time(depot.updatedAt),
});

function shipmentsOf(order: Order) {
  const { depot } = order;
  if (!isPlanned(depot)) return [];
  const left = hasLeft(depot);
  const parcels = parcelsOf(order);
  return [
    {
      amazonShipmentId: shipmentId(order),
      fulfillmentCenterId: 'PHX3',
      fulfillmentShipmentStatus: left ? 'SHIPPED' : 'PENDING',
      shippingDate: time(left ? depot.shippedAt : depot.createdAt + DAY_MS),
      fulfillmentShipmentItem: parcels.map(({ id, sku, quantity, lineId }) => ({
        sellerSku: sku,
        sellerFulfillmentOrderItemId: lineId,
        quantity,
        ...(left ? { packageNumber: id } : {}),
      })),
      ...(left
        ? {
            fulfillmentShipmentPackage: parcels.map(({ id, tracking }) => ({
              packageNumber: id,
              carrierCode: 'UPS',
              trackingNumber: tracking,
            })),
          }
        : {}),
    },
  ];
}

function detailOf(ctx: Context, order: Order): object {
  const { depot } = order;
  return {
    fulfillmentOrder: headOf(ctx, order),
    fulfillmentOrderItems: depot.lines.map(({ sku, quantity }, index) => ({
      sellerSku: sku,
      sellerFulfillmentOrderItemId: order.lineIds[index],
      quantity,
      cancelledQuantity: depot.stage === 'cancelled' ? quantity : 0,
      unfulfillableQuantity: depot.stage === 'short' ? quantity : 0,
    })),
    fulfillmentShipments: shipmentsOf(order),
    returnItems: [],
    returnAuthorizations: [],
  };
}

function wishOf(
  body: unknown,
  address: unknown,
  speed: string,
): { wish: Wish; lines: { sku: string; quantity: number }[] } {
  const place = text(at(body, 'marketplaceId')) || 'ATVPDKIKX0DER';
  if (!PLACES[place]) throw invalidInput(`The marketplaceId ${place} is not one of the seller's.`);
  if (!isRecord(address)) throw invalidInput('The destinationAddress is missing.');
  if (!['Standard', 'Expedited', 'Priority'].includes(speed))
    throw invalidInput('The shippingSpeedCategory is invalid.');
  const items = list(at(body, 'items'));
  const constraints = list(at(body, 'featureConstraints'));
  return {
    wish: {
      place,
      tier: speed.toUpperCase(),
      policy: POLICIES[text(at(body, 'fulfillmentPolicy')) || 'FillOrKill'] ?? '',
      action: (text(at(body, 'fulfillmentAction')) || 'Ship').toUpperCase(),
      channel: '',
      unbranded: constraints.some((one) => at(one, 'featureName') === 'BLANK_BOX'),
      address: Object.fromEntries(Object.entries(address).map(([field, value]) => [field, text(value)])),
      lineIds: items.map((item) => text(at(item, 'sellerFulfillmentOrderItemId'))),
    },
    lines: items.map((item) => ({ sku: text(at(item, 'sellerSku')), quantity: Number(at(item, 'quantity')) })),
  };
}

function previewOf(network: Network, ctx: Context, body: unknown): object {
  const speeds = list(at(body, 'shippingSpeedCategories')).map(text);
  const { wish, lines } = wishOf(body, at(body, 'address'), 'Standard');
  network.check(wish, lines);
  const now = ctx.world.clock.now();
  return {
    fulfillmentPreviews: speeds.map((shippingSpeedCategory, index) => ({
      shippingSpeedCategory,
      marketplaceId: wish.place,
      isFulfillable: true,
      isCODCapable: false,
      estimatedFees: [
        { name: 'FBAPerUnitFulfillmentFee', amount: { currencyCode: 'USD', value: dollars(495 + 400 * index) } },
        { name: 'FBAPerOrderFulfillmentFee', amount: { currencyCode: 'USD', value: '1.00' } },
      ],
      fulfillmentPreviewShipments: [
        {
          earliestArrivalDate: time(now + 2 * DAY_MS),
          latestArrivalDate: time(now + 5 * DAY_MS),
          fulfillmentPreviewItems: [],
        },
      ],
    })),
  };
}

/** Fulfillment Outbound 2020-07-01. Source: fulfillmentOutbound_2020-07-01.json of Amazon's published models. */
export function serve2020(door: Door, ctx: Context, network: Network): void {
  const orderOf = (id: string): Order => {
    const found = network.order(id);
    if (!found) throw invalidInput(`The requested order '${id}' does not exist.`);
    return found;
  };
  door.serve('POST', `${ROOT}/preview`, 'getFulfillmentPreview', (_request, body) => ({
    body: { payload: previewOf(network, ctx, body) },
  }));
  door.serve('POST', ROOT, 'createFulfillmentOrder', (_request, body) => {
    const displayable = {
      id: text(at(body, 'displayableOrderId')),
      date: text(at(body, 'displayableOrderDate')),
      comment: text(at(body, 'displayableOrderComment')),
    };
    for (const [part, value] of Object.entries(displayable))
      if (!value) throw invalidInput(`The displayableOrder ${part} is missing.`);
    const { wish, lines } = wishOf(body, at(body, 'destinationAddress'), text(at(body, 'shippingSpeedCategory')));
    network.place(text(at(body, 'sellerFulfillmentOrderId')), { ...wish, displayable }, lines);
    return { body: {} };
  });
  door.serve('GET', ROOT, 'listAllFulfillmentOrders', (request) => {
    const { queryStartDate = '', nextToken = '' } = query(request);
    const since = queryStartDate ? Date.parse(queryStartDate) : 0;
    if (Number.isNaN(since)) throw invalidInput('The queryStartDate is not a date.');
    const start = Number(nextToken || 0);
    if (!Number.isInteger(start)) throw invalidInput('The nextToken is invalid.');
    const page = pageOf(network.orders.filter(({ depot }) => depot.updatedAt >= since).slice(start), 1, PAGE);
    return {
      body: {
        payload: {
          fulfillmentOrders: page.rows.map((order) => headOf(ctx, order)),
          ...(page.more ? { nextToken: String(start + PAGE) } : {}),
        },
      },
    };
  });
  door.serve('GET', `${ROOT}/:id`, 'getFulfillmentOrder', (request) => ({
    body: { payload: detailOf(ctx, orderOf(param(request, 'id'))) },
  }));
  door.serve('PUT', `${ROOT}/:id/cancel`, 'cancelFulfillmentOrder', (request) => {
    if (network.depot.stop(orderOf(param(request, 'id')).depot) === 'tooLate')
      throw invalidInput('The order can no longer be cancelled.');
    return { body: {} };
  });
}
