import { param } from '../../http/app.ts';
import { isRecord, text } from '../../http/types.ts';
import { notFound } from '../errors.ts';
import type { Call, OperationBook } from '../operations.ts';
import { badRequest, readContact, readId, records, required } from './check.ts';
import {
  boxesOf,
  confirmationId,
  type InboundDesk,
  type InboundShipment,
  newId,
  type Placement,
  type Plan,
  type Transport,
} from './desk.ts';
import { accept, BASE, bodyOf, iso, paged, planOf, view } from './plans.ts';

const DAY = 86_400_000;
const OFFER_DAYS = 5;
/** The fee of a unit where everything goes to one warehouse, in cents. */
const FEE_CENTS = 30;
const WAREHOUSES = [
  {
    code: 'ONT8',
    addressLine1: '24300 Nandina Ave',
    city: 'Moreno Valley',
    stateOrProvinceCode: 'CA',
    postalCode: '92551-9534',
  },
  {
    code: 'FTW1',
    addressLine1: '33333 Lyndon B Johnson Fwy',
    city: 'Dallas',
    stateOrProvinceCode: 'TX',
    postalCode: '75241-7203',
  },
  {
    code: 'ABE8',
    addressLine1: '401 Independence Rd',
    city: 'Florence',
    stateOrProvinceCode: 'NJ',
    postalCode: '08518-2200',
  },
];

const money = (cents: number) => ({ amount: cents / 100, code: 'USD' });
const accepted = (plan: Plan) => plan.placements.find((one) => one.status === 'ACCEPTED');

function shipmentOf(plan: Plan, call: Call): { placement: Placement; shipment: InboundShipment } {
  const id = param(call.request, 'shipmentId');
  for (const placement of plan.placements)
    for (const shipment of placement.shipments) if (shipment.id === id) return { placement, shipment };
  throw notFound(`Shipment ${id} was not found.`);
}

/** Placement, transport, windows and shipments. Source: fulfillmentInbound_2024-03-20.json. */
export function registerShipping(book: OperationBook, desk: InboundDesk): void {
  const plan = `${BASE}/inboundPlans/{inboundPlanId}`;
  const at = (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    name: string,
    work: (call: Call) => ReturnType<typeof paged>,
  ) => book.add({ method, path: plan + path, name, handle: work });
  at('POST', '/placementOptions', 'generatePlacementOptions', (call) => generatePlacement(desk, call));
  at('GET', '/placementOptions', 'listPlacementOptions', (call) =>
    paged(
      call,
      planOf(desk, call).placements.map((one) => viewPlacement(desk, one)),
      'placementOptions',
      10,
      20,
    ),
  );
  at('POST', '/placementOptions/{placementOptionId}/confirmation', 'confirmPlacementOption', (call) =>
    confirmPlacement(desk, call),
  );
  at('POST', '/transportationOptions', 'generateTransportationOptions', (call) => generateTransport(desk, call));
  at('GET', '/transportationOptions', 'listTransportationOptions', (call) => listTransport(desk, call));
  at('POST', '/transportationOptions/confirmation', 'confirmTransportationOptions', (call) =>
    confirmTransport(desk, call),
  );
  const one = '/shipments/{shipmentId}';
  at('GET', one, 'getShipment', (call) => viewShipment(desk, call));
  at('GET', `${one}/boxes`, 'listShipmentBoxes', (call) => listBoxes(desk, call));
  at('GET', `${one}/items`, 'listShipmentItems', (call) => {
    const found = planOf(desk, call);
    const items = boxesOf(found, shipmentOf(found, call).shipment).flatMap((box) => box.items);
    return paged(
      call,
      items.map((item) => view(call, item)),
      'items',
      10,
      1000,
    );
  });
  at('PUT', `${one}/trackingDetails`, 'updateShipmentTrackingDetails', (call) => track(desk, call));
  at('POST', `${one}/deliveryWindowOptions`, 'generateDeliveryWindowOptions', (call) => generateWindows(desk, call));
  at('GET', `${one}/deliveryWindowOptions`, 'listDeliveryWindowOptions', (call) => {
    const found = shipmentOf(planOf(desk, call), call).shipment.windows.map(({ id, start, end }) => ({
      deliveryWindowOptionId: id,
      ...{ startDate: iso(start), endDate: iso(end), validUntil: iso(desk.now + DAY), availabilityType: 'AVAILABLE' },
    }));
    return paged(call, found, 'deliveryWindowOptions', 10, 100);
  });
  at(
    'POST',
    `${one}/deliveryWindowOptions/{deliveryWindowOptionId}/confirmation`,
    'confirmDeliveryWindowOptions',
    (call) => {
      const found = planOf(desk, call, true);
      const { shipment } = shipmentOf(found, call);
      const window = shipment.windows.find((known) => known.id === param(call.request, 'deliveryWindowOptionId'));
      if (!window) throw notFound('The delivery window option was not found.');
      return accept(
        call,
        desk.begin(call.shop.id, 'confirmDeliveryWindowOptions', found.id, () => {
          shipment.windowId = window.id;
          return [];
        }),
      );
    },
  );
}

