import { rights } from '@tradewind/contract/access/modules.ts';
import { getAlerts, saveUserBasePer } from '@tradewind/contract/access.ts';
import {
  type BalanceFilter,
  checkBalance,
  getBalanceEntry,
  getExpensesName,
  getFinanceDetailBill,
  getFinanceDetailFee,
  getPartyTerms,
  getUserSalesAgent,
  listAgeing,
  listBalanceLines,
  listBalances,
  rechargeChoices,
  savePartyTerms,
} from '@tradewind/contract/finance.ts';
import { prepayWarehouse } from '@tradewind/contract/warehouse.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayFromNow } from '../../../testing/day.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { type OrderWorld, openWorld } from '../../orders/orders.testing.ts';
import type { Account, Party } from '../ledger/accounts.ts';
import { book, bookLeftovers, compactBalances } from '../public.ts';
import { wrongsOf } from '../testing/ledger.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  world = await openWorld(server, { stock: 10 });
});
const c = () => world.main.companyId;
const owner = async <T>(text: string, ...values: unknown[]) =>
  (await server.app.database.owner.query(text, [c(), ...values])).rows as T[];

interface Booked {
  account: Account;
  party: Party;
  partyId: number;
  cents: number;
  currency: string;
  day: string;
}
let documents = 0;
const bookAll = (rows: readonly Booked[]) =>
  world.tx((tx) =>
    book(
      tx,
      rows.map(({ account, party, partyId, cents, currency, day }) => {
        const plain = { currency, rate: currency === 'CNY' ? '1' : '7' };
        const amount = (cents / 100).toFixed(2);
        return {
          ...{ docKind: 'test', docId: ++documents, step: 's', onDay: day, text: 'fee.other' },
          lines: [
            { account, partyKind: party, partyId, amount, ...plain },
            { account: 'operating_expense' as const, amount: (-cents / 100).toFixed(2), ...plain },
          ],
        };
      }),
    ),
  );
const supplier = async (name: string) =>
  (
    await owner<{ id: number }>(
      `insert into supplier (company_id, code, name_en, currency, created_at, updated_at) values ($1, upper($2), $2, 'CNY', now(), now()) returning id`,
      name,
    )
  )[0]?.id ?? 0;
const moneyAccount = async (name: string, currency = 'CNY', active = true) =>
  (
    await owner<{ id: number }>(
      `insert into money_account (company_id, name, kind, currency, active, created_at) values ($1, $2, 'bank', $3, $4, now()) returning id`,
      ...[name, currency, active],
    )
  )[0]?.id ?? 0;
const balances = (filter: Partial<BalanceFilter> = {}) =>
  server.ok(listBalances, { ...filter, pageSize: 200 }, world.main).then((found) => found.rows);

