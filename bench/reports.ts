import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { explainChange, exportReport, type ReportResult, reportLines, runReport } from '@tradewind/contract/reports.ts';
import { book, productProfits } from '../apps/server/src/areas/finance/public.ts';
import { allRollups } from '../apps/server/src/core/rollup.ts';
import { fillLedger } from './ledger.fill.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, perSecond, round, timesOf } from './lib.ts';
import { fillProfits } from './profit.ts';
import { fillStock } from './stock.fill.ts';

const PRODUCT = [
  ...(['units', 'goods', 'refund', 'platformFee', 'goodsCost', 'labelCost', 'profit', 'margin'] as const),
];
const PAGE = { report: 'product', dimensions: ['product'], measures: PRODUCT, order: 'desc', page: 1, pageSize: 50 };
const MONTH = { from: '2025-11-12', to: '2025-12-11' };
const YEAR = { from: '2025-01-01', to: '2025-12-31' };
const OF_ONE = { filters: { product: ['7'] } };
const profitPage = { ...PAGE, report: 'profit', measures: undefined };
const bridge = { ...profitPage, report: 'profitBridge' };

/** What is called how often, by the name of its figures. */
const MEASURED: readonly [name: string, times: number, query: object][] = [
  ['page', 20, { ...PAGE, ...MONTH }],
  ['comparedPage', 20, { ...PAGE, ...MONTH, compare: 'before' }],
  ['year', 5, { ...PAGE, ...YEAR, dimensions: ['product', 'shop'] }],
  ['drill', 20, { ...PAGE, ...YEAR, ...OF_ONE, dimensions: ['month'] }],
  ['drillDays', 20, { ...PAGE, ...MONTH, ...OF_ONE, dimensions: ['day'] }],
  ['profit', 20, { ...profitPage, ...MONTH, dimensions: ['shop', 'month'] }],
  ['profitByProduct', 20, { ...profitPage, ...MONTH }],
  ['profitYearByProduct', 3, { ...profitPage, ...YEAR }],
  ['bridge', 20, { ...bridge, ...MONTH, dimensions: ['month', 'shop', 'feeState'] }],
  ['bridgeByProduct', 20, { ...bridge, ...MONTH }],
  ['bridgeByOrder', 5, { ...bridge, ...MONTH, dimensions: ['order'] }],
  ['tax', 20, { ...PAGE, report: 'tax', measures: undefined, ...MONTH, dimensions: ['country', 'shop'] }],
  ['taxYear', 5, { ...PAGE, report: 'tax', measures: undefined, ...YEAR, dimensions: ['country'] }],
  ['valuation', 5, { ...PAGE, report: 'stockValue', measures: undefined, from: '2025-06-30', to: '2025-06-30' }],
];
const LINES: readonly [name: string, query: object][] = [
  ['lines', { report: 'product', ...MONTH }],
  ['linesOfProduct', { report: 'product', ...YEAR, ...OF_ONE }],
  ['profitLines', { report: 'profit', ...MONTH }],
  ['profitLinesOfProduct', { report: 'profit', ...YEAR, ...OF_ONE }],
  ['bridgeLines', { report: 'profitBridge', ...MONTH }],
  ['bridgeLinesOfProduct', { report: 'profitBridge', ...YEAR, ...OF_ONE }],
];

/**
 * Reports over a year's ledger: pages with their totals, what makes a row, stock at a date, how soon a booking shows, five
 * people at once while orders are booked, and a file of everything.
 */
