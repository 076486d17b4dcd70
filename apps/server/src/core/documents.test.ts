import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type TestServer, testServer } from '../testing/harness.ts';
import { nextNumbers } from './documents.ts';
import { type ExportKind, startExport } from './exports.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

const KIND = { kind: 'test.paper', prefix: 'TP' };

async function companyIn(timeZone: string) {
  const { ctx, companyId } = await server.company();
  await server.app.database.owner.query('update company set time_zone = $2 where id = $1', [companyId, timeZone]);
  return (at: string) => ({ ...ctx, now: () => new Date(at) });
}

// The days of the two begin at 16:00Z and, in winter, at 08:00Z; summer time in Los Angeles ends on 2026-11-01.
const MOMENTS = [
  ['Asia/Shanghai', '2026-11-21T15:59:59.999Z', '20261121'],
  ['Asia/Shanghai', '2026-11-21T16:00:00Z', '20261122'],
  ['Asia/Shanghai', '2026-11-21T23:59:59Z', '20261122'],
  ['Asia/Shanghai', '2026-12-31T16:00:00Z', '20270101'],
  ['America/Los_Angeles', '2026-11-21T07:59:59.999Z', '20261120'],
  ['America/Los_Angeles', '2026-11-21T08:00:00Z', '20261121'],
  ['America/Los_Angeles', '2026-11-22T00:30:00Z', '20261121'],
  ['America/Los_Angeles', '2026-10-31T07:00:00Z', '20261031'],
] as const;

it.each(MOMENTS)('a number made in %s at %s is of %s', async (timeZone, at, day) => {
  const ctx = (await companyIn(timeZone))(at);
  expect(await server.app.database.inCompany(ctx, (tx) => nextNumbers(tx, KIND))).toEqual([`TP-${day}-0001`]);
});

it('numbers begin anew at the company’s midnight and go on within its day', async () => {
  const ctxAt = await companyIn('Asia/Shanghai');
  const at = (moment: string, count = 1) =>
    server.app.database.inCompany(ctxAt(moment), (tx) => nextNumbers(tx, KIND, count));
  expect(await at('2026-11-21T15:00:00Z', 2)).toEqual(['TP-20261121-0001', 'TP-20261121-0002']);
  expect(await at('2026-11-21T17:00:00Z')).toEqual(['TP-20261122-0001']);
  // 08:00 in Shanghai, where the UTC day changes.
  expect(await at('2026-11-22T00:00:00Z', 2)).toEqual(['TP-20261122-0002', 'TP-20261122-0003']);
});

it.each([
  ['Asia/Shanghai', '2026-11-21T16:00:00Z', ['20261121', '20261122']],
  ['America/Los_Angeles', '2026-11-22T08:00:00Z', ['20261121', '20261122']],
] as const)(
  '%s: work at once over the change of day, half of it undone, leaves no gap and no number twice',
  async (timeZone, midnight, days) => {
    const ctxAt = await companyIn(timeZone);
    const moments = [-1, 0].map((ms) => new Date(Date.parse(midnight) + ms).toISOString());
    const undone = new Error('undone');
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        server.app.database
          .inCompany(ctxAt(moments[n % 2] ?? ''), async (tx) => {
            const numbers = await nextNumbers(tx, KIND, 1 + (n % 3));
            if (n % 4 >= 2) throw undone;
            return numbers;
          })
          .catch((error: unknown) => {
            if (error !== undone) throw error;
            return [];
          }),
      ),
    );
    const numbers = made.flat().sort();
    const expected = days.flatMap((day) => {
      const count = numbers.filter((number) => number.includes(day)).length;
      return Array.from({ length: count }, (_, n) => `TP-${day}-${String(n + 1).padStart(4, '0')}`);
    });
    expect(numbers).toEqual(expected);
    expect(numbers.length).toBeGreaterThan(30);
  },
);

it('a company that moves to another time zone goes on with the numbers of a day that it had already', async () => {
  const ctxAt = await companyIn('Asia/Shanghai');
  const at = '2026-11-21T17:00:00Z';
  const make = () => server.app.database.inCompany(ctxAt(at), (tx) => nextNumbers(tx, KIND));
  const move = (timeZone: string) =>
    server.app.database.owner.query('update company set time_zone = $2 where id = $1', [ctxAt(at).companyId, timeZone]);
  expect(await make()).toEqual(['TP-20261122-0001']);
  await move('America/Los_Angeles');
  expect(await make()).toEqual(['TP-20261121-0001']);
  await move('Asia/Shanghai');
  expect(await make()).toEqual(['TP-20261122-0002']);
});

it('a number of a given day is of that day', async () => {
  const ctx = (await companyIn('Asia/Shanghai'))('2026-11-21T17:00:00Z');
  const made = await server.app.database.inCompany(ctx, (tx) => nextNumbers(tx, KIND, 1, '2026-11-21'));
  expect(made).toEqual(['TP-20261121-0001']);
});

it('a file to take away is named by the company’s day, too', async () => {
  const kind: ExportKind<object, object> = {
    ...{ name: 'test.papers', title: ['单据', 'Papers'], filter: z.object({}) },
    ...{ columns: () => [], count: async () => 0, page: async () => ({ rows: [], next: null }) },
  };
  const ctx = (await companyIn('Asia/Shanghai'))('2026-11-21T17:00:00Z');
  const { exportId } = await server.app.database.inCompany(ctx, (tx) =>
    startExport(tx, ctx, kind, {}, { access: 'user' }),
  );
  const { rows } = await server.app.database.owner.query('select name from export_file where id = $1', [exportId]);
  expect(rows).toEqual([{ name: '单据 2026-11-22.xlsx' }]);
});