describe('balances of parties', () => {
  const booked = fc.record({
    which: fc.integer({ min: 0, max: 3 }),
    cents: fc.integer({ min: -90_000, max: 90_000 }).filter((cents) => cents !== 0),
    currency: fc.constantFrom('CNY', 'USD'),
    day: fc.integer({ min: 1, max: 28 }),
  });
  const window = fc.record({
    from: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
    to: fc.option(fc.integer({ min: 1, max: 28 }), { nil: undefined }),
    page: fc.integer({ min: 1, max: 4 }),
  });
  const dayOf = (n: number) => `2026-10-${String(n).padStart(2, '0')}`;

  it('are sums of their lines, and so is the running balance of each line, for any filter and page', async () => {
    const own = { member: world.main.userId, money: await moneyAccount('Bank') };
    const parties: Pick<Booked, 'account' | 'party' | 'partyId'>[] = [
      { account: 'expense_payable', party: 'member', partyId: own.member },
      { account: 'expense_payable', party: 'member', partyId: own.member },
      { account: 'cash', party: 'money_account', partyId: own.money },
      { account: 'platform_unsettled', party: 'shop', partyId: world.shop.id },
    ];
    const all: Booked[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(booked, { maxLength: 12 }), window, async (made, { from, to, page }) => {
        const rows = made.map(({ which, cents, currency, day }): Booked => {
          const party = parties[which] ?? parties[0];
          if (!party) throw new Error('no party');
          return { ...party, cents, currency, day: dayOf(day) };
        });
        await bookAll(rows);
        all.push(...rows);
        if (page === 2) await world.tx(compactBalances);
        const days = { ...(from ? { from: dayOf(from) } : {}), ...(to ? { to: dayOf(to) } : {}) };
        const shown = new Map((await balances(days)).map((row) => [row.key, row]));
        for (const party of parties)
          for (const currency of ['CNY', 'USD']) {
            const lines = all.filter((row) => row.account === party.account && row.currency === currency);
            const sum = (some: readonly Booked[]) => some.reduce((cents, row) => cents + row.cents, 0);
            const before = lines.filter((row) => from !== undefined && row.day < dayOf(from));
            const within = lines.filter(
              (row) => (from === undefined || row.day >= dayOf(from)) && (to === undefined || row.day <= dayOf(to)),
            );
            const row = shown.get([party.account, party.party, party.partyId, currency].join('/'));
            const cents = (text: string | null | undefined) => Math.round(Number(text ?? 0) * 100);
            expect(cents(row?.closing)).toBe(sum(before) + sum(within));
            if (row && (from || to)) expect(cents(row.opening)).toBe(sum(before));
            if (row && (from || to))
              expect([cents(row.increase), cents(row.decrease)]).toEqual([
                sum(within.filter((one) => one.cents > 0)),
                sum(within.filter((one) => one.cents < 0)),
              ]);
            const input = { party: party.party, partyId: party.partyId, account: party.account, currency } as const;
            const opened = await server.ok(
              listBalanceLines,
              { ...input, ...days, page, pageSize: 5 } as never,
              world.main,
            );
            expect(opened.total).toBe(within.length);
            expect([cents(opened.opening), cents(opened.closing)]).toEqual([sum(before), sum(before) + sum(within)]);
            const running = within.map((_one, at) => sum(before) + sum(within.slice(0, at + 1))).reverse();
            expect(opened.rows.map((one) => cents(one.balance))).toEqual(running.slice((page - 1) * 5, page * 5));
          }
      }),
      { numRuns: runs(6, 120) },
    );
    expect(await wrongsOf(server, c())).toEqual([]);
  });

  it('open into entries; costs and other shops stay hidden', async () => {
    const supplierId = await supplier('Potter');
    await bookAll([
      {
        account: 'supplier_payable',
        party: 'supplier',
        partyId: supplierId,
        cents: -5000,
        currency: 'CNY',
        day: '2026-11-02',
      },
      {
        account: 'platform_unsettled',
        party: 'shop',
        partyId: world.shop.id,
        cents: 700,
        currency: 'USD',
        day: '2026-11-03',
      },
    ]);
    const clerk = await server.member(c(), [rights.balance.view]);
    const stranger = await server.member(c(), [rights.balance.view]);
    const visible = async (as = clerk) => (await server.ok(listBalances, {}, as)).rows.map((row) => row.account);
    expect(await visible(stranger)).toEqual([]);
    await owner(`insert into user_scope values ($1, $2, 'shop', $3)`, clerk.userId, world.shop.id);
    expect(await visible()).toEqual(['platform_unsettled']);
    const party = { party: 'supplier', partyId: supplierId, account: 'supplier_payable', currency: 'CNY' } as const;
    expect((await server.call(listBalanceLines, party, clerk)).status).toBe(403);
    const { rows, name } = await server.ok(listBalanceLines, party, world.main);
    expect(name).toBe('Potter');
    const id = rows[0]?.entryId ?? 0;
    expect((await server.call(getBalanceEntry, { id }, clerk)).status).toBe(404);
    const entry = await server.ok(getBalanceEntry, { id }, world.main);
    expect(entry.lines).toMatchObject([
      { account: 'supplier_payable', name: 'Potter', amount: '-50.00' },
      { account: 'operating_expense', amount: '50.00' },
    ]);
    await server.ok(saveUserBasePer, { userLoginId: clerk.userLoginId, permissions: ['seeCost'] }, world.main);
    expect((await visible()).sort()).toEqual(['platform_unsettled', 'supplier_payable']);
  });

  it('are beyond their limit by all accounts of the party; the bell says so', async () => {
    const supplierId = await supplier('Potter');
    const row = { party: 'supplier', partyId: supplierId, currency: 'CNY', day: '2026-11-02' } as const;
    await bookAll([
      { ...row, account: 'supplier_payable', cents: -90_000 },
      { ...row, account: 'supplier_prepaid', cents: 20_000 },
    ]);
    const terms = { party: 'supplier', partyId: supplierId, currency: 'CNY' } as const;
    const over = async () =>
      (await balances({ over: true })).map((one) => [one.account, one.limit, one.used, one.over]);
    await server.ok(savePartyTerms, { ...terms, creditLimit: '700' }, world.main);
    expect(await over()).toEqual([]);
    await server.ok(savePartyTerms, { ...terms, creditLimit: '699.99', paymentDays: 30 }, world.main);
    expect(await server.ok(getPartyTerms, terms, world.main)).toEqual({ creditLimit: '699.99', paymentDays: 30 });
    expect((await over()).sort()).toEqual([
      ['supplier_payable', '699.99', '700.00', true],
      ['supplier_prepaid', '699.99', '700.00', true],
    ]);
    const alerts = await server.ok(getAlerts, {}, world.main);
    expect(alerts.filter((one) => one.key === 'balance:over').map((one) => one.text)).toEqual(['1 个往来单位超出额度']);
    await server.ok(savePartyTerms, terms, world.main);
    expect(await over()).toEqual([]);
    expect(
      (await server.call(savePartyTerms, { ...terms, partyId: 999_999, creditLimit: '1' }, world.main)).status,
    ).toBe(404);
  });
});

