import { rights } from '@tradewind/contract/access/modules.ts';
import {
  describeReport,
  explainChange,
  exportReport,
  exportReportLines,
  getProductStatistics,
  type ReportResult,
  reportLines,
  reportOptions,
  runReport,
} from '@tradewind/contract/reports.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { Decimal } from '../../core/money.ts';
import { exportedRows } from '../../testing/export.ts';
import { ownServer, type TestServer } from '../../testing/harness.ts';
import { runs } from '../../testing/property.ts';
import { book, bookGoodsCost, bookSales, skuDays } from '../finance/public.ts';
import { grantShops, makeLine, makeOrder, type OrderWorld, openWorld, walk } from '../orders/orders.testing.ts';
import { allLines, opensIntoLines } from './reports.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await ownServer();
  world = await openWorld(server);
  await world.take([
    makeOrder('P-1', {
      lines: [makeLine('1', 'SKU-1', 2), makeLine('2', 'SKU-2')],
      goodsAmount: '59.97',
      totalAmount: '64.96',
    }),
    makeOrder('P-2'),
  ]);
  for (const no of ['P-1', 'P-2']) await walk(world, await world.idOf(no), 'ship');
  const ids = await Promise.all(['P-1', 'P-2'].map((no) => world.idOf(no)));
  await bookSales(server.app, world.main.ctx, ids);
  await world.tx(async (tx) => {
    const left = await tx.rows<{ id: number }>(
      sql`select id from outbound where company_id = ${sql.company} order by id`,
    );
    await bookGoodsCost(
      tx,
      left.map(({ id }) => id),
    );
  });
  await server.startWorker();
});
afterAll(() => server.close());

const days = { from: '2026-01-01', to: '2027-12-31' };
const ask = (more: object = {}) =>
  server.ok(
    runReport,
    { report: 'product', ...days, dimensions: ['product'], ...more } as never,
    world.main,
  ) as Promise<ReportResult>;
const at = (result: ReportResult, measure: string) => result.measures.indexOf(measure as never);

