import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, startForTest } from '../testing.ts';
import { receivingPlatforms } from './index.ts';

const NAMES = receivingPlatforms.map(({ name }) => name);
const stateFile = join(mkdtempSync(join(tmpdir(), 'receiving-')), 'state.json');
let box: Sandbox;
beforeAll(async () => {
  box = await startForTest({ ordersPerShop: 1, stateFile });
});
afterAll(() => box.close());

const control = (path: string, body?: object) => call(`${box.url}/control/${path}`, body ? { body } : {});
const books = async (name: string) => (await control(`${name}/books`)).body;

describe.each(NAMES)('the books of %s', (name) => {
  it('hold two hundred lines of ninety days, and one of each kind of trouble', async () => {
    const lines = digList(await books(name), 'lines') as { type: string; at: string; state: string; fee: number }[];
    const shown = lines.reduce((sum, { type }) => sum + (type === 'FX' ? 2 : 1), 0);
    expect(Math.abs(shown - 200)).toBeLessThan(2);
    const days = (Date.parse(lines.at(-1)?.at ?? '') - Date.parse(lines[0]?.at ?? '')) / 86_400_000;
    expect(days).toBeGreaterThan(85);
    expect(days).toBeLessThan(90.1);
    expect(lines.filter(({ type, state }) => type === 'REVERSAL' || state === 'REVERSED')).toHaveLength(1);
    expect(lines.filter(({ state }) => state === 'PENDING')).toHaveLength(1);
    expect(lines.filter(({ fee }) => fee > 0).length).toBeGreaterThan(20);
  });

  it('take a receipt of a past day into an account, and refuse what makes none', async () => {
    const before = Number(dig(await books(name), 'balances', 'GBP'));
    const day = new Date(box.world.clock.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const made = await control(`${name}/receipts`, {
      amount: '12.30',
      currency: 'GBP',
      day,
      payer: 'EBAY',
      account: '8834',
    });
    expect(made.body).toMatchObject({ at: `${day}T02:00:00.000Z` });
    expect(Number(dig(await books(name), 'balances', 'GBP'))).toBeCloseTo(before + 12.3, 6);
    for (const wrong of [
      { amount: '0', currency: 'GBP' },
      { amount: '1.234', currency: 'GBP' },
      { amount: '1.5', currency: 'JPY' },
      { amount: '1', currency: 'CHF' },
      { amount: '1', currency: 'USD', account: '8834' },
      { amount: '1', currency: 'USD', day: 'yesterday' },
      { amount: '1', currency: 'USD', state: 'ODD' },
    ])
      expect([wrong, (await control(`${name}/receipts`, wrong)).status]).toEqual([wrong, 400]);
  });

  it('change the state of a line', async () => {
    const { body } = await control(`${name}/receipts`, { amount: '5', currency: 'USD', state: 'PENDING' });
    const before = Number(dig(await books(name), 'balances', 'USD'));
    await control(`${name}/line`, { id: dig(body, 'id'), state: 'SUCCESS' });
    expect(Number(dig(await books(name), 'balances', 'USD'))).toBeCloseTo(before + 5, 6);
    expect((await control(`${name}/line`, { id: 'none', state: 'SUCCESS' })).status).toBe(400);
  });
});

it('stand after a restart as they stood before', async () => {
  const before = await Promise.all(NAMES.map(books));
  await box.close();
  box = await startForTest({ ordersPerShop: 1, stateFile });
  expect(await Promise.all(NAMES.map(books))).toEqual(before);
});

it('LianLian issues keys on its portal, and takes them back', async () => {
  const page = async (act: string) => String((await call(`${box.url}/lianlian/portal${act}`)).body);
  expect(await page('')).toContain('LLDEV80001');
  expect(await page('?act=deny')).toContain('No token is issued');
  expect(await page('?act=allow')).toContain('LLDEV80001');
});