describe('a recharge', () => {
  it('is paid from a money account of the company’s currency', async () => {
    await owner(`update warehouse set kind = 'overseas' where company_id = $1`);
    const [bank, dollars, closed] = [
      await moneyAccount('Bank'),
      await moneyAccount('Dollars', 'USD'),
      await moneyAccount('Closed', 'CNY', false),
    ];
    const clerk = await server.member(c(), [rights.balance.view, rights.balance.recharge]);
    await owner(`insert into user_scope values ($1, $2, 'warehouse', $3)`, clerk.userId, world.warehouseId);
    const choices = await server.ok(rechargeChoices, {}, clerk);
    expect(choices).toMatchObject({ currency: 'CNY', warehouses: [{ balance: null }], accounts: [{ id: bank }] });
    const recharge = { houseId: world.warehouseId, amount: '800' };
    for (const moneyAccountId of [dollars, closed, 999_999]) {
      const refused = await server.call(prepayWarehouse, { ...recharge, moneyAccountId }, clerk);
      expect(refused).toMatchObject({ status: 400, data: { fields: [{ path: 'moneyAccountId' }] } });
    }
    await server.ok(prepayWarehouse, { ...recharge, moneyAccountId: bank }, clerk);
    await bookLeftovers(server.app, world.main.ctx, 2);
    const rows = await balances();
    expect(rows.map((row) => [row.account, row.party, row.name, row.closing]).sort()).toEqual([
      ['cash', 'money_account', 'Bank', '-800.00'],
      ['warehouse_prepaid', 'warehouse', rows.find((row) => row.party === 'warehouse')?.name, '800.00'],
    ]);
    const without = await server.member(c(), [rights.balance.view]);
    expect((await server.call(prepayWarehouse, recharge, without)).status).toBe(403);
    expect(await wrongsOf(server, c())).toEqual([]);
  });
});

describe('the check at sign-in', () => {
  it('is low below 500 in CNY, of the lowest balance at a third-party warehouse, for who may see it', async () => {
    expect(await server.ok(checkBalance, {}, world.main)).toMatchObject({ low: false, balances: [] });
    await owner(`update warehouse set kind = 'overseas', prepaid_balance = 500 where company_id = $1`);
    expect(await server.ok(checkBalance, {}, world.main)).toMatchObject({ low: false, balances: [{ cny: '500.00' }] });
    await owner('update warehouse set prepaid_balance = 499.99 where company_id = $1');
    expect(await server.ok(checkBalance, {}, world.main)).toMatchObject({ low: true, balances: [{ cny: '499.99' }] });
    const clerk = await server.member(c(), [rights.order.view]);
    expect(await server.ok(checkBalance, {}, clerk)).toMatchObject({ low: false, balances: [] });
    // What the provider says counts where no prepayment is kept here.
    await owner('update warehouse set prepaid_balance = null where company_id = $1');
    await owner(
      `with n as (insert into wms_connection (company_id, provider, name, keys, push_token, balances, created_at)
         values ($1, 'zipto', 'Zipto', '', $3, '[{"currency": "USD", "amount": "60"}, {"currency": "CNY", "amount": "1"}]', now()) returning id)
       insert into wms_warehouse (company_id, warehouse_id, connection_id, code) select $1, $2, id, 'US1' from n`,
      world.warehouseId,
      `token-${Math.random()}`,
    );
    await owner(`delete from exchange_rate where company_id = $1 and currency = 'USD'`);
    expect(await server.ok(checkBalance, {}, world.main)).toMatchObject({ low: false, balances: [] });
    await owner(
      `insert into exchange_rate (company_id, currency, on_day, to_base, source) values ($1, 'USD', '2026-01-01', 7, 'manual')`,
    );
    expect(await server.ok(checkBalance, {}, world.main)).toMatchObject({
      low: true,
      balances: [{ name: 'Zipto', balance: '60.00', currency: 'USD', cny: '420.00' }],
    });
  });
});

