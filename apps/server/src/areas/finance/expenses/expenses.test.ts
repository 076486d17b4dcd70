import { rights } from '@tradewind/contract/access/modules.ts';
import {
  ApprovalPurReq,
  editUserAuditSettings,
  getApprovalDetail,
  listApprovals,
  withdrawApproval,
} from '@tradewind/contract/approvals.ts';
import * as calls from '@tradewind/contract/finance.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { Decimal } from '../../../core/money.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { upload } from '../../catalog/testing/files.ts';
import { DAY, errorOf, openSpending, type Spending } from './expenses.testing.ts';
import { bookDue } from './recurring.ts';
import { partsOf } from './save.ts';

let server: TestServer;
let s: Spending;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  s = await openSpending(server);
});
afterEach(async () => {
  expect(await brokenChecks(server.app, s.main.companyId)).toEqual([]);
});

const EXPENSE = rights.expense;
const clerkWith = (...buttons: (keyof typeof EXPENSE)[]) =>
  server.member(
    s.main.companyId,
    buttons.map((button) => String(EXPENSE[button])),
  );
const usd = (onDay: string, toBase: string) =>
  server.ok(saveExchangeRate, { currency: 'USD', onDay, toBase, sure: true }, s.main);

describe('the life of an expense', () => {
  it('without an approval workflow is booked at once, paid later, and void in the end', async () => {
    const id = await s.draft({ payee: 'Hotel', subject: 'Fair' });
    expect(await s.ledger()).toEqual({});
    expect(await server.ok(calls.submitExpense, { id }, s.main)).toEqual({ state: 'booked' });
    expect(await s.ledger()).toEqual({ expense_payable: '-100', operating_expense: '100' });
    const paid = { id, paidOn: DAY, moneyAccountId: s.moneyIds[0] ?? 0, reference: 'T-1' };
    await server.ok(calls.payExpense, paid, s.main);
    expect(errorOf(await server.call(calls.payExpense, paid, s.main))).toEqual([409, 'finance.expense.state']);
    expect(await s.ledger()).toEqual({ cash: '-100', operating_expense: '100' });
    const found = await s.detail(id);
    expect(found).toMatchObject({ state: 'paid', paidOn: DAY, moneyAccountName: 'Bank CNY', paidReference: 'T-1' });
    expect(found.history.map((one) => one.event)).toEqual(['paid', 'booked', 'approved', 'submitted', 'created']);
    expect(await server.ok(calls.removeExpenses, { ids: [id] }, s.main)).toMatchObject({ done: 1 });
    expect(await s.ledger()).toEqual({});
    expect((await s.detail(id)).entries).toHaveLength(8);
    expect((await server.ok(calls.removeExpenses, { ids: [id] }, s.main)).failed).toMatchObject([
      { error: 'finance.expense.state' },
    ]);
  });

  it('is a draft as long as nobody submits it: it changes and is deleted', async () => {
    const id = await s.draft();
    const { version, number } = await s.detail(id);
    const input = { id, typeId: s.typeId('Travel'), amount: '80', currency: 'CNY', day: DAY, lines: [{ share: '1' }] };
    expect(await server.ok(calls.saveExpense, { ...input, version }, s.main)).toEqual({ id, number });
    expect(errorOf(await server.call(calls.saveExpense, { ...input, version }, s.main))[0]).toBe(409);
    const other = await server.call(
      calls.saveExpense,
      { ...input, version: version + 1, typeId: s.typeId('Interest') },
      s.main,
    );
    expect(errorOf(other)).toEqual([400, 'typeId']);
    await server.ok(calls.removeExpenses, { ids: [id] }, s.main);
    expect((await server.call(calls.getExpense, { id }, s.main)).status).toBe(404);
  });

  it('takes its rate from its day, and the difference of its payment to fx_difference', async () => {
    await usd('2026-03-01', '7');
    await usd('2026-03-20', '7.2');
    const id = await s.booked({ amount: '10', currency: 'USD' });
    await server.ok(calls.payExpense, { id, paidOn: '2026-03-21', moneyAccountId: s.moneyIds[1] ?? 0 }, s.main);
    expect(await s.ledger()).toEqual({ cash: '-72', operating_expense: '70', fx_difference: '2' });
    const other = await s.booked({ amount: '10', currency: 'USD' });
    const byCard = { id: other, paidOn: '2026-03-21', moneyAccountId: s.moneyIds[0] ?? 0 };
    expect(errorOf(await server.call(calls.payExpense, byCard, s.main))).toEqual([400, 'paidAmount']);
    await server.ok(calls.payExpense, { ...byCard, paidAmount: '71.50' }, s.main);
    expect(await s.ledger()).toEqual({ cash: '-143.5', operating_expense: '140', fx_difference: '3.5' });
  });

  it('waits as approved for a day that is still to come', async () => {
    const id = await s.booked({ day: '2031-03-10' });
    expect((await s.detail(id)).state).toBe('approved');
    expect(await s.ledger()).toEqual({});
    expect(await s.tx(bookDue)).toBe(0);
    const later = { ...s.ctx, now: () => new Date('2031-03-11T08:00:00Z') };
    expect(await s.tx(bookDue, later)).toBe(1);
    expect(await s.tx(bookDue, later)).toBe(0);
    expect((await s.detail(id)).state).toBe('booked');
  });

  it('of a closed month is booked on the first open day, and its page says so', async () => {
    await s.close('2026-03-01');
    expect((await server.ok(calls.getExpenseChoices, {}, s.main)).closedMonths).toEqual(['2026-03-01']);
    const id = await s.booked();
    expect((await s.detail(id)).entries).toMatchObject([
      { onDay: '2026-04-01', eventDay: DAY },
      { onDay: '2026-04-01', eventDay: DAY },
    ]);
  });

  it('is an income if its type is one: received instead of paid', async () => {
    const id = await s.booked({ typeId: s.typeId('Interest'), amount: '30' });
    expect(await s.detail(id)).toMatchObject({ side: 'income', number: expect.stringMatching(/^INC-/) });
    expect(await s.ledger()).toEqual({ receivable: '30', other_income: '-30' });
    await server.ok(calls.payExpense, { id, paidOn: DAY }, s.main);
    expect(await s.ledger()).toEqual({ cash: '30', other_income: '-30' });
    await server.ok(calls.removeExpenses, { ids: [id] }, s.main);
    expect(await s.ledger()).toEqual({});
  });
});

