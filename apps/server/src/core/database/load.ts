import { performance } from 'node:perf_hooks';

const EVERY_MS = 250;
/** Above it, what comes in waits for what is there. */
const LOADED = 0.7;

let last = performance.eventLoopUtilization();
let share = 0;
setInterval(() => {
  const now = performance.eventLoopUtilization();
  share = performance.eventLoopUtilization(now, last).utilization;
  last = now;
}, EVERY_MS).unref();

/** Whether this process has had hardly a moment without work in the last quarter of a second. */
export const isLoaded = (): boolean => share > LOADED;
