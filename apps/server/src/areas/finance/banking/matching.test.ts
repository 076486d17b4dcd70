import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/finance/banking.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { book } from '../ledger/book.ts';
import { wrongsOf } from '../testing/ledger.ts';
import {
  addAccount,
  type Bank,
  balanceOf,
  csvOf,
  importFile,
  ledgerLineOf,
  linesOf,
  openBank,
  payOut,
  setRates,
  suggestionsOf,
} from './banking.testing.ts';

let server: TestServer;
let world: OrderWorld;
let bank: Bank;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server);
  bank = openBank(world);
  await setRates(bank, ['USD', '2026-01-01', 7], ['USD', '2026-10-05', 7.2], ['EUR', '2026-01-01', 8]);
});
const c = () => world.main.companyId;
const cash = (account: number) => balanceOf(bank, 'cash', 'money_account', account);
const transit = () => balanceOf(bank, 'platform_in_transit', 'shop', world.shop.id);
const confirm = (lineIds: number[], ledgerLineIds: number[], more = {}) =>
  server.call(calls.confirmBankMatch, { lineIds, ledgerLineIds, ...more }, world.main);
const undo = (matchId: number) => server.call(calls.undoBankMatch, { matchId }, world.main);
const idOf = async (text: string) => {
  const line = (await linesOf(bank)).find(({ reference }) => reference === text);
  if (!line) throw new Error(`no line ${text}`);
  return line.id;
};

