import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/finance.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { DAY, errorOf, openSpending, type Spending } from './expenses.testing.ts';
import { dayIn, makeDue } from './recurring.ts';

let server: TestServer;
let s: Spending;
let clerk: Person;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  s = await openSpending(server);
  const { add, submit, export: files } = rights.expense;
  clerk = await server.member(s.main.companyId, [add, submit, files]);
});
afterEach(async () => {
  expect(await brokenChecks(server.app, s.main.companyId)).toEqual([]);
});

describe('advances', () => {
  const record = (kind: 'advance' | 'repayment', amount: string, day = DAY, currency = 'CNY') =>
    server.call(calls.recordAdvance, { kind, memberId: clerk.userId, amount, currency, day }, s.main);
  const balance = async () => (await server.ok(calls.advanceBalances, {}, s.main)).list.map((row) => row.balance);

  it('are settled by expenses and repaid; never more than the member has', async () => {
    expect((await record('advance', '500')).status).toBe(200);
    expect(await s.ledger()).toEqual({ staff_advance: '500', cash: '-500' });
    const id = await s.booked({ amount: '320', memberId: clerk.userId });
    await server.ok(calls.payExpense, { id, paidOn: DAY, from: 'advance' }, s.main);
    expect(await balance()).toEqual(['180.00']);
    const big = await s.booked({ amount: '200', memberId: clerk.userId });
    expect(errorOf(await server.call(calls.payExpense, { id: big, paidOn: DAY, from: 'advance' }, s.main))).toEqual([
      400,
      'from',
    ]);
    expect(errorOf(await record('repayment', '180.01'))).toEqual([400, 'amount']);
    const { data } = await record('repayment', '180');
    expect(await s.ledger()).toEqual({ cash: '-320', operating_expense: '520', expense_payable: '-200' });
    expect(await server.ok(calls.advanceBalances, {}, s.main)).toMatchObject({
      list: [{ advanced: '500.00', settled: '320.00', repaid: '180.00', balance: '0.00' }],
    });
    await server.ok(calls.voidAdvance, { id: data.id }, s.main);
    expect(await balance()).toEqual(['180.00']);
    expect(errorOf(await server.call(calls.voidAdvance, { id: data.id }, s.main))[0]).toBe(409);
    await server.ok(calls.removeExpenses, { ids: [id, big] }, s.main);
    expect(await s.ledger()).toEqual({ staff_advance: '500', cash: '-500' });
    const { rows } = await server.ok(calls.listAdvances, { kind: 'advance' }, s.main);
    await server.ok(calls.voidAdvance, { id: rows[0]?.id ?? 0 }, s.main);
    expect(await s.ledger()).toEqual({});
  });

  it('of two that are taken at once only what is there is taken', async () => {
    await record('advance', '100');
    const answers = await Promise.all([record('repayment', '70'), record('repayment', '70')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect(await balance()).toEqual(['30.00']);
  });

  it('leave nothing in base currency when nothing is left, whatever the rates were', async () => {
    const days = [1, 5, 9, 13].map((day) => `2026-03-${String(day).padStart(2, '0')}`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 60_000, max: 80_000 }), { minLength: 4, maxLength: 4 }),
        async (rates) => {
          for (const [at, onDay] of days.entries())
            await server.ok(
              saveExchangeRate,
              { currency: 'USD', onDay, toBase: String((rates[at] ?? 0) / 10_000), sure: true },
              s.main,
            );
          for (const [at, [kind, amount]] of (
            [
              ['advance', '10.01'],
              ['advance', '3.33'],
              ['repayment', '7.77'],
              ['repayment', '5.57'],
            ] as const
          ).entries())
            expect((await record(kind, amount, days[at], 'USD')).status).toBe(200);
          const rows = await s.tx((tx) =>
            tx.rows<{
              amount: string;
              base: string;
            }>(sql`select sum(amount)::text as amount, sum(base_amount)::text as base
            from ledger_line where company_id = ${sql.company} and account = 'staff_advance'`),
          );
          expect(rows.map((row) => [Number(row.amount), Number(row.base)])).toEqual([[0, 0]]);
        },
      ),
      { numRuns: runs(3, 50) },
    );
  });
});

