import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, param, query, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { checkBody } from './bodies.ts';
import { landedCost } from './customs.ts';
import { imagesOf, uploadPaper } from './papers.ts';
import { checkPlace } from './places.ts';
import { absent, bad, dhlExpressErrors, Problem, sendProblem } from './problems.ts';
import { ratesFor } from './rating.ts';
import { createShipment } from './ship.ts';
import { type SavedShipments, Shipments } from './shipments.ts';
import { trackView } from './views.ts';

const PREFIX = '/dhlExpress/mydhlapi';
const KEYS = Buffer.from('dhl-express-demo:dhl-express-secret');

interface Received {
  query: Record<string, string>;
  body: unknown;
  request: FastifyRequest;
}
type Answer = { status?: number; json?: object };

function isAllowed(request: FastifyRequest): boolean {
  const [, basic = ''] = /^Basic (.+)$/i.exec(header(request, 'authorization')) ?? [];
  const shown = Buffer.from(basic, 'base64');
  return shown.length === KEYS.length && timingSafeEqual(shown, KEYS);
}

/** Pickups by their number; a reference may be used again, for DHL knows none. */
interface SavedPickups {
  pickups: Record<string, { cancelled: boolean; day: string }>;
}

class Pickups {
  saved: SavedPickups = { pickups: {} };

  book(body: unknown, now: number): object {
    checkBody('pickup', body);
    const { plannedPickupDateAndTime, closeTime } = body as Record<string, string>;
    const at = Date.parse((plannedPickupDateAndTime ?? '').replace(' GMT', ''));
    if (Number.isNaN(at))
      throw bad(
        "998: The pickup date is not well formatted.(Expected Sample Format : '2010-02-11T17:10:09 GMT+01:00')",
      );
    if (at < now) throw bad('8014: The requested pickup time is in the past');
    const number = `PRG${new Date(now).toISOString().slice(2, 10).replaceAll('-', '')}${parseInt(randomBytes(3).toString('hex'), 16)}`;
    const day = new Date(at).toISOString().slice(0, 10);
    this.saved.pickups[number] = { cancelled: false, day };
    return { dispatchConfirmationNumbers: [number], readyByTime: closeTime ?? '', nextPickupDate: day };
  }

  cancel(number: string, received: Record<string, string>): void {
    for (const name of ['requestorName', 'reason'])
      if (!received[name]) throw new Problem(400, 'Missing parameters', `Missing mandatory parameters: ${name}`);
    const found = this.saved.pickups[number];
    if (!found)
      throw absent('Pickup not found', 'Cancellation of booking was not successful. Requested Pickup was not found');
    if (found.cancelled) throw bad('Pickup already cancelled or completed');
    found.cancelled = true;
  }
}

type Route = readonly [
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  work: (received: Received) => Answer | Promise<Answer>,
];

function routesOf(ctx: Context, desk: Shipments, pickups: Pickups): Route[] {
  const now = () => ctx.world.clock.now();
  const cut = (label: Buffer) => ctx.faults.cut('dhlExpress', label);
  return [
    ['GET', '/address-validate', ({ query }) => ({ json: checkPlace(query) })],
    ['POST', '/rates', ({ body }) => ({ json: ratesFor(body, now()) })],
    ['POST', '/landed-cost', ({ body }) => ({ json: landedCost(body) })],
    [
      'POST',
      '/shipments',
      async ({ body }) => ({ status: 201, json: await createShipment(desk, body, { now: now(), cut }) }),
    ],
    [
      'GET',
      '/shipments/:number/get-image',
      async ({ query, request }) => ({ json: await imagesOf(desk.find(param(request, 'number')), query) }),
    ],
    [
      'PATCH',
      '/shipments/:number/upload-image',
      ({ body, request }) => {
        uploadPaper(desk.find(param(request, 'number')), body);
        return {};
      },
    ],
    ['GET', '/tracking', ({ query }) => ({ json: trackView(desk, query) })],
    ['POST', '/pickups', ({ body }) => ({ status: 201, json: pickups.book(body, now()) })],
    [
      'DELETE',
      '/pickups/:number',
      ({ query, request }) => {
        pickups.cancel(param(request, 'number'), query);
        return {};
      },
    ],
  ];
}

/** MyDHL: rates, shipments, papers, tracking, pickups. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Shipments(ctx);
  const pickups = new Pickups();
  ctx.world.onReset(() => {
    pickups.saved = { pickups: {} };
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply, [method, path, work]: Route) => {
    request.note = `${method} ${path}`;
    const below = (request.url.split('?')[0] ?? '').slice(PREFIX.length);
    try {
      if (!isAllowed(request)) throw new Problem(401, 'Unauthorized', 'Invalid Credentials');
      const made = await work({ query: query(request), body: parseJson(rawBody(request)), request });
      return reply.code(made.status ?? 200).send(made.json);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      request.note += ` ${error.status} ${error.message}`;
      return sendProblem(reply, below, error);
    }
  };
  for (const route of routesOf(ctx, desk, pickups))
    app.route({ method: route[0], url: `${PREFIX}${route[1]}`, handler: (q, r) => answer(q, r, route) });
  return {
    save: () => ({ shipments: desk.save(), ...pickups.saved }),
    load: (saved) => {
      const { shipments, pickups: known } = saved as { shipments: SavedShipments } & SavedPickups;
      desk.load(shipments);
      pickups.saved = { pickups: known };
    },
    advanceParcel: (number, to) => moveParcel(desk, desk.find(number), to),
  };
}

export const dhlExpressPlatform: SandboxPlatform = {
  name: 'dhlExpress',
  shops: [],
  errors: dhlExpressErrors,
  prefixForHost: (host) => (host === 'express.api.dhl.com' ? '/dhlExpress' : undefined),
  register,
};
