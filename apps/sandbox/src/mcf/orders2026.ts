import { invalidInput, notFound } from '../amazon/errors.ts';
import { type Context, param, query } from '../http/app.ts';
import { at, isRecord, list, text } from '../http/types.ts';
import { dollars, pageOf } from '../kit/depot.ts';
import type { Door } from './door.ts';
import { type Network, type Order, PLACES, type Wish } from './network.ts';
import { hasLeft, isPlanned, parcelsOf, shipmentId, statusOf, time } from './shown.ts';

const ROOT = '/fulfillment/outbound/2026-07-04';
const PAGE = 20;
const DAY_MS = 86_400_000;

const units = (value: number) => ({ unit: 'EACHES', value: `${value}.0` });

function shipmentsOf(order: Order) {
  const { depot } = order;
  if (!isPlanned(depot)) return [];
  const parcels = parcelsOf(order);
  return [
    {
      amazonShipmentId: shipmentId(order),
      amazonFacility: { facilityId: 'PHX3' },
      status: hasLeft(depot) ? 'SHIPPED' : 'PROCESSING',
      shipTime: time(hasLeft(depot) ? depot.shippedAt : depot.createdAt + DAY_MS),
      serviceLevel: { serviceTier: order.tier },
      items: parcels.map(({ id, sku, quantity, lineId }) => ({
        shipmentItemId: `SI${id}`,
        productIdentifier: { amazonSku: sku },
        lineItemId: lineId,
        amount: units(quantity),
      })),
      packages: hasLeft(depot)
        ? parcels.map(({ id, tracking }) => ({
            packageId: `PKG-${id}`,
            status: depot.stage === 'delivered' ? 'DELIVERED' : 'IN_TRANSIT',
            shipmentItemIds: [`SI${id}`],
            tracking: { carrier: { carrierCode: 'UPS', trackingNumber: tracking } },
          }))
        : [],
    },
  ];
}

function view(ctx: Context, order: Order, shipments: boolean): object {
  const { depot } = order;
  const short = depot.stage === 'short';
  return {
    orderId: order.id,
    channel: order.channel,
    receiveTime: time(depot.createdAt),
    status: ctx.faults.marks('mcf', 'unknownStatus', order.id) ? 'ON_THE_MOON' : statusOf(depot),
    statusUpdateTime: ctx.faults.isMalformed('mcf', order.id) ? 'yesterday' : time(depot.updatedAt),
    fulfillmentConfiguration: {
      serviceLevel: { serviceTiers: [order.tier] },
      action: order.action,
      policy: order.policy,
    },
    origin: { countryCode: PLACES[order.place] },
    destination: { deliveryAddress: order.address },
    lineItems: depot.lines.map(({ sku, quantity }, index) => ({
      lineItemId: order.lineIds[index],
      product: { productIdentifier: { amazonSku: sku } },
      amount: units(quantity),
      cancelledAmount: units(depot.stage === 'cancelled' ? quantity : 0),
      unfulfillableAmount: units(short ? quantity : 0),
    })),
    ...(shipments ? { shipments: shipmentsOf(order) } : {}),
    ...(ctx.faults.of('mcf').newField ? { somethingNew: { soon: true } } : {}),
  };
}

/** "1.0" and "1" are both one. */
const quantityOf = (line: unknown): number => Number(text(at(line, 'amount', 'value')) || Number.NaN);

function wishOf(body: unknown): { wish: Wish; lines: { sku: string; quantity: number }[] } {
  const country = text(at(body, 'origin', 'countryCode')) || 'US';
  const place = Object.entries(PLACES).find(([, one]) => one === country)?.[0];
  if (!place) throw invalidInput(`The origin ${country} is not one of the seller's.`);
  const configuration = at(body, 'fulfillmentConfiguration');
  const address = at(body, 'destination', 'deliveryAddress');
  if (!isRecord(address)) throw invalidInput('The deliveryAddress is missing.');
  const lines = list(at(body, 'lineItems'));
  return {
    wish: {
      place,
      tier: text(at(configuration, 'serviceLevel', 'serviceTiers', 0)) || 'STANDARD',
      policy: text(at(configuration, 'policy')) || 'FILL_OR_KILL',
      action: text(at(configuration, 'action')) || 'SHIP',
      channel: text(at(body, 'channel')),
      unbranded: at(configuration, 'services', 'packaging', 'packagingOption') === 'UNBRANDED',
      address: Object.fromEntries(Object.entries(address).map(([field, value]) => [field, text(value)])),
      lineIds: lines.map((line, index) => text(at(line, 'lineItemId')) || String(index)),
    },
    lines: lines.map((line) => ({
      sku: text(at(line, 'product', 'productIdentifier', 'amazonSku')),
      quantity: quantityOf(line),
    })),
  };
}

