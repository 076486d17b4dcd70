import * as calls from '@tradewind/contract/finance/banking.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { takeStatement } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import {
  addAccount,
  type Bank,
  balanceOf,
  csvOf,
  importFile,
  linesOf,
  openBank,
  payOut,
  suggestionsOf,
} from './banking.testing.ts';
import type { ReadLine } from './formats/statement.ts';

let server: TestServer;
let world: OrderWorld;
let bank: Bank;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
  bank = openBank(world);
});
afterAll(() => server.close());

const TEXTS = ['PAYOUT', 'FEE'];
const dayOf = (day: number) => `2026-10-${String(day).padStart(2, '0')}`;
/** What truly happened on an account: some of it equal to the letter. */
const truth = fc.array(
  fc.record({
    day: fc.integer({ min: 1, max: 3 }),
    cents: fc.constantFrom(-500, 1000),
    text: fc.constantFrom(...TEXTS),
  }),
  { minLength: 5, maxLength: 14 },
);
/** Whole days of it, by a source that names lines or by one that does not. */
const cut = fc.record({
  from: fc.integer({ min: 1, max: 3 }),
  days: fc.integer({ min: 0, max: 2 }),
  source: fc.constantFrom('csv' as const, 'ofx' as const, 'api' as const),
});

describe('statements of an account', () => {
  it('in any order, overlapping, from files and from the provider, give the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(truth, fc.array(cut, { minLength: 1, maxLength: 5 }), async (events, cuts) => {
        const account = { id: await addAccount(bank), currency: 'USD' };
        const lines = events.map(({ day, cents, text }, at) => ({ day, cents, text, at }));
        const covered = new Set<number>();
        for (const { from, days, source } of cuts) {
          const mine = lines.filter(({ day }) => day >= from && day <= from + days);
          for (const { at } of mine) covered.add(at);
          const read = mine.map(
            ({ day, cents, text, at }): ReadLine => ({
              ...{ line: at, onDay: dayOf(day), valueDay: null, currency: null, counterparty: '', balanceAfter: null },
              ...{
                amount: (cents / 100).toFixed(4),
                reference: text,
                externalId: source === 'csv' ? null : `${source}-${at}`,
              },
            }),
          );
          const statement = {
            account: '',
            currency: null,
            reference: '',
            fromDay: null,
            toDay: null,
            opening: null,
            closing: null,
          };
          await world.tx((tx) => takeStatement(tx, account, source, { ...statement, lines: read }));
        }
        const key = (day: string, amount: string, text: string) => `${day} ${Number(amount)} ${text}`;
        const found = (await linesOf(bank, { accountId: account.id }))
          .map(({ onDay, amount, reference }) => key(onDay, amount, reference))
          .sort();
        const expected = lines
          .filter(({ at }) => covered.has(at))
          .map(({ day, cents, text }) => key(dayOf(day), (cents / 100).toFixed(2), text))
          .sort();
        expect(found).toEqual(expected);
      }),
      { numRuns: runs(25, 300) },
    );
  });
});

const act = fc.record({
  kind: fc.constantFrom('confirm' as const, 'account' as const, 'clear' as const, 'undo' as const),
  pick: fc.nat({ max: 50 }),
});

describe('matching by four people at once', () => {
  it('leaves ledger and lines equal; undoing everything leaves nothing', async () => {
    const [account, other] = [await addAccount(bank), await addAccount(bank)];
    const amounts = ['100', '100', '250.5', '40', '61', '999.99', '-30'];
    for (const [at, amount] of amounts.entries()) await payOut(bank, { amount, onDay: dayOf(1 + at) });
    const of = (rows: string[]) => csvOf(rows.map((amount, at) => ({ day: dayOf(3 + at), amount, text: `L${at}` })));
    await importFile(bank, account, of(['100', '250.5', '101', '985.1', '-30', '-200', '60']));
    await importFile(bank, other, of(['100', '200', '-8']));
    const before = await balanceOf(bank, 'platform_in_transit', 'shop', world.shop.id);
    const rate = fc.array(fc.array(act, { minLength: 2, maxLength: 6 }), { minLength: 4, maxLength: 4 });
    const work = async ({ kind, pick }: { kind: string; pick: number }) => {
      const lines = await linesOf(bank);
      const line = lines[pick % lines.length];
      if (!line) return;
      if (kind === 'undo') {
        const matched = lines.filter(({ matchId }) => matchId !== null);
        const one = matched[pick % Math.max(1, matched.length)];
        if (one?.matchId) await server.call(calls.undoBankMatch, { matchId: one.matchId }, world.main);
      } else if (kind === 'account')
        await server.call(calls.bookBankLine, { lineId: line.id, account: 'owner_equity' }, world.main);
      else if (kind === 'clear') await server.call(calls.confirmClearMatches, {}, world.main);
      else {
        const [best] = (await suggestionsOf(bank, [line.id]))[0]?.candidates ?? [];
        if (best?.pair) {
          const [outId, inId] = line.amount.startsWith('-') ? [line.id, best.pair.lineId] : [best.pair.lineId, line.id];
          await server.call(calls.confirmBankTransfer, { outId, inId }, world.main);
        } else if (best && best.targets.length > 0) {
          const ledgerLineIds = best.targets.map(({ ledgerLineId }) => ledgerLineId);
          await server.call(
            calls.confirmBankMatch,
            { lineIds: best.lineIds, ledgerLineIds, partial: pick % 3 === 0 },
            world.main,
          );
        }
      }
    };
    await fc.assert(
      fc.asyncProperty(rate, async (people) => {
        await Promise.all(
          people.map(async (acts) => {
            for (const one of acts) await work(one);
          }),
        );
        expect(await wrongsOf(server, world.main.companyId)).toEqual([]);
        const matched = (await linesOf(bank, { state: 'matched' })).filter(
          ({ accountId }) => accountId === account || accountId === other,
        );
        const sum = matched.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
        const [one, two] = [
          await balanceOf(bank, 'cash', 'money_account', account),
          await balanceOf(bank, 'cash', 'money_account', other),
        ];
        expect(Math.round((one[0] + two[0]) * 100)).toBe(sum);
      }),
      { numRuns: runs(4, 60) },
    );
    for (const { matchId } of await linesOf(bank, { state: 'matched' }))
      if (matchId) await server.call(calls.undoBankMatch, { matchId }, world.main);
    expect(await linesOf(bank, { state: 'matched' })).toEqual([]);
    expect(await balanceOf(bank, 'platform_in_transit', 'shop', world.shop.id)).toEqual(before);
    for (const id of [account, other]) expect(await balanceOf(bank, 'cash', 'money_account', id)).toEqual([0, 0]);
    expect((await balanceOf(bank, 'bank_fee'))[1]).toBe(0);
    expect((await balanceOf(bank, 'fx_difference'))[1]).toBe(0);
  });
});
