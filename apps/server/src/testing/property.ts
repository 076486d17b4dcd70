import fc from 'fast-check';

/** Set by `npm run soak`: its seed. */
const soak = process.env.TEST_SOAK ? Number(process.env.TEST_SOAK) : undefined;

/** Fixed, so that a run proves today what it proved yesterday; a new one each time in a soak run. */
export const SEED = soak ?? 20_261_123;

/** How often: seldom in each run of the tests, often in a soak run. */
export const runs = (small: number, long: number): number => (soak === undefined ? small : long);

// For every property of every file: the configuration of the tests loads this first.
fc.configureGlobal({ seed: SEED, numRuns: runs(50, 2000) });