describe('the report of products', () => {
  it('says what it can be grouped by and what it sums', async () => {
    const described = await server.ok(describeReport, { report: 'product' }, world.main);
    expect(described.dimensions.map(({ name }) => name)).toContain('category');
    expect(described.usual.dimensions).toEqual(['product']);
  });

  it('sums what each product sold for, and its totals are those of the ledger', async () => {
    const result = await ask();
    expect(result.total).toBe(2);
    expect(result.rows.map(({ figures }) => figures[at(result, 'units')])).toEqual(['3', '1']);
    const booked = await world.tx((tx) =>
      tx.row<{ sales: string }>(sql`select -sum(base_amount) as sales from ledger_line
        where company_id = ${sql.company} and account in ('sales', 'order_difference')`),
    );
    expect(Number(result.totals.figures[at(result, 'goods')])).toBe(Number(booked?.sales));
    expect(result.header).toMatchObject({ currency: 'CNY', books: 'open', scoped: false });
  });

  it('finds a product by its name, and filters by it', async () => {
    const [first] = await server.ok(
      reportOptions,
      { report: 'product', dimension: 'product', text: 'sku-1' },
      world.main,
    );
    const result = await ask({ filters: { product: [first?.key ?? ''] }, dimensions: ['shop', 'country'] });
    expect(result.rows.map(({ labels }) => labels[1])).toEqual(['美国']);
    expect(result.totals.figures[at(result, 'units')]).toBe('3');
  });

  it('puts a column for each value of another dimension, which sum to the row', async () => {
    const result = await ask({ pivot: 'shop', measures: ['units', 'goods'] });
    expect(result.columns).toHaveLength(1);
    for (const row of result.rows) expect(row.cells?.[0]).toEqual(row.figures);
  });

  it('compares with the days before, rows of either', async () => {
    const result = await ask({ from: '2028-01-01', to: '2029-12-30', compare: 'before' });
    expect(result.rows).toHaveLength(2);
    expect(result.rows[0]?.figures[0]).toBeNull();
    expect(result.rows[0]?.before?.[at(result, 'units')]).toBe('3');
  });

  it('says why the profit changed, in steps that sum to the change', async () => {
    const day = (at: string, amount: string, units: number, rate: string, productId: number, cost = '-3.10') => ({
      ...{ docKind: 'change', docId: Math.floor(Number(amount) * 100), step: at, onDay: at, text: 'sale' },
      lines: [
        {
          account: 'sales',
          amount: `-${amount}`,
          currency: 'USD',
          rate,
          shopId: world.shop.id,
          productId,
          quantity: -units,
        },
        { account: 'platform_unsettled', partyKind: 'shop', partyId: world.shop.id, amount, currency: 'USD', rate },
        { account: 'goods_cost', amount: cost.slice(1), currency: 'CNY', rate: '1', shopId: world.shop.id, productId },
        { account: 'stock_value', amount: cost, currency: 'CNY', rate: '1' },
      ] as const,
    });
    const [one = 0, two = 0] = world.productIds;
    await world.tx((tx) =>
      book(tx, [
        ...[
          day('2025-03-05', '100', 10, '7', one),
          day('2025-03-06', '50', 10, '7', two),
          day('2025-04-01', '240', 20, '7.2', one),
        ],
        ...[day('2025-04-02', '45.5', 7, '7.2', two), day('2025-04-03', '9.99', 1, '7.2', world.productIds[2] ?? 0)],
      ]),
    );
    const change = await server.ok(
      explainChange,
      { from: '2025-04-01', to: '2025-04-30', compare: 'before' },
      world.main,
    );
    const amount = (step: string) => Number(change.steps.find((found) => found.step === step)?.amount);
    expect(change.before).toBe('1043.80');
    const sum = change.steps.reduce((all, { amount: of }) => all.plus(of), new Decimal(0));
    expect(new Decimal(change.before).plus(sum).toFixed(2)).toBe(change.after);
    // 295.49 USD at 7.2 in place of 7.
    expect(amount('exchange')).toBe(59.1);
    // 27 units in place of 20, at what one brought before.
    expect(amount('quantity')).toBeCloseTo(1043.8 * 0.35, 2);
    expect(amount('range')).toBeCloseTo(9.99 * 7.2 - 3.1, 2);
  });

  it('is what the specification’s call lists', async () => {
    const { list, total } = await server.ok(
      getProductStatistics,
      { startDate: days.from, endDate: days.to, pageNum: 1, pageSize: 30 },
      world.main,
    );
    expect(total).toBe(2);
    expect(list[0]).toMatchObject({ productId: String(world.productIds[0]), units: '3' });
  });

  it('refuses what it does not have, and days that end before they begin, by name', async () => {
    const wrong = (more: object) =>
      server.call(runReport, { report: 'product', ...days, dimensions: [], ...more } as never, world.main);
    expect(await wrong({ dimensions: ['warehouse'] })).toMatchObject({
      status: 400,
      data: { fields: [{ path: 'dimensions.0' }] },
    });
    expect(await wrong({ to: '2025-01-01' })).toMatchObject({ status: 400, data: { fields: [{ path: 'to' }] } });
  });
});

