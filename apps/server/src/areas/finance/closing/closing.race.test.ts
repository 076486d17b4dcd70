import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  closeMonth,
  computeMonth,
  decideReopening,
  getMonth,
  reopenMonth,
} from '@tradewind/contract/finance/closing.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { book } from '../ledger/book.ts';
import { wrongsOf } from '../testing/ledger.ts';
import { type Books, openBooks } from '../testing/months.ts';

const CONNECTIONS = 8;
const MONTH = '2025-03';
let server: TestServer;
let books: Books;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  books = await openBooks(server);
  await books.spend('2025-02-01', '1');
  await books.close('2025-02');
  await books.spend(`${MONTH}-01`, '1');
});

/** All integrity checks: among them that closed months say what their lines say, and that nothing came after their closing. */
const holds = async () => expect(await wrongsOf(server, books.companyId)).toEqual([]);
/** Entries whose accounting month is not that of their event, but for those of months closed at that time. */
const days = () =>
  books.query<{ on_day: string; event_day: string | null; n: number }>(
    `select on_day, event_day, count(*)::int as n from ledger_entry where company_id = $1 group by 1, 2 order by 1, 2`,
  );

it('whoever books while a month waits to be closed comes after it', async () => {
  await server.ok(computeMonth, { month: MONTH }, books.main);
  const inside = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const first = server.app.database.inCompany(books.main.ctx, async (tx) => {
    await book(tx, [books.entryOf(`${MONTH}-10`, '5')]);
    inside.resolve();
    await release.promise;
    // The same transaction still passes the gate that it holds.
    await book(tx, [books.entryOf(`${MONTH}-11`, '6')]);
  });
  await inside.promise;
  const closing = server.ok(closeMonth, { month: MONTH }, books.main);
  await server.blocked();
  const second = books.spend(`${MONTH}-12`, '7');
  await expect.poll(async () => (await waiting()).length).toBe(2);
  release.resolve();
  await Promise.all([first, closing, second]);
  await books.figures();
  expect(await days()).toEqual([
    { on_day: '2025-02-01', event_day: null, n: 1 },
    { on_day: '2025-03-01', event_day: null, n: 1 },
    { on_day: '2025-03-10', event_day: null, n: 1 },
    { on_day: '2025-03-11', event_day: null, n: 1 },
    { on_day: '2025-04-01', event_day: '2025-03-12', n: 1 },
  ]);
  await holds();
});
const waiting = async () =>
  (
    await server.app.database.owner.query(`select from pg_locks where not granted and locktype = 'advisory'
       and database = (select oid from pg_database where datname = current_database())`)
  ).rows;

it('two people who close, and two who confirm a reopening, do it once', async () => {
  await server.ok(computeMonth, { month: MONTH }, books.main);
  const both = <T>(call: (as: typeof books.second) => Promise<T>) =>
    Promise.all([call(books.main), call(books.second)]);
  const closed = await both((as) => server.call(closeMonth, { month: MONTH }, as));
  expect(closed.map(({ status }) => status).sort()).toEqual([200, 409]);
  await books.figures();
  const requested = await both((as) => server.call(reopenMonth, { month: MONTH, reason: 'r' }, as));
  expect(requested.map(({ status }) => status).sort()).toEqual([200, 409]);
  const decided = await both((as) => server.call(decideReopening, { month: MONTH, confirm: true }, as));
  expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await server.ok(getMonth, { month: MONTH }, books.main)).toMatchObject({ state: 'reopened', version: 1 });
});

