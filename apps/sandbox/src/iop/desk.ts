import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Context, header, query, rawBody } from '../http/app.ts';
import { parseFields } from '../http/types.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { TokenDesk } from '../kit/tokens.ts';
import type { Shop } from '../world/shop.ts';
import { IopError, missing, tooMany } from './errors.ts';

export interface IopApp {
  key: string;
  secret: string;
}
export type Params = Readonly<Record<string, string>>;

/** A call's time may be two hours off. */
const TOLERANCE_MS = 7_200_000;
const LIMITS = { call: { perSecond: 10, burst: 10 } };
/** Besides what a call takes itself. `partner_id` is how SDKs name themselves; the rest they send unasked. */
const COMMON = ['app_key', 'timestamp', 'sign_method', 'sign', 'partner_id', 'format', 'v', 'simplify', 'debug'];

const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text, 'utf8').digest('hex');

export function signatureOf(app: IopApp, path: string, params: Params): string {
  const names = Object.keys(params).filter((name) => name !== 'sign' && params[name] !== '');
  const text = names
    .sort()
    .map((name) => name + params[name])
    .join('');
  return digest(app.secret, path + text).toUpperCase();
}

export const pushSignature = (app: IopApp, body: Buffer): string => digest(app.secret, app.key + body.toString('utf8'));

/** What every call of the family is asked first, wherever its parameters stand: in the query, a form or JSON. */
export class IopDesk {
  readonly ctx: Context;
  readonly platform: string;
  readonly app: IopApp;
  readonly tokens: TokenDesk;
  readonly #rates: RateDesk;

  constructor(ctx: Context, platform: string, app: IopApp, tokens: TokenDesk) {
    this.ctx = ctx;
    this.platform = platform;
    this.app = app;
    this.tokens = tokens;
    this.#rates = new RateDesk(ctx, LIMITS);
  }

  /** The call's parameters, once its signature and its time are right. `path` '': the parameters name the call. */
  open(request: FastifyRequest, path: string): Params {
    // What stands in the query is signed; some SDKs say the same again in the body.
    const params = { ...parseFields(rawBody(request), header(request, 'content-type')), ...query(request) };
    for (const name of ['app_key', 'timestamp', 'sign_method', 'sign']) if (!params[name]) throw missing(name);
    if (params.app_key !== this.app.key) throw new IopError('InvalidAppKey', 'The specified App Key is invalid');
    if (params.sign_method !== 'sha256')
      throw new IopError('InvalidSignMethod', 'The specified sign method is not supported');
    if (params.sign !== signatureOf(this.app, path, params))
      throw new IopError('IncompleteSignature', 'The request signature does not conform to platform standards');
    const timestamp = /^\d{13}$/.test(params.timestamp ?? '') ? Number(params.timestamp) : Number.NaN;
    if (!(Math.abs(timestamp - platformNow(this.ctx, this.platform)) <= TOLERANCE_MS))
      throw new IopError('IllegalTimestamp', 'The specified timestamp is invalid or expired');
    return params;
  }

  /** What the stand-in does not know it refuses: a misspelt name would go unnoticed otherwise. */
  checkNames(params: Params, known: readonly string[]): void {
    for (const name of Object.keys(params))
      if (!COMMON.includes(name) && !known.includes(name))
        throw new IopError('InvalidParameter', `The parameter ${name} is unknown`);
  }

  /** The shop that a token is of; every shop may ask so much and no more. */
  shopOf(token: string | undefined, name: string): Shop {
    if (!token) throw missing(name);
    const grant = this.tokens.ofAccess(token);
    const shop = grant && this.ctx.world.shops.get(grant.shop);
    if (!shop || shop.platform !== this.platform)
      throw new IopError('IllegalAccessToken', 'The specified access token is invalid or expired');
    if (!this.#rates.take(shop.id, 'call')) throw tooMany();
    return shop;
  }

  /** A code for tokens, once. */
  redeem(code: string | undefined): string {
    if (!code) throw missing('code');
    const grant = this.tokens.redeem(code);
    if (!grant) throw new IopError('InvalidCode', 'Invalid authorization code');
    return grant.shop;
  }

  renew(refreshToken: string | undefined): string {
    if (!refreshToken) throw missing('refresh_token');
    const grant = this.tokens.ofRefresh(refreshToken, true);
    if (!grant) throw new IopError('IllegalRefreshToken', 'The specified refresh token is invalid or expired');
    return grant.shop;
  }
}

// ---- reading parameters
export function whole(name: string, answered: string | undefined, least: number, most: number, code: string): number {
  const value = /^\d+$/.test(answered ?? '') ? Number(answered) : Number.NaN;
  if (!(value >= least && value <= most)) throw new IopError(code, `"${answered ?? ''}" Invalid ${name}`, 'ISP');
  return value;
}