describe('a payout', () => {
  it('that arrives less a fee and at another rate settles what was in transit; undone, it is in transit again', async () => {
    const account = await addAccount(bank);
    const payout = await payOut(bank, { amount: '1000', onDay: '2026-10-01' });
    await importFile(bank, account, csvOf([{ day: '2026-10-06', amount: '985.50', text: 'SHOPIFY PAYOUT' }]));
    const [line] = await linesOf(bank);
    const [found] = await suggestionsOf(bank, [line?.id ?? 0]);
    const [best] = found?.candidates ?? [];
    expect(best).toMatchObject({
      kind: 'payout',
      fee: '14.50',
      clear: true,
      targets: [{ ledgerLineId: payout, amount: '1000.00' }],
    });
    expect(best?.reasons.map(({ reason }) => reason)).toEqual(['fee', 'day', 'platform', 'only']);
    const { data } = await confirm([line?.id ?? 0], [payout]);
    expect(await cash(account)).toEqual([985.5, 7095.6]);
    expect(await transit()).toEqual([0, 0]);
    expect(await balanceOf(bank, 'bank_fee')).toEqual([14.5, 104.4]);
    expect(await balanceOf(bank, 'fx_difference')).toEqual([-200, -200]);
    expect((await linesOf(bank))[0]).toMatchObject({ matchKind: 'payout', matchedWith: 'Test shop' });
    const booked = await server.ok(calls.bankMatchEntries, { matchId: data.matchId }, world.main);
    expect([booked.baseCurrency, booked.difference]).toEqual(['CNY', '200.00']);
    expect(booked.lines.map((one) => [one.account, one.baseAmount, one.party])).toEqual([
      ['cash', '7095.60', 'Bank 1'],
      ['bank_fee', '104.40', ''],
      ['fx_difference', '-200.00', ''],
      ['platform_in_transit', '-7000.00', 'Test shop'],
    ]);
    expect((await confirm([line?.id ?? 0], [payout])).status).toBe(409);
    expect(await wrongsOf(server, c())).toEqual([]);
    await undo(data.matchId);
    expect((await server.call(calls.bankMatchEntries, { matchId: data.matchId }, world.main)).status).toBe(404);
    expect([await cash(account), await transit(), await balanceOf(bank, 'fx_difference')]).toEqual([
      [0, 0],
      [1000, 7000],
      [0, 0],
    ]);
    expect((await undo(data.matchId)).status).toBe(409);
    expect((await linesOf(bank, { state: 'open' })).length).toBe(1);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('comes in two lines, or two in one line, or in part', async () => {
    const account = await addAccount(bank);
    const whole = await payOut(bank, { amount: '1000', onDay: '2026-10-01' });
    const [first, second] = [
      await payOut(bank, { amount: '33.33', onDay: '2026-10-02' }),
      await payOut(bank, { amount: '66.77', onDay: '2026-10-02' }),
    ];
    await importFile(
      bank,
      account,
      csvOf([
        { day: '2026-10-03', amount: '400', text: 'PART 1' },
        { day: '2026-10-04', amount: '600', text: 'PART 2' },
        { day: '2026-10-04', amount: '100.10', text: 'BOTH' },
      ]),
    );
    const [one, two, both] = [await idOf('PART 1'), await idOf('PART 2'), await idOf('BOTH')];
    const found = await suggestionsOf(bank, [one, both]);
    expect(found.find(({ lineId }) => lineId === one)?.candidates[0]).toMatchObject({
      lineIds: [one, two],
      targets: [{ ledgerLineId: whole }],
    });
    expect(
      found
        .find(({ lineId }) => lineId === both)
        ?.candidates[0]?.targets.map(({ ledgerLineId }) => ledgerLineId)
        .sort(),
    ).toEqual([first, second].sort());
    expect((await confirm([both], [first, second])).status).toBe(200);
    // One line alone takes a part, the rest waits.
    expect((await confirm([one], [whole])).data).toMatchObject({ error: 'finance.bank.feeTooMuch' });
    const part = await confirm([one], [whole], { partial: true });
    expect(await transit()).toEqual([600, 4200]);
    expect(await wrongsOf(server, c())).toEqual([]);
    expect((await confirm([two], [whole])).status).toBe(200);
    expect(await transit()).toEqual([0, 0]);
    await undo(part.data.matchId);
    expect(await transit()).toEqual([400, 2800]);
    expect(await wrongsOf(server, c())).toEqual([]);
    expect((await confirm([one], [whole])).status).toBe(200);
    expect(await cash(account)).toEqual([1100.1, 7700.7]);
  });

  it('is confirmed with others where it is sure and clear, and nothing else is', async () => {
    const account = await addAccount(bank);
    await payOut(bank, { amount: '812.34', onDay: '2026-10-01' });
    await payOut(bank, { amount: '500', onDay: '2026-10-01' });
    await payOut(bank, { amount: '500', onDay: '2026-10-02' });
    await importFile(
      bank,
      account,
      csvOf([
        { day: '2026-10-02', amount: '812.34', text: 'PAYOUT' },
        { day: '2026-10-03', amount: '500', text: 'ONE OF TWO' },
        { day: '2026-10-03', amount: '-15', text: 'wire fee' },
        { day: '2026-10-03', amount: '77', text: 'NOBODY KNOWS' },
      ]),
    );
    const answer = await server.ok(calls.confirmClearMatches, { accountId: account }, world.main);
    expect(answer.done).toBe(1);
    expect((await linesOf(bank, { state: 'matched' })).map(({ reference }) => reference)).toEqual(['PAYOUT']);
    const chosen = await server.ok(calls.confirmClearMatches, { ids: [await idOf('ONE OF TWO')] }, world.main);
    expect(chosen.failed).toMatchObject([{ error: 'finance.bank.notClear' }]);
  });
});

it('shows nobody the payouts of shops out of their scope', async () => {
  const account = await addAccount(bank);
  const payout = await payOut(bank, { amount: '80', onDay: '2026-10-01' });
  await importFile(
    bank,
    account,
    csvOf([
      { day: '2026-10-01', amount: '80', text: 'A' },
      { day: '2026-10-01', amount: '70', text: 'B' },
    ]),
  );
  const line = await idOf('A');
  const clerk = await server.member(c(), [rights.storeCollection.view, rights.storeCollection.sync]);
  const scope = 'insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, $3, 0)';
  await server.app.database.owner.query(scope, [c(), clerk.userId, 'shop']);
  expect((await server.ok(calls.bankSuggestions, { ids: [line] }, clerk)).list[0]?.candidates).toEqual([]);
  expect((await server.ok(calls.listMatchTargets, { lineId: line }, clerk)).rows).toEqual([]);
  const input = { lineIds: [line], ledgerLineIds: [payout] };
  expect((await server.call(calls.confirmBankMatch, input, clerk)).status).toBe(409);
  await server.ok(calls.confirmBankMatch, input, world.main);
  const shownTo = async (who: typeof clerk) =>
    (await server.ok(calls.listBankLines, { state: 'matched' }, who)).rows.map(({ matchedWith }) => matchedWith);
  expect([await shownTo(world.main), await shownTo(clerk)]).toEqual([['Test shop'], ['']]);
});

describe('money that was booked to cash', () => {
  const paid = (onDay: string, amount: string) =>
    world.tx((tx) =>
      book(tx, [
        {
          ...{ docKind: 'test_payment', docId: 1, step: 'paid', onDay, text: 'deposit' },
          lines: [
            { account: 'cash', amount, currency: 'USD', rate: '7' },
            {
              account: 'receivable',
              partyKind: 'shop',
              partyId: world.shop.id,
              amount: `-${amount}`,
              currency: 'USD',
              rate: '7',
            },
          ],
        },
      ]),
    );
  it('without an account comes to the one whose statement has it, at its value', async () => {
    const account = await addAccount(bank);
    await paid('2026-10-06', '300');
    const target = await ledgerLineOf(bank, 'test_payment', 1, 'cash');
    await importFile(bank, account, csvOf([{ day: '2026-10-06', amount: '300', text: 'TT', who: 'Test shop' }]));
    const [line] = await linesOf(bank);
    const [found] = await suggestionsOf(bank, [line?.id ?? 0]);
    expect(found?.candidates[0]).toMatchObject({
      kind: 'document',
      clear: true,
      score: 100,
      targets: [{ ledgerLineId: target }],
    });
    const { data } = await confirm([line?.id ?? 0], [target]);
    expect([await cash(account), await balanceOf(bank, 'cash'), await balanceOf(bank, 'fx_difference')]).toEqual([
      [300, 2100],
      [0, 0],
      [0, 0],
    ]);
    await undo(data.matchId);
    expect([await cash(account), await balanceOf(bank, 'cash')]).toEqual([
      [0, 0],
      [300, 2100],
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('on this account is only matched; another account’s line cannot take it', async () => {
    const [account, other] = [await addAccount(bank), await addAccount(bank)];
    await world.tx((tx) =>
      book(tx, [
        {
          ...{ docKind: 'test_expense', docId: 1, step: 'paid', onDay: '2026-10-06', text: 'deposit' },
          lines: [
            {
              account: 'cash',
              partyKind: 'money_account',
              partyId: account,
              amount: '-50',
              currency: 'USD',
              rate: '7',
            },
            { account: 'expense_payable', amount: '50', currency: 'USD', rate: '7' },
          ],
        },
      ]),
    );
    const target = await ledgerLineOf(bank, 'test_expense', 1, 'cash');
    for (const id of [account, other])
      await importFile(bank, id, csvOf([{ day: '2026-10-06', amount: '-50.50', text: `RENT ${id}` }]));
    expect((await confirm([await idOf(`RENT ${other}`)], [target])).status).toBe(400);
    await confirm([await idOf(`RENT ${account}`)], [target]);
    expect(await cash(account)).toEqual([-50.5, -353.6]);
    expect(await balanceOf(bank, 'bank_fee')).toEqual([0.5, 3.6]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});

describe('between own accounts', () => {
  it('money goes through the transit; an exchange leaves the difference of rates', async () => {
    const [usd, other, cny] = [
      await addAccount(bank),
      await addAccount(bank),
      await addAccount(bank, { currency: 'CNY' }),
    ];
    await importFile(
      bank,
      usd,
      csvOf([
        { day: '2026-10-03', amount: '-1000', text: 'TRANSFER' },
        { day: '2026-10-06', amount: '-100', text: 'FX SELL' },
      ]),
    );
    await importFile(bank, other, csvOf([{ day: '2026-10-06', amount: '990', text: 'TRANSFER IN' }]));
    await importFile(bank, cny, csvOf([{ day: '2026-10-06', amount: '715', text: 'FX' }]));
    const [out, sell] = [await idOf('TRANSFER'), await idOf('FX SELL')];
    const found = await suggestionsOf(bank, [out, sell]);
    expect(found.map(({ candidates }) => [candidates[0]?.kind, candidates[0]?.pair?.amount])).toEqual(
      expect.arrayContaining([
        ['transfer', '990.00'],
        ['exchange', '715.00'],
      ]),
    );
    const moved = await server.ok(
      calls.confirmBankTransfer,
      { outId: out, inId: await idOf('TRANSFER IN') },
      world.main,
    );
    await server.ok(calls.confirmBankTransfer, { outId: sell, inId: await idOf('FX') }, world.main);
    expect([await cash(usd), await cash(other), await cash(cny)]).toEqual([
      [-1100, -7720],
      [990, 7128],
      [715, 715],
    ]);
    expect(await balanceOf(bank, 'money_in_transit')).toEqual([0, 0]);
    expect(await balanceOf(bank, 'bank_fee')).toEqual([10, 72]);
    expect(await wrongsOf(server, c())).toEqual([]);
    await undo(moved.matchId);
    expect([await cash(usd), await cash(other)]).toEqual([
      [-100, -720],
      [0, 0],
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('money that left first waits in transit for the other statement; undoing goes backwards', async () => {
    const [from, to] = [await addAccount(bank), await addAccount(bank)];
    await importFile(bank, from, csvOf([{ day: '2026-10-03', amount: '-200', text: 'OUT' }]));
    const sent = await server.ok(
      calls.bookBankLine,
      { lineId: await idOf('OUT'), account: 'money_in_transit' },
      world.main,
    );
    expect(await balanceOf(bank, 'money_in_transit')).toEqual([200, 1400]);
    await importFile(bank, to, csvOf([{ day: '2026-10-06', amount: '200', text: 'IN' }]));
    const line = await idOf('IN');
    const { rows } = await server.ok(calls.listMatchTargets, { lineId: line }, world.main);
    const { data } = await confirm([line], [rows[0]?.ledgerLineId ?? 0]);
    expect([await cash(to), await balanceOf(bank, 'money_in_transit')]).toEqual([
      [200, 1440],
      [0, 0],
    ]);
    expect((await undo(sent.matchId)).data).toMatchObject({ error: 'finance.bank.transitUsed' });
    await undo(data.matchId);
    await undo(sent.matchId);
    expect([await cash(from), await cash(to)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});

describe('rules', () => {
  it('book what they name when it is imported or on request, are counted, and can be undone', async () => {
    const account = await addAccount(bank);
    await importFile(bank, account, csvOf([{ day: '2026-10-02', amount: '-9', text: 'Monthly fee' }]));
    const rule = { words: 'monthly FEE', direction: 'out' as const, account: 'bank_fee' as const };
    const { id, booked } = await server.ok(calls.saveBankRule, { ...rule, runNow: true }, world.main);
    expect(booked).toBe(1);
    const answer = await importFile(
      bank,
      account,
      csvOf([
        { day: '2026-10-06', amount: '-9', text: 'Monthly fee' },
        { day: '2026-10-06', amount: '9', text: 'Monthly fee back' },
        { day: '2026-10-06', amount: '-30', text: 'Lunch' },
      ]),
    );
    expect(answer).toMatchObject({ added: 3, booked: 1 });
    expect(await balanceOf(bank, 'bank_fee')).toEqual([18, 127.8]);
    const { list } = await server.ok(calls.listBankRules, {}, world.main);
    expect(list).toMatchObject([{ words: 'monthly FEE', lines: 2 }]);
    expect((await server.ok(calls.listBankLines, { ruleId: id }, world.main)).rows).toHaveLength(2);
    expect(await server.ok(calls.deleteBankRule, { id, undo: true }, world.main)).toEqual({ undone: 2 });
    expect([await balanceOf(bank, 'bank_fee'), await cash(account)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});

it('undoes in the open month what a closed one has', async () => {
  const account = await addAccount(bank);
  await importFile(bank, account, csvOf([{ day: '2026-09-15', amount: '500', text: 'CAPITAL' }]));
  const { matchId } = await server.ok(
    calls.bookBankLine,
    { lineId: await idOf('CAPITAL'), account: 'owner_equity' },
    world.main,
  );
  await server.app.database.owner.query(
    `update finance_period set state = 'closed' where company_id = $1 and month = '2026-09-01'`,
    [c()],
  );
  await undo(matchId);
  expect(await cash(account)).toEqual([0, 0]);
  const entries = await server.app.database.owner.query(
    `select on_day::text as "onDay", event_day::text as "eventDay" from ledger_entry where company_id = $1 and doc_kind = 'bank_line' order by id`,
    [c()],
  );
  expect(entries.rows).toEqual([
    { onDay: '2026-09-15', eventDay: null },
    { onDay: '2026-10-01', eventDay: '2026-09-15' },
  ]);
  expect(await wrongsOf(server, c())).toEqual([]);
});