export async function reports(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const { owner } = bench.app.database;
  await fillLedger(bench, orders);
  await fillProfits(bench);
  await fillStock(bench, orders);
  const figures: Figures = { orders };
  const count = async (table: string) => (await owner.query(`select count(*)::int as n from ${table}`)).rows[0].n;
  figures.ledgerLines = await count('ledger_line');
  figures.rebuildSeconds = await rebuild(bench);
  figures.days = await count('sku_day');
  const url = await bench.startApi(18_473, 'api,worker');
  const client = new Client(url, bench.token);
  const note = (name: string, times: readonly number[]) => {
    figures[`${name}P50Ms`] = round(percentile(times, 0.5));
    figures[`${name}P95Ms`] = round(percentile(times, 0.95));
    log(`${name} ${figures[`${name}P95Ms`]} ms`);
  };
  for (const [name, times, query] of MEASURED)
    note(name, await timesOf(times, () => client.text(runReport, query as never), 2));
  for (const [name, query] of LINES) note(name, await timesOf(20, () => client.text(reportLines, query as never), 2));
  note('change', await timesOf(3, () => client.text(explainChange, { ...MONTH, compare: 'before' }), 1));
  figures.yearMs = figures.yearP50Ms ?? 0;
  figures.valuationSeconds = round(Number(figures.valuationP95Ms) / 1000);
  figures.rollupLagSeconds = await lagOf(bench, client);
  note('fiveAtOnce', await fiveAtOnce(bench, url));
  Object.assign(figures, await fileOf(bench, client));
  client.close();
  await bench.close();
  return figures;
}

async function rebuild({ app, ctx }: Bench): Promise<number> {
  const start = performance.now();
  for (const rollup of allRollups()) {
    await rollup.rebuild(app, ctx);
    log(`${rollup.table} ${round((performance.now() - start) / 1000)} s`);
  }
  await productProfits.rebuild(app, ctx);
  const seconds = round((performance.now() - start) / 1000);
  log(`${productProfits.table} ${seconds} s`);
  await app.database.owner.query('vacuum analyze');
  return seconds;
}

const bookOne = ({ app, ctx }: Bench, docId: number): Promise<number> =>
  app.database.inCompany(ctx, (tx) =>
    book(tx, [
      {
        ...{ docKind: 'bench', docId, step: 's', onDay: '2025-12-11', text: 'sale' },
        lines: [
          { account: 'sales', amount: '-1', currency: 'CNY', rate: '1' },
          { account: 'cash', amount: '1', currency: 'CNY', rate: '1' },
        ],
      },
    ]),
  );

/** From a booking's commit until the page has it, in seconds. */
async function lagOf(bench: Bench, client: Client): Promise<number> {
  const goods = async () => {
    const query = { ...PAGE, dimensions: [], from: '2025-12-11', to: '2025-12-11' };
    const result = (await client.call(runReport, query as never)) as ReportResult;
    return Number(result.totals.figures[1] ?? 0);
  };
  const before = await goods();
  await bookOne(bench, 1);
  const committed = performance.now();
  while ((await goods()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return round((performance.now() - committed) / 1000, 3);
}

/** All products by shop over the year, by five people without a pause, while somebody books without a pause. */
async function fiveAtOnce(bench: Bench, url: string): Promise<number[]> {
  let reading = true;
  const booking = (async () => {
    for (let docId = 2; reading; docId++) await bookOne(bench, docId);
  })();
  const people = Array.from({ length: 5 }, () => new Client(url, bench.token));
  const query = { ...PAGE, ...YEAR, dimensions: ['product', 'shop'] };
  const { times } = await perSecond(
    5,
    20,
    async (person) => void (await people[person]?.text(runReport, query as never)),
  );
  reading = false;
  await booking;
  for (const person of people) person.close();
  return times;
}

/** A file of everything: its rows and seconds, and the memory of the process before and at most meanwhile. */
async function fileOf(bench: Bench, client: Client): Promise<Figures> {
  const start = performance.now();
  const before = await bench.megabytes();
  const { exportId } = (await client.call(exportReport, {
    ...{ report: 'product', ...YEAR, dimensions: ['month', 'product', 'shop', 'country'] },
    ...{ measures: ['units', 'goods', 'profit'], order: 'asc' },
  } as never)) as { exportId: number };
  for (let most = before; ; ) {
    const { rows } = await bench.app.database.owner.query(
      'select state, rows_done as done, rows_total as n, error from export_file where id = $1',
      [exportId],
    );
    const [file] = rows;
    if (file.state === 'failed') throw new Error(file.error);
    const now = await bench.megabytes();
    if (now > most) log(`${file.done} rows: ${now} MB`);
    most = Math.max(most, now);
    if (file.state === 'done')
      return {
        exportRows: file.n,
        exportSeconds: round((performance.now() - start) / 1000),
        ...{ exportMegabytesBefore: before, exportMegabytes: most },
      };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
