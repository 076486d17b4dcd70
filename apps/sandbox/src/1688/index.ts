import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, param, query, rawBody } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { isRecord, parseFields, parseJson, text } from '../http/types.ts';
import { askConsent } from '../kit/consent.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { RateDesk } from '../kit/rates.ts';
import { TokenDesk } from '../kit/tokens.ts';
import { CALLS, type Desk } from './calls.ts';
import { cashier } from './cashier.ts';
import { freshOffers, type Offer } from './offers.ts';
import { isSigned } from './signing.ts';
import { type Trade, TradeError, Trades } from './trades.ts';
import { compact } from './views.ts';

const APP = { key: '1688001', secret: 'tradewind-1688-secret' };
const BUYER = { id: 'b2b-2248544159', login: 'tradewind采购' };
const TIMES = { codeSeconds: 120, accessSeconds: 36_000, refreshSeconds: 180 * 86_400 };
const SYSTEM = ['access_token', '_aop_timestamp', '_aop_signature'];

const gateway = (reply: FastifyReply, status: number, code: string, words: string) =>
  reply.code(status).send({ error_code: code, error_message: words, exception: words });
const errors: ErrorForms = {
  throttled: (reply) => gateway(reply, 400, 'gw.QosAppFrequencyLimit', 'App call exceeds limited frequency'),
  broken: (reply) => gateway(reply, 500, 'gw.ServiceUnavailable', 'Service is unavailable'),
};

/** 1688 as a buyer's program meets it: consent, tokens, offers, orders and their parcels. */
class Platform1688 implements PlatformSide, Desk {
  offers: Offer[] = freshOffers();
  trades = new Trades();
  readonly #ctx: Context;
  /** Trades as they were before their last change, for so many answers. */
  #lagging = 0;
  readonly #before = new Map<string, Trade>();

  constructor(ctx: Context) {
    this.#ctx = ctx;
    ctx.world.onReset(() => {
      this.offers = freshOffers();
      this.trades = new Trades();
    });
  }

  now = () => this.#ctx.world.clock.now();
  baseUrl = () => this.#ctx.baseUrl();

