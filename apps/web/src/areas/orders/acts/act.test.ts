import { expect, it } from 'vitest';
import { ANSWERS, firstOf } from './act.ts';

it('offers the answers to a request to cancel first, and only those that there are', () => {
  const acts = ['wave', 'hold', 'cancel', 'goOn'].map((key) => ({ key }));
  const order = (keys: readonly string[], from = acts) => firstOf(keys, from).map(({ key }) => key);
  expect(order(ANSWERS)).toEqual(['goOn', 'cancel', 'wave', 'hold']);
  expect(order(ANSWERS, acts.slice(0, 3))).toEqual(['cancel', 'wave', 'hold']);
  expect(order([])).toEqual(['wave', 'hold', 'cancel', 'goOn']);
});
