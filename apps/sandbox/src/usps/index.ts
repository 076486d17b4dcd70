import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, param, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Counter, checkAddress, type SavedCounter } from './counter.ts';
import { Desk, trackView } from './desk.ts';
import { type Answered, Gate, Refused, uspsErrors } from './gate.ts';
import { Labels } from './labels.ts';
import { searchOptions } from './options.ts';

type Method = 'get' | 'post' | 'delete' | 'patch';
type Work = (request: FastifyRequest) => Answered | Promise<Answered>;

function track(desk: Desk, number: string): Answered {
  const found = desk.find(number);
  if (!found)
    throw new Refused(
      '150002',
      '7: The tracking number may be incorrect or the status update is not yet available.',
      'trackingNumber',
    );
  return { json: trackView(found) };
}

/** What its parcels go through: labels, prices, addresses, hand-over, tracking. Paths as in USPS's descriptions. */
function serviceOf(desk: Desk, labels: Labels, counter: Counter, gate: Gate) {
  const number = (request: FastifyRequest) => param(request, 'number');
  const abroad = 'international-labels/v3/international-label';
  const free: [Method, string, Work][] = [
    ['post', 'payments/v3/payment-authorization', (request) => gate.authorizePayment(request)],
    ['post', 'shipments/v3/options/search', (request) => searchOptions(parseJson(rawBody(request)))],
    ['get', 'addresses/v3/address', checkAddress],
    ['post', 'scan-forms/v3/scan-form', (request) => counter.scanForm(request)],
    ['post', 'pickup/v3/carrier-pickup', (request) => counter.schedule(request)],
    ['get', 'pickup/v3/carrier-pickup/:number', (request) => counter.pickup(number(request))],
    ['delete', 'pickup/v3/carrier-pickup/:number', (request) => counter.cancelPickup(number(request), request)],
    ['get', 'tracking/v3/tracking/:number', (request) => track(desk, number(request))],
  ];
  const paid: [Method, string, Work][] = [
    ['post', 'labels/v3/label', (request) => labels.buy('domestic', request)],
    ['post', 'labels/v3/return-label', (request) => labels.buy('return', request)],
    ['post', abroad, (request) => labels.buy('international', request)],
    ['post', 'labels/v3/label-reprint', (request) => labels.reprint(false, '', request)],
    ['post', 'labels/v3/label-reprint/:number', (request) => labels.reprint(false, number(request), request)],
    ['post', `${abroad}-reprint`, (request) => labels.reprint(true, '', request)],
    ['post', `${abroad}-reprint/:number`, (request) => labels.reprint(true, number(request), request)],
    ['delete', 'labels/v3/label/:number', (request) => labels.cancel(false, number(request))],
    ['delete', `${abroad}/:number`, (request) => labels.cancel(true, number(request))],
    ['patch', 'labels/v3/label/:number', (request) => labels.edit(number(request), request)],
  ];
  return { free, paid };
}

function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Desk(ctx);
  const gate = new Gate(ctx);
  const counter = new Counter(ctx, desk);
  const { free, paid } = serviceOf(desk, new Labels(ctx, desk), counter, gate);
  app.post('/usps/oauth2/v3/token', async (request, reply) => gate.token(request, reply));
  const serve = (pays: boolean, [method, path, work]: [Method, string, Work]) =>
    app[method](`/usps/${path}`, (request: FastifyRequest, reply: FastifyReply) =>
      gate.guarded(request, reply, { api: path.split('/')[0] ?? '', note: path, pays }, () => work(request)),
    );
  for (const one of free) serve(false, one);
  for (const one of paid) serve(true, one);
  return {
    save: () => ({ desk: desk.save(), counter: counter.save() }),
    load: (saved) => {
      const { desk: parcels, counter: rest } = saved as { desk: ReturnType<Desk['save']>; counter: SavedCounter };
      desk.load(parcels);
      counter.load(rest);
    },
    advanceParcel: (number, to) =>
      moveParcel({ advance: (one, stage) => desk.move(one, stage, ctx.world.clock.now()) }, desk.find(number), to),
  };
}

export const uspsPlatform: SandboxPlatform = {
  name: 'usps',
  shops: [],
  errors: uspsErrors,
  prefixForHost: (host) => (/^(apis|apis-tem)\.usps\.com$/.test(host) ? '/usps' : undefined),
  register,
};
