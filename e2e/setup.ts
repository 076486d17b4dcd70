import { afterAll, afterEach } from 'vitest';
import { closeContexts, picturesOfAll } from './worker.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await picturesOfAll(`failed-${task.name}`);
});
afterAll(closeContexts);
