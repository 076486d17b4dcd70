import { gunzipSync } from 'node:zlib';
import { createHttp, kindOfStatus } from '../../http.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import { PLATFORM } from './client.ts';

const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The files of feeds and reports lie at addresses that are signed themselves and die after five minutes: no token goes
 * there, and an upload must name the very content type that was announced.
 */
export function createDocuments(options: HttpOptions) {
  const http = createHttp(PLATFORM, options);

  return {
    async upload(url: string, body: { type: string; content: string }): Promise<void> {
      const answer = await http({ method: 'PUT', url, body, effect: 'repeatable' });
      if (answer.status === 200) return;
      throw new ConnectorError(PLATFORM, kindOfStatus(answer.status, 'repeatable'), `upload: HTTP ${answer.status}`, {
        status: answer.status,
      });
    },

    async download(document: { url: string; compressionAlgorithm?: string | null | undefined }): Promise<Buffer> {
      const answer = await http({ method: 'GET', url: document.url, effect: 'read', maxBytes: MOST_BYTES });
      if (answer.status !== 200) {
        throw new ConnectorError(PLATFORM, kindOfStatus(answer.status, 'read'), `download: HTTP ${answer.status}`, {
          status: answer.status,
        });
      }
      return document.compressionAlgorithm === 'GZIP' ? gunzipSync(answer.bytes) : answer.bytes;
    },
  };
}

export type Documents = ReturnType<typeof createDocuments>;