describe('a closed month', () => {
  const fact = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.constantFrom('2024-12', '2025-02', '2025-03', '2025-04'),
    cents: fc.integer({ min: 1, max: 90_000 }),
    twice: fc.boolean(),
  });
  const spend = ({ day, month, cents }: { day: number; month: string; cents: number }) =>
    books.entryOf(`${month}-${String(day).padStart(2, '0')}`, (cents / 100).toFixed(2));

  it(`is equal byte for byte under late facts over ${CONNECTIONS} connections, however closing falls among them`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fact, { minLength: CONNECTIONS, maxLength: 40 }), fc.nat(), async (facts, at) => {
        books = await openBooks(server);
        await books.spend('2025-02-01', '1');
        await books.close('2025-02');
        await books.spend(`${MONTH}-01`, '1');
        await server.ok(computeMonth, { month: MONTH }, books.main);
        const kept = await books.bytes('2025-02');
        const todo = facts.map((one, n) => ({ one, closes: n === at % facts.length }));
        let closed = '';
        // While the others go on: what it says then it says for ever.
        const close = async () => {
          await server.ok(closeMonth, { month: MONTH }, books.main);
          await books.figures();
          return books.bytes(MONTH);
        };
        await Promise.all(
          Array.from({ length: CONNECTIONS }, async () => {
            for (let next = todo.shift(); next; next = todo.shift()) {
              const entry = spend(next.one);
              await books.book(entry);
              if (next.one.twice) await books.book(entry);
              if (next.closes) closed = await close();
            }
          }),
        );
        await Promise.all(facts.map((one) => books.book(spend(one))));
        expect(await books.bytes(MONTH)).toBe(closed);
        expect(await books.bytes('2025-02')).toBe(kept);
        await holds();
      }),
      { numRuns: runs(3, 100) },
    );
  });

  it('is closed, reopened and closed again by random people: every version stays, and the last one is right', async () => {
    const act = fc.constantFrom('close', 'reopen', 'confirm', 'decline', 'book', 'book', 'figures');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(act, fc.boolean(), fact), { maxLength: 24 }), async (acts) => {
        books = await openBooks(server);
        await books.spend(`${MONTH}-01`, '1');
        const versions = new Map<number, string>();
        const todo = [...acts];
        await Promise.all(
          Array.from({ length: 3 }, async () => {
            for (let next = todo.shift(); next; next = todo.shift()) await take(...next);
          }),
        );
        await books.figures();
        for (const [version, figures] of await figuresOf())
          expect([version, figures]).toEqual([version, versions.get(version) ?? figures]);
        await holds();

        async function take(what: string, main: boolean, one: Parameters<typeof spend>[0]): Promise<void> {
          const as = main ? books.main : books.second;
          const month = MONTH;
          // Refusals are part of the game; an error of ours is none.
          const good = ({ status }: { status: number }) => expect([200, 403, 404, 409]).toContain(status);
          if (what === 'book') return void (await books.book(spend(one)));
          if (what === 'figures') {
            await books.figures();
            for (const [version, figures] of await figuresOf())
              if (!versions.has(version)) versions.set(version, figures);
            return;
          }
          if (what === 'reopen') return good(await server.call(reopenMonth, { month, reason: 'r' }, as));
          if (what !== 'close')
            return good(await server.call(decideReopening, { month, confirm: what === 'confirm' }, as));
          good(await server.call(computeMonth, { month }, as));
          good(await server.call(closeMonth, { month }, as));
        }
      }),
      { numRuns: runs(4, 100) },
    );
  });
  const figuresOf = async () =>
    (
      await books.query<{ version: number; figures: string }>(
        `select version, string_agg(f::text, E'\\n' order by f::text) as figures from finance_figure f
         where company_id = $1 and month = '${MONTH}-01' group by version`,
      )
    ).map(({ version, figures }) => [version, figures] as const);

  it('holds though processes that book in it are killed', async () => {
    await server.ok(computeMonth, { month: MONTH }, books.main);
    const kills = runs(2, 20);
    for (let kill = 0; kill < kills; kill++) {
      const booker = startBooker(kill);
      // After so many bookings, in the middle of the next.
      for (let n = 0; n < 5 + 7 * kill; n++) await booker.booked();
      if (kill === kills - 1) await server.ok(closeMonth, { month: MONTH }, books.main);
      await booker.kill();
    }
    await books.figures();
    const closed = await books.bytes(MONTH);
    const late = startBooker(kills);
    for (let n = 0; n < 5; n++) await late.booked();
    await late.kill();
    expect(await books.bytes(MONTH)).toBe(closed);
    await holds();
  });
});

/** A process of its own that books in the month, entry after entry, and says so each time. */
function startBooker(number: number) {
  const here = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    const { Database } = await import(${here('../../../core/database/database.ts')});
    const { systemContext } = await import(${here('../../../core/context.ts')});
    const { book } = await import(${here('../ledger/book.ts')});
    const database = new Database({ app: process.env.BOOK_URL, owner: process.env.BOOK_URL }, { onError: () => {} });
    const plain = { currency: 'USD', rate: '7.1' };
    const entry = (n, one) => ({ docKind: 'killed', docId: n * 10 + one, step: 's', onDay: '${MONTH}-09', text: 'sale',
      lines: [{ account: 'advertising', amount: '1', ...plain }, { account: 'cash', amount: '-1', ...plain }] });
    for (let n = ${number * 100_000}; ; n++) {
      await database.inCompany(systemContext(Number(process.env.BOOK_COMPANY), 'test'), async (tx) => {
        await book(tx, [entry(n, 0), entry(n, 1)]);
        await book(tx, [entry(n, 2)]);
      });
      console.log(n);
    }`;
  const { connectionString } = server.app.database.pool.options;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BOOK_URL: connectionString, BOOK_COMPANY: String(books.companyId) },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    booked: async () => expect((await lines.next()).done).toBe(false),
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
