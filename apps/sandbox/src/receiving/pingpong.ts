import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { isRecord, parseJson, text } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { type BookLine, Books, decimalOf, type LineType, type State } from './books.ts';
import { consentOf } from './consent.ts';
import { registerDoor } from './door.ts';

const NAME = 'pingpong';
const APP = { id: '80000000000001', secret: 'pp-sandbox-secret-81' };
const SELLER = 'OPENIDDEMO0081';
const MONTH_S = 30 * 86_400;
const SKEW_MS = 10 * 60_000;

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const say = (reply: FastifyReply, code: number, message: string, data: unknown = {}) =>
  reply.send({ code, message, data });
const errors: ErrorForms = {
  throttled: (reply) => say(reply.code(429).header('retry-after', '2'), 429001, 'too many requests'),
  broken: (reply) => say(reply.code(500), 500001, 'system error'),
};

/** By what they are called here, and whether they bring money in. */
const TYPES: Readonly<Record<LineType, readonly [type: string, isIn: boolean]>> = {
  RECEIPT: ['RECEIVE', true],
  TOPUP: ['TOPUP', true],
  TRANSFER: ['TRANSFER', false],
  WITHDRAWAL: ['WITHDRAW', false],
  SUPPLIER: ['RECIPIENT', false],
  CARD: ['RECIPIENT', false],
  FX: ['EXCHANGE', false],
  FEE: ['TRANSFER', false],
  REVERSAL: ['REFUND', true],
  ADJUSTMENT: ['TRANSFER', false],
};
const ORDER_TYPES = ['TOPUP', 'WITHDRAW', 'RECIPIENT', 'TRANSFER', 'EXCHANGE', 'RECEIVE', 'REFUND', 'REFUND FEE'];
const STATES: Readonly<Record<State, string>> = {
  PENDING: 'PENDING',
  SUCCESS: 'SUCCESS',
  FAILED: 'FAIL',
  REVERSED: 'FAIL',
  UNKNOWN: 'CLARIFYING',
};

function orderOf(line: BookLine) {
  const [type, isIn] = TYPES[line.type];
  return {
    order_id: line.id,
    order_type: type,
    status: STATES[line.state],
    from_account_id: isIn ? null : `PPW-${line.currency}`,
    to_account_id: isIn ? (line.account ?? `PPW-${line.currency}`) : null,
    from_currency: line.currency,
    to_currency: line.to?.currency ?? line.currency,
    fx_rate: line.to?.rate ?? null,
    order_amount: decimalOf(Math.abs(line.minor), line.currency),
    fee: decimalOf(line.fee, line.currency),
    created_time: line.at,
    finished_time: line.state === 'PENDING' ? null : line.at + 60_000,
    payer_name: isIn ? line.party : '',
    payee_name: isIn ? '' : line.party,
    remark: line.reference,
  };
}

