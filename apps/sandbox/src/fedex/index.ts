import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, header, rawBody } from '../http/app.ts';
import { parseJson } from '../http/types.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Desk, resolve } from './desk.ts';
import { fedexErrors, Gate, type Project, Refused } from './gate.ts';
import { rate } from './rating.ts';
import { cancel, ship } from './ship.ts';
import { trackNumbers, trackReference } from './views.ts';

type Work = (body: unknown, request: FastifyRequest) => object | Promise<object>;

/** FedEx's REST services: login, rates, shipments, tracking, addresses, pickups, papers, closing of the day. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const desk = new Desk(ctx);
  const { pieces } = desk;
  const gate = new Gate(ctx);
  const today = () => new Date(ctx.world.clock.now()).toISOString().slice(0, 10);
  const route = (method: 'POST' | 'PUT', path: string, project: Project, work: Work) =>
    app.route({
      method,
      url: `/fedex${path}`,
      handler: (request, reply) =>
        gate.guarded(request, reply, { note: path, project }, () => {
          const body = parseJson(rawBody(request));
          if (body === undefined) throw new Refused('BAD.REQUEST.ERROR', 'The body is no JSON.');
          return work(body, request);
        }),
    });
  app.post('/fedex/oauth/token', async (request, reply) => gate.token(request, reply));
  route('POST', '/rate/v1/rates/quotes', 'ship', (body) => rate(body, today()));
  route('POST', '/ship/v1/shipments', 'ship', (body) => ship(ctx, pieces, body));
  route('PUT', '/ship/v1/shipments/cancel', 'ship', (body) => cancel(pieces, body));
  route('POST', '/track/v1/trackingnumbers', 'track', (body) => trackNumbers(pieces, body));
  route('POST', '/track/v1/referencenumbers', 'track', (body) => trackReference(pieces, body));
  route('POST', '/address/v1/addresses/resolve', 'ship', resolve);
  route('POST', '/pickup/v1/pickups', 'ship', (body) => desk.requestVisit(body));
  route('PUT', '/pickup/v1/pickups/cancel', 'ship', (body) => desk.cancelVisit(body));
  route('PUT', '/ship/v1/endofday/', 'ship', (body) => desk.close(body));
  route('POST', '/ship/v1/endofday/', 'ship', (body) => desk.closeAgain(body));
  app.post('/fedex/documents/v1/etds/upload', (request, reply) =>
    gate.guarded(request, reply, { note: 'upload', project: 'ship', status: 201 }, () =>
      desk.takePaper(rawBody(request), header(request, 'content-type')),
    ),
  );
  return {
    save: () => desk.save(),
    load: (saved) => desk.load(saved as ReturnType<Desk['save']>),
    advanceParcel: (number, to) => moveParcel(pieces, pieces.find(number), to),
  };
}

const HOSTS = new Set(['apis.fedex.com', 'apis-sandbox.fedex.com', 'documentapi.prod.fedex.com']);

export const fedexPlatform: SandboxPlatform = {
  name: 'fedex',
  shops: [],
  errors: fedexErrors,
  prefixForHost: (host) => (HOSTS.has(host) ? '/fedex' : undefined),
  register,
};
