import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bucket, openTestBucket } from '../testing/bucket.ts';
import { readConfig } from './config.ts';
import { FilesAway, openFiles } from './files.ts';
import { readFailure } from './http/failures.ts';

let bucket: Bucket;
beforeAll(async () => {
  bucket = await openTestBucket();
});
afterAll(() => bucket.close());

const opened = (place: string) => {
  return openFiles(readConfig({ TRADEWIND_SECRET: 'x'.repeat(32), FILES_URL: bucket.address(place) }));
};

it('keeps files in a bucket', async () => {
  const files = await opened('labels');
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect([...bucket.kept.keys()]).toEqual([`/labels/${key}`]);
  expect((await files.get(7, key)).toString()).toBe('a label');
  await expect(files.get(8, key)).rejects.toThrow('another company');
});

it('keeps them in a folder of a bucket that others use as well', async () => {
  bucket.kept.clear();
  const files = await opened('shared/tradewind/eu/');
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect(key).toMatch(/^7\//);
  expect([...bucket.kept.keys()]).toEqual([`/shared/tradewind/eu/${key}`]);
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
  bucket.refusals = 3;
  const key = await files.put(7, 'label.pdf', Buffer.from('a label'));
  expect(bucket.refusals).toBe(0);
  expect((await files.get(7, key)).toString()).toBe('a label');
  bucket.refusals = Number.MAX_SAFE_INTEGER;
  const error = await files.put(7, 'label.pdf', Buffer.from('a label')).catch((failed: Error) => failed);
  bucket.refusals = 0;
  expect(error).toBeInstanceOf(FilesAway);
  expect(readFailure(error)).toMatchObject({ unexpected: false, fail: { status: 503, code: 'core.filesAway' } });
  // A file that is not there is another matter.
  await expect(files.get(7, '7/2026-11/none.pdf')).rejects.not.toBeInstanceOf(FilesAway);
});
