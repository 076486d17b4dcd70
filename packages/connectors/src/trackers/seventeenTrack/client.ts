import { createHash } from 'node:crypto';
import { z } from 'zod';
import { createHttp, jsonIfAny, jsonOf, type Outbound, rawOf, unreadable } from '../../http.ts';
import { laxList, laxObject } from '../../lax.ts';
import type { CarrierAccess, HttpOptions } from '../../types.ts';
import { anyText, someText } from '../../wms/convert.ts';
import { type Fault, refusal, TRACKER } from './refusals.ts';

const HOST = 'https://api.17track.net/track/v2.2';
const LIMITS = { call: { perSecond: 3, burst: 3 } };

const fault = laxObject({ code: someText, message: someText });
const envelope = z.object({ code: anyText, data: z.unknown().optional() });
const faulty = laxObject({ errors: laxList(fault) });

/** Errors of the whole call; they may come with code 0. */
function faultsIn(json: unknown): Fault[] {
  const read = envelope.safeParse(json).data;
  const faults = faulty.parse(read?.data).errors;
  const isRefused = read?.code !== undefined && read.code !== '0';
  return faults.length === 0 && isRefused ? [{ code: read.code ?? '', message: '' }] : faults;
}

/** Limits are kept by key; the key itself shows up nowhere. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

export function createSeventeenTrackClient(options: HttpOptions) {
  const http = createHttp(TRACKER, options, LIMITS);
  const now = options.now ?? Date.now;
  const base = options.baseUrls?.api ?? HOST;

  /** @returns `data`, read by the shape */
  return async function call<T extends z.ZodType>(
    access: CarrierAccess,
    method: string,
    json: unknown,
    shape: T,
  ): Promise<z.output<T>> {
    const key = access.keys.apiKey ?? '';
    const request: Outbound = {
      method: 'POST',
      url: `${base}/${method}`,
      headers: { '17token': key },
      json,
      effect: 'repeatable',
      pace: { account: nameOf(key), kind: 'call' },
    };
    const answer = await http(request);
    if (answer.status !== 200) throw refusal(answer, faultsIn(jsonIfAny(answer)), now());
    const answered = jsonOf(TRACKER, request, answer);
    const faults = faultsIn(answered);
    if (faults.length > 0) throw refusal(answer, faults, now());
    const read = shape.safeParse(envelope.safeParse(answered).data?.data);
    if (!read.success) throw unreadable(TRACKER, request, method, rawOf(answer), read.error);
    return read.data;
  };
}

export type SeventeenTrackCall = ReturnType<typeof createSeventeenTrackClient>;
