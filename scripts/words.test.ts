import { describe, expect, it } from 'vitest';
import { replacementOf } from './words.ts';

describe('a name', () => {
  it.each([
    ['creditFrame', 'location, or layout of a page'],
    ['openHouse', 'warehouse, application or test server'],
    ['TOLD_STATES', 'platform update, confirmation, response'],
    ['parkedRecord', 'dead letter'],
    ['takeIn', 'ingest, order intake'],
    ['trust-page', 'integrity'],
  ])('%s is replaced', (name, but) => expect(replacementOf(name)).toBe(but));

  it.each(['warehouse', 'household', 'requestAnimationFrame', 'folder', 'ForgivenDebt', 'hearing', 'lastSeenAt'])(
    '%s stays',
    (name) => expect(replacementOf(name)).toBeUndefined(),
  );
});