describe('approval', () => {
  let chief: Person;
  let clerk: Person;
  const level = () =>
    server.ok(editUserAuditSettings, { modelId: EXPENSE.id, Approval: chief.userId, amountFrom: '50' }, s.main);
  const decide = (id: number, aud: 'approved' | 'rejected', remark = '') =>
    server.ok(ApprovalPurReq, { modelId: EXPENSE.id, orderId: id, aud, remark }, chief);
  beforeEach(async () => {
    chief = await server.member(s.main.companyId, [rights.approval.view]);
    clerk = await clerkWith('add', 'edit', 'submit', 'delete');
    await level();
  });

  it('refused, the document is a draft again, and nothing is booked', async () => {
    const id = await s.booked({}, clerk);
    expect((await s.detail(id)).state).toBe('reviewing');
    expect((await server.ok(calls.removeExpenses, { ids: [id] }, clerk)).failed).toHaveLength(1);
    await decide(id, 'rejected', 'No receipt');
    expect(await s.detail(id)).toMatchObject({
      state: 'draft',
      history: expect.arrayContaining([
        expect.objectContaining({ event: 'rejected', detail: { remark: 'No receipt' } }),
      ]),
    });
    expect(await s.ledger()).toEqual({});
    await server.ok(calls.submitExpense, { id }, clerk);
    await decide(id, 'approved');
    expect((await s.detail(id)).state).toBe('booked');
  });

  it('is withdrawn by its author, and not needed below the amount of the workflow', async () => {
    const id = await s.booked({}, clerk);
    const mine = await server.ok(
      listApprovals,
      { tab: 'mine' },
      await server.member(s.main.companyId, [rights.approval.view]),
    );
    expect(mine.rows).toEqual([]);
    const request = (await server.ok(listApprovals, { tab: 'todo' }, chief)).rows[0];
    await server.ok(withdrawApproval, { id: request?.id ?? 0 }, clerk);
    expect((await s.detail(id)).state).toBe('draft');
    expect((await s.detail(await s.booked({ amount: '49.99' }, clerk))).state).toBe('booked');
  });

  it('shows the approver what the budgets have left with the document', async () => {
    const budget = (more: object, amount: string) =>
      server.ok(
        calls.saveOrUpdateMonthBudget,
        { eaDate: DAY, accounts: [{ type: s.typeId('Office'), amount }], ...more },
        s.main,
      );
    await budget({}, '500');
    await budget({ deptId: s.departmentIds[0] ?? 0 }, '60');
    await budget({ deptId: s.departmentIds[1] ?? 0 }, '9');
    await s.booked({ typeId: s.typeId('Rent and utilities'), amount: '49' }, clerk);
    const shares = [{ departmentId: s.departmentIds[0] ?? 0, share: '7' }, { share: '3' }];
    await s.booked({ typeId: s.typeId('Supplies'), lines: shares }, clerk);
    const request = (await server.ok(listApprovals, { tab: 'todo' }, chief)).rows[0];
    const { facts } = await server.ok(getApprovalDetail, { id: request?.id ?? 0 }, chief);
    expect(facts.filter((fact) => fact.label.startsWith('预算'))).toEqual([
      { label: '预算 办公费用 · 全公司', value: '含本单剩余 351.00 CNY，预算 500.00 CNY' },
      { label: '预算 办公费用 · Operations', value: '含本单超支 10.00 CNY，预算 60.00 CNY' },
    ]);
  });
});

