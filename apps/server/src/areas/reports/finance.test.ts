import { rights } from '@tradewind/contract/access/modules.ts';
import { getJournalAccounts, monthFigures, taxFigures } from '@tradewind/contract/finance/closing.ts';
import * as finance from '@tradewind/contract/finance.ts';
import * as procurement from '@tradewind/contract/procurement.ts';
import { getReportCentre } from '@tradewind/contract/reports/requests.ts';
import { describeReport, exportReport, type ReportName } from '@tradewind/contract/reports.ts';
import { saveExchangeRate } from '@tradewind/contract/settings.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import type { Tx } from '../../core/database/tx.ts';
import { Decimal } from '../../core/money.ts';
import { exportedRows } from '../../testing/export.ts';
import { ownServer, type Person, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { localDay } from '../company/public.ts';
import { openSpending, type Spending } from '../finance/expenses/expenses.testing.ts';
import { ageingPage, book, type Line } from '../finance/public.ts';
import { grantShops } from '../orders/orders.testing.ts';
import { openBuying } from '../procurement/testing/buying.ts';
import { run } from './kit/run.ts';
import { addsUp, shown } from './reports.testing.ts';

let server: TestServer;
let world: Spending;
/** Sees the first of the two shops. */
let member: Person;
/** May see everything but costs. */
let blind: Person;
let centre: Person;
let docs = 0;
const MONTH = '2026-03';
const march = { from: `${MONTH}-01`, to: `${MONTH}-31` };
const whole = { from: '2026-01-01', to: '2027-12-31' };
const cny = { currency: 'CNY', rate: '1' };
const usd = { currency: 'USD', rate: '7' };
const minus = (amount: string) => new Decimal(amount).neg().toFixed();
const today = (shift = 0) => localDay(new Date(Date.now() + shift * 86_400_000), 'Asia/Shanghai');
/** One side against owners' money. */
const booked = (onDay: string, ...lines: Line[]) =>
  world.tx((tx) =>
    book(
      tx,
      lines.map((line) => ({
        ...{ docKind: 'test', docId: ++docs, step: 's', onDay, text: 'sale' },
        lines: [
          line,
          { account: 'owner_equity', amount: minus(line.amount), currency: line.currency, rate: line.rate },
        ],
      })),
    ),
  );

beforeAll(async () => {
  server = await ownServer();
  world = await openSpending(server);
  const { companyId } = world.main;
  const modules = [rights.settlement, rights.monthClose, rights.balance].flatMap(({ view }) => [view]);
  member = await server.member(companyId, modules);
  blind = await server.member(companyId, modules);
  centre = await server.member(companyId, [rights.reportCentre.view, ...modules]);
  await grantShops(server, member, world.shopIds[0] ?? 0);
  await server.app.database.owner.query(
    `insert into user_base_permission (company_id, user_id, permission) values ($1, $2, 'seeCost')`,
    [companyId, member.userId],
  );
  await server.ok(saveExchangeRate, { currency: 'USD', onDay: '2020-01-01', toBase: '7', sure: true }, world.main);
  await fill();
  await server.startWorker();
});
afterAll(() => server.close());

async function fill(): Promise<void> {
  const [north = 0, south = 0] = world.shopIds;
  const cash = (at: number): Partial<Line> => ({ partyKind: 'money_account', partyId: world.moneyIds[at] ?? 0 });
  await booked(
    '2026-03-02',
    { account: 'cash', amount: '1000', ...cny, ...cash(0) },
    { account: 'cash', amount: '200', ...usd, ...cash(1) },
  );
  for (const [at, shopId] of [north, south].entries()) {
    const shop = { partyKind: 'shop', partyId: shopId } as const;
    await booked(
      '2026-03-05',
      ...(['unsettled', 'deferred', 'settled', 'reserve', 'in_transit'] as const).map((stage, n) => ({
        ...{ account: `platform_${stage}` as Line['account'], amount: `${10 + 7 * n + at}.${n}1` },
        ...(n % 2 === 0 ? usd : cny),
        ...shop,
      })),
      { account: 'sales', amount: minus(`${100 + at}`), ...usd, shopId },
      { account: 'refund', amount: '12.34', ...usd, shopId },
      { account: 'advertising', amount: '9.99', ...usd, shopId },
      { account: 'tax_payable', amount: '-8.88', ...usd, shopId },
      { account: 'tax_by_platform', amount: '-4', ...usd, ...shop, shopId },
      { account: 'tax_by_platform', amount: '4', ...usd, ...shop, shopId },
      { account: 'input_tax', amount: '1.23', ...cny, shopId },
    );
  }
  await booked('2026-03-07', {
    account: 'bank_fee',
    amount: '3.21',
    ...cny,
    departmentId: world.departmentIds[0] ?? 0,
  });
  await world.tx((tx) =>
    tx.rows(sql`insert into settlement_held (company_id, shop_id, reference, platform_order_no, amount, currency, posted_at, until)
      values (${sql.company}, ${north}, 'H-1', '', 5, 'CNY', ${tx.now}, ${new Date(tx.now.getTime() + 20 * 86_400_000)})`),
  );
  await world.booked({ amount: '100', lines: [{ share: '1', shopId: north }, { share: '2' }] });
  await server.ok(
    finance.saveRecurringExpense,
    {
      ...{ typeId: world.typeId('Travel'), amount: '10', currency: 'CNY', startsOn: today(10), dayOfMonth: 28 },
      ...{
        until: null,
        submits: false,
        active: true,
        lines: [{ share: '1' }, { share: '1', shopId: south }, { share: '1', shopId: north }],
      },
    },
    world.main,
  );
}

const own = (name: string, query: object = {}, person: Person = world.main) =>
  shown(server, person, name as ReportName, { ...whole, ...query } as never);
const two = (value: string | null | undefined) => new Decimal(value ?? 0).toFixed(2);

describe('reports of finance', () => {
  it.each([
    ['profitLoss', ['bookIncome', 'bookExpense', 'bookProfit']],
    ['balanceSheet', ['assets', 'liabilities', 'equity']],
    ['tax', ['taxedSales', 'taxCollected', 'taxByPlatform', 'inputTax']],
    ['platformMoney', ['heldMoney']],
    ['payableAgeing', ['openAmount', 'aheadAmount', 'netOpen']],
    ['receivableAgeing', ['openAmount', 'netOpen']],
    ['cashForecast', ['cashNet', 'cashUndated', 'cashPayouts', 'cashExpenses']],
  ] as const)('%s has the same totals however it is grouped', (name, additive) =>
    addsUp(server, world.main, name, { ...whole, additive }),
  );

  it('leave everything out for whoever may not see costs, and answer by right', async () => {
    for (const report of ['profitLoss', 'balanceSheet', 'tax', 'cashForecast'] as const)
      expect((await server.call(describeReport, { report }, blind)).status).toBe(403);
    expect((await server.call(describeReport, { report: 'platformMoney' }, blind)).status).toBe(200);
    const other = await server.member(world.main.companyId, [rights.settlement.view]);
    expect((await server.call(describeReport, { report: 'payableAgeing' }, other)).status).toBe(403);
  });
});

describe('the statements', () => {
  it('are those of the month', async () => {
    const figures = await server.ok(monthFigures, { month: MONTH }, world.main);
    const result = await own('profitLoss', { ...march, dimensions: ['account'] });
    expect(two(result.figure('bookProfit'))).toBe(figures.profit);
    const sheet = await own('balanceSheet', { ...march, dimensions: ['account'] });
    const byKey = (of: typeof result, key: string) => of.rows.find(({ keys }) => keys[0] === key)?.figures ?? [];
    for (const { account, kind, movement, closing } of figures.rows) {
      if (kind === 'income') expect(two(byKey(result, account)[0])).toBe(two(minus(movement)));
      else if (kind === 'expense') expect(two(byKey(result, account)[1])).toBe(movement);
      else if (kind === 'asset') expect(two(byKey(sheet, account)[0])).toBe(closing);
      else if (kind === 'liability') expect(two(byKey(sheet, account)[1])).toBe(two(minus(closing)));
      else expect(two(byKey(sheet, account)[2])).toBe(two(minus(closing)));
    }
  });

  it('balance, on any day', async () => {
    for (const to of ['2026-03-01', '2026-03-05', '2026-12-31']) {
      const { figure } = await own('balanceSheet', { from: to, to });
      const rest = new Decimal(figure('liabilities') ?? 0).plus(figure('equity') ?? 0);
      expect(two(figure('assets'))).toBe(rest.toFixed(2));
    }
  });

  it('show a member what belongs to their shops', async () => {
    const [north = ''] = world.shopIds.map(String);
    const mine = await own('profitLoss', march, member);
    const ofShop = await own('profitLoss', { ...march, filters: { shop: [north] } });
    expect(mine.totals.figures).toEqual(ofShop.totals.figures);
    expect(mine.figure('bookProfit')).not.toBe((await own('profitLoss', march)).figure('bookProfit'));
  });
});

it('taxes are those of the tax page', async () => {
  const page = await server.ok(taxFigures, march, world.main);
  const { figure } = await own('tax', march);
  const names = {
    taxedSales: 'sales',
    taxCollected: 'collected',
    taxByPlatform: 'byPlatform',
    inputTax: 'input',
  } as const;
  for (const [measure, name] of Object.entries(names)) expect(two(figure(measure))).toBe(page.sums[name]);
  expect(two(figure('importTax'))).toBe(page.sums.import);
});

describe('journals', () => {
  it.each([
    ['journalXero', 'xero', '*Amount', undefined],
    ['journalQuickbooks', 'quickbooks', 'Debits', 'Credits'],
    ['journalKingdee', 'kingdee', '借方金额', '贷方金额'],
  ] as const)('%s has the template of the program and sums to zero', async (report, system, debit, credit) => {
    const query = { report, ...march, dimensions: ['month' as const], order: 'desc' as const };
    const rows = await exportedRows(server, exportReport, query, world.main);
    const file = await server.ok(getJournalAccounts, { system }, world.main);
    expect(rows.length).toBeGreaterThan(5);
    expect(rows.length).toBeLessThanOrEqual(file.rows.length);
    const sum = (name: string | undefined) =>
      rows.reduce((all, row) => all.plus((name && row[name]) || 0), new Decimal(0));
    expect(sum(debit).minus(sum(credit)).toFixed(2)).toBe('0.00');
    expect(rows.some((row) => Number(row[debit]) > 0)).toBe(true);
  });

  it('can be made on a schedule by whoever may export the books', async () => {
    const { reports } = await server.ok(getReportCentre, {}, world.main);
    expect(reports.map(({ report }) => report.report)).toContain('journalKingdee');
    const mine = await server.ok(getReportCentre, {}, centre);
    expect(mine.reports).toEqual([]);
  });
});

describe('money held by platforms', () => {
  it('is that of the page, by stage and in all', async () => {
    const { sum } = await server.ok(finance.whereIsMoney, {}, world.main);
    const byAccount = await own('platformMoney', { dimensions: ['account'] });
    expect(two(byAccount.figure('heldMoney'))).toBe(sum.total);
    const stages = {
      unsettled: 'unsettled',
      deferred: 'deferred',
      settled: 'settled',
      reserve: 'reserve',
      in_transit: 'inTransit',
    } as const;
    for (const [account, stage] of Object.entries(stages)) {
      const row = byAccount.rows.find(({ keys }) => keys[0] === `platform_${account}`);
      expect(two(row?.figures[byAccount.measures.indexOf('heldMoney')])).toBe(sum[stage]);
    }
  });

  it('stands on the days that are known, and apart where none is', async () => {
    const { rows } = await own('platformMoney', {
      dimensions: ['expectedWeek'],
      filters: { account: ['platform_deferred'] },
    });
    expect(rows.map(({ keys }) => keys[0] === 'undated')).toEqual([false, true]);
    expect(rows[0]?.figures[0]).toBe('5');
  });

  it('is that of their shops for a member', async () => {
    const mine = await own('platformMoney', {}, member);
    const page = await server.ok(finance.whereIsMoney, {}, member);
    expect(two(mine.figure('heldMoney'))).toBe(page.sum.total);
  });
});

describe('ageing', () => {
  /** The moment at which people look: ages do not depend on when the test runs. */
  const NOW = new Date('2026-11-20T10:00:00Z');
  const ago = (days: number) => new Date(NOW.getTime() - days * 86_400_000).toISOString().slice(0, 10);
  const at = <T>(work: (tx: Tx, ctx: Ctx) => Promise<T>) => {
    const ctx = { ...world.ctx, now: () => NOW };
    return server.app.database.inCompany(ctx, (tx) => work(tx, ctx));
  };
  const report = async (side: 'payable' | 'receivable', day: string, filters: object) => {
    const query = { from: day, to: day, filters, dimensions: ['bucket'], order: 'desc', page: 1, pageSize: 50 };
    const found = await at((tx, ctx) => run(tx, ctx, { report: `${side}Ageing`, ...query } as never));
    const figure = (measure: string, bucket?: string) =>
      (bucket === undefined ? found.totals : found.rows.find(({ keys }) => keys[0] === bucket))?.figures[
        found.measures.indexOf(measure as never)
      ];
    return { figure };
  };

  it('is the balance of the ledger on any day, and what the page shows today', async () => {
    const line = fc.record({
      ago: fc.integer({ min: 0, max: 300 }),
      cents: fc.integer({ min: -50_000, max: 80_000 }).filter((cents) => cents !== 0),
      party: fc.integer({ min: 1, max: 3 }),
      currency: fc.constantFrom('CNY', 'USD'),
      side: fc.constantFrom('carrier_payable', 'receivable'),
    });
    const lines = fc.array(line, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 0, max: 320 }), async (more, days) => {
        for (const { ago: day, cents, party, currency, side } of more)
          await booked(ago(day), {
            ...{ account: side as Line['account'], amount: (cents / 100).toFixed(2), partyId: party },
            ...(currency === 'CNY' ? cny : usd),
            partyKind: side === 'receivable' ? 'wholesale_customer' : 'carrier_account',
          });
        await isBalance('payable', '-1', 'carrier_payable', ago(days));
        await isBalance('receivable', '1', 'receivable', ago(days));
        await isPage('payable');
        await isPage('receivable');
      }),
      { numRuns: runs(6, 60) },
    );
  });

  async function isBalance(side: 'payable' | 'receivable', sign: string, account: string, day: string) {
    const { figure } = await report(side, day, { account: [account] });
    const ledger = await world.tx((tx) =>
      tx.row<{ sum: string }>(sql`select coalesce(sum(l.base_amount), 0) as sum from ledger_line l
        join ledger_entry e on e.company_id = l.company_id and e.id = l.entry_id
        where l.company_id = ${sql.company} and l.account = ${account} and e.on_day <= ${day}::date`),
    );
    expect(two(figure('netOpen'))).toBe(new Decimal(ledger?.sum ?? 0).mul(sign).toFixed(2));
  }

  async function isPage(side: 'payable' | 'receivable') {
    const page = await at((tx, ctx) => ageingPage(tx, ctx, finance.listAgeing.input.parse({ side })));
    for (const sum of page.sums) {
      const { figure } = await report(side, ago(0), { currency: [sum.currency] });
      expect(two(figure('openOwn'))).toBe(sum.total);
      for (const bucket of finance.AGES) expect(two(figure('openOwn', bucket))).toBe(sum[bucket]);
    }
  }
});