function previewOf(network: Network, ctx: Context, body: unknown): object {
  const { wish, lines } = wishOf(body);
  network.check(wish, lines);
  const tiers = list(at(body, 'fulfillmentConfiguration', 'serviceLevel', 'serviceTiers')).map(text);
  const now = ctx.world.clock.now();
  const price = (index: number) => ({ currencyCode: 'USD', amount: dollars(595 + 400 * index) });
  return {
    plannedShipments: [
      {
        estimatedShippingWeight: { unit: 'KG', value: '1.0' },
        items: lines.map(({ sku, quantity }) => ({ productIdentifier: { amazonSku: sku }, amount: units(quantity) })),
        offers: tiers.map((serviceTier, index) => ({
          estimatedPrice: {
            rollupPrices: [{ type: 'FBAPerUnitFulfillmentFee', value: price(index) }],
            totalPrice: price(index),
          },
          fulfillmentConfiguration: {
            serviceLevel: {
              serviceTier,
              deliveryInterval: { startTime: time(now + 2 * DAY_MS), endTime: time(now + 5 * DAY_MS) },
            },
          },
        })),
      },
    ],
    constraints: [],
  };
}

/** Fulfillment Outbound 2026-07-04. Source: fulfillmentOutbound_2026-07-04.json of Amazon's published models. */
export function serve2026(door: Door, ctx: Context, network: Network): void {
  const orderOf = (id: string): Order => {
    const found = network.order(id);
    if (!found) throw notFound();
    return found;
  };
  door.serve('POST', `${ROOT}/previews`, 'getOrderPreview', (_request, body) => ({
    body: previewOf(network, ctx, body),
  }));
  door.serve('POST', `${ROOT}/orders`, 'createOrder', (_request, body) => {
    const { wish, lines } = wishOf(body);
    const order = network.place(text(at(body, 'orderId')), wish, lines);
    // Larger ones are looked at later.
    if (lines.length > 1) return { status: 202, body: { orderId: order.id, status: 'PROCESSING' } };
    return { body: { order: view(ctx, order, false) } };
  });
  door.serve('GET', `${ROOT}/orders`, 'listOrders', (request) => {
    const { updatedAfter = '', pageToken = '', shipments } = query(request);
    const since = updatedAfter ? Date.parse(updatedAfter) : 0;
    if (Number.isNaN(since)) throw invalidInput('The updatedAfter is not a date.');
    const start = Number(pageToken || 0);
    if (!Number.isInteger(start)) throw invalidInput('The pageToken is invalid.');
    const all = network.orders.filter(({ depot }) => depot.updatedAt >= since);
    const page = pageOf(all.slice(start), 1, PAGE);
    return {
      body: {
        orders: page.rows.map((order) => view(ctx, order, shipments !== 'EXCLUDE')),
        pagination: page.more ? { nextToken: String(start + PAGE) } : {},
      },
    };
  });
  door.serve('GET', `${ROOT}/orders/:id`, 'getOrder', (request) => ({
    body: { order: view(ctx, orderOf(param(request, 'id')), query(request).shipments !== 'EXCLUDE') },
  }));
  door.serve('PUT', `${ROOT}/orders/:id/cancel`, 'cancelOrder', (request) => {
    // Too late, it is taken all the same, and nothing comes of it.
    network.depot.stop(orderOf(param(request, 'id')).depot);
    return { status: 202, body: {} };
  });
}
