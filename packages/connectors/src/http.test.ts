import { afterEach, describe, expect, it } from 'vitest';
import { createHttp, kindOfStatus, type Outbound, retryAfter, unreadable } from './http.ts';
import { failure, kindOfFailure, scripted, serving } from './testing.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const to = (url: string, effect: Outbound['effect'], more: Partial<Outbound> = {}): Outbound => ({
  method: effect === 'read' ? 'GET' : 'POST',
  url,
  effect,
  ...more,
});

describe('the outbound helper', () => {
  it('tells a write lost after sending from one that never left', async () => {
    const server = await serving((request) => {
      request.on('data', () => {});
      request.on('end', () => request.socket.destroy());
    });
    closing.push(server.close);
    const http = createHttp('x', {});
    expect(await kindOfFailure(http(to(server.url, 'once', { json: { a: 1 } })))).toBe('uncertain');
    expect(await kindOfFailure(http(to(server.url, 'repeatable', { json: { a: 1 } })))).toBe('uncertain');
    expect(await kindOfFailure(http(to(server.url, 'read')))).toBe('unavailable');
    await server.close();
    expect(await kindOfFailure(http(to(server.url, 'once', { json: { a: 1 } })))).toBe('unavailable');
  });

  it('gives up when no answer comes in time, also in the middle of a body', async () => {
    const silent = await serving(() => {});
    const slow = await serving((_request, response) => {
      response.writeHead(200).write('{"half":');
    });
    closing.push(silent.close, slow.close);
    const http = createHttp('x', { timeoutMs: 150 });
    expect(await kindOfFailure(http(to(silent.url, 'read')))).toBe('unavailable');
    expect(await kindOfFailure(http(to(silent.url, 'once', { json: {} })))).toBe('uncertain');
    expect(await kindOfFailure(http(to(slow.url, 'read')))).toBe('unavailable');
  });

  it('stops reading an answer that is too large', async () => {
    const { fetch } = scripted({ text: 'x'.repeat(5000) });
    const http = createHttp('x', { fetch });
    const error = await failure(http(to('http://x.test/', 'read', { maxBytes: 1000 })));
    expect(error.kind).toBe('malformed');
    expect(await kindOfFailure(http(to('http://x.test/', 'once', { maxBytes: 1000 })))).toBe('uncertain');
  });

  it('follows no redirect with our tokens', async () => {
    const target = await serving((_request, response) => response.end('{}'));
    const server = await serving((_request, response) => response.writeHead(302, { location: target.url }).end());
    closing.push(target.close, server.close);
    expect((await createHttp('x', {})(to(server.url, 'read'))).status).toBe(302);
  });

  it('keeps no query in its messages', async () => {
    const http = createHttp('x', { timeoutMs: 500 });
    const error = await failure(http(to('http://127.0.0.1:1/path?token=secret', 'read')));
    expect(error.message).toContain('/path');
    expect(error.message).not.toContain('secret');
  });

  it('cuts what it keeps of an unreadable answer to 4 kB', () => {
    const error = unreadable('x', { effect: 'read' }, 'what', 'é'.repeat(5000));
    expect(error.kind).toBe('malformed');
    expect(Buffer.byteLength(error.raw ?? '')).toBeLessThanOrEqual(4096);
    expect(unreadable('x', { effect: 'once' }, 'what', 'y').kind).toBe('uncertain');
  });

  it('names the kind of each refusal', () => {
    expect([400, 401, 403, 404, 408, 422, 429, 500, 502, 503].map((status) => kindOfStatus(status, 'read'))).toEqual([
      'rejected',
      'unauthorized',
      'rejected',
      'rejected',
      'unavailable',
      'rejected',
      'throttled',
      'unavailable',
      'unavailable',
      'unavailable',
    ]);
    expect([500, 502, 503, 504].map((status) => kindOfStatus(status, 'once'))).toEqual([
      'uncertain',
      'uncertain',
      'unavailable',
      'uncertain',
    ]);
  });

  it('reads Retry-After in seconds and as a date', () => {
    expect(retryAfter(new Headers({ 'retry-after': '2.0' }), 0)).toBe(2000);
    expect(retryAfter(new Headers({ 'retry-after': 'Thu, 01 Jan 1970 00:00:05 GMT' }), 1000)).toBe(4000);
    expect(retryAfter(new Headers(), 0)).toBeUndefined();
  });
});