/** All to one warehouse for a fee, or, where there are boxes enough, spread over several without one. */
function generatePlacement(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  bodyOf(call);
  if (plan.boxes.length === 0) throw badRequest('ERROR: packing information must be set first');
  if (accepted(plan)) throw badRequest('ERROR: a placement option is confirmed');
  const units = plan.items.reduce((sum, item) => sum + item.quantity, 0);
  return accept(
    call,
    desk.begin(call.shop.id, 'generatePlacementOptions', plan.id, () => {
      const offer = (shipments: number, fee: number): Placement => ({
        id: newId('pl'),
        status: 'OFFERED',
        fee,
        expiresAt: desk.now + OFFER_DAYS * DAY,
        shipments: Array.from({ length: shipments }, (_, n) => ({
          id: newId('sh'),
          fc: n,
          boxes: plan.boxes.filter((_box, i) => i % shipments === n).map((box) => box.packageId),
          status: 'UNCONFIRMED',
          windows: [],
          tracking: {},
          received: {},
        })),
      });
      const apart = Math.min(WAREHOUSES.length, plan.boxes.length);
      plan.placements = [offer(1, units * FEE_CENTS), ...(apart > 1 ? [offer(apart, 0)] : [])];
      return [];
    }),
  );
}

function viewPlacement(desk: InboundDesk, one: Placement) {
  if (one.status === 'OFFERED' && one.expiresAt < desk.now) one.status = 'EXPIRED';
  return {
    placementOptionId: one.id,
    status: one.status,
    shipmentIds: one.shipments.map((shipment) => shipment.id),
    expiration: iso(one.expiresAt),
    fees:
      one.fee === 0
        ? []
        : [
            {
              type: 'FEE',
              target: 'Placement Services',
              description:
                'Placement service fee represents service to inbound with minimal shipment splits and destinations of skus',
              value: money(one.fee),
            },
          ],
    discounts: [],
  };
}

function confirmPlacement(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const option = plan.placements.find((one) => one.id === param(call.request, 'placementOptionId'));
  if (!option) throw notFound('The placement option was not found.');
  if (viewPlacement(desk, option).status !== 'OFFERED')
    throw badRequest(`ERROR: the placement option is ${option.status}`);
  return accept(
    call,
    desk.begin(call.shop.id, 'confirmPlacementOption', plan.id, () => {
      for (const other of plan.placements) other.status = other === option ? 'ACCEPTED' : 'EXPIRED';
      for (const shipment of option.shipments) {
        shipment.status = 'WORKING';
        shipment.confirmationId = confirmationId();
      }
      return [];
    }),
  );
}

