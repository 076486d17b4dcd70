import { rights } from '@tradewind/contract/access/modules.ts';
import {
  listAudit,
  listExchangeRates,
  listRateHistory,
  saveExchangeRate,
  syncExchangeRates,
} from '@tradewind/contract/settings.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../../sandbox/src/main.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { strike } from '../../../testing/strike.ts';
import { companyValidated } from '../../company/public.ts';
import { believable, crossRates, isDoubtful } from './rates.ts';
import { takeRates } from './sync.ts';

let sandbox: Sandbox;
let server: TestServer;
let main: Person & { ctx: Parameters<TestServer['app']['database']['inCompany']>[0] };
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 7, ordersPerShop: 0 });
  server = await ownServer({ SANDBOX_PORT: String(sandbox.port) });
  main = await server.company();
});
afterAll(async () => {
  await server.close();
  await sandbox.close();
});

const history = async (currency: string) => (await server.ok(listRateHistory, { currency }, main)).rows;

describe('Rates through the euro', () => {
  const day = { day: '2026-01-05', perEuro: { USD: '1.1000', CNY: '7.7000', JPY: '165.00' } };
  it.each([
    ['CNY', 'USD', '7'],
    ['CNY', 'JPY', '0.04666667'],
    ['CNY', 'EUR', '7.7'],
    ['USD', 'EUR', '1.1'],
    ['EUR', 'USD', '0.90909091'],
  ])('of a company in %s: one %s is %s', (base, currency, toBase) => {
    expect(crossRates(day, base)).toContainEqual({ currency, onDay: '2026-01-05', toBase });
    expect(crossRates(day, base).map((rate) => rate.currency)).not.toContain(base);
  });

  it('there are none where the base currency is not published', () => {
    expect(crossRates(day, 'AED')).toEqual([]);
  });

  it('believes a course day by day, beside what people set', () => {
    const usd = (onDay: string, toBase: string) => ({ day: onDay, perEuro: { CNY: toBase, USD: '1' } });
    const days = [usd('2026-01-05', '7'), usd('2026-01-06', '9'), usd('2026-01-07', '9.1'), usd('2026-01-08', '7.1')];
    const only = (known: { currency: string; onDay: string; toBase: string }[]) => {
      const { rates, doubtful } = believable(days, 'CNY', known);
      return [rates.filter((rate) => rate.currency === 'USD').map((rate) => rate.toBase), doubtful.includes('USD')];
    };
    expect(only([])).toEqual([['7', '7.1'], true]);
    // A person confirms the jump: later rates are near it, and the way back is a jump again.
    expect(only([{ currency: 'USD', onDay: '2026-01-06', toBase: '9' }])).toEqual([['7', '9', '9.1'], true]);
    expect(only([{ currency: 'USD', onDay: '2026-01-02', toBase: '100' }])).toEqual([[], true]);
  });

  it('doubts a step of more than a fifth', () => {
    expect([isDoubtful('10', '12.01'), isDoubtful('10', '11.99'), isDoubtful(undefined, '99')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('Fetching the rates', () => {
  it('takes the latest published day for all currencies, and says so in the log', async () => {
    const done = await server.ok(syncExchangeRates, {}, main);
    expect(done.doubtful).toEqual([]);
    const { rows } = await server.ok(listExchangeRates, { text: 'USD' }, main);
    expect(rows[0]).toMatchObject({ source: 'ecb', onDay: done.day });
    expect(Number(rows[0]?.toBase)).toBeGreaterThan(7);
    expect(Number(rows[0]?.toBase)).toBeLessThan(7.25);
    expect((await server.ok(syncExchangeRates, {}, main)).saved).toBe(0);
    expect((await server.ok(listAudit, { action: 'settings.ratesSynced' }, main)).rows).toHaveLength(2);
  });

  it('leaves what a person set for that day', async () => {
    const { day } = await server.ok(syncExchangeRates, {}, main);
    await server.ok(saveExchangeRate, { currency: 'USD', onDay: day, toBase: '7.05' }, main);
    await server.ok(syncExchangeRates, {}, main);
    expect((await history('USD'))[0]).toMatchObject({ onDay: day, source: 'manual', toBase: '7.05' });
  });

  it('leaves a doubtful rate to a person', async () => {
    const next = { day: '2099-01-01', perEuro: { CNY: '8.25', USD: '5', GBP: '0.87' } };
    const done = await server.app.database.inCompany(main.ctx, (tx) => takeRates(tx, [next]));
    expect(done).toEqual({ saved: 2, doubtful: ['USD'] });
    expect((await history('USD')).map((row) => row.onDay)).not.toContain('2099-01-01');
  });

  it('fills what was missed from the file of ninety days, and only then', async () => {
    const other = await server.company('Idle');
    const requested = (file: string) => sandbox.log.latest(500).filter((call) => call.path.includes(file)).length;
    const days = async () => (await server.ok(listRateHistory, { currency: 'USD', pageSize: 200 }, other)).rows;
    await server.ok(syncExchangeRates, {}, other);
    const whole = await days();
    // Ninety days have 64 or 65 working days, plus the initial rate.
    expect(whole.length).toBeGreaterThan(62);
    const files = requested('hist-90d');
    expect((await server.ok(syncExchangeRates, {}, other)).saved).toBe(0);
    expect(requested('hist-90d')).toBe(files);
    const [latest, second, third] = whole.map((row) => row.onDay);
    await server.app.database.owner.query('delete from exchange_rate where company_id = $1 and on_day = any($2)', [
      other.companyId,
      [latest, second, third],
    ]);
    expect((await server.ok(syncExchangeRates, {}, other)).saved).toBe(3 * 27);
    expect(await days()).toEqual(whole);
    expect(requested('hist-90d')).toBe(files + 1);
  });

  it('comes round by itself for every company', async () => {
    const other = await server.company('Other');
    await strike(server.app, 'settings.rates');
    const { rows } = await server.ok(listExchangeRates, { text: 'GBP' }, other);
    expect(rows[0]?.source).toBe('ecb');
  });

  it('a new company gets the last ninety days, as soon as the bank can be reached', async () => {
    sandbox.faults.set('ecb', { status500: 1 });
    const fresh = await server.company('Fresh');
    await server.app.database.inCompany(fresh.ctx, (tx) => companyValidated.call(tx, {}));
    const count = async () => (await server.ok(listRateHistory, { currency: 'GBP' }, fresh)).total;
    expect(await count()).toBe(1);
    await server.startWorker();
    await server.until(async () => (await count()) > 62, 60);
  });

  it('keeps what there is while the bank is away, and is for those who may', async () => {
    const reader = await server.member(main.companyId, [rights.exchangeRate.view]);
    expect((await server.call(syncExchangeRates, {}, reader)).status).toBe(403);
    const before = await history('GBP');
    await sandbox.close();
    const answer = await server.call(syncExchangeRates, {}, main);
    expect(answer).toMatchObject({ status: 503, data: { error: 'settings.ratesAway' } });
    expect(await history('GBP')).toEqual(before);
  });
});