  shown(trade: Trade): Trade {
    if (this.#lagging <= 0) return trade;
    this.#lagging--;
    return this.#before.get(trade.id) ?? trade;
  }

  lag(answers: number): void {
    this.#lagging = answers;
  }

  change(id: string, work: (trade: Trade) => void): Trade {
    const trade = this.trades.one(id);
    this.#before.set(id, structuredClone(trade));
    work(trade);
    this.#ctx.world.changes++;
    return trade;
  }

  save(): unknown {
    return { offers: this.offers, trades: this.trades.trades };
  }
  load(saved: unknown): void {
    const { offers, trades } = saved as { offers: Offer[]; trades: Trade[] };
    this.offers = offers;
    this.trades.trades = trades;
  }
}

function register(app: FastifyInstance, ctx: Context): PlatformSide {
  const site = new Platform1688(ctx);
  const tokens = new TokenDesk(ctx, '1688', TIMES);
  const rates = new RateDesk(ctx, { call: { perSecond: 10, burst: 10 } });
  registerConsent(app, tokens);
  registerTokens(app, tokens, site.now);
  app.post('/1688/openapi/param2/1/:space/:name/:key', async (request, reply) => {
    const [space, name, key] = [param(request, 'space'), param(request, 'name'), param(request, 'key')];
    const params = parseFields(rawBody(request), header(request, 'content-type'));
    request.note = name;
    const served = CALLS[`${space}/${name}`];
    if (!served) return gateway(reply, 400, 'gw.APIUnsupported', `Unsupported API ${space}:${name}-1`);
    if (key !== APP.key) return gateway(reply, 400, 'gw.AppKeyNotFound', 'AppKey is not found');
    if (!isSigned(APP.secret, `param2/1/${space}/${name}/${key}`, params))
      return gateway(reply, 400, 'gw.SignatureInvalid', 'Invalid signature');
    if (!tokens.ofAccess(params.access_token ?? '')) return gateway(reply, 401, '401', 'Request need user authorized');
    if (!rates.take(APP.key, 'call')) return errors.throttled(reply, request);
    const strange = Object.keys(params).find((one) => !SYSTEM.includes(one) && !served.known.includes(one));
    if (strange) return gateway(reply, 400, 'gw.ParamInvalid', `the sandbox does not know ${strange}`);
    site.trades.catchUp(site.now());
    try {
      const data = served.work(site, params);
      ctx.world.changes++;
      return reply.send(data);
    } catch (error) {
      if (!(error instanceof TradeError)) throw error;
      return reply.send(served.refuse(error));
    }
  });
  registerCashier(app, site);
  registerButtons(app, site);
  return site;
}

function registerConsent(app: FastifyInstance, tokens: TokenDesk): void {
  app.get('/1688/oauth/authorize', async (request, reply) => {
    const requested = query(request);
    if (requested.client_id !== APP.key || requested.site !== '1688')
      return errorPage(reply, 'invalid_request', '非法请求');
    return askConsent(request, reply, {
      brand: '1688',
      who: BUYER.login,
      asks: ['查看商品与价格', '以您的名义下单', '查看订单和物流'],
      redirect: requested.redirect_uri ?? '',
      answer: () => ({ code: tokens.code(BUYER.id), ...(requested.state ? { state: requested.state } : {}) }),
    });
  });
}

function registerTokens(app: FastifyInstance, tokens: TokenDesk, now: () => number): void {
  app.post('/1688/openapi/http/1/system.oauth2/getToken/:key', async (request, reply) => {
    const input = parseFields(rawBody(request), header(request, 'content-type'));
    const refuse = (error: string, words: string) => reply.code(400).send({ error, error_description: words });
    if (param(request, 'key') !== APP.key || input.client_id !== APP.key || input.client_secret !== APP.secret)
      return refuse('invalid_client', 'client authentication failed');
    const access = () => ({ access_token: tokens.access(BUYER.id), expires_in: String(tokens.accessSeconds) });
    const buyer = { aliId: '2248544159', memberId: BUYER.id, resource_owner: BUYER.login };
    if (input.grant_type === 'refresh_token') {
      const grant = tokens.ofRefresh(input.refresh_token ?? '');
      return grant ? reply.send({ ...buyer, ...access() }) : refuse('invalid_grant', 'refresh token expired');
    }
    if (input.grant_type !== 'authorization_code' || !tokens.redeem(input.code ?? ''))
      return refuse('invalid_grant', 'authorization code expired');
    return reply.send({
      ...buyer,
      ...access(),
      refresh_token: tokens.refresh(BUYER.id),
      refresh_token_timeout: compact(now() + TIMES.refreshSeconds * 1000),
    });
  });
}

function registerCashier(app: FastifyInstance, site: Platform1688): void {
  app.get('/1688/cashier', async (request, reply) => {
    const ids = (query(request).orderId ?? '').split(';');
    const trades = site.trades.trades.filter((trade) => ids.includes(trade.id));
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .type('text/html; charset=utf-8')
      .send(cashier(trades));
  });
  app.post('/1688/cashier/:id/:act', async (request, reply) => {
    const id = param(request, 'id');
    await act(site, param(request, 'act'), { orderId: id });
    return reply.redirect(`/1688/cashier?orderId=${id}`, 303);
  });
}

/** What the buyer at the cashier, the seller and the courier do. */
function act(site: Platform1688, name: string, body: Record<string, unknown>): unknown {
  const { trades } = site;
  const now = site.now();
  const change = (work: (trade: Trade) => void) => site.change(text(body.orderId), work);
  switch (name) {
    case 'pay':
      return change((trade) => trades.pay(trade, now));
    case 'send': {
      const billNo = text(body.billNo) || `YT${String(now).slice(-10)}${trades.trades.length}`;
      const items = body.items === undefined ? {} : { items: Number(body.items) };
      return change((trade) =>
        trades.send(trade, { company: text(body.company) || '圆通速递', billNo, ...items }, now),
      );
    }
    case 'step':
      return change((trade) => trades.step(trade, text(body.text), now));
    case 'confirm':
      return change((trade) => trades.confirm(trade, now));
    case 'terminate':
      return change((trade) => trades.terminate(trade, now));
    case 'adjust':
      return change((trade) => {
        trade.adjusted = Number(body.cents);
        trade.changedAt = now;
      });
    case 'offer': {
      for (const offer of site.offers.filter((one) => one.offerId === text(body.offerId))) {
        for (const name of ['freight', 'minimum'] as const)
          if (body[name] !== undefined) offer[name] = Number(body[name]);
        for (const name of ['online', 'listed'] as const)
          if (body[name] !== undefined) offer[name] = body[name] === true;
        for (const spec of offer.specs)
          for (const name of ['price', 'stock'] as const) if (body[name] !== undefined) spec[name] = Number(body[name]);
      }
      return site.offers;
    }
    case 'split':
      trades.splitInto = Number(body.parts);
      return {};
    case 'lag':
      site.lag(Number(body.answers ?? 0));
      trades.lateLists = Number(body.lists ?? 0);
      return {};
    default:
      throw new Error(`no such button: ${name}`);
  }
}

function registerButtons(app: FastifyInstance, site: Platform1688): void {
  app.get('/control/1688/trades', async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.send(site.trades.trades),
  );
  app.post('/control/1688/:act', async (request, reply) => {
    const body = parseJson(rawBody(request));
    try {
      return reply.send(act(site, param(request, 'act'), isRecord(body) ? body : {}) ?? { ok: true });
    } catch (error) {
      return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
    }
  });
}

export const platform1688: SandboxPlatform = {
  name: '1688',
  shops: [],
  errors,
  prefixForHost: (host) => (host === 'gw.open.1688.com' || host === 'auth.1688.com' ? '/1688' : undefined),
  register,
};
