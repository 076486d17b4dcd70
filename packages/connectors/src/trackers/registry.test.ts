import { expect, it } from 'vitest';
import { findTracker, TRACKERS } from './registry.ts';

it.each(TRACKERS.map((one) => [one.tracker, one] as const))(
  '%s is found, and its stand-in fits its keys',
  (code, one) => {
    expect(findTracker(code)).toBe(one);
    expect(one.create({ http: {} }).tracker).toBe(code);
    expect(Object.keys(one.sandbox.keys)).toEqual(one.keys.map(({ name }) => name));
  },
);

it('finds no other', () => {
  expect(findTracker('parcelsapp')).toBeUndefined();
});
