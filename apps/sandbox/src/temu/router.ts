import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Context, param, rawBody } from '../http/app.ts';
import { isRecord, text } from '../http/types.ts';
import { parseExact } from '../kit/exact.ts';
import { platformNow } from '../kit/listing.ts';
import { RateDesk } from '../kit/rates.ts';
import type { Shop } from '../world/shop.ts';
import { sendError, sendResult, TemuError, tooMany, wrongParams } from './errors.ts';
import { tokenFor } from './shops.ts';
import { asSent, signatureOf, TEMU, TEMU_APPS } from './signing.ts';

const OLDEST_S = 300;
const COMMON = new Set(['type', 'app_key', 'access_token', 'timestamp', 'data_type', 'version', 'sign']);
/** Of one app, all its shops together. */
const LIMITS = { app: { perSecond: 20, burst: 20 } };

export interface Call {
  ctx: Context;
  shop: Shop;
  region: string;
  params: Record<string, unknown>;
  now: number;
}

export interface Operation {
  type: string;
  /** Really a parameter that Temu does not know is passed over; here it is refused, so that it is noticed. */
  params?: readonly string[];
  /** Answers `result`. */
  handle(call: Call): unknown;
}

/** One address for every call: signature, clock, token, rate, envelope. */
export function registerRouter(app: FastifyInstance, ctx: Context, operations: readonly Operation[]): void {
  const known = new Map(operations.map((one) => [one.type, one]));
  const rates = new RateDesk(ctx, LIMITS);

  function run(request: FastifyRequest): unknown {
    const region = param(request, 'region');
    const temuApp = TEMU_APPS[region];
    const body = rawBody(request);
    const answered = parseExact(body);
    if (!isRecord(answered)) throw wrongParams('the body is no JSON object');
    const type = text(answered.type);
    request.note = type;
    if (!temuApp || answered.app_key !== temuApp.appKey) throw new TemuError(3_000_002, 'app_key is invalid');
    const now = platformNow(ctx, TEMU);
    checkTime(answered.timestamp, now);
    const { sign, ...signed } = asSent(body?.toString('utf8') ?? '{}') as Record<string, unknown>;
    if (sign !== signatureOf(temuApp.appSecret, signed)) throw new TemuError(3_000_001, 'sign is invalid');
    if (answered.data_type !== undefined && answered.data_type !== 'JSON') throw wrongParams('data_type must be JSON');
    const operation = known.get(type);
    if (!operation) throw new TemuError(3_000_003, 'type is not exist');
    if (!rates.take(temuApp.appKey, 'app')) throw tooMany();
    const shop = ctx.world.of(TEMU).find((one) => tokenFor(ctx, region, one) === answered.access_token);
    if (!shop) throw new TemuError(3_000_030, 'access_token is invalid');
    const params = Object.fromEntries(Object.entries(answered).filter(([name]) => !COMMON.has(name)));
    for (const name of Object.keys(params))
      if (!operation.params?.includes(name)) throw wrongParams(`${name} is unknown`);
    return operation.handle({ ctx, shop, region, params, now });
  }

  app.post('/temu/:region/openapi/router', async (request, reply) => {
    try {
      return sendResult(reply, run(request) ?? {});
    } catch (error) {
      if (!(error instanceof TemuError)) throw error;
      request.note += ` ${error.code}: ${error.message}`;
      return sendError(reply, error);
    }
  });
}

export function checkTime(answered: unknown, now: number): void {
  if (!/^\d{10}$/.test(text(answered))) throw new TemuError(3_000_010, 'timestamp is invalid');
  if (Math.abs(Number(answered) - now / 1000) > OLDEST_S) throw new TemuError(3_000_011, 'timestamp is expired');
}

// ---- reading parameters
export function integer(name: string, answered: unknown, least: number, most: number): number {
  if (typeof answered !== 'number' || !Number.isInteger(answered) || answered < least || answered > most)
    throw wrongParams(`${name} must be between ${least} and ${most}`);
  return answered;
}

export function pageIn(params: Record<string, unknown>, name: 'pageNumber' | 'pageNo', most: number) {
  const size = integer('pageSize', params.pageSize ?? 10, 1, most);
  return { size, offset: (integer(name, params[name] ?? 1, 1, 1_000_000) - 1) * size };
}

/** Both or none, in seconds, and both ends count; as milliseconds [from, before). */
export function windowIn(params: Record<string, unknown>, from: string, to: string): [number, number] | undefined {
  if (params[from] === undefined && params[to] === undefined) return undefined;
  const start = integer(from, params[from], 0, 9_999_999_999);
  const end = integer(to, params[to], start, 9_999_999_999);
  return [start * 1000, (end + 1) * 1000];
}

export function texts(name: string, answered: unknown, most: number): string[] {
  if (
    !Array.isArray(answered) ||
    answered.length === 0 ||
    answered.length > most ||
    !answered.every((one) => typeof one === 'string')
  )
    throw wrongParams(`${name} must hold 1 to ${most} texts`);
  return answered;
}

export function records(name: string, answered: unknown): Record<string, unknown>[] {
  if (!Array.isArray(answered) || answered.length === 0 || !answered.every(isRecord))
    throw wrongParams(`${name} is required`);
  return answered;
}

export const seconds = (ms: number): number => Math.floor(ms / 1000);