describe('parts of an expense', () => {
  it('sum to its amount exactly, none further from its share than a cent', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), weights, (cents, shares) => {
        fc.pre(shares.some((share) => share > 0));
        const amount = new Decimal(cents).div(100).toFixed(2);
        const lines = shares.map((share, at) => ({ shopId: at + 1, departmentId: null, share: String(share) }));
        const parts = partsOf(amount, lines);
        expect(parts.reduce((sum, part) => sum.plus(part.amount), new Decimal(0)).toFixed(2)).toBe(amount);
        const all = shares.reduce((a, b) => a + b, 0);
        for (const [at, part] of parts.entries())
          expect(
            new Decimal(amount)
              .times(shares[at] ?? 0)
              .div(all)
              .minus(part.amount)
              .abs()
              .lte('0.01'),
          ).toBe(true);
      }),
    );
  });

  it('stand in the ledger by shop and department, whatever the shares, the rate and the amount', async () => {
    await usd('2026-03-01', '7.1234');
    const places = [0, 1].flatMap((shop) => [0, 1].map((department) => [shop, department] as const));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 100_000 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 4 }),
        fc.constantFrom('USD', 'CNY'),
        async (cents, shares, currency) => {
          fc.pre(shares.some((share) => share > 0));
          const lines = places.map(([shop, department], at) => ({
            ...{
              shopId: s.shopIds[shop] ?? 0,
              departmentId: s.departmentIds[department] ?? 0,
              share: String(shares[at]),
            },
          }));
          const id = await s.booked({ amount: new Decimal(cents).div(100).toFixed(2), currency, lines });
          const found = await s.detail(id);
          const owed = found.entries.filter((line) => line.account === 'expense_payable');
          expect(owed.map((line) => line.amount)).toEqual([`-${found.amount}`]);
          expect(await brokenChecks(server.app, s.main.companyId, (key) => key.startsWith('finance.'))).toEqual([]);
        },
      ),
      { numRuns: runs(4, 60) },
    );
  });

  it('name places that exist, each once, with a share', async () => {
    const refused = async (lines: { shopId?: number; departmentId?: number; share: string }[]) =>
      errorOf(
        await server.call(
          calls.saveExpense,
          { typeId: s.typeId('Travel'), amount: '9', currency: 'CNY', day: DAY, lines },
          s.main,
        ),
      );
    expect(await refused([{ share: '0' }])).toEqual([400, 'lines.0.share']);
    expect(await refused([{ share: '1' }, { share: '2' }])).toEqual([400, 'lines.1.shopId']);
    expect(await refused([{ share: '1' }, { share: '2', departmentId: 999_999 }])).toEqual([
      400,
      'lines.1.departmentId',
    ]);
    const foreign = await openSpending(server);
    expect(await refused([{ share: '1', shopId: foreign.shopIds[0] ?? 0 }])).toEqual([400, 'lines.0.shopId']);
  });
});

