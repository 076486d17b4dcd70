import { z } from 'zod';
import type { Answer, Outbound } from '../../http.ts';
import { laxText } from '../../lax.ts';
import type { HttpOptions } from '../../types.ts';
import { createCaller, type Refusal } from '../call.ts';
import type { ReceivingAccess } from '../connector.ts';
import { notSigned, signer, verifier } from '../rsa.ts';
import { headerOf, readHeader, signedText } from './signing.ts';

export const LIANLIAN = 'lianlian';
const PRODUCTION = 'https://global-open-api.lianlianpay.com';
const SIGNATURE = 'LLPAY-Signature';

const envelope = z.object({ code: z.string(), message: laxText });

function refusalOf(status: number, json: unknown): Refusal | undefined {
  const read = envelope.safeParse(json);
  if (!read.success)
    return status < 300
      ? { kind: 'malformed', code: 'NO_CODE', message: 'the answer says not how it went' }
      : undefined;
  const { code, message = '' } = read.data;
  if (code === '000000' && status < 300) return undefined;
  const kind =
    status === 429
      ? 'throttled'
      : status === 401
        ? 'unauthorized'
        : status >= 500 || code.startsWith('999')
          ? 'unavailable'
          : 'rejected';
  return { kind, code, message };
}

/** Calls that are signed both ways, with the seller's own keys. */
export function createLianlianClient(http: HttpOptions) {
  const now = http.now ?? Date.now;
  const api = http.baseUrls?.api ?? PRODUCTION;
  const caller = createCaller(LIANLIAN, http, refusalOf);

  return async function call<T extends z.ZodType>(
    { keys }: ReceivingAccess,
    path: string,
    json: unknown,
    shape: T,
  ): Promise<z.output<T>> {
    const { developerId = '', masterToken = '', privateKey = '', lianlianPublicKey = '' } = keys;
    const body = json === undefined ? '' : JSON.stringify(json);
    const epoch = String(Math.floor(now() / 1000));
    const signature = signer(LIANLIAN, privateKey)(signedText({ method: 'POST', path, epoch, body }));
    const isTheirs = verifier(LIANLIAN, lianlianPublicKey);
    const basic = Buffer.from(`${developerId}:${masterToken}`).toString('base64');
    const request: Outbound = {
      method: 'POST',
      url: `${api}${path}`,
      headers: { authorization: `Basic ${basic}`, [SIGNATURE]: headerOf(epoch, signature) },
      body: { type: 'application/json', content: body },
      effect: 'read',
    };
    const verify = (answer: Answer) => {
      const signed = readHeader(answer.headers.get(SIGNATURE) ?? '');
      const text =
        signed && signedText({ method: 'POST', path, epoch: signed.epoch, body: answer.bytes.toString('utf8') });
      if (!signed || !text || !isTheirs(text, signed.signature)) throw notSigned(LIANLIAN);
    };
    return caller({
      request,
      shape,
      account: developerId,
      secrets: [masterToken, privateKey, basic, signature],
      verify,
    });
  };
}