describe('the cash forecast', () => {
  const figuresOf = async (query: object = {}, person: Person = world.main) => {
    const result = await own('cashForecast', { dimensions: ['week'], ...query }, person);
    const at = (measure: string) => result.measures.indexOf(measure as never);
    return {
      ...result,
      of: (row: (typeof result)['rows'][number], measure: string) => Number(row.figures[at(measure)] ?? 0),
    };
  };
  const FLOWS = [
    'cashPayouts',
    'cashReceipts',
    'cashBills',
    'cashPlanned',
    'cashFreight',
    'cashRecurring',
    'cashExpenses',
  ];

  it.each([[{}], [{ filters: { currency: ['CNY'] } }], [{ filters: { currency: ['USD'] } }]])(
    'begins with the money at hand and goes on from week to week: %j',
    async (query) => {
      const { rows, of, figure } = await figuresOf(query);
      const weeks = rows.filter(({ keys }) => keys[0] !== 'undated');
      expect(weeks).toHaveLength(13);
      for (const [at, row] of weeks.entries()) {
        const net = FLOWS.reduce((sum, line) => sum + of(row, line), 0);
        expect(of(row, 'cashNet')).toBeCloseTo(net, 4);
        expect(of(row, 'cashOpening') + of(row, 'cashNet')).toBeCloseTo(of(row, 'cashClosing'), 4);
        const next = weeks[at + 1];
        if (next) expect(of(next, 'cashOpening')).toBe(of(row, 'cashClosing'));
      }
      expect(Number(figure('cashOpening')) + Number(figure('cashNet'))).toBeCloseTo(Number(figure('cashClosing')), 4);
      expect(Number(figure('cashOpening'))).toBe(of(weeks[0] as never, 'cashOpening'));
    },
  );

  it('opens with what the money accounts hold', async () => {
    expect((await figuresOf({ filters: { currency: ['CNY'] } })).figure('cashOpening')).toBe('1000');
    expect((await figuresOf({ filters: { currency: ['USD'] } })).figure('cashOpening')).toBe('1400');
  });

  it('has each expected amount once, with its document, and what has no day apart', async () => {
    const { rows, figure } = await figuresOf({ dimensions: ['cashLine', 'document'] });
    const sum = (line: string) => rows.filter(({ keys }) => keys[0] === line);
    expect(figure('cashExpenses')).toBe('-100');
    expect(sum('expenses').map(({ labels }) => labels[1]?.slice(0, 3))).toEqual(['EXP']);
    // A month or two more begin within 13 weeks, by the day on which it is.
    expect(['-30', '-40', '-20']).toContain(figure('cashRecurring'));
    const held = await own('platformMoney', { dimensions: ['expectedWeek'] });
    const undated = held.rows.find(({ keys }) => keys[0] === 'undated');
    const late = Number(figure('cashUndated')) - Number(undated?.figures[held.measures.indexOf('heldMoney')] ?? 0);
    expect(late).toBeGreaterThanOrEqual(0);
    expect(rows.every(({ figures }) => figures[0] === null)).toBe(true);
  });

  it('shows a member what belongs to their shops', async () => {
    const mine = await figuresOf({}, member);
    const ofShop = await figuresOf({ filters: { shop: [String(world.shopIds[0])] } });
    expect(mine.totals.figures).toEqual(ofShop.totals.figures);
    expect(Number(mine.figure('cashExpenses'))).toBeCloseTo(-33.33, 2);
  });
});