function generateTransport(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const body = bodyOf(call);
  const option = plan.placements.find((one) => one.id === text(body.placementOptionId));
  if (!option) throw badRequest('ERROR: placementOptionId is unknown');
  const requested = records(body.shipmentTransportationConfigurations, 'shipmentTransportationConfigurations', 100);
  let readyAt = 0;
  for (const one of requested) {
    if (!option.shipments.some((shipment) => shipment.id === one.shipmentId))
      throw badRequest('ERROR: shipmentId is unknown');
    readContact(one.contactInformation);
    const start = isRecord(one.readyToShipWindow) ? one.readyToShipWindow.start : '';
    readyAt = typeof start === 'string' ? Date.parse(start) : Number.NaN;
    if (Number.isNaN(readyAt)) throw badRequest('ERROR: readyToShipWindow.start must be a date-time');
    // Source: amzn/selling-partner-api-models issue 3998.
    if (iso(readyAt).slice(0, 10) <= iso(desk.now).slice(0, 10))
      throw badRequest('ERROR: readyToShipWindow.start must be after today');
  }
  if (requested.length !== option.shipments.length)
    throw badRequest('ERROR: all shipments of the placement option are needed');
  return accept(
    call,
    desk.begin(call.shop.id, 'generateTransportationOptions', plan.id, () => {
      plan.readyAt = readyAt;
      plan.transports = option.shipments.flatMap((shipment): Transport[] => [
        {
          id: newId('to'),
          shipmentId: shipment.id,
          partnered: true,
          mode: 'GROUND_SMALL_PARCEL',
          carrier: { alphaCode: 'UPSN', name: 'UPS' },
          cost: shipment.boxes.length * 1240,
        },
        {
          id: newId('to'),
          shipmentId: shipment.id,
          partnered: false,
          mode: 'GROUND_SMALL_PARCEL',
          carrier: { alphaCode: 'OTHER', name: 'Other' },
        },
      ]);
      return [];
    }),
  );
}

function listTransport(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call);
  const { placementOptionId, shipmentId } = call.query;
  if (placementOptionId !== undefined) readId(placementOptionId, 'placementOptionId');
  if (shipmentId !== undefined) readId(shipmentId, 'shipmentId');
  const option = plan.placements.find((one) => one.id === placementOptionId);
  const found = plan.transports.filter(
    (one) =>
      (!placementOptionId || option?.shipments.some((shipment) => shipment.id === one.shipmentId)) &&
      (!shipmentId || one.shipmentId === shipmentId),
  );
  const views = found.map((one) => ({
    transportationOptionId: one.id,
    shipmentId: one.shipmentId,
    shippingMode: one.mode,
    shippingSolution: one.partnered ? 'AMAZON_PARTNERED_CARRIER' : 'USE_YOUR_OWN_CARRIER',
    carrier: one.carrier,
    preconditions: one.partnered ? [] : ['CONFIRMED_DELIVERY_WINDOW'],
    ...(one.cost !== undefined && { quote: { cost: money(one.cost), expiration: iso(desk.now + DAY) } }),
  }));
  return paged(call, views, 'transportationOptions', 10, 20);
}

function confirmTransport(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const placement = accepted(plan);
  if (!placement) throw badRequest('ERROR: a placement option must be confirmed first');
  const chosen = new Map(
    records(bodyOf(call).transportationSelections, 'transportationSelections', 100).map((one) => [
      required(one.shipmentId, 'shipmentId', 38),
      plan.transports.find((known) => known.id === one.transportationOptionId && known.shipmentId === one.shipmentId),
    ]),
  );
  for (const shipment of placement.shipments) {
    const transport = chosen.get(shipment.id);
    if (!transport) throw badRequest(`ERROR: no transportation option was selected for shipment ${shipment.id}`);
    if (shipment.transportId) throw badRequest('ERROR: the transportation options are confirmed');
    if (!transport.partnered && !shipment.windowId)
      throw badRequest(`ERROR: CONFIRMED_DELIVERY_WINDOW is a precondition of shipment ${shipment.id}`);
  }
  return accept(
    call,
    desk.begin(call.shop.id, 'confirmTransportationOptions', plan.id, () => {
      for (const shipment of placement.shipments) {
        const transport = chosen.get(shipment.id);
        if (transport) shipment.transportId = transport.id;
        shipment.status = 'READY_TO_SHIP';
        boxesOf(plan, shipment).forEach((box, at) => {
          box.boxId = `${shipment.confirmationId}U${String(at + 1).padStart(6, '0')}`;
          if (transport?.partnered) shipment.tracking[box.boxId] = `1Z${box.packageId.slice(-12).toUpperCase()}`;
        });
        // The carrier of Amazon's fetches the boxes the next day.
        if (transport?.partnered) shipment.shippedAt = desk.now + DAY;
      }
      return [];
    }),
  );
}

