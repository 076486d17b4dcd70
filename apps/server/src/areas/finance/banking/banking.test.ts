import * as calls from '@tradewind/contract/finance/banking.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import { moneyLeft } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';
import {
  addAccount,
  type Bank,
  balanceOf,
  csvOf,
  importFile,
  linesOf,
  openBank,
  setRates,
  uploadFile,
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

describe('money accounts', () => {
  it('open with the owners’ money; another opening balance takes the place of the first', async () => {
    const input = { name: 'HSBC USD', kind: 'bank' as const, currency: 'USD', tail: '4455' };
    const { id } = await server.ok(
      calls.saveMoneyAccount,
      { ...input, openingAmount: '1000', openingOn: '2026-09-30' },
      world.main,
    );
    expect(await cash(id)).toEqual([1000, 7000]);
    expect(await balanceOf(bank, 'owner_equity')).toEqual([-1000, -7000]);
    await server.ok(
      calls.saveMoneyAccount,
      { id, ...input, openingAmount: '1500', openingOn: '2026-10-06' },
      world.main,
    );
    expect(await cash(id)).toEqual([1500, 10_800]);
    await server.ok(
      calls.saveMoneyAccount,
      { id, ...input, openingAmount: '1500', openingOn: '2026-10-06' },
      world.main,
    );
    const { rows, baseCurrency } = await server.ok(calls.listMoneyAccounts, {}, world.main);
    expect(rows).toMatchObject([
      { balance: '1500.00', baseBalance: '10800.00', openingAmount: '1500.00', openingOn: '2026-10-06' },
    ]);
    expect(baseCurrency).toBe('CNY');
    const entries = await server.ok(calls.listMoneyEntries, { accountId: id }, world.main);
    expect(entries.rows.map(({ amount }) => amount)).toEqual(['1500.00', '-1000.00', '1000.00']);
    expect((await server.call(calls.saveMoneyAccount, { id, ...input, currency: 'EUR' }, world.main)).status).toBe(400);
    expect((await server.call(calls.saveMoneyAccount, input, world.main)).status).toBe(400);
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('that are active are the money that is left; nobody keeps any: unknown', async () => {
    expect(await world.tx(moneyLeft)).toBeNull();
    const one = await addAccount(bank, { openingAmount: '100', openingOn: '2026-09-30' });
    await addAccount(bank, { currency: 'CNY', openingAmount: '50.25', openingOn: '2026-09-30' });
    expect(await world.tx(moneyLeft)).toBe('750.25');
    await server.ok(calls.switchMoneyAccount, { id: one, active: false }, world.main);
    expect(await world.tx(moneyLeft)).toBe('50.25');
  });
});

describe('statements', () => {
  const october = [
    { day: '2026-10-01', amount: '100.00', text: 'A', id: 'T1' },
    { day: '2026-10-02', amount: '-5.00', text: 'FEE' },
    { day: '2026-10-02', amount: '-5.00', text: 'FEE' },
    { day: '2026-10-03', amount: '20.00', text: 'B', id: 'T2' },
  ];
  it('twice and overlapping add nothing twice; equal lines of one file are two', async () => {
    const account = await addAccount(bank);
    expect(await importFile(bank, account, csvOf(october.slice(0, 3)))).toMatchObject({ added: 3, known: 0 });
    expect(await importFile(bank, account, csvOf(october.slice(0, 3)))).toMatchObject({ id: null, added: 0, known: 3 });
    expect(await importFile(bank, account, csvOf(october.slice(1)))).toMatchObject({ added: 1, known: 2 });
    expect((await linesOf(bank)).map(({ amount }) => Number(amount))).toEqual([20, -5, -5, 100]);
    const other = await addAccount(bank);
    expect(await importFile(bank, other, csvOf(october))).toMatchObject({ added: 4 });
    const { rows } = await server.ok(calls.listBankStatements, { accountId: account }, world.main);
    expect(rows.map(({ lineCount, addedCount }) => [lineCount, addedCount])).toEqual([
      [3, 1],
      [3, 3],
    ]);
  });

  it('of two formats are the same lines; columns are remembered', async () => {
    const account = await addAccount(bank);
    const first = await uploadFile(bank, account, csvOf(october));
    expect([first.source, first.remembered]).toEqual(['csv', false]);
    await importFile(bank, account, csvOf(october));
    expect((await uploadFile(bank, account, csvOf(october))).remembered).toBe(true);
    const ofx = `<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>${october
      .map(
        ({ day, amount, text }, at) =>
          `<STMTTRN><DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount}<FITID>F${at}<MEMO>${text}</STMTTRN>`,
      )
      .join('')}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect(await importFile(bank, account, ofx, 'a.ofx')).toMatchObject({ added: 0, known: 4 });
    expect((await linesOf(bank)).map(({ externalId }) => externalId)).toEqual(
      ['T2', 'F2', 'F1', 'T1'].map((id) => expect.stringMatching(id === 'F2' || id === 'F1' ? /^F[12]$/ : id)),
    );
  });

  it('show the gap between their lines and balances, and nothing is booked for it', async () => {
    const account = await addAccount(bank);
    const mt940 = ':20:1\n:25:1\n:28C:7\n:60F:C261001USD100,\n:61:261002C5,NTRFNONREF\n:86:X\n:62F:C261002USD110,\n';
    const { importId } = await uploadFile(bank, account, mt940, 'a.sta');
    const preview = await server.ok(calls.previewBankStatement, { importId, accountId: account }, world.main);
    expect(preview).toMatchObject({
      opening: '100.00',
      closing: '110.00',
      total: '5.00',
      gap: '-5.00',
      lines: 1,
      fresh: 1,
    });
    await importFile(bank, account, mt940, 'a.sta');
    const { rows } = await server.ok(calls.listBankStatements, { accountId: account }, world.main);
    expect(rows).toMatchObject([{ gap: '-5.00', reference: '7', source: 'mt940' }]);
    expect(await cash(account)).toEqual([0, 0]);
  });
});
