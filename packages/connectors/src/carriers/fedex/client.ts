import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  type Answer,
  createHttp,
  jsonIfAny,
  jsonOf,
  kindOfStatus,
  type Outbound,
  rawOf,
  retryAfter,
  unreadable,
} from '../../http.ts';
import { type CarrierAccess, ConnectorError, type FailureKind, type HttpOptions, type Tokens } from '../../types.ts';

export const CARRIER = 'fedex';
/** FedEx names no waiting time. */
const THROTTLE_MS = 10_000;
const DOWN = /^(INTERNAL\.SERVER|SYSTEM\.UNEXPECTED)\.ERROR$/;

export interface FedexCall<T extends z.ZodType> {
  method: 'POST' | 'PUT';
  /** Beneath the host, e.g. /rate/v1/rates/quotes */
  path: string;
  json?: unknown;
  file?: NonNullable<Outbound['file']>;
  effect: Outbound['effect'];
  /** Of `output`. */
  shape: T;
  /** Tracking may be a project of its own, with its own keys; papers have a host of their own. */
  area?: 'track' | 'documents';
}

const errorList = z.object({
  errors: z.array(z.object({ code: z.coerce.string(), message: z.string().catch('') })).min(1),
});
const envelope = z.object({ output: z.unknown() });
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  token_type: z.string().regex(/^bearer$/i, 'not a bearer token'),
  expires_in: z.coerce.number().int().positive(),
});

function kindOf(status: number, code: string, effect: Outbound['effect']): FailureKind {
  if (status === 401 || code === 'NOT.AUTHORIZED.ERROR' || code.startsWith('AUTHENTICATION.')) return 'unauthorized';
  // FedEx answers 403 for a while to those who have called too often.
  if (status === 403 || status === 429 || code.includes('RATE.LIMIT')) return 'throttled';
  if (DOWN.test(code)) return kindOfStatus(500, effect);
  if (code === 'SERVICE.UNAVAILABLE.ERROR') return 'unavailable';
  return kindOfStatus(status, effect);
}

/** A refusal, also one that comes with status 200. */
function refusalOf(request: Outbound, answer: Answer, now: number): ConnectorError | undefined {
  const answered = errorList.safeParse(jsonIfAny(answer));
  if (!answered.success && answer.status < 300) return undefined;
  if (!answered.success && answer.status < 400)
    return unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
  const code = answered.data?.errors[0]?.code ?? `HTTP ${answer.status}`;
  const kind = kindOf(answer.status, code, request.effect);
  const words = answered.data?.errors.map((one) => `${one.code} ${one.message}`.trim()).join('; ') ?? code;
  return new ConnectorError(CARRIER, kind, words, {
    status: answer.status,
    code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}

export function createFedexClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const api = options.baseUrls?.api ?? 'https://apis.fedex.com';
  const documents = options.baseUrls?.documents ?? 'https://documentapi.prod.fedex.com';

  async function send(request: Outbound): Promise<{ answer: Answer; json: unknown }> {
    const answer = await http(request);
    const refusal = refusalOf(request, answer, now());
    if (refusal) throw refusal;
    return { answer, json: jsonOf(CARRIER, request, answer) };
  }

  async function tokenOf(id: string | undefined, secret: string | undefined) {
    const form = { grant_type: 'client_credentials', client_id: id ?? '', client_secret: secret ?? '' };
    const request: Outbound = { method: 'POST', url: `${api}/oauth/token`, form, effect: 'read', secret: true };
    const { json } = await send(request);
    const read = tokenAnswer.safeParse(json);
    if (!read.success) throw unreadable(CARRIER, request, 'token', undefined, read.error);
    return read.data;
  }

  async function authenticate({ keys }: CarrierAccess): Promise<Tokens> {
    const ship = await tokenOf(keys.apiKey, keys.secretKey);
    const track = keys.trackApiKey ? await tokenOf(keys.trackApiKey, keys.trackSecretKey) : undefined;
    const seconds = Math.min(ship.expires_in, track?.expires_in ?? ship.expires_in);
    return {
      accessToken: ship.access_token,
      accessExpiresAt: new Date(now() + seconds * 1000).toISOString(),
      ...(track ? { keys: { track: track.access_token } } : {}),
    };
  }

  async function call<T extends z.ZodType>(access: CarrierAccess, input: FedexCall<T>): Promise<z.output<T>> {
    const { tokens } = access;
    if (!tokens) throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first');
    const { method, path, json, file, effect, shape, area } = input;
    const token = area === 'track' ? (tokens.keys?.track ?? tokens.accessToken) : tokens.accessToken;
    const request: Outbound = {
      method,
      url: `${area === 'documents' ? documents : api}${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        'x-locale': 'en_US',
        'x-customer-transaction-id': randomUUID(),
      },
      effect,
      ...(json === undefined ? {} : { json }),
      ...(file ? { file } : {}),
    };
    const { answer, json: answered } = await send(request);
    const output = envelope.safeParse(answered).data?.output;
    const read = shape.safeParse(output);
    if (!read.success) throw unreadable(CARRIER, request, 'the answer', rawOf(answer), read.error);
    return read.data;
  }

  return { authenticate, call, now };
}

export type FedexClient = ReturnType<typeof createFedexClient>;

export function wrong(code: string, message: string): never {
  throw new ConnectorError(CARRIER, 'rejected', message, { code });
}