describe('ageing', () => {
  it('puts what is open into the age of what was booked last, by the days of payment', async () => {
    const [account] = await owner<{ id: number }>(
      `insert into carrier_account (company_id, carrier, name, account_number, credentials) values ($1, 'ups', 'UPS', 'A1', '') returning id`,
    );
    const row = {
      account: 'carrier_payable',
      party: 'carrier_account',
      partyId: account?.id ?? 0,
      currency: 'CNY',
    } as const;
    const ago = (days: number, cents: number): Booked => ({ ...row, cents, day: dayFromNow(-days) });
    await bookAll([ago(100, -1000), ago(70, -2000), ago(40, -3000), ago(10, -4000), ago(0, -500), ago(5, 1500)]);
    const ages = async () => {
      const { rows, sums } = await server.ok(listAgeing, { party: 'carrier_account' }, world.main);
      expect(sums[0]?.total).toBe(rows[0]?.total);
      return rows.map((one) => [one.notDue, one.upTo30, one.upTo60, one.upTo90, one.older, one.total]);
    };
    // 15.00 was paid: the oldest 10.00 and half of the next.
    expect(await ages()).toEqual([['5.00', '40.00', '30.00', '15.00', '0.00', '90.00']]);
    const terms = { party: 'carrier_account', partyId: row.partyId, currency: 'CNY', paymentDays: 30 } as const;
    await server.ok(savePartyTerms, terms, world.main);
    expect(await ages()).toEqual([['45.00', '30.00', '15.00', '0.00', '0.00', '90.00']]);
    expect((await server.ok(listAgeing, { side: 'receivable' }, world.main)).rows).toEqual([]);
  });
});

describe('finance details', () => {
  it('list income and costs, their sums, their names, and who looks after the shops', async () => {
    const seller = await server.member(c(), [rights.order.view]);
    await owner(`insert into user_scope values ($1, $2, 'shop', $3)`, seller.userId, world.shop.id);
    const plain = { currency: 'USD', rate: '7' } as const;
    await world.tx((tx) =>
      book(tx, [
        {
          ...{ docKind: 'test', docId: ++documents, step: 's', onDay: '2026-11-02', text: 'sale' },
          lines: [
            { account: 'sales', amount: '-100', shopId: world.shop.id, ...plain },
            { account: 'platform_fee', amount: '15', shopId: world.shop.id, ...plain },
            { account: 'platform_unsettled', partyKind: 'shop', partyId: world.shop.id, amount: '85', ...plain },
          ],
        },
      ]),
    );
    const filters = { from: '2026-11-01', to: '2026-11-30', shopId: world.shop.id };
    const bills = await server.ok(getFinanceDetailBill, { filters }, world.main);
    expect(bills).toMatchObject({ total: 2, totalExact: true });
    expect(bills.rows.map((row) => [row.account, row.amount, row.baseAmount, row.shopId])).toEqual([
      ['platform_fee', '15.00', '105.00', world.shop.id],
      ['sales', '-100.00', '-700.00', world.shop.id],
    ]);
    const fees = await server.ok(getFinanceDetailFee, { filters: { ...filters, account: 'platform_fee' } }, world.main);
    expect(fees).toMatchObject({
      baseCurrency: 'CNY',
      list: [{ accountName: '平台费用', kind: 'expense', amount: '15.00' }],
    });
    const agents = await server.ok(getUserSalesAgent, { filters }, world.main);
    expect(agents.list).toMatchObject([{ userId: seller.userId, shops: 1, income: '700.00', cost: '105.00' }]);
    const names = await server.ok(getExpensesName, {}, world.main);
    expect(names.list).toContainEqual({ account: 'advertising', name: '广告费', kind: 'expense' });
    const before = await server.ok(getFinanceDetailBill, { filters: { to: '2026-10-31' } }, world.main);
    expect(before.rows).toEqual([]);
  });
});
