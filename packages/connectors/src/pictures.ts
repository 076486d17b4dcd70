import { createHttp, kindOfStatus } from './http.ts';
import { publicOnly } from './public-hosts.ts';
import { ConnectorError, type HttpOptions } from './types.ts';

const NAME = 'pictures';
const TIMEOUT_MS = 10_000;

/**
 * Reads a picture from the address that a platform names: from public hosts only, without our tokens and without
 * following redirects. `instead`: the stand-in's address, which gets the picture's own address as `of`.
 * @throws ConnectorError `unavailable` where another try may help
 */
export function createPictures(options: HttpOptions, instead?: string) {
  const http = createHttp(NAME, { timeoutMs: TIMEOUT_MS, ...publicOnly(options, instead) });
  return async function picture(url: string, maxBytes: number): Promise<Buffer> {
    const from = instead === undefined ? url : `${instead}?of=${encodeURIComponent(url)}`;
    const answer = await http({
      method: 'GET',
      url: from,
      // Hosts that know newer types send these to whoever takes them.
      headers: { accept: 'image/jpeg,image/png,image/gif' },
      effect: 'read',
      maxBytes,
    });
    if (answer.status !== 200)
      throw new ConnectorError(NAME, kindOfStatus(answer.status, 'read'), `status ${answer.status}`, {
        status: answer.status,
      });
    return answer.bytes;
  };
}
