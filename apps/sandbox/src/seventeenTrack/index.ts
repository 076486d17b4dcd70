import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Context, isLoopbackUrl } from '../http/app.ts';
import { at, text } from '../http/types.ts';
import { Courier } from '../kit/courier.ts';
import { moveParcel } from '../kit/journey.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { Gate, KEY, seventeenTrackErrors } from './gate.ts';
import { isRejection, numbersIn, Register, type Registration, type Rejection, rejection } from './register.ts';
import { Strangers } from './strangers.ts';
import { trackView } from './views.ts';

const NAME = 'seventeenTrack';

interface Account {
  register: Register;
  viewOf(one: Registration): ReturnType<typeof trackView> | undefined;
  push(event: string, one: Registration): void;
}
type PerNumber = (row: unknown, account: Account) => object[];

const unknown = (number: string) => rejection(number, -18019902, `The tracking number ${number} is not registered.`);

/** Of a number that is followed; without a carrier of all its registrations. */
const known =
  (work: (one: Registration, account: Account) => object | Rejection): PerNumber =>
  (row, account) => {
    const number = text(at(row, 'number'));
    const found = account.register.of(number, Number(at(row, 'carrier') ?? 0));
    return found.length === 0 ? [unknown(number)] : found.map((one) => work(one, account));
  };
const keyOf = ({ number, carrier }: Registration) => ({ number, carrier });

const METHODS: Readonly<Record<string, PerNumber>> = {
  register: (row, { register }) => {
    const made = register.add(row);
    if (isRejection(made)) return [made];
    return [{ origin: at(row, 'carrier') ? 1 : 2, ...keyOf(made), email: null, tag: made.tag, lang: null }];
  },
  gettrackinfo: known((one, { viewOf }) => {
    return viewOf(one) ?? rejection(one.number, -18019909, 'No tracking information at this time.');
  }),
  stoptrack: known((one, { push }) => {
    if (one.isStopped) return rejection(one.number, -18019906, 'Only numbers that are tracked can be stopped.');
    one.isStopped = true;
    push('TRACKING_STOPPED', one);
    return keyOf(one);
  }),
  retrack: known((one) => {
    if (!one.isStopped) return rejection(one.number, -18019904, 'Retrack is only allowed for stopped numbers.');
    if (one.wasRetracked) return rejection(one.number, -18019905, 'A number can be retracked only once.');
    one.isStopped = false;
    one.wasRetracked = true;
    return keyOf(one);
  }),
  deletetrack: known((one, { register }) => {
    register.remove(one);
    return keyOf(one);
  }),
  push: known((one, { push }) => {
    push('TRACKING_UPDATED', one);
    return keyOf(one);
  }),
};

/** 17TRACK: follows the parcels of the other stand-ins by their numbers, and gives all others a way of their own. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const gate = new Gate(ctx);
  const strangers = new Strangers(ctx);
  const courier = new Courier(ctx, NAME);
  const desk = new Register(ctx, strangers);
  let uri = '';
  const viewOf = (one: Registration) => {
    const passed = ctx.world.passedBy(one.number);
    return passed && trackView(one, passed, ctx.world.clock.now());
  };
  const push = (event: string, one: Registration) => {
    if (uri === '') return;
    const body = Buffer.from(JSON.stringify({ event, data: viewOf(one) ?? keyOf(one) }));
    const key = ctx.faults.take(NAME, 'wrongSignature') ? 'nobody' : KEY;
    const sign = createHash('sha256')
      .update(`${body.toString('utf8')}/${key}`)
      .digest('hex');
    if (ctx.faults.take(NAME, 'loseWebhooks')) return;
    courier.send({ uri }, { topic: event, body, headers: { 'content-type': 'application/json', sign } });
  };
  const account: Account = { register: desk, viewOf, push };
  for (const [method, work] of Object.entries(METHODS))
    app.post(`/${NAME}/${method}`, async (request, reply) =>
      gate.guarded(request, reply, method, (json) => {
        const done = numbersIn(json).flatMap((row) => work(row, account));
        return { accepted: done.filter((one) => !isRejection(one)), rejected: done.filter(isRejection) };
      }),
    );
  app.post(`/${NAME}/getquota`, async (request, reply) => gate.guarded(request, reply, 'getquota', () => desk.quota));
  return {
    deliveries: () => courier.deliveries,
    save: () => ({ uri, register: desk.save(), strangers: strangers.save() }),
    load: (saved) => {
      const kept = saved as {
        uri: string;
        register: ReturnType<Register['save']>;
        strangers: ReturnType<Strangers['save']>;
      };
      uri = kept.uri;
      desk.load(kept.register);
      strangers.load(kept.strangers);
    },
    stop: () => courier.stop(),
    advanceParcel: (number, to) => moveParcel(strangers, strangers.find(number), to),
    parcelMoved: (number) => {
      for (const one of desk.of(number)) if (!one.isStopped) push('TRACKING_UPDATED', one);
    },
    subscribe: (_account, address) => {
      if (!isLoopbackUrl(address)) throw new Error('pushes go to this machine only');
      uri = address;
    },
  };
}

export const seventeenTrackPlatform: SandboxPlatform = {
  name: NAME,
  shops: [],
  errors: seventeenTrackErrors,
  register,
};