describe('who may', () => {
  it('see and change: each side by its own module, each shop by the scope', async () => {
    const expense = await s.draft({ lines: [{ shopId: s.shopIds[0] ?? 0, share: '1' }] });
    const income = await s.draft({ typeId: s.typeId('Interest') });
    const cashier = await server.member(s.main.companyId, [rights.income.add, rights.income.submit]);
    expect((await server.ok(calls.listExpenses, {}, cashier)).rows.map((row) => row.id)).toEqual([income]);
    expect((await server.call(calls.getExpense, { id: expense }, cashier)).status).toBe(404);
    expect((await server.call(calls.expenseTabs, { side: 'expense' }, cashier)).status).toBe(403);
    const input = { typeId: s.typeId('Travel'), amount: '9', currency: 'CNY', day: DAY, lines: [{ share: '1' }] };
    expect((await server.call(calls.saveExpense, input, cashier)).status).toBe(403);
    await server.ok(calls.saveExpense, { ...input, typeId: s.typeId('Interest') }, cashier);
    const south = await clerkWith('view');
    await s.ids(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'shop', $3) returning user_id as id`,
      south.userId,
      s.shopIds[1],
    );
    expect((await server.ok(calls.listExpenses, {}, south)).rows).toEqual([]);
  });
});

describe('sums and the file', () => {
  it('are of the filter, by currency, without void ones', async () => {
    await usd('2026-03-01', '7');
    await s.booked({ amount: '10.50', currency: 'USD' });
    await s.draft({ amount: '5' });
    const gone = await s.booked({ amount: '7' });
    await s.draft({ typeId: s.typeId('Interest'), amount: '3' });
    await server.ok(calls.removeExpenses, { ids: [gone] }, s.main);
    expect(await server.ok(calls.expenseSums, { side: 'expense' }, s.main)).toEqual({
      baseCurrency: 'CNY',
      sums: [
        { currency: 'CNY', count: 1, amount: '5.00', baseAmount: '5.00' },
        { currency: 'USD', count: 1, amount: '10.50', baseAmount: '73.50' },
      ],
    });
    const { counts } = await server.ok(calls.expenseTabs, { side: 'expense' }, s.main);
    expect(counts).toMatchObject({ draft: 1, booked: 1, void: 1, paid: 0 });
    const office = { typeId: s.typeId('Office') };
    await s.draft({ typeId: s.typeId('Supplies') });
    expect((await server.ok(calls.listExpenses, office, s.main)).total).toBe(1);
  });

  it('a sheet becomes drafts; rows of unknown types and places are named', async () => {
    const file = Buffer.from(
      [
        'Type,Amount,Booking date,Shop,Payee or payer',
        'Office/Supplies,"1,200.50",2026-03-02,North,Paper mill',
        '利息收入,12,2026/03/31,,',
        'Unknown,1,2026-03-02,,',
        'Travel,1,2026-03-02,Nowhere,',
      ].join('\n'),
    );
    const preview = await upload(server, calls.previewExpenseImport, file, 'a.csv', s.main);
    expect(preview.data).toMatchObject({ good: 2, bad: 2 });
    await server.ok(calls.commitExpenseImport, { importId: preview.data.importId }, s.main);
    const { rows } = await server.ok(calls.listExpenses, {}, s.main);
    expect(rows.map((row) => [row.side, row.amount, row.shopNames, row.payee])).toEqual([
      ['income', '12.00', '', ''],
      ['expense', '1200.50', 'North', 'Paper mill'],
    ]);
    const importer = await server.member(s.main.companyId, [rights.income.import]);
    expect((await upload(server, calls.previewExpenseImport, file, 'a.csv', importer)).data).toMatchObject({
      good: 1,
      bad: 3,
    });
  });
});

describe('types', () => {
  it('begin with a set, stand in two levels, and keep their account once used', async () => {
    expect(s.types.filter((type) => type.parentId !== null)).toHaveLength(6);
    const office = s.types.find((type) => type.nameEn === 'Office');
    const rent = s.types.find((type) => type.nameEn === 'Rent and utilities');
    const save = (input: object) =>
      server.call(calls.saveExpenseType, { nameEn: 'Tea', account: 'operating_expense', ...input }, s.main);
    expect(errorOf(await save({ parentId: rent?.id }))).toEqual([400, 'parentId']);
    expect(errorOf(await save({ parentId: office?.id, account: 'other_income' }))).toEqual([400, 'parentId']);
    expect(errorOf(await save({ nameEn: 'Travel' }))).toEqual([400, 'nameZh']);
    const tea = (await save({ parentId: office?.id })).data.id;
    await s.draft({ typeId: tea });
    expect(errorOf(await save({ id: tea, version: 1, parentId: office?.id, account: 'bank_fee' }))).toEqual([
      400,
      'account',
    ]);
    expect((await save({ id: tea, version: 1, parentId: office?.id, active: false })).status).toBe(200);
    expect(errorOf(await server.call(calls.deleteExpenseType, { id: tea }, s.main))[0]).toBe(409);
    await server.ok(calls.deleteExpenseType, { id: s.typeId('Travel') }, s.main);
    const { list } = await server.ok(calls.selectExpenseTypeJson, {}, s.main);
    expect(list.map((type) => type.name)).not.toContain('Tea');
    expect(list.find((type) => type.id === rent?.id)).toEqual({
      id: rent?.id,
      parentId: office?.id,
      name: '房租水电',
      side: 'expense',
    });
  });
});

describe('the specification’s calls', () => {
  it('save, list, find and delete under their own names', async () => {
    const { id } = await server.ok(
      calls.saveOrUpdateExpenseAccount,
      {
        ...{
          eaName2: '展会',
          currency: 'CNY',
          eaDate: DAY,
          occurrenceDate2: '2026-03-08',
          remark: 'r',
          name2: 'Hotel',
        },
        ...{ company2: 'Test', type: s.typeId('Travel'), shopId: s.shopIds[0] ?? 0, accounts: '88.80' },
      },
      s.main,
    );
    const found = await server.ok(calls.findOneExpenseAccount, { id }, s.main);
    expect(found).toMatchObject({
      ...{ eaName2: '展会', name2: 'Hotel', company2: 'Test', eaDate: DAY, occurrenceDate2: '2026-03-08' },
      ...{ amount: '88.80', shopId: s.shopIds[0], deptId: null, typeName: '差旅费', state: 'draft' },
    });
    const parts = [
      { shopId: s.shopIds[0] ?? 0, amount: '10.01' },
      { deptId: s.departmentIds[0] ?? 0, amount: '20.02' },
    ];
    const changed = { id, currency: 'CNY', eaDate: DAY, type: s.typeId('Travel'), accounts: parts };
    await server.ok(calls.saveOrUpdateExpenseAccount, changed, s.main);
    const page = await server.ok(calls.getExpenseAccountJson, { pageNum: 1, pageSize: 10 }, s.main);
    expect(page).toMatchObject({
      total: 1,
      list: [{ id, amount: '30.03', shopId: null, accounts: [{ amount: '10.01' }, { amount: '20.02' }] }],
    });
    expect(await server.ok(calls.delExpenseAccount, { ids: [id] }, s.main)).toMatchObject({ done: 1 });
    expect(
      errorOf(
        await server.call(calls.saveOrUpdateExpenseAccount, { ...changed, id: undefined, company2: 'X' }, s.main),
      ),
    ).toEqual([400, 'company2']);
  });
});

it('the list finds a document by number, subject and payee', async () => {
  const id = await s.draft({ subject: 'Canton Fair', payee: 'Garden Hotel' });
  await s.draft();
  const { number } = await s.detail(id);
  for (const text of [number.toLowerCase(), 'canton', 'Garden'])
    expect((await server.ok(calls.listExpenses, { text }, s.main)).rows.map((row) => row.id)).toContain(id);
  expect((await server.ok(calls.listExpenses, { text: 'canton' }, s.main)).total).toBe(1);
  const rows = await s.tx((tx) =>
    tx.rows<{ n: number }>(sql`select count(*)::int as n from expense where company_id = ${sql.company}`),
  );
  expect(rows).toEqual([{ n: 2 }]);
});