function viewShipment(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call);
  const { placement, shipment } = shipmentOf(plan, call);
  if (shipment.status === 'READY_TO_SHIP' && (shipment.shippedAt ?? Number.POSITIVE_INFINITY) <= desk.now)
    shipment.status = 'SHIPPED';
  const { code = '', ...address } = WAREHOUSES[shipment.fc] ?? {};
  const window = shipment.windows.find((one) => one.id === shipment.windowId);
  const tracked = Object.entries(shipment.tracking).map(([boxId, trackingId]) => ({ boxId, trackingId }));
  return call.reply.send({
    shipmentId: shipment.id,
    placementOptionId: placement.id,
    name: plan.name,
    status: shipment.status,
    ...(shipment.confirmationId && { shipmentConfirmationId: shipment.confirmationId }),
    source: { sourceType: 'SELLER_FACILITY', address: plan.source },
    destination: {
      destinationType: 'AMAZON_WAREHOUSE',
      warehouseId: code,
      address: { name: `Amazon ${code}`, companyName: 'Amazon.com Services, Inc.', countryCode: 'US', ...address },
    },
    ...(shipment.transportId && { selectedTransportationOptionId: shipment.transportId }),
    ...(window && {
      selectedDeliveryWindow: {
        deliveryWindowOptionId: window.id,
        startDate: iso(window.start),
        endDate: iso(window.end),
        availabilityType: 'AVAILABLE',
      },
    }),
    ...(tracked.length > 0 && { trackingDetails: { spdTrackingDetail: { spdTrackingItems: tracked } } }),
  });
}

function listBoxes(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call);
  const found = boxesOf(plan, shipmentOf(plan, call).shipment).map((box) => ({
    packageId: box.packageId,
    ...(box.boxId && { boxId: box.boxId }),
    quantity: 1,
    contentInformationSource: 'BOX_CONTENT_PROVIDED',
    dimensions: box.dimensions,
    weight: box.weight,
    items: box.items.map((item) => view(call, item)),
  }));
  return paged(call, found, 'boxes', 10, 1000);
}

function generateWindows(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const { shipment } = shipmentOf(plan, call);
  return accept(
    call,
    desk.begin(call.shop.id, 'generateDeliveryWindowOptions', plan.id, () => {
      const first = Math.max(plan.readyAt, desk.now) + 5 * DAY;
      shipment.windows = Array.from({ length: 6 }, (_, n) => ({
        id: newId('dw'),
        start: first + n * 7 * DAY,
        end: first + (n + 1) * 7 * DAY - 1000,
      }));
      return [];
    }),
  );
}

function track(desk: InboundDesk, call: Call) {
  const plan = planOf(desk, call, true);
  const { shipment } = shipmentOf(plan, call);
  if (!shipment.transportId) throw badRequest('ERROR: the transportation option is not confirmed');
  if (plan.transports.find((one) => one.id === shipment.transportId)?.partnered)
    throw badRequest('ERROR: the tracking of a partnered carrier cannot be updated');
  const { trackingDetails } = bodyOf(call);
  const spd = isRecord(trackingDetails) ? trackingDetails.spdTrackingDetail : undefined;
  const answered = records(isRecord(spd) ? spd.spdTrackingItems : undefined, 'spdTrackingItems', 5000).map((one) => ({
    boxId: required(one.boxId, 'boxId', 1024),
    trackingId: required(one.trackingId, 'trackingId', 64),
  }));
  const known = boxesOf(plan, shipment).map((box) => box.boxId);
  for (const { boxId } of answered) if (!known.includes(boxId)) throw badRequest(`ERROR: boxId ${boxId} is unknown`);
  return accept(
    call,
    desk.begin(call.shop.id, 'updateShipmentTrackingDetails', plan.id, () => {
      for (const { boxId, trackingId } of answered) shipment.tracking[boxId] = trackingId;
      if (shipment.status === 'READY_TO_SHIP' && known.every((boxId) => boxId && shipment.tracking[boxId])) {
        shipment.status = 'SHIPPED';
        shipment.shippedAt ??= desk.now;
      }
      return [];
    }),
  );
}
