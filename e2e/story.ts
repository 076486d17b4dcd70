import { afterEach, beforeEach } from 'vitest';

/** The tests of a file are steps of one story: where one fails, those after it have nothing to go on with. */
export function isOneStory(): void {
  let broken = false;
  beforeEach(({ skip }) => skip(broken));
  afterEach(({ task }) => {
    broken ||= task.result?.state === 'fail';
  });
}