/** PingPong's partner interface v3: consent, tokens, balances and orders. Words of errors are the stand-in's own. */
function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const books = new Books(ctx, { name: NAME, seller: SELLER, prefix: 'PP', reversal: 'line' });
  const desk = new TokenDesk(ctx, NAME, { codeSeconds: 1800, accessSeconds: MONTH_S, refreshSeconds: MONTH_S });
  /** A refresh makes the tokens before it worthless. */
  let turn = 0;

  function checkSignature(request: FastifyRequest, params: Record<string, unknown>): void {
    const [appId, timestamp] = [header(request, 'app_id'), header(request, 'timestamp')];
    const wrong = new Refused(400101, 'invalid sign');
    if (appId !== APP.id || Math.abs(ctx.world.clock.now() - Number(timestamp)) > SKEW_MS) throw wrong;
    const signed: Record<string, unknown> = { ...params, appId, timestamp };
    const plain = Object.keys(signed)
      .sort()
      .map((name) => `${name}${typeof signed[name] === 'object' ? JSON.stringify(signed[name]) : signed[name]}`)
      .join('');
    const right = createHash('sha256').update(`${plain}${APP.secret}`).digest('hex');
    if (ctx.faults.take(NAME, 'wrongSignature') || header(request, 'sign') !== right) throw wrong;
  }

  function checkToken(request: FastifyRequest, openId: string): void {
    const token = /^Bearer (\S+)$/.exec(header(request, 'authorization'))?.[1] ?? '';
    const grant = desk.ofAccess(token);
    const isGood = grant?.more.turn === String(turn) && !ctx.faults.take(NAME, 'unauthorized');
    // It repeats what it got, as careless systems do.
    if (!isGood) throw new Refused(401001, `access token ${token} is invalid or expired`);
    if (openId !== grant.shop) throw new Refused(403001, 'open_id does not belong to the authorization');
  }

  const serve = (
    method: 'GET' | 'POST',
    path: string,
    work: (input: Record<string, unknown>, request: FastifyRequest) => unknown,
  ) =>
    app.route({
      method,
      url: `/${NAME}${path}`,
      handler: async (request, reply) => {
        request.note = path;
        try {
          const body = method === 'GET' ? query(request) : parseJson(rawBody(request));
          const input = isRecord(body) ? body : {};
          checkSignature(request, input);
          const data = work(input, request);
          if (ctx.faults.take(NAME, 'unknownResult')) return say(reply, 500002, 'system busy, the result is unknown');
          return say(reply, 0, 'success', data);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          return say(reply, error.code, error.message);
        }
      },
    });

  const tokens = () => ({
    access_token: desk.access(SELLER, { turn: String(turn) }),
    refresh_token: desk.refresh(SELLER),
    open_id: SELLER,
    expires_in: desk.accessSeconds,
  });

  app.get(`/${NAME}/oauth/authorize`, async (request, reply) => {
    const { app_id, redirect_uri = '', state = '' } = query(request);
    if (app_id !== APP.id) return errorPage(reply, 'app_id', 'This app is not known.');
    return consentOf(request, reply, {
      brand: 'PingPong',
      redirect: redirect_uri,
      state: { name: 'state', value: state },
      allow: () => ({ code: desk.code(SELLER, { redirect: redirect_uri }) }),
    });
  });
  serve('POST', '/v3/oauth/token', ({ code, redirect_uri }) => {
    const grant = desk.redeem(text(code));
    if (!grant || grant.more.redirect !== redirect_uri) throw new Refused(401002, 'the authorization code is invalid');
    return tokens();
  });
  serve('POST', '/v3/oauth/refresh', ({ refresh_token }) => {
    if (!desk.ofRefresh(text(refresh_token), true)) throw new Refused(401003, 'the refresh token is invalid');
    turn++;
    ctx.world.changes++;
    return tokens();
  });
  serve('GET', '/v3/b2b/account/balance/all', ({ open_id }, request) => {
    checkToken(request, text(open_id));
    return books.balances().map(({ currency, total, held }) => ({
      currency,
      avail_amount: decimalOf(total - held, currency),
      frozen_amount: decimalOf(held, currency),
      total_amount: decimalOf(total, currency),
    }));
  });
  serve('POST', '/v3/b2b/financial/transactions', (input, request) => {
    checkToken(request, text(input.open_id));
    const [isIn, type, size] = [input.query_type === 'INBOUND_ORDER', text(input.order_type), Number(input.page_size)];
    if (!isIn && input.query_type !== 'OUTBOUND_ORDER') throw new Refused(400001, 'query_type');
    if (!ORDER_TYPES.includes(type)) throw new Refused(400001, 'order_type');
    if (!(size >= 1 && size <= 200) || !(Number(input.page_no) >= 1)) throw new Refused(400001, 'page_size');
    const found = books
      .between(Number(input.start_time), Number(input.end_time))
      .filter((line) => TYPES[line.type][0] === type && (type === 'EXCHANGE' || TYPES[line.type][1] === isIn));
    return pageOf(ctx, NAME, found, (Number(input.page_no) - 1) * size, size).rows.map(orderOf);
  });
  const door = registerDoor(app, ctx, books);
  return {
    save: () => ({ books: door.save?.(), turn }),
    load: (saved) => {
      if (!isRecord(saved)) return;
      door.load?.(saved.books);
      turn = Number(saved.turn ?? 0);
    },
  };
}

export const pingpongPlatform: SandboxPlatform = { name: NAME, shops: [], errors, register };
