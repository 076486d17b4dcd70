import { rights } from '@tradewind/contract/access/modules.ts';
import {
  deleteExchangeRate,
  getExchangeRateList,
  listExchangeRates,
  listRateHistory,
  saveExchangeRate,
} from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { createCompany } from '../company/public.ts';
import { rateOn } from './public.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
const rate = (currency: string, day: string) =>
  server.app.database.inCompany(main.ctx, (tx) => rateOn(tx, currency, day));

beforeAll(async () => {
  server = await testServer();
  main = await server.company();
});
afterAll(() => server.close());

describe('exchange rates', () => {
  it('gives a new company rates to begin with, in its own base currency', async () => {
    expect(await rate('USD', '2026-11-01')).toBe('7.12');
    expect(await rate('CNY', '2026-11-01')).toBe('1');
    const companyId = await createCompany(server.app, { name: 'US seller', baseCurrency: 'USD', validated: true });
    const inUsd = await server.app.database.inCompany({ ...main.ctx, companyId }, (tx) =>
      rateOn(tx, 'CNY', '2026-11-01'),
    );
    expect(Number(inUsd)).toBeCloseTo(1 / 7.12, 6);
  });

  it('takes the latest rate on or before the day, whatever comes after', async () => {
    await server.ok(saveExchangeRate, { currency: 'EUR', onDay: '2026-03-01', toBase: '8.1' }, main);
    await server.ok(saveExchangeRate, { currency: 'EUR', onDay: '2026-03-10', toBase: '8.3' }, main);
    expect(await rate('EUR', '2026-02-28')).toBe('8.25');
    expect(await rate('EUR', '2026-03-01')).toBe('8.1');
    expect(await rate('EUR', '2026-03-09')).toBe('8.1');
    expect(await rate('EUR', '2026-03-10')).toBe('8.3');
    await server.ok(saveExchangeRate, { currency: 'EUR', onDay: '2026-03-10', toBase: '8.31' }, main);
    expect(await rate('EUR', '2027-01-01')).toBe('8.31');
  });

  it('names the currency that has no rate', async () => {
    await expect(rate('XAF', '2026-11-01')).rejects.toMatchObject({
      code: 'settings.noRate',
      params: { currency: 'XAF', day: '2026-11-01' },
    });
  });

  it('asks back at a jump, refuses the base currency and keeps the last rate', async () => {
    const slip = { currency: 'GBP', onDay: '2026-04-01', toBase: '94.5' };
    expect(await server.call(saveExchangeRate, slip, main)).toMatchObject({
      status: 422,
      data: { error: 'settings.rateJump' },
    });
    expect(await rate('GBP', '2026-04-01')).toBe('9.45');
    await server.ok(saveExchangeRate, { ...slip, sure: true }, main);
    expect(await rate('GBP', '2026-04-01')).toBe('94.5');
    await server.ok(deleteExchangeRate, { currency: 'GBP', onDay: '2026-04-01' }, main);
    expect(await rate('GBP', '2026-04-01')).toBe('9.45');
    expect(await server.call(deleteExchangeRate, { currency: 'GBP', onDay: '2026-04-01' }, main)).toMatchObject({
      status: 404,
    });
    const { rows } = await server.ok(listRateHistory, { currency: 'GBP' }, main);
    expect(await server.call(deleteExchangeRate, { currency: 'GBP', onDay: rows[0]?.onDay ?? '' }, main)).toMatchObject(
      {
        status: 409,
        data: { error: 'settings.lastRate' },
      },
    );
    const base = await server.call(saveExchangeRate, { currency: 'CNY', onDay: '2026-04-01', toBase: '1.1' }, main);
    expect(base).toMatchObject({ status: 400, data: { fields: [{ path: 'currency' }] } });
    expect(
      await server.call(saveExchangeRate, { currency: 'GBP', onDay: '2026-04-01', toBase: '0' }, main),
    ).toMatchObject({
      status: 400,
    });
  });

  it('lists each currency once, with what was and what is planned', async () => {
    await server.ok(saveExchangeRate, { currency: 'JPY', onDay: '2026-02-01', toBase: '0.048' }, main);
    await server.ok(saveExchangeRate, { currency: 'JPY', onDay: '2099-01-01', toBase: '0.05' }, main);
    const { baseCurrency, rows } = await server.ok(listExchangeRates, {}, main);
    expect(baseCurrency).toBe('CNY');
    expect(new Set(rows.map((row) => row.currency)).size).toBe(rows.length);
    expect(rows.find((row) => row.currency === 'JPY')).toEqual({
      currency: 'JPY',
      toBase: '0.048',
      onDay: '2026-02-01',
      source: 'manual',
      previous: '0.047',
      changePercent: '2.13',
      rates: 3,
      planned: { toBase: '0.05', onDay: '2099-01-01' },
    });
    const member = await server.member(main.companyId);
    const { list } = await server.ok(getExchangeRateList, { currencys: ['USD', 'JPY'] }, member);
    expect(list.map((row) => [row.currency, row.toBase])).toEqual([
      ['JPY', '0.048'],
      ['USD', '7.12'],
    ]);
  });

  it('takes a currency nobody has used yet, but not from the future', async () => {
    const first = { currency: 'XAF', toBase: '0.0126' };
    expect(await server.call(saveExchangeRate, { ...first, onDay: '2099-01-01' }, main)).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'onDay' }] },
    });
    await server.ok(saveExchangeRate, { ...first, onDay: '2026-01-01' }, main);
    const { rows, total } = await server.ok(listExchangeRates, { text: 'xa' }, main);
    expect([total, rows.map((row) => row.currency)]).toEqual([1, ['XAF']]);
  });

  it('lets only those edit who may', async () => {
    const reader = await server.member(main.companyId, [rights.exchangeRate.view]);
    await server.ok(listExchangeRates, {}, reader);
    const edit = { currency: 'USD', onDay: '2026-05-01', toBase: '7.2' };
    expect((await server.call(saveExchangeRate, edit, reader)).status).toBe(403);
    const editor = await server.member(main.companyId, [rights.exchangeRate.view, rights.exchangeRate.edit]);
    await server.ok(saveExchangeRate, edit, editor);
  });
});