describe('any report', () => {
  it('has the same totals however it is grouped, by day or by whole months, compacted or not', async () => {
    const dimensions = fc.uniqueArray(
      fc.constantFrom('product', 'shop', 'platform', 'country', 'category', 'month', 'day', 'week'),
      { maxLength: 3 },
    );
    const whole = (await ask({ dimensions: [] })).totals.figures;
    await fc.assert(
      fc.asyncProperty(dimensions, fc.boolean(), async (by, compact) => {
        if (compact) await skuDays.compact(server.app, world.main.ctx);
        const result = await ask({ dimensions: by, pageSize: 200 });
        expect(result.totals.figures).toEqual(whole);
        if (by.length === 0) return;
        for (const name of ['units', 'goods', 'profit']) {
          const sum = result.rows.reduce((all, row) => all.plus(row.figures[at(result, name)] ?? 0), new Decimal(0));
          expect(sum.toFixed()).toBe(new Decimal(whole[at(result, name)] ?? 0).toFixed());
        }
      }),
      { numRuns: runs(12, 200) },
    );
  });

  it('opens into the lines of the ledger that make a row, with their documents', async () => {
    await opensIntoLines(server, world.main, 'product', days);
    const [line] = await allLines(server, world.main, 'product', {
      ...days,
      measures: ['goods'],
      filters: { product: [String(world.productIds[1])] },
    });
    expect(line).toMatchObject({
      document: { kind: 'sales_order', number: 'P-1' },
      text: '订单发货，确认收入 · 商品收入',
    });
  });

  it('shows of its lines only what a person may see', async () => {
    const member = await server.member(world.main.companyId, [rights.productReport.view]);
    const elsewhere = await server.member(world.main.companyId, [rights.productReport.view]);
    await grantShops(server, elsewhere, 0);
    expect(await allLines(server, elsewhere, 'product', days)).toEqual([]);
    await grantShops(server, member, world.shop.id);
    const { lines } = await server.ok(describeReport, { report: 'product' }, member);
    expect(lines?.measures).not.toContain('goodsCost');
    const own = await allLines(server, member, 'product', days);
    expect(own.length).toBeGreaterThan(0);
    expect(own.map(({ text }) => text).filter((text) => text.includes('成本'))).toEqual([]);
    expect(
      (await server.call(reportLines, { report: 'product', ...days, measures: ['goodsCost'] }, member)).status,
    ).toBe(400);
    expect((await server.call(reportLines, { report: 'movement', ...days }, member)).status).toBe(403);
  });

  it('writes all lines behind a row into a file, which sum to it', async () => {
    const { rows, measures } = await ask({ dimensions: ['product'] });
    const [row] = rows;
    const filters = { product: [row?.keys[0] ?? ''] };
    const query = { report: 'product', ...days, filters, measures: ['units', 'goods', 'profit'] } as const;
    const lines = await exportedRows(
      server,
      exportReportLines,
      { ...query, measures: [...query.measures] },
      world.main,
    );
    const found = await allLines(server, world.main, 'product', { ...query, measures: [...query.measures] }, 2);
    expect(lines.map(({ 日期: day, 事项: text }) => [day, text])).toEqual(found.map(({ day, text }) => [day, text]));
    expect(lines.map((line) => line.单据)).toContain('P-1');
    const sum = (name: string) => lines.reduce((all, line) => all.plus(line[name] ?? 0), new Decimal(0)).toFixed();
    expect([sum('销量'), sum('利润')]).toEqual([
      row?.figures[measures.indexOf('units')],
      row?.figures[measures.indexOf('profit')],
    ]);
    const clerk = await server.member(world.main.companyId, [rights.productReport.view, rights.orderReport.export]);
    expect((await server.call(exportReportLines, { report: 'product', ...days }, clerk)).status).toBe(403);
  });

  it('is written into a file with all rows and what they mean', async () => {
    const query = {
      report: 'product',
      ...days,
      dimensions: ['product', 'shop'],
      measures: ['units', 'goods'],
    } as const;
    const rows = await exportedRows(
      server,
      exportReport,
      { ...query, dimensions: [...query.dimensions], measures: [...query.measures] },
      world.main,
    );
    const shown = await ask({
      dimensions: ['product', 'shop'],
      measures: ['units', 'goods'],
      sort: 'product',
      order: 'asc',
    });
    expect(rows).toEqual(
      shown.rows.map(({ labels, figures }) => ({
        ...{ 商品: labels[0], 店铺: labels[1], 销量: figures[0] },
        商品收入: figures[1],
      })),
    );
  });
});
