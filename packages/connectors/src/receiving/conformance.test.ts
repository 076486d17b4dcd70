import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REDIRECT } from '../conformance.testing.ts';
import { sum } from '../money.ts';
import { failure, kindOfFailure, type RunningSandbox, startSandbox } from '../testing.ts';
import type { StatementLeg } from './connector.ts';
import type { ReceivingDefinition } from './definition.ts';
import {
  DAY,
  decide,
  exchanged,
  keyOf,
  keysOfLegs,
  lineOf,
  numbersOf,
  Seller,
  STATE,
  shown,
  spelt,
} from './receiving.testing.ts';
import { changes, receivingProviders, signed } from './registry.ts';

/** What every provider of receiving accounts has to do, each against its stand-in over the wire. */
let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const DEFINITIONS: readonly (readonly [string, ReceivingDefinition])[] = Object.entries(receivingProviders);

describe.each(DEFINITIONS)('%s', (provider, definition) => {
  let seller: Seller;
  beforeAll(async () => {
    seller = await Seller.open(sandbox, definition);
  });
  beforeEach(() => sandbox.control('faults', { clear: true }));

  describe('connecting', () => {
    it('names the seller', () => {
      expect(seller.access.account).not.toBe('');
    });

    if (definition.connect !== 'keys') {
      it('takes an agreement once', async () => {
        const query = await decide(seller.connector, 'allow');
        const got = await exchanged(seller.connector, query);
        seller.access = { ...seller.access, ...got };
        expect(got.account).toBe(seller.access.account);
        if (!got.tokens) return;
        expect(Date.parse(got.tokens.refreshExpiresAt ?? '')).toBeGreaterThan(seller.clock.now());
        expect(['rejected', 'unauthorized']).toContain(await kindOfFailure(exchanged(seller.connector, query)));
      });

      it('takes no refusal, and no agreement of somebody else', async () => {
        const denied = await failure(exchanged(seller.connector, await decide(seller.connector, 'deny')));
        expect(denied).toMatchObject({ kind: 'rejected', code: 'DENIED' });
        const other = await failure(exchanged(seller.connector, await decide(seller.connector, 'wrongState')));
        expect(other).toMatchObject({ kind: 'rejected', code: 'WRONG_STATE' });
        const none = seller.connector.exchange?.({ query: { code: 'x' }, state: '', redirectUri: REDIRECT });
        expect(await failure(none ?? Promise.resolve())).toMatchObject({ code: 'WRONG_STATE' });
      });

      it('believes no browser that names its own agreement', async () => {
        const query = {
          state: STATE,
          authReference: STATE,
          code: 'made-up-code',
          customerId: 'SOMEBODY',
          open_id: 'SOMEBODY',
        };
        const got = await exchanged(seller.connector, query).catch(() => undefined);
        expect([undefined, seller.access.account]).toContain(got?.account);
      });
    }

    if (definition.connect !== 'consent')
      it('proves keys, and refuses wrong ones', async () => {
        const { keys } = definition.sandbox;
        expect((await seller.connector.connect?.(keys))?.account).toBeTruthy();
        for (const { name } of definition.keys.filter(({ secret }) => secret)) {
          const wrong = { ...keys, [name]: name === 'privateKey' ? 'no key' : `${keys[name]}x` };
          const error = await failure(seller.connector.connect?.(wrong) ?? Promise.resolve());
          expect(['rejected', 'unauthorized']).toContain(error.kind);
          for (const secret of Object.values(wrong).slice(1, 3)) expect(shown(error)).not.toContain(secret);
        }
      });
  });

  describe('reading', () => {
    it('shows the balance of each currency', async () => {
      const balances = await seller.connector.balances(seller.access);
      const truth = Object.entries((await seller.books()).balances);
      expect(numbersOf(await seller.balancesNow())).toEqual(numbersOf(Object.fromEntries(truth)));
      for (const { available, frozen, pending, total } of balances)
        expect(Number(sum([available, frozen ?? '0', pending ?? '0']))).toBe(Number(total));
    });

    it('shows the accounts, and no whole number of one', async () => {
      const accounts = await seller.connector.accounts(seller.access);
      expect(new Set(accounts.map(({ externalId }) => externalId)).size).toBe(accounts.length);
      const wallets = accounts.filter(({ type, status }) => type === 'WALLET' && status === 'ACTIVE');
      expect(wallets.map(({ externalId }) => externalId)).toEqual(
        (await seller.connector.balances(seller.access)).map(({ externalId }) => externalId),
      );
      const receiving = accounts.filter(({ type }) => type === 'RECEIVING');
      // PingPong publishes no list of them.
      if (provider === 'pingpong') return expect(receiving).toEqual([]);
      const truth = (await seller.books()).accounts;
      expect(receiving.map((one) => [one.externalId, one.currency, one.accountNoMasked, one.status])).toEqual(
        truth.map(({ id, currency, number, closed }) => [
          ...[id, currency, `****${number.slice(-4)}`, closed ? 'CLOSED' : 'ACTIVE'],
        ]),
      );
      for (const { number } of truth) expect(JSON.stringify(accounts)).not.toContain(number);
    });

    it('reads every line once, page by seller.page, in slices of thirty days', async () => {
      seller.spans = [];
      const legs = await seller.all();
      expect(new Set(keysOfLegs(legs)).size).toBe(legs.length);
      const lines = (await seller.books()).lines.map(({ id }) => id).sort();
      expect([...new Set(legs.map(lineOf))].sort()).toEqual(lines);
      expect(lines.length).toBeGreaterThan(170);
      expect(seller.spans.length).toBeGreaterThan(20);
      // A day counts whole, and the second of the end.
      expect(Math.max(...seller.spans)).toBeLessThan(30.1);
      for (const { amount, direction, at } of legs) {
        expect(amount).toMatch(/^\d+(\.\d+)?$/);
        expect([direction, at]).toEqual([expect.stringMatching(/^(IN|OUT)$/), new Date(at).toISOString()]);
      }
    });

    it('adds up: what there was and what moved is what there is', async () => {
      const { opening } = await seller.books();
      const moved = changes(await seller.all());
      const closing = Object.fromEntries(
        Object.entries(opening).map(([currency, amount]) => [currency, Number(sum([amount, moved[currency] ?? '0']))]),
      );
      expect(closing).toEqual(numbersOf(await seller.balancesNow()));
    });

    it('follows the balance that the provider names, with each fee', async () => {
      const named = (await seller.all()).filter((leg) => leg.balanceAfter !== undefined);
      const byCurrency = Object.entries(Object.groupBy(named, ({ currency }) => currency));
      if (['payoneer', 'worldfirst'].includes(provider)) expect(byCurrency.length).toBe(4);
      const inTurn = (a: StatementLeg, b: StatementLeg) =>
        a.at < b.at ? -1 : a.at > b.at ? 1 : keyOf(a) < keyOf(b) ? 1 : -1;
      const fees = named.filter(({ leg }) => leg === 'FEE');
      for (const fee of fees) {
        const main = named.find(
          (one) => one.externalTxnId === fee.externalTxnId && one.currency === fee.currency && one !== fee,
        );
        expect(Number(fee.balanceAfter)).toBe(Number(sum([main?.balanceAfter ?? '', signed(fee)])));
      }
      if (['payoneer', 'worldfirst'].includes(provider))
        for (const [, legs = []] of byCurrency) {
          const last = legs.toSorted(inTurn).at(-1);
          expect(Number(last?.balanceAfter)).toBe(Number((await seller.balancesNow())[last?.currency ?? '']));
        }
    });

    it('splits an exchange into two sides and a fee into a leg of its own', async () => {
      const legs = await seller.all();
      const sold = legs.filter(({ leg }) => leg === 'FX_SELL');
      expect(sold.length).toBeGreaterThan(15);
      for (const side of sold) {
        const bought = legs.find((one) => one.externalTxnId === side.externalTxnId && one.leg === 'FX_BUY');
        expect([side.direction, bought?.direction]).toEqual(['OUT', 'IN']);
        expect(side.fx).toMatchObject({ fromCurrency: side.currency, toCurrency: bought?.currency });
        expect(Number(side.fx?.rate)).toBeGreaterThan(0);
        expect(bought?.fx).toEqual(side.fx);
      }
      const fees = legs.filter(({ leg }) => leg === 'FEE');
      expect(fees.length).toBeGreaterThan(20);
      expect(new Set(fees.map(({ direction, kind }) => `${direction} ${kind}`))).toEqual(new Set(['OUT FEE']));
      expect(new Set(legs.map(({ kind }) => kind))).toContain('MARKETPLACE_RECEIPT');
      expect(new Set(legs.map(({ kind }) => kind))).toContain('WITHDRAWAL');
    });

    it('shows a payment that came back, one that failed, and one whose state changes late', async () => {
      const { lines } = await seller.books();
      const of = (legs: readonly StatementLeg[], reference: string) => {
        const line = lines.find((one) => one.reference === reference);
        return legs.filter((leg) => lineOf(leg) === line?.id);
      };
      const before = await seller.all();
      const [back] = of(before, 'RETURNED');
      expect(back?.status === 'REVERSED' || ['REVERSAL', 'REFUND'].includes(back?.kind ?? '')).toBe(true);
      expect(new Set(of(before, 'REFUSED').map(({ status }) => status))).toEqual(new Set(['FAILED']));
      const late = of(before, 'LATE');
      expect(new Set(late.map(({ status }) => status))).toEqual(new Set(['PENDING']));
      const balances = await seller.balancesNow();
      await seller.clock.sleep(DAY + 1000);
      if (seller.connector.refresh) await seller.renew(seller.access);
      const after = of(await seller.all(5), 'LATE');
      expect(after.map((leg) => [keyOf(leg), leg.at, leg.status])).toEqual(
        late.map((leg) => [keyOf(leg), leg.at, 'SUCCESS']),
      );
      expect(Number((await seller.balancesNow()).USD)).toBe(
        Number(sum([balances.USD ?? '', changes(after).USD ?? ''])),
      );
    });

    it('shows a receipt of any amount, currency and account', async () => {
      const { accounts } = await seller.books();
      for (const [amount, currency] of [
        ['1234.05', 'EUR'],
        ['98765', 'JPY'],
      ] as const) {
        const account = accounts.find((one) => one.currency === currency)?.id ?? '';
        const input = {
          amount,
          currency,
          account,
          payer: 'SHOPEE SETTLEMENT',
          fee: currency === 'JPY' ? '5' : '0.50',
        };
        const { id, at } = (await sandbox.control(`${provider}/receipts`, input)) as { id: string; at: string };
        const legs = (await seller.all(2)).filter((leg) => lineOf(leg) === id);
        expect(
          legs.map((leg) => [leg.leg, leg.kind, leg.direction, Number(leg.amount), leg.currency, leg.status, leg.at]),
        ).toEqual([
          ['MAIN', 'MARKETPLACE_RECEIPT', 'IN', Number(amount), currency, 'SUCCESS', at],
          ['FEE', 'FEE', 'OUT', Number(input.fee), currency, 'SUCCESS', at],
        ]);
        expect(JSON.stringify(legs[0])).toContain('SHOPEE SETTLEMENT');
        if (provider !== 'airwallex')
          expect(legs[0]).toMatchObject({ accountId: account, counterparty: 'SHOPEE SETTLEMENT' });
      }
    });

    it('reads a line at the border of two windows and of two slices once', async () => {
      const { lines } = await seller.books();
      const middle = lines[Math.floor(lines.length / 2)];
      const at = Date.parse(middle?.at ?? '');
      const id = middle?.id ?? '';
      const found = async (from: number, to: number) =>
        (await seller.within(from, to)).filter((leg) => lineOf(leg) === id);
      const whole = keysOfLegs(await found(at, at + 1000));
      expect(whole.length).toBeGreaterThan(0);
      expect(await found(at - DAY, at)).toEqual([]);
      expect(keysOfLegs(await found(at - 30 * DAY, at + DAY))).toEqual(whole);
      expect(keysOfLegs(await found(at, at + 40 * DAY))).toEqual(whole);
      expect(await found(at, at)).toEqual([]);
    });

    it('loses no line when money arrives between two pages', async () => {
      const span = seller.windowOf(20);
      const before = keysOfLegs(await seller.within(...span));
      const window = spelt(span);
      const first = await seller.connector.statement(seller.access, window);
      await sandbox.control(`${provider}/receipts`, { amount: '7.00', currency: 'USD' });
      const found = new Set(keysOfLegs(first.legs));
      for (let cursor = first.nextCursor; cursor; ) {
        const next = await seller.connector.statement(seller.access, { ...window, cursor });
        for (const leg of next.legs) found.add(keyOf(leg));
        cursor = next.nextCursor;
      }
      expect(before.filter((key) => !found.has(key))).toEqual([]);
    });
  });
});