describe('what repeats', () => {
  const at = (day: string) => ({ ...s.ctx, now: () => new Date(`${day}T08:00:00Z`) });
  const monthly = (more: object = {}) =>
    server.ok(
      calls.saveRecurringExpense,
      {
        ...{ typeId: s.typeId('Rent and utilities'), amount: '3000', currency: 'CNY', subject: 'Rent' },
        ...{
          lines: [
            { shopId: s.shopIds[0] ?? 0, share: '1' },
            { shopId: s.shopIds[1] ?? 0, share: '2' },
          ],
        },
        ...{ dayOfMonth: 31, startsOn: '2031-01-05', ...more },
      },
      s.main,
    );
  const days = async () => (await server.ok(calls.listExpenses, {}, s.main)).rows.map((row) => row.day).reverse();

  it('makes a draft a month, also after a pause, and never a second one', async () => {
    await monthly();
    expect(await makeDue(server.app, at('2031-01-30'))).toBe(0);
    expect(await makeDue(server.app, at('2031-01-31'))).toBe(1);
    const again = await Promise.all([1, 2, 3].map(() => makeDue(server.app, at('2031-05-02'))));
    expect(again.reduce((a, b) => a + b, 0)).toBe(3);
    expect(await days()).toEqual(['2031-01-31', '2031-02-28', '2031-03-31', '2031-04-30']);
    const { rows } = await server.ok(calls.listExpenses, {}, s.main);
    expect(rows[0]).toMatchObject({
      state: 'draft',
      recurring: true,
      subject: 'Rent',
      shopNames: 'North, South',
      createdBy: s.main.userLoginId,
    });
    const { rows: plans } = await server.ok(calls.listRecurringExpenses, {}, s.main);
    expect(plans).toMatchObject([{ nextOn: '2031-05-31', made: 4 }]);
    // Set back to its start, it goes on behind the last month that it made.
    const [plan] = plans;
    await server.ok(
      calls.saveRecurringExpense,
      {
        ...{ id: plan?.id ?? 0, version: plan?.version ?? 0, typeId: s.typeId('Rent and utilities'), amount: '3100' },
        ...{ currency: 'CNY', lines: [{ share: '1' }], dayOfMonth: 1, startsOn: '2031-01-01' },
      },
      s.main,
    );
    expect(await makeDue(server.app, at('2031-05-02'))).toBe(1);
    expect((await days()).at(-1)).toBe('2031-05-01');
  });

  it('submits if it is to, ends with its end, and says why it cannot', async () => {
    await monthly({ submits: true, until: '2031-02-28' });
    await makeDue(server.app, at('2031-06-30'));
    expect(await days()).toEqual(['2031-01-31', '2031-02-28']);
    expect((await server.ok(calls.listExpenses, {}, s.main)).rows.map((row) => row.state)).toEqual([
      'booked',
      'booked',
    ]);
    expect((await server.ok(calls.listRecurringExpenses, {}, s.main)).rows[0]).toMatchObject({ active: false });
    await monthly({ currency: 'XAF' });
    await makeDue(server.app, at('2031-06-30'));
    const [broken] = (await server.ok(calls.listRecurringExpenses, {}, s.main)).rows;
    expect(broken).toMatchObject({
      made: 0,
      active: true,
      nextOn: '2031-01-31',
      lastError: expect.stringContaining('XAF'),
    });
  });

  it('knows the last day of every month', () => {
    expect([28, 29, 30, 31].map((day) => dayIn('2032-02-01', day))).toEqual([
      '2032-02-28',
      '2032-02-29',
      '2032-02-29',
      '2032-02-29',
    ]);
    expect(dayIn('2031-12-01', 31)).toBe('2031-12-31');
  });
});

