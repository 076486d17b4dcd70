import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { FilesAway, openFiles } from './files.ts';
import { readFailure } from './http/failures.ts';

/** A bucket, as far as these calls need one. */
const kept = new Map<string, Buffer>();
let refusals = 0;
const bucket = createServer(async (request, response) => {
  if (refusals > 0) {
    refusals--;
    request.resume();
    return void response.writeHead(503).end();
  }
  const path = (request.url ?? '').split('?')[0] ?? '';
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  if (request.method === 'PUT') kept.set(path, Buffer.concat(parts));
  const body = request.method === 'GET' ? kept.get(path) : undefined;
  response.writeHead(request.method === 'GET' && !body ? 404 : 200).end(body);
});
const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
const before = Object.keys(KEYS).map((name) => [name, process.env[name]] as const);

beforeAll(async () => {
  Object.assign(process.env, KEYS);
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  bucket.close();
});

const opened = (place: string) => {
  const { port } = bucket.address() as AddressInfo;
  const url = `s3://${place}?region=eu-central-1&endpoint=http://127.0.0.1:${port}`;
  return openFiles(readConfig({ TRADEWIND_SECRET: 'x'.repeat(32), FILES_URL: url }));
};

it('keeps files in a bucket', async () => {
  const files = await opened('labels');
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect([...kept.keys()]).toEqual([`/labels/${key}`]);
  expect((await files.get(7, key)).toString()).toBe('a label');
  await expect(files.get(8, key)).rejects.toThrow('another company');
});

it('keeps them in a folder of a bucket that others use as well', async () => {
  kept.clear();
  const files = await opened('shared/tradewind/eu/');
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect(key).toMatch(/^7\//);
  expect([...kept.keys()]).toEqual([`/shared/tradewind/eu/${key}`]);
  expect((await files.get(7, key)).toString()).toBe('a label');
  const data = Buffer.from('of many rows');
  const later = files.newKey(7, 'report.csv');
  await files.putStream(7, later, Readable.from([data]), data.length);
  const parts: Buffer[] = [];
  for await (const part of await files.stream(7, later)) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString()).toBe('of many rows');
});

it('tries again while the bucket answers 503, and says so in the end', async () => {
  const files = await opened('away');
  refusals = 3;
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect(refusals).toBe(0);
  expect((await files.get(7, key)).toString()).toBe('a label');
  refusals = Number.MAX_SAFE_INTEGER;
  const error = await files.put(7, 'label.pdf', Buffer.from('a label')).catch((failed: Error) => failed);
  refusals = 0;
  expect(error).toBeInstanceOf(FilesAway);
  expect(readFailure(error)).toMatchObject({ unexpected: false, fail: { status: 503, code: 'core.filesAway' } });
  // A file that is not there is another matter.
  await expect(files.get(7, '7/2026-11/none.pdf')).rejects.not.toBeInstanceOf(FilesAway);
});
