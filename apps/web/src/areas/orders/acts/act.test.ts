import { expect, it } from 'vitest';
import { type ActOrder, ANSWERS, firstOf, nextOf } from './act.ts';

it('offers the answers to a request to cancel first, and only those that there are', () => {
  const acts = ['wave', 'hold', 'cancel', 'goOn'].map((key) => ({ key }));
  const order = (keys: readonly string[], from = acts) => firstOf(keys, from).map(({ key }) => key);
  expect(order(ANSWERS)).toEqual(['goOn', 'cancel', 'wave', 'hold']);
  expect(order(ANSWERS, acts.slice(0, 3))).toEqual(['cancel', 'wave', 'hold']);
  expect(order([])).toEqual(['wave', 'hold', 'cancel', 'goOn']);
});

it('names the next step by the status, never an act that holds the order up', () => {
  const acts = ['map', 'hold', 'review', 'wave', 'label', 'ship', 'resume', 'confirmAgain'].map((key) => ({ key }));
  const blank = { exception: null, cancelRequested: false, confirmState: 'none', trackingNumber: null } as const;
  const next = (order: Partial<ActOrder>, from = acts.slice(1)) => nextOf({ ...blank, ...order } as ActOrder, from);
  expect(next({ status: 'review' })).toBe('review');
  expect(next({ status: 'ready' })).toBe('wave');
  expect(next({ status: 'picking' })).toBeUndefined();
  expect(next({ status: 'packed' })).toBe('label');
  expect(next({ status: 'packed', trackingNumber: '1Z' })).toBe('ship');
  expect(next({ status: 'held' })).toBe('resume');
  expect(next({ status: 'shipped' })).toBeUndefined();
  expect(next({ status: 'shipped', confirmState: 'failed' })).toBe('confirmAgain');
  expect(next({ status: 'exception', exception: 'unmapped' }, acts)).toBe('map');
  expect(next({ status: 'review', cancelRequested: true })).toBeUndefined();
});
