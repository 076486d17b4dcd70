import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemContext } from '../../core/context.ts';
import { remembered } from './remembered.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

let companies = 0;
/** Reckons 1, 2, 3 ... for a company that nobody has asked for yet. */
function calculated() {
  const ctx = systemContext(++companies, 'test');
  let count = 0;
  const next = async () => ++count;
  return { ctx, ask: (work: () => Promise<number> = next) => remembered(ctx, 'figures', work), count: () => count };
}

it('gives the same answer for a minute, to everybody who sees the same', async () => {
  const { ctx, ask, count } = calculated();
  expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
  later(59);
  expect(await ask()).toBe(1);
  expect(count()).toBe(1);
  const some = { ...ctx, rights: { ...ctx.rights, shopIds: [7] } };
  expect(await remembered(some, 'figures', async () => 70)).toBe(70);
});

it('reckons anew behind an answer that is older, once, and nobody waits for it', async () => {
  const { ask, count } = calculated();
  await ask();
  later(61);
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(count()).toBe(2);
  expect(await ask()).toBe(2);
});

it('waits where the answer is older than ten minutes', async () => {
  const { ask } = calculated();
  await ask();
  later(601);
  expect(await ask()).toBe(2);
});

it('keeps no failure, and goes on giving what it has while it cannot be reckoned anew', async () => {
  const { ask } = calculated();
  const failing = () => Promise.reject(new Error('no database'));
  await expect(ask(failing)).rejects.toThrow('no database');
  expect(await ask()).toBe(1);
  later(61);
  expect(await ask(failing)).toBe(1);
  expect(await ask()).toBe(1);
  expect(await ask()).toBe(2);
});

it('keeps nothing of a sample company, whose data comes while somebody looks', async () => {
  const { ctx } = calculated();
  let n = 0;
  const visiting = { ...ctx, visitor: { companyId: ctx.companyId + 1, actor: ctx.actor } };
  const ask = () => remembered(visiting, 'figures', async () => ++n);
  expect([await ask(), await ask()]).toEqual([1, 2]);
});
