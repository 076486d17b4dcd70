import { defineCall } from '@tradewind/contract/call.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { CLICK_GUARD_MS, guardClick, isSecondClick } from './click-guard.ts';

const call = (path: `/${string}`) =>
  defineCall({ method: 'POST', path, access: 'user', input: z.unknown(), result: z.unknown(), summary: '' });
const hold = call('/order/hold');
const release = call('/order/release');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.advanceTimersByTime(CLICK_GUARD_MS);
  vi.useRealTimers();
});

test('§9 Click-guard default 1000 ms: the same write twice in a row is sent once', async () => {
  const send = vi.fn(async () => 'done');
  const first = guardClick(hold, { id: 1 }, send);
  vi.advanceTimersByTime(CLICK_GUARD_MS - 1);
  expect(isSecondClick(hold, { id: 1 })).toBe(true);
  expect(await guardClick(hold, { id: 1 }, send)).toBe(await first);
  expect(send).toHaveBeenCalledTimes(1);
});

test('after 1000 ms it is meant', async () => {
  const send = vi.fn(async () => 'done');
  await guardClick(hold, { id: 2 }, send);
  vi.advanceTimersByTime(CLICK_GUARD_MS);
  await guardClick(hold, { id: 2 }, send);
  expect(send).toHaveBeenCalledTimes(2);
});

test('another thing, and the same one after another act, are no double clicks', async () => {
  const send = vi.fn(async () => 'done');
  await guardClick(hold, { id: 3 }, send);
  await guardClick(hold, { id: 4 }, send);
  await guardClick(release, { id: 4 }, send);
  await guardClick(hold, { id: 4 }, send);
  expect(send).toHaveBeenCalledTimes(4);
});

test('what failed may be tried again at once', async () => {
  const send = vi.fn(async () => 'done');
  send.mockRejectedValueOnce(new Error('no network'));
  await expect(guardClick(hold, { id: 5 }, send)).rejects.toThrow('no network');
  expect(await guardClick(hold, { id: 5 }, send)).toBe('done');
});
