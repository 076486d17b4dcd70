import { z } from 'zod';
import type { Answer, Outbound } from '../../http.ts';
import { laxText } from '../../lax.ts';
import { ConnectorError } from '../../types.ts';
import { checkConsent, createCaller, type Refusal } from '../call.ts';
import type { ReceivingConnector } from '../connector.ts';
import type { ReceivingSetup } from '../definition.ts';
import { notSigned, signer, verifier } from '../rsa.ts';
import { headerOf, readHeader, signedText, timeOf } from './signing.ts';

export const WORLDFIRST = 'worldfirst';
const PRODUCTION = 'https://open-sea.worldfirst.com';
const ROOT = '/amsin/api/v1/business';

const envelope = z.object({
  result: z.object({ resultStatus: z.enum(['S', 'F', 'U']), resultCode: z.string(), resultMessage: laxText }),
});

/** Nearly all answers have status 200: the result says how it went. U is open, so it is asked again and never a success. */
function refusalOf(status: number, json: unknown): Refusal | undefined {
  const read = envelope.safeParse(json);
  if (!read.success)
    return status < 300
      ? { kind: 'malformed', code: 'NO_RESULT', message: 'the answer says not how it went' }
      : undefined;
  const { resultStatus, resultCode: code, resultMessage: message = '' } = read.data.result;
  if (resultStatus === 'S' && status < 300) return undefined;
  const kind =
    code === 'REQUEST_TRAFFIC_EXCEED_LIMIT' || status === 429
      ? 'throttled'
      : code === 'ACCESS_DENIED' || status === 401
        ? 'unauthorized'
        : resultStatus === 'U' || status >= 500
          ? 'unavailable'
          : 'rejected';
  return { kind, code, message };
}

/** Consent, and calls that are signed both ways. */
export function createWorldfirstClient({ app, http }: Pick<ReceivingSetup, 'app' | 'http'>) {
  const { clientId = '', privateKey = '', worldfirstPublicKey = '' } = app;
  const now = http.now ?? Date.now;
  const { api = PRODUCTION, consent = PRODUCTION } = http.baseUrls ?? {};
  const caller = createCaller(WORLDFIRST, http, refusalOf);

  async function call<T extends z.ZodType>(
    customer: string,
    name: string,
    json: object,
    shape: T,
  ): Promise<z.output<T>> {
    const path = `${ROOT}/${name}`;
    const body = JSON.stringify(json);
    const time = timeOf(now());
    const signature = signer(WORLDFIRST, privateKey)(signedText({ method: 'POST', path, clientId, time, body }));
    const isTheirs = verifier(WORLDFIRST, worldfirstPublicKey);
    const request: Outbound = {
      method: 'POST',
      url: `${api}${path}`,
      headers: {
        'Client-Id': clientId,
        'Request-Time': time,
        Signature: headerOf(signature),
        ...(customer ? { 'Connected-CustomerId': customer } : {}),
      },
      body: { type: 'application/json; charset=UTF-8', content: body },
      effect: 'read',
    };
    const verify = ({ headers, bytes }: Answer) => {
      const answered = {
        method: 'POST',
        path,
        clientId,
        time: headers.get('Response-Time') ?? '',
        body: bytes.toString('utf8'),
      };
      if (!isTheirs(signedText(answered), readHeader(headers.get('Signature') ?? ''))) throw notSigned(WORLDFIRST);
    };
    return caller({ request, shape, account: customer || clientId, secrets: [privateKey, signature], verify });
  }

  return {
    call,
    authorizeUrl: ({ state, redirectUri }) => {
      const path = '/amsin/authorize';
      const time = timeOf(now());
      const query = new URLSearchParams({
        clientId,
        authReference: state,
        redirectUrl: redirectUri,
        requestTime: time,
      });
      const text = signedText({ method: 'GET', path, clientId, time, body: query.toString() });
      query.set('signature', signer(WORLDFIRST, privateKey)(text));
      return `${consent}${path}?${query}`;
    },
    // The browser could name any seller: who it was that agreed, WorldFirst says itself.
    exchange: async ({ query, state }) => {
      checkConsent(WORLDFIRST, { ...query, state: query.authReference ?? '' }, state);
      const shape = z.object({ customerId: z.string().min(1), authStatus: z.string() });
      const answered = await call('', 'authorization/consult', { authReference: state }, shape);
      if (answered.authStatus !== 'AUTHORIZED')
        throw new ConnectorError(WORLDFIRST, 'rejected', 'the seller did not agree', { code: 'DENIED' });
      return { account: answered.customerId };
    },
  } satisfies Partial<ReceivingConnector> & { call: typeof call };
}
