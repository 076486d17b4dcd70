import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, query, rawBody } from '../http/app.ts';
import { at, list, parseJson, text } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { dhlParcelDeErrors, Gate, Refused, USER } from './gate.ts';
import { drawLabel, drawManifest } from './label.ts';
import { readOrder, readReturn } from './orderInput.ts';
import { type Parcel, Parcels, type SavedParcels } from './parcels.ts';
import { answerOf, faultsView, orderView, stateOf, trackView, xmlView } from './views.ts';

const PREFIX = '/dhlParcelDe';
const PROFILE = 'STANDARD_GRUPPENPROFIL';

interface Call {
  query: Record<string, string>;
  body: unknown;
}
type Answer = { status?: number; body: object | string };
interface Shop {
  ctx: Context;
  desk: Parcels;
  pickups: Record<string, { cancelled: boolean }>;
}

const unknownNumber = (shipmentNo: string) => ({ shipmentNo, sstatus: stateOf(404, 'Unknown shipment number') });
const of = (items: readonly { shipmentNo: string; sstatus: { statusCode: number } }[]): Answer => {
  const worst = Math.max(...items.map(({ sstatus }) => sstatus.statusCode));
  return { status: items.length === 1 && worst >= 400 ? worst : items.length > 1 ? 207 : 200, body: answerOf(items) };
};

function checkProfile(profile: unknown): void {
  if (profile !== PROFILE) throw new Refused(400, 'Bad Request', 'The profile is missing or unknown');
}

async function createOrders({ ctx, desk }: Shop, { body }: Call): Promise<Answer> {
  checkProfile(at(body, 'profile'));
  const shipments = list(at(body, 'shipments'));
  if (shipments.length !== 1) throw new Refused(400, 'Bad Request', 'The sandbox takes one shipment a call');
  const { faults, input } = readOrder(shipments[0]);
  // Faults that only the back end finds are told within an answer that is fine as a whole.
  const late = faults.every(({ validationMessage }) => /exceeds|does not go/.test(validationMessage));
  const status = late ? 200 : 400;
  if (faults.length > 0) return { status, body: faultsView(faults, status) };
  const one = desk.open(input);
  return { body: answerOf([await orderView(one, (label) => ctx.faults.cut('dhlParcelDe', label))]) };
}

async function showOrder({ desk }: Shop, { query }: Call): Promise<Answer> {
  const number = query.shipment ?? '';
  const one = desk.find(number);
  if (!one || one.product === 'V07PAK') return of([unknownNumber(number)]);
  if (one.closedOn) return of([{ shipmentNo: number, sstatus: stateOf(404, 'The shipment is closed: no label') }]);
  return of([await orderView(one)]);
}

function deleteOrder({ desk }: Shop, { query }: Call): Answer {
  checkProfile(query.profile);
  const number = query.shipment ?? '';
  const one = desk.find(number);
  if (!one || one.product === 'V07PAK') return of([unknownNumber(number)]);
  if (one.closedOn || one.stage !== 'created')
    return of([
      { shipmentNo: number, sstatus: stateOf(400, 'Bad Request', 'The shipment was manifested and cannot be deleted') },
    ]);
  desk.cancel(one);
  return of([{ shipmentNo: number, sstatus: stateOf(200, 'OK') }]);
}

function closeDay({ ctx, desk }: Shop, { body }: Call): Answer {
  checkProfile(at(body, 'profile'));
  const numbers = list(at(body, 'shipmentNumbers')).map(text);
  if (numbers.length === 0 || numbers.length > 30)
    throw new Refused(400, 'Bad Request', 'shipmentNumbers (1 to 30), a billing number or all is required');
  const today = new Date(ctx.world.clock.now()).toISOString().slice(0, 10);
  const items = numbers.map((shipmentNo) => {
    const one = desk.find(shipmentNo);
    if (!one) return unknownNumber(shipmentNo);
    const known = one.closedOn !== '';
    one.closedOn ||= today;
    return {
      shipmentNo,
      sstatus: known ? stateOf(200, 'Warning', 'The shipment was closed before') : stateOf(200, 'OK'),
    };
  });
  return { status: 207, body: answerOf(items) };
}

async function showManifest({ desk }: Shop, { query }: Call): Promise<Answer> {
  const day = query.date ?? '';
  const all = desk.closed(day);
  if (all.length === 0) throw new Refused(404, 'Not Found', `No manifest of ${day}`);
  const b64 = (await drawManifest(day, all)).toString('base64');
  const sheet = query.includeDocs === 'include' ? { b64, fileFormat: 'PDF', printFormat: 'A4' } : {};
  return {
    body: {
      status: stateOf(200, 'ok'),
      manifestDate: day,
      manifest: [sheet],
      items: all.map(({ number }) => ({ shipmentNo: number })),
    },
  };
}

async function createReturn({ desk, ctx }: Shop, { body, query }: Call): Promise<Answer> {
  if (!['SHIPMENT_LABEL', 'QR_LABEL', 'BOTH'].includes(query.labelType ?? ''))
    throw new Refused(400, 'Bad Request', 'labelType is missing or unknown');
  const { faults, input } = readReturn(body);
  const [first] = faults;
  if (first) throw new Refused(400, 'Bad Request', `${first.property}: ${first.validationMessage}`);
  const one = desk.open(input);
  const b64 = ctx.faults.cut('dhlParcelDe', await drawLabel(one)).toString('base64');
  return { status: 201, body: { sstatus: stateOf(201, 'Created'), shipmentNo: one.number, label: { b64 } } };
}

