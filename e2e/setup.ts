import { afterAll, afterEach, expect } from 'vitest';
import { brokenEverywhere } from './checks.ts';
import { closeContexts, picturesOfAll } from './worker.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picturesOfAll(`failed-${task.name}`);
});
afterAll(async () => {
  await closeContexts();
  expect(await brokenEverywhere(), 'integrity checks after this file').toEqual([]);
});
