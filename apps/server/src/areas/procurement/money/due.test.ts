import type { Instalment } from '@tradewind/contract/procurement/words.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { split } from '../../../core/money.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { billDue, duesChanged, instalmentsOf, monthEnd } from './due.ts';

let server: TestServer;
let b: Buying;
beforeAll(async () => {
  server = await testServer();
  b = await openBuying(server);
});
afterAll(() => server.close());

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const apart = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
const endOf = async (day: string, days: number) =>
  (
    await b.tx((tx) =>
      tx.row<{ day: string }>(sql`select ${monthEnd(sql`${day}::date`, sql`${days}::int`)}::text as day`),
    )
  )?.day ?? '';

describe('month end', () => {
  it.each([
    ['2026-01-31', 0, '2026-01-31'],
    ['2026-02-01', 0, '2026-02-28'],
    ['2028-02-10', 0, '2028-02-29'],
    ['2026-12-05', 0, '2026-12-31'],
    ['2026-12-05', 30, '2027-01-30'],
    ['2026-01-30', 30, '2026-03-02'],
  ])('%s and %i days: %s', async (day, days, due) => expect(await endOf(day, days)).toBe(due));

  it('is in the month of the day, followed by the first of the next, and days move it by as many', async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, fc.integer({ min: 0, max: 365 }), async (day, days) => {
        const end = await endOf(day, 0);
        expect([end.slice(0, 7), end >= day]).toEqual([day.slice(0, 7), true]);
        expect(new Date(Date.parse(end) + 86_400_000).getUTCDate()).toBe(1);
        expect(apart(end, await endOf(day, days))).toBe(days);
      }),
      { numRuns: 50 },
    );
  });
});

const terms = (...parts: [percent: string, when: Instalment['when'], days?: number][]) =>
  parts.map(([percent, when, days = 0]) => ({ percent, when, days }));
/** A placed order, whose days are then set. */
async function placed(own: ReturnType<typeof terms>, on: { shipped?: string; received?: string } = {}) {
  const id = await b.purchase([[0, 10, '10']], { terms: own, expectedOn: '2026-12-01' });
  const asn = await b.place(id);
  if (on.received) await b.receive(asn, [[0, 1]]);
  await b.tx(async (tx) => {
    await tx.rows(
      sql`update purchase_order set ordered_at = '2026-11-02T03:00:00Z' where company_id = ${sql.company} and id = ${id}`,
    );
    await tx.rows(sql`update inbound_receipt set at = ${`${on.received ?? '2026-12-10'}T03:00:00Z`}::timestamptz
      where company_id = ${sql.company} and inbound_id = ${asn}`);
    if (on.shipped)
      await tx.rows(sql`insert into supplier_packing (company_id, order_id, recipient, sent_at, shipped_on, cartons, carrier,
          tracking_number, remark, goods, file_hash, file_name, attachment_id, state)
        values (${sql.company}, ${id}, 'a', now(), ${on.shipped}::date, 1, '', '', '', '[]', 'x', 'x', 1, 'waiting')`);
    duesChanged(tx, id);
  });
  return id;
}
const instalments = (id: number) => b.tx((tx) => instalmentsOf(tx, id));

describe('an instalment', () => {
  const own = terms(['25', 'order'], ['25', 'dispatch'], ['25', 'receipt', 15], ['25', 'monthEnd', 30]);

  it('is due at the order, with the first packing list, after the receipt, and after the end of its month', async () => {
    const id = await placed(own, { shipped: '2026-11-20', received: '2026-12-10' });
    expect(await instalments(id)).toEqual(
      ['2026-11-02', '2026-11-20', '2026-12-25', '2027-01-30'].map((dueOn) => ({
        ...{ amount: '25.00', dueOn },
        planned: false,
      })),
    );
  });

  it('is planned from the expected day until the goods are here, and unknown before that', async () => {
    const id = await placed(own);
    expect((await instalments(id)).map((one) => [one.dueOn, one.planned])).toEqual([
      ['2026-11-02', false],
      [null, false],
      ['2026-12-16', true],
      ['2027-01-30', true],
    ]);
    const draft = await b.purchase([[0, 10, '10']], { terms: own });
    expect((await instalments(draft)).map((one) => one.dueOn)).toEqual([null, null, null, null]);
  });

  it('has its share to the cent, and together they make the price', async () => {
    const id = await b.purchase([[0, 10, '10']]);
    const percents = fc
      .array(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 6 })
      .map((weights) => split('100', weights).filter((one) => Number(one) > 0));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 100_000_000 }), percents, async (cents, shares) => {
        const amount = (cents / 100).toFixed(2);
        const rows = await b.tx(async (tx) => {
          const parts = JSON.stringify(shares.map((percent) => ({ percent, when: 'order', days: 0 })));
          await tx.rows(sql`update purchase_order set amount = ${amount}::numeric, terms = ${parts}::jsonb
            where company_id = ${sql.company} and id = ${id}`);
          return instalmentsOf(tx, id);
        });
        expect(rows.map((row) => row.amount)).toEqual(split(amount, shares));
      }),
      { numRuns: 40 },
    );
  });
});

describe('a bill', () => {
  const due = (id: number, day: string) => b.tx((tx) => billDue(tx, id, day));

  it('is due when the first part beside the deposit is', async () => {
    const own = terms(['30', 'order'], ['40', 'receipt', 30], ['30', 'monthEnd']);
    expect(await due(await placed(own, { received: '2026-11-01' }), '2026-11-05')).toBe('2026-11-30');
    expect(await due(await placed(own, { received: '2026-10-01' }), '2026-11-05')).toBe('2026-10-31');
  });

  it('is due at once before dispatch, and on no day without terms', async () => {
    expect(await due(await placed(terms(['30', 'order'], ['70', 'dispatch'])), '2026-11-05')).toBe('2026-11-05');
    expect(await due(await placed([]), '2026-11-05')).toBeNull();
    expect(await due(await placed(terms(['100', 'order'])), '2026-11-05')).toBeNull();
  });
});
