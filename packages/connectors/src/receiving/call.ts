import type { z } from 'zod';
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
} from '../http.ts';
import type { Limit } from '../pace.ts';
import { ConnectorError, type FailureKind, type HttpOptions } from '../types.ts';

/** Providers name no figures that all agree on; these are low enough for each. */
const LIMITS: Readonly<Record<string, Limit>> = { call: { perSecond: 5, burst: 10 } };
const WAIT_MS = 2000;
/** Shorter ones would be found in any text. */
const SHORTEST_SECRET = 6;

/** Why an answer is no success, in the provider's own words. */
export interface Refusal {
  kind: FailureKind;
  code: string;
  message: string;
}

/** Nothing of a secret may stand in what is logged or shown; a provider may repeat what it got. */
function withoutSecrets(error: ConnectorError, secrets: readonly string[]): ConnectorError {
  const hidden = secrets.filter((one) => one.length >= SHORTEST_SECRET);
  const clean = (text: string) => hidden.reduce((rest, one) => rest.replaceAll(one, `…${one.slice(-4)}`), text);
  const { status, code, retryAfterMs, raw } = error;
  return new ConnectorError(error.platform, error.kind, clean(error.message), {
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code: clean(code) }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(raw === undefined ? {} : { raw: clean(raw) }),
  });
}

export interface Call<T extends z.ZodType> {
  request: Outbound;
  shape: T;
  /** Whose limit it uses up. */
  account: string;
  /** What must not appear in an error. */
  secrets: readonly (string | undefined)[];
  /** Throws where the provider signs its answers and this one is not signed. */
  verify?: (answer: Answer) => void;
}

/**
 * One call to a provider. `refusalOf` looks at every answer, also at those with status 200: a provider may say there that
 * it failed.
 */
export function createCaller(
  provider: string,
  http: HttpOptions,
  refusalOf: (status: number, json: unknown) => Refusal | undefined,
) {
  const send = createHttp(provider, http, LIMITS);
  const now = http.now ?? Date.now;

  function refusal(request: Outbound, answer: Answer, read: Refusal | undefined): ConnectorError {
    const kind = read?.kind ?? kindOfStatus(answer.status, request.effect);
    const code = read?.code ?? `HTTP ${answer.status}`;
    return new ConnectorError(provider, kind, [code, read?.message].filter(Boolean).join(': '), {
      status: answer.status,
      code,
      raw: rawOf(answer),
      ...(kind === 'throttled' ? { retryAfterMs: retryAfter(answer.headers, now()) ?? WAIT_MS } : {}),
    });
  }

  return async function call<T extends z.ZodType>(input: Call<T>): Promise<z.output<T>> {
    const { request, shape, account, secrets, verify } = input;
    try {
      const answer = await send({ ...request, pace: { account, kind: 'call' } });
      if (answer.status < 200 || answer.status >= 300)
        throw refusal(request, answer, refusalOf(answer.status, jsonIfAny(answer)));
      verify?.(answer);
      const json = jsonOf(provider, request, answer);
      const refused = refusalOf(answer.status, json);
      if (refused) throw refusal(request, answer, refused);
      const read = shape.safeParse(json);
      if (!read.success) throw unreadable(provider, request, 'the answer', rawOf(answer), read.error);
      return read.data;
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      throw withoutSecrets(
        error,
        secrets.filter((one) => one !== undefined),
      );
    }
  };
}

/** What came back from a consent: refused by the seller, or another one than ours, is an error. */
export function checkConsent(provider: string, query: Readonly<Record<string, string>>, state: string): void {
  if (!state || query.state !== state)
    throw new ConnectorError(provider, 'rejected', 'another consent came back', { code: 'WRONG_STATE' });
  if (query.error)
    throw new ConnectorError(provider, 'rejected', `the seller did not agree: ${query.error.slice(0, 60)}`, {
      code: 'DENIED',
    });
}
