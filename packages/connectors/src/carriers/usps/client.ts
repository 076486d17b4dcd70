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
import { lax, laxList, laxObject } from '../../lax.ts';
import { type CarrierAccess, ConnectorError, type FailureKind, type HttpOptions, type Tokens } from '../../types.ts';
import { someText } from '../../wms/convert.ts';
import { type Paper, readPaper } from './multipart.ts';

export const CARRIER = 'usps';
const HOST = 'https://apis.usps.com';
/** Without Retry-After: the quota is counted by the hour. */
const THROTTLE_MS = 60_000;
/** USPS says that an authorization of payment lives eight hours, and clients renew it hourly. */
const PAYMENT_SECONDS = 3600;

export interface UspsCall {
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH';
  /** Below the host. */
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  headers?: Record<string, string>;
  effect: Outbound['effect'];
  /** Somebody pays: the authorization of payment goes with it. */
  pays?: true;
}

const errorShape = laxObject({
  code: someText,
  message: someText,
  errors: laxList(
    laxObject({ code: someText, title: someText, detail: someText, source: laxObject({ parameter: someText }) }),
  ),
});
/** Refused tokens have a text for `error`, all other refusals an object. */
const refusedShape = laxObject({ error: z.union([z.string(), errorShape]).catch(''), error_description: someText });

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: lax(z.coerce.number().positive()) });
const paymentAnswer = z.object({ paymentAuthorizationToken: z.string().min(1) });

function wordsOf(answer: Answer): { code: string; message: string } {
  const { error, error_description } = refusedShape.parse(jsonIfAny(answer) ?? {});
  if (typeof error === 'string') return { code: error, message: error_description };
  const details = error.errors.map(({ detail, title, source }) => {
    const said = detail || title;
    return source.parameter && said ? `${source.parameter}: ${said}` : said;
  });
  const code = error.errors.find((one) => one.code)?.code ?? error.code;
  return { code, message: details.filter(Boolean).join('; ') || error.message };
}

/** By an authorization of payment that is not good any more. */
const PAYMENT_REFUSED = /payment.?auth\w*.?token: .*\b(invalid|expired)/i;

function kindOf(answer: Answer, message: string, effect: Outbound['effect']): FailureKind {
  if (answer.status < 400) return 'rejected';
  return PAYMENT_REFUSED.test(message) ? 'unauthorized' : kindOfStatus(answer.status, effect);
}

/** Who pays, and whose label it is. */
export function rolesOf({ keys, accountNumber }: CarrierAccess) {
  const { crid = '', mid = '', manifestMid = '', accountType, permitZip = '' } = keys;
  const account =
    accountType === 'PERMIT'
      ? { accountType, permitNumber: accountNumber, permitZIP: permitZip }
      : { accountType: 'EPS', accountNumber };
  const who = { CRID: crid, MID: mid, manifestMID: manifestMid, ...account };
  return { roles: ['PAYER', 'LABEL_OWNER'].map((roleName) => ({ roleName, ...who })) };
}

export function createUspsClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOST;

  function refuse(request: Outbound, answer: Answer): never {
    const { code, message } = wordsOf(answer);
    const kind = kindOf(answer, message, request.effect);
    throw new ConnectorError(CARRIER, kind, message || `HTTP ${answer.status}`, {
      status: answer.status,
      code: code || `HTTP ${answer.status}`,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? THROTTLE_MS } : {}),
    });
  }

  function requestOf(access: CarrierAccess, input: UspsCall): Outbound {
    const { tokens } = access;
    if (!tokens) throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first');
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const payment: Record<string, string> = input.pays
      ? { 'X-Payment-Authorization-Token': tokens.keys?.payment ?? '' }
      : {};
    return {
      method: input.method,
      url: `${base}${input.path}${query}`,
      headers: { authorization: `Bearer ${tokens.accessToken}`, ...payment, ...input.headers },
      effect: input.effect,
      ...(input.json === undefined ? {} : { json: input.json }),
    };
  }

  async function answered(request: Outbound): Promise<Answer> {
    const answer = await http(request);
    if (answer.status >= 400) refuse(request, answer);
    if (answer.status !== 200 && answer.status !== 201)
      throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    // A refusal may come with status 200.
    if (/^\s*\{\s*"(apiVersion|error)"/.test(answer.text) && wordsOf(answer).message) refuse(request, answer);
    return answer;
  }

  async function authenticate(access: CarrierAccess): Promise<Tokens> {
    const { clientId = '', clientSecret = '' } = access.keys;
    const login: Outbound = {
      method: 'POST',
      url: `${base}/oauth2/v3/token`,
      json: { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      effect: 'read',
      secret: true,
    };
    const token = tokenAnswer.safeParse(jsonOf(CARRIER, login, await answered(login)));
    if (!token.success) throw unreadable(CARRIER, login, 'token', undefined, token.error);
    const { access_token: accessToken, expires_in: seconds = PAYMENT_SECONDS } = token.data;
    const path = '/payments/v3/payment-authorization';
    const pay: Outbound = {
      ...requestOf(
        { ...access, tokens: { accessToken } },
        { method: 'POST', path, json: rolesOf(access), effect: 'read' },
      ),
      secret: true,
    };
    const payment = paymentAnswer.safeParse(jsonOf(CARRIER, pay, await answered(pay)));
    if (!payment.success) throw unreadable(CARRIER, pay, 'authorization of payment', undefined, payment.error);
    return {
      accessToken,
      accessExpiresAt: new Date(now() + Math.min(seconds, PAYMENT_SECONDS) * 1000).toISOString(),
      keys: { payment: payment.data.paymentAuthorizationToken },
    };
  }

  /** @param input.shape of the answer's JSON */
  async function call<T extends z.ZodType>(
    access: CarrierAccess,
    input: UspsCall & { shape: T },
  ): Promise<z.output<T>> {
    const request = requestOf(access, input);
    const answer = await answered(request);
    const read = input.shape.safeParse(answer.text === '' ? {} : jsonOf(CARRIER, request, answer));
    if (!read.success) throw unreadable(CARRIER, request, input.path, rawOf(answer), read.error);
    return read.data;
  }

  /** An answer that holds a file. `read` throws where something in it cannot be read. */
  async function paper<T>(access: CarrierAccess, input: UspsCall, read: (paper: Paper) => T): Promise<T> {
    const request = requestOf(access, input);
    const answer = await answered(request);
    try {
      return read(readPaper(answer.headers.get('content-type') ?? '', answer.text));
    } catch (error) {
      throw unreadable(CARRIER, request, input.path, rawOf(answer), error);
    }
  }

  /** What version of a thing is there, for a call that changes it. */
  async function tagOf(access: CarrierAccess, path: string): Promise<string> {
    const request = requestOf(access, { method: 'GET', path, effect: 'read' });
    return (await answered(request)).headers.get('etag') ?? '';
  }

  return { authenticate, call, paper, tagOf, now };
}

export type UspsClient = ReturnType<typeof createUspsClient>;
