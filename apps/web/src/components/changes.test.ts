import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

const before = { name: 'North', priority: 100, phone: null, address: { line1: '1 Main St', city: 'Newark' } };

test('what was changed or emptied is sent, and nothing else', () => {
  const after = { ...before, name: 'South', priority: 100, phone: '' };
  expect(changesOf(before, after)).toEqual({ name: 'South' });
  expect(changesOf(before, { ...before, name: '' })).toEqual({ name: '' });
});

test('parts in another order, and parts that are empty, change nothing', () => {
  expect(changesOf(before, { ...before, address: { city: 'Newark', line1: '1 Main St', line2: '' } })).toEqual({});
  const moved = { city: 'Edison', line1: '1 Main St' };
  expect(changesOf(before, { ...before, address: moved })).toEqual({ address: moved });
});

test('items of a list keep their order and their empty texts', () => {
  expect(changesOf({ images: ['a', 'b'] }, { images: ['b', 'a'] })).toEqual({ images: ['b', 'a'] });
  expect(changesOf({ lines: [{ reason: 'late' }] }, { lines: [{ reason: '' }] })).toEqual({ lines: [{ reason: '' }] });
});