it('bills of suppliers and instalments stand in the forecast, and in the ageing of an earlier day', async () => {
  const buying = await openBuying(server);
  const orderId = await buying.purchase([[0, 100, '10']], { terms: [{ percent: '100', when: 'receipt', days: 30 }] });
  await buying.receive(await buying.place(orderId), [[0, 100]]);
  const lineId = (await buying.detail(orderId)).lines[0]?.id ?? 0;
  const about = { orderId, reference: 'R-1', currency: 'CNY', acceptReason: 'as agreed' };
  const lines = [{ lineId, quantity: 20, unitPrice: '10' }];
  const { id } = await server.ok(
    procurement.saveSupplierBill,
    { ...about, billedOn: today(-40), dueOn: today(20), lines },
    buying.main,
  );
  const forecast = () => own('cashForecast', { dimensions: ['cashLine', 'document'] }, buying.main);
  const before = await forecast();
  expect(before.figure('cashBills')).toBe('-200');
  expect(before.rows.find(({ keys }) => keys[0] === 'bills')?.labels[1]).toBe('Potter · R-1');
  expect(before.figure('cashPlanned')).toBe('-800');
  const age = async (day: string) =>
    (await own('payableAgeing', { from: day, to: day, filters: { partyKind: ['supplier'] } }, buying.main)).figure(
      'openAmount',
    );
  const { id: payment } = await server.ok(
    procurement.requestSupplierPayment,
    { orderId, amount: '50', billId: id },
    buying.main,
  );
  await server.ok(procurement.paySupplier, { id: payment, paidOn: today(-1) }, buying.main);
  expect([await age(today(-50)), await age(today(-10)), await age(today(5))]).toEqual(['0', '200', '150']);
  expect((await forecast()).figure('cashBills')).toBe('-150');
});