function bookPickup({ pickups, ctx }: Shop, { body }: Call): Answer {
  const day = text(at(body, 'pickupDetails', 'pickupDate', 'value'));
  const today = new Date(ctx.world.clock.now()).toISOString().slice(0, 10);
  if (!/^33333333330801$/.test(text(at(body, 'customerDetails', 'billingNumber'))))
    throw new Refused(400, 'Bad Request', 'customerDetails.billingNumber is wrong');
  if (
    !text(at(body, 'pickupLocation', 'pickupAddress', 'addressStreet')) ||
    list(at(body, 'contactPerson')).length === 0
  )
    throw new Refused(400, 'Bad Request', 'pickupAddress and contactPerson are required');
  if (list(at(body, 'shipmentDetails', 'shipments')).length === 0)
    throw new Refused(400, 'Bad Request', 'shipmentDetails.shipments is required');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < today) throw new Refused(400, 'Bad Request', 'pickupDate is over');
  const orderID = randomBytes(16).toString('hex');
  pickups[orderID] = { cancelled: false };
  return {
    body: {
      confirmation: { type: 'ORDERPICKUP', value: { orderID, pickupDate: day, freeOfCharge: true, pickupType: 'EZA' } },
    },
  };
}

function cancelPickup({ pickups }: Shop, { query }: Call): Answer {
  const orderID = query.orderID ?? '';
  const one = pickups[orderID];
  if (!one) throw new Refused(404, 'Not Found', 'Order not found');
  const failed = one.cancelled ? [{ orderID, orderState: 'STORNIERT', message: 'Order already cancelled' }] : [];
  const confirmed = one.cancelled
    ? []
    : [{ orderID, orderState: 'STORNIERT', message: 'Order successfully cancelled' }];
  one.cancelled = true;
  return { body: { confirmedCancellations: confirmed, failedCancellations: failed } };
}

function track({ desk }: Shop, { query }: Call): Answer {
  const one: Parcel | undefined = desk.find(query.trackingNumber ?? '');
  if (!one) throw new Refused(404, 'No result found', 'No shipment with given tracking number found.');
  return { body: trackView(one) };
}

/** One element with attributes; a wrong user is told inside an answer of status 200. */
function trackXml({ desk }: Shop, { query }: Call): Answer {
  const xml = query.xml ?? '';
  const field = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  if (field('appname') !== USER.name || field('password') !== USER.password)
    return {
      body: '<?xml version="1.0"?><data name="piece-shipment-list" code="5" error="Login failed" request-id="1"/>',
    };
  const [from, to] = [Date.parse(field('from-date')), Date.parse(field('to-date')) + 86_400_000];
  const reference = field('piece-customer-reference');
  const found = reference
    ? desk.byReference(reference)
    : [desk.find(field('piece-code'))].filter((one) => one !== undefined);
  return { body: xmlView(found.filter((one) => !reference || (one.createdAt >= from && one.createdAt < to))) };
}

type Route = readonly [
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  by: 'token' | 'key' | 'basic',
  work: (shop: Shop, call: Call) => Answer | Promise<Answer>,
];
const ROUTES: readonly Route[] = [
  ['POST', '/parcel/de/shipping/v2/orders', 'token', createOrders],
  ['GET', '/parcel/de/shipping/v2/orders', 'token', showOrder],
  ['DELETE', '/parcel/de/shipping/v2/orders', 'token', deleteOrder],
  ['POST', '/parcel/de/shipping/v2/manifests', 'token', closeDay],
  ['GET', '/parcel/de/shipping/v2/manifests', 'token', showManifest],
  ['POST', '/parcel/de/shipping/returns/v1/orders', 'token', createReturn],
  ['POST', '/parcel/de/transportation/pickup/v3/orders', 'token', bookPickup],
  ['DELETE', '/parcel/de/transportation/pickup/v3/orders', 'token', cancelPickup],
  ['GET', '/track/shipments', 'key', track],
  ['GET', '/parcel/de/tracking/v0/shipments', 'basic', trackXml],
];

/** DHL Paket of Post & Parcel Germany: orders, manifests, returns, pickups and both trackings. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const gate = new Gate(ctx);
  const shop: Shop = { ctx, desk: new Parcels(ctx), pickups: {} };
  ctx.world.onReset(() => {
    shop.pickups = {};
  });
  app.post(`${PREFIX}/parcel/de/account/auth/ropc/v1/token`, async (request, reply) => gate.token(request, reply));
  const serve = (request: FastifyRequest, reply: FastifyReply, [method, path, by, work]: Route) => {
    request.note = `${method} ${path}`;
    return gate.guarded(request, reply, by, async () => {
      const answer = await work(shop, { query: query(request), body: parseJson(rawBody(request)) });
      const type = typeof answer.body === 'string' ? 'application/xml' : 'application/json';
      return reply
        .code(answer.status ?? 200)
        .type(type)
        .send(answer.body);
    });
  };
  for (const route of ROUTES)
    app.route({ method: route[0], url: `${PREFIX}${route[1]}`, handler: (q, r) => serve(q, r, route) });
  return {
    save: () => ({ parcels: shop.desk.save(), pickups: shop.pickups }),
    load: (saved) => {
      const { parcels, pickups } = saved as { parcels: SavedParcels; pickups: Shop['pickups'] };
      shop.desk.load(parcels);
      shop.pickups = pickups;
    },
    advanceParcel: (number, to) => moveParcel(shop.desk, shop.desk.find(number), to),
  };
}

export const dhlParcelDePlatform: SandboxPlatform = {
  name: 'dhlParcelDe',
  shops: [],
  errors: dhlParcelDeErrors,
  prefixForHost: (host) => (/^api-(eu|sandbox)\.dhl\.com$/.test(host) ? PREFIX : undefined),
  register,
};
