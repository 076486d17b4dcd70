import { type Http, kindOfStatus, unreadable } from './http.ts';
import { ConnectorError } from './types.ts';

const MOST_BYTES = 8 * 1024 * 1024;

export const isPdf = (data: Buffer): boolean => data.subarray(0, 4).toString('latin1') === '%PDF';
/** With its end: a file that was cut off prints as nothing. */
export const isWholePdf = (data: Buffer): boolean => isPdf(data) && data.subarray(-1024).includes('%%EOF');

/** A label that a platform names by its address in a file store. That opens by itself: it gets no token of ours. */
export async function downloadPdf(platform: string, http: Http, url: string): Promise<Buffer> {
  const request = { method: 'GET', url, headers: { accept: '*/*' }, effect: 'read', maxBytes: MOST_BYTES } as const;
  const { status, bytes } = await http(request);
  if (status !== 200)
    throw new ConnectorError(platform, kindOfStatus(status, 'read'), `label: HTTP ${status}`, {
      status,
      ...(status === 429 ? { retryAfterMs: 1000 } : {}),
    });
  if (!isPdf(bytes)) throw unreadable(platform, request, 'the label is no PDF', undefined);
  return bytes;
}
