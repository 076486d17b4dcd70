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
import { lax, laxList } from '../../lax.ts';
import { type CarrierAccess, ConnectorError, type HttpOptions, type Tokens } from '../../types.ts';
import { someText } from '../../wms/convert.ts';

export const CARRIER = 'dhlParcelDe';
const HOST = 'https://api-eu.dhl.com';
/** DHL tells no waiting time. */
const THROTTLE_MS = 5_000;

export const SHIPPING = '/parcel/de/shipping/v2';
export const RETURNS = '/parcel/de/shipping/returns/v1';
export const PICKUP = '/parcel/de/transportation/pickup/v3';
export const PROFILE = 'STANDARD_GRUPPENPROFIL';

export interface ParcelCall<T extends z.ZodType> {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  json?: unknown;
  effect: Outbound['effect'];
  shape: T;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

const messages = laxList(z.object({ property: someText, validationMessage: someText, validationState: someText }));
const status = { title: someText, detail: someText };
export const problem = z.object({
  ...status,
  status: lax(z.object(status)),
  items: laxList(z.object({ validationMessages: messages, sstatus: lax(z.object(status)) })),
});

/** What is wrong by field, else in a sentence. Warnings stop nothing. */
export function wordsOf(read: z.output<typeof problem> | undefined): string {
  const faults = (read?.items ?? []).flatMap((item) => item.validationMessages);
  const errors = faults.filter(({ validationState }) => !/^warning$/i.test(validationState));
  if (errors.length > 0)
    return errors.map((one) => [one.property, one.validationMessage].filter(Boolean).join(': ')).join('; ');
  const item = read?.items[0]?.sstatus;
  const whole = read?.status ?? read;
  return item?.detail || item?.title || whole?.detail || whole?.title || '';
}

export function refusal(effect: Outbound['effect'], answer: Answer, now: number): ConnectorError {
  const kind = kindOfStatus(answer.status, effect);
  const code = `HTTP ${answer.status}`;
  return new ConnectorError(CARRIER, kind, wordsOf(problem.safeParse(jsonIfAny(answer)).data) || code, {
    status: answer.status,
    code: answer.status === 404 ? `NOT_FOUND_${code}` : code,
    raw: rawOf(answer),
    ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now) ?? THROTTLE_MS } : {}),
  });
}

export function createParcelClient(options: HttpOptions) {
  const http = createHttp(CARRIER, options);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOST;

  async function authenticate({ keys }: CarrierAccess): Promise<Tokens> {
    const { clientId = '', clientSecret = '', username = '', password = '' } = keys;
    const request: Outbound = {
      method: 'POST',
      url: `${base}/parcel/de/account/auth/ropc/v1/token`,
      form: { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password },
      effect: 'read',
      secret: true,
    };
    const answer = await http(request);
    if (answer.status !== 200) {
      const error = refusal('read', answer, now());
      // The token service says 400 of wrong keys and of a wrong user alike.
      const kind = error.kind === 'rejected' ? 'unauthorized' : error.kind;
      throw new ConnectorError(CARRIER, kind, error.message, { status: answer.status, code: error.code ?? '' });
    }
    const read = tokenAnswer.safeParse(jsonOf(CARRIER, request, answer));
    if (!read.success) throw unreadable(CARRIER, request, 'token', undefined, read.error);
    const { access_token: accessToken, expires_in } = read.data;
    return { accessToken, accessExpiresAt: new Date(now() + expires_in * 1000).toISOString() };
  }

  async function send(input: Omit<ParcelCall<z.ZodType>, 'shape'>, headers: Record<string, string>) {
    const query = input.query ? `?${new URLSearchParams(input.query)}` : '';
    const request: Outbound = {
      method: input.method,
      url: `${base}${input.path}${query}`,
      headers: { 'accept-language': 'en-US', ...headers },
      ...(input.json === undefined ? {} : { json: input.json }),
      effect: input.effect,
    };
    const answer = await http(request);
    if (answer.status >= 400) throw refusal(input.effect, answer, now());
    // 207: of several things each has a state of its own.
    if (![200, 201, 207].includes(answer.status))
      throw unreadable(CARRIER, request, `unexpected status ${answer.status}`, rawOf(answer));
    return { request, answer };
  }

  async function read<T extends z.ZodType>(
    input: ParcelCall<T>,
    headers: Record<string, string>,
  ): Promise<z.output<T>> {
    const { request, answer } = await send(input, headers);
    const parsed = input.shape.safeParse(jsonOf(CARRIER, request, answer));
    if (!parsed.success) throw unreadable(CARRIER, request, input.path, rawOf(answer), parsed.error);
    return parsed.data;
  }

  function bearer(access: CarrierAccess): Record<string, string> {
    if (!access.tokens) throw new ConnectorError(CARRIER, 'unauthorized', 'no token yet: authenticate first');
    return { authorization: `Bearer ${access.tokens.accessToken}` };
  }

  return {
    authenticate,
    now,
    call: <T extends z.ZodType>(access: CarrierAccess, input: ParcelCall<T>) => read(input, bearer(access)),

    /** The tracking of all divisions knows programs by their key alone. */
    unified: <T extends z.ZodType>({ keys }: CarrierAccess, query: Record<string, string>, shape: T) =>
      read(
        { method: 'GET', path: '/track/shipments', query, effect: 'read', shape },
        { 'dhl-api-key': keys.clientId ?? '' },
      ),

    /** The older tracking, which is asked in XML and knows references. */
    async xml({ keys }: CarrierAccess, attributes: Record<string, string>): Promise<string> {
      const { clientId = '', clientSecret = '', username = '', password = '' } = keys;
      const all = { appname: username, password, 'language-code': 'en', ...attributes };
      const escaped = (text: string) => text.replace(/[<>&"']/g, (one) => `&#${one.charCodeAt(0)};`);
      const fields = Object.entries(all).map(([name, value]) => `${name}="${escaped(value)}"`);
      const xml = `<?xml version="1.0" encoding="UTF-8" standalone="no"?><data ${fields.join(' ')}/>`;
      const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`;
      const path = '/parcel/de/tracking/v0/shipments';
      const { answer } = await send(
        { method: 'GET', path, query: { xml }, effect: 'read' },
        { authorization, accept: '*/*' },
      );
      return answer.text;
    },
  };
}

export type ParcelClient = ReturnType<typeof createParcelClient>;