describe('payment runs', () => {
  const prepare = (ids: number[], as: Person = clerk, more: object = {}) =>
    server.call(calls.preparePaymentRun, { ids, payOn: DAY, moneyAccountId: s.moneyIds[0] ?? 0, ...more }, as);

  it('are confirmed by another person than the one who prepared them, once', async () => {
    const ids = [
      await s.booked({ amount: '100', payee: '=Evil' }),
      await s.booked({ amount: '23.45', payee: 'Hotel "Sea"' }),
    ];
    const { data } = await prepare(ids);
    const run = () => server.ok(calls.getPaymentRun, { id: data.id }, s.main);
    expect(await run()).toMatchObject({ state: 'prepared', amount: '123.45', documents: 2 });
    expect(errorOf(await server.call(calls.confirmPaymentRun, { id: data.id }, clerk))).toEqual([
      403,
      'finance.expense.ownRun',
    ]);
    expect(errorOf(await server.call(calls.payExpense, { id: ids[0] ?? 0, paidOn: DAY }, s.main))).toEqual([
      409,
      'finance.expense.inRun',
    ]);
    expect((await server.ok(calls.removeExpenses, { ids }, s.main)).failed).toHaveLength(2);
    expect(errorOf(await prepare(ids))).toEqual([409, 'finance.expense.inRun']);
    const second = await server.member(s.main.companyId, [rights.expense.submit]);
    const answers = await Promise.all(
      [s.main, second].map((as) => server.call(calls.confirmPaymentRun, { id: data.id }, as)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await s.ledger()).toEqual({ cash: '-123.45', operating_expense: '123.45' });
    expect(await run()).toMatchObject({ state: 'confirmed', preparedBy: clerk.userLoginId });
    expect((await s.detail(ids[0] ?? 0)).paidReference).toBe(data.number);
    const file = await fetch(`${server.url}/api${calls.paymentRunFile.path}?id=${data.id}`, {
      headers: { token: clerk.token, 'x-language': 'en' },
    });
    const text = await file.text();
    expect(
      text
        .split('\r\n')
        .slice(1, 3)
        .map((line) => line.split(',').slice(1, 5).join()),
    ).toEqual([`"'=Evil","","100.00","CNY"`, `"Hotel ""Sea""","","23.45","CNY"`]);
    const sheet = await fetch(`${server.url}/api${calls.paymentRunFile.path}?id=${data.id}&kind=xlsx`, {
      headers: { token: clerk.token },
    });
    expect(
      Buffer.from(await sheet.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });

  it('take one currency, of the money account, and give their expenses back when cancelled', async () => {
    await server.ok(saveExchangeRate, { currency: 'USD', onDay: '2026-03-01', toBase: '7', sure: true }, s.main);
    const [cny, usd, draft, income] = [
      await s.booked(),
      await s.booked({ currency: 'USD' }),
      await s.draft(),
      await s.booked({ typeId: s.typeId('Interest') }),
    ];
    expect(errorOf(await prepare([cny, usd]))).toEqual([400, 'ids']);
    expect(errorOf(await prepare([usd]))).toEqual([400, 'moneyAccountId']);
    expect(errorOf(await prepare([draft]))[0]).toBe(409);
    expect(errorOf(await prepare([income], s.main))).toEqual([400, 'ids']);
    const { data } = await prepare([cny]);
    await server.ok(calls.cancelPaymentRun, { id: data.id }, clerk);
    expect(errorOf(await server.call(calls.confirmPaymentRun, { id: data.id }, s.main))[0]).toBe(409);
    await server.ok(calls.payExpense, { id: cny, paidOn: DAY }, s.main);
    const late = await prepare([await s.booked()], clerk, { payOn: '2031-01-01' });
    expect(errorOf(await server.call(calls.confirmPaymentRun, { id: late.data.id }, s.main))).toEqual([400, 'id']);
  });
});

describe('budgets', () => {
  it('use what the ledger has, whatever is booked, moved and reversed', async () => {
    const [ops, warehouse] = s.departmentIds;
    const [north, south] = s.shopIds;
    const office = s.typeId('Office');
    const budget = (more: object, amount = '1000') =>
      server.ok(
        calls.saveOrUpdateMonthBudget,
        { eaDate: '2026-03-15', accounts: [{ type: office, amount }], ...more },
        s.main,
      );
    await budget({});
    await budget({ deptId: ops });
    await budget({ deptId: warehouse, shopId: south }, '0');
    const place = fc.record({
      shop: fc.constantFrom(undefined, north, south),
      department: fc.constantFrom(undefined, ops, warehouse),
    });
    const one = fc.record({
      type: fc.constantFrom('Supplies', 'Rent and utilities', 'Travel'),
      cents: fc.integer({ min: 1, max: 99_999 }),
      day: fc.constantFrom('2026-03-01', '2026-03-31', '2026-04-01'),
      place,
      end: fc.constantFrom('draft', 'booked', 'paid', 'void'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 4 }), async (list) => {
        for (const { type, cents, day, place: at, end } of list) {
          const where = {
            ...(at.shop ? { shopId: at.shop } : {}),
            ...(at.department ? { departmentId: at.department } : {}),
          };
          const input = {
            typeId: s.typeId(type),
            amount: new Decimal(cents).div(100).toFixed(2),
            day,
            lines: [{ ...where, share: '1' }],
          };
          const id = end === 'draft' ? await s.draft(input) : await s.booked(input);
          if (end === 'paid') await server.ok(calls.payExpense, { id, paidOn: '2026-04-02' }, s.main);
          if (end === 'void') await server.ok(calls.removeExpenses, { ids: [id] }, s.main);
        }
        const used = async (condition: string, types: string[] = ['Supplies', 'Rent and utilities', 'Office']) =>
          Number(
            (
              await server.app.database.owner.query(
                `select coalesce(sum(l.base_amount), 0) as sum from ledger_line l join ledger_entry e on e.company_id = l.company_id and e.id = l.entry_id
                 where l.company_id = $1 and l.party_kind = 'expense_type' and l.party_id = any($2) and e.on_day between '2026-03-01' and '2026-03-31' and ${condition}`,
                [s.main.companyId, types.map(s.typeId)],
              )
            ).rows[0].sum,
          );
        const { rows } = await server.ok(calls.listBudget, { month: '2026-03' }, s.main);
        expect(rows.map((row) => Number(row.used))).toEqual([
          await used('true'),
          await used(`l.department_id = ${ops}`),
          await used(`l.department_id = ${warehouse} and l.shop_id = ${south}`),
        ]);
        for (const row of rows) expect(Number(row.left)).toBeCloseTo(Number(row.amount) - Number(row.used), 2);
        const month = await server.ok(calls.budgetMonth, { month: '2026-03' }, s.main);
        expect(Number(month.uncovered)).toBe(await used('true', ['Travel']));
        expect(Number(month.booked)).toBe(await used('true', ['Travel', 'Supplies', 'Rent and utilities']));
      }),
      { numRuns: runs(4, 60) },
    );
  });

  it('count what is in review and what waits for its day as committed', async () => {
    const accounts = [{ type: s.typeId('Travel'), amount: '500' }];
    const { id } = await server.ok(calls.saveOrUpdateMonthBudget, { eaDate: '2031-05-01', accounts }, s.main);
    await s.booked({ day: '2031-05-20', amount: '120' });
    const { rows } = await server.ok(calls.listBudget, { month: '2031-05' }, s.main);
    expect(rows).toMatchObject([{ budgetId: id, used: '0.00', committed: '120.00', left: '380.00', percent: 24 }]);
  });

  it('exist once for a month, department and shop, in base currency, under the specification’s calls', async () => {
    const save = (input: object) => server.call(calls.saveOrUpdateMonthBudget, { eaDate: DAY, ...input }, s.main);
    const { id } = (await save({ deptId: s.departmentIds[0], accounts: [{ type: s.typeId('Travel'), amount: '9' }] }))
      .data;
    expect(errorOf(await save({ deptId: s.departmentIds[0] }))).toEqual([400, 'eaDate']);
    expect(errorOf(await save({ currency: 'USD' }))).toEqual([400, 'currency']);
    expect((await save({ id, version: 1, deptId: s.departmentIds[0], remark: 'n' })).status).toBe(200);
    expect(errorOf(await save({ id, version: 1, deptId: s.departmentIds[0] }))[0]).toBe(409);
    expect(await server.ok(calls.findOneMonthBudget, { id }, s.main)).toMatchObject({
      eaDate: '2026-03-01',
      currency: 'CNY',
      remark: 'n',
      amount: '9.00',
    });
    expect(await server.ok(calls.getMonthBudgetAccounts, { id }, s.main)).toMatchObject({
      list: [{ type: s.typeId('Travel'), amount: '9.00' }],
    });
    expect((await server.ok(calls.getMonthBudgetJson, {}, s.main)).total).toBe(1);
    expect(await server.ok(calls.delMonthBudget, { ids: [id] }, s.main)).toEqual({ done: 1 });
    expect((await server.call(calls.findOneMonthBudget, { id }, s.main)).status).toBe(404);
  });
});
