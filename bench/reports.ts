import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { exportReport, type ReportResult, runReport } from '@tradewind/contract/reports.ts';
import { book, financeDays, skuDays } from '../apps/server/src/areas/finance/public.ts';
import { fillLedger } from './ledger.fill.ts';
import { Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';

/**
 * Product statistics over a year's ledger: a page with its totals, all products by shop over the year, what makes one of
 * them, how soon a booking shows, and a file of everything.
 */
export async function reports(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const { app, ctx } = bench;
  const { owner } = app.database;
  await fillLedger(bench, orders);
  const figures: Figures = { orders };
  figures.ledgerLines = (await owner.query('select count(*)::int as n from ledger_line')).rows[0].n;
  const start = performance.now();
  for (const rollup of [financeDays, skuDays]) {
    await app.database.inCompany(ctx, (tx) => rollup.rebuild(tx));
    log(`${rollup.table} ${round((performance.now() - start) / 1000)} s`);
  }
  figures.rebuildSeconds = round((performance.now() - start) / 1000);
  await owner.query('vacuum analyze');
  figures.days = (await owner.query('select count(*)::int as n from sku_day')).rows[0].n;
  const client = new Client(await bench.startApi(18_473, 'api,worker'), bench.token);
  const measures = ['units', 'goods', 'refund', 'platformFee', 'goodsCost', 'labelCost', 'profit', 'margin'] as const;
  const ask = {
    report: 'product',
    dimensions: ['product'],
    measures: [...measures],
    order: 'desc',
    page: 1,
    pageSize: 50,
  } as const;
  const month = { ...ask, from: '2025-11-12', to: '2025-12-11' };
  const timed = async (name: string, query: object, times = 20): Promise<void> => {
    const all = await timesOf(times, () => client.text(runReport, query as never), 2);
    figures[`${name}P50Ms`] = round(percentile(all, 0.5));
    figures[`${name}P95Ms`] = round(percentile(all, 0.95));
    log(`${name} ${figures[`${name}P95Ms`]} ms`);
  };
  await timed('page', month);
  await timed('comparedPage', { ...month, compare: 'before' });
  const year = { ...ask, dimensions: ['product', 'shop'], from: '2025-01-01', to: '2025-12-31' };
  await timed('year', year, 5);
  figures.yearMs = figures.yearP50Ms ?? 0;
  await timed('drill', {
    ...ask,
    dimensions: ['month'],
    from: '2025-01-01',
    to: '2025-12-31',
    filters: { product: ['7'] },
  });
  await timed('drillDays', { ...month, dimensions: ['day'], filters: { product: ['7'] } });
  figures.rollupLagSeconds = await lagOf();
  const file = performance.now();
  const { exportId } = (await client.call(exportReport, {
    ...{ report: 'product', from: '2025-01-01', to: '2025-12-31', dimensions: ['month', 'product', 'shop', 'country'] },
    ...{ measures: ['units', 'goods', 'profit'], order: 'asc' },
  } as never)) as { exportId: number };
  for (;;) {
    const { rows } = await owner.query('select state, rows_total as n, error from export_file where id = $1', [
      exportId,
    ]);
    if (rows[0].state === 'failed') throw new Error(rows[0].error);
    if (rows[0].state === 'done') {
      figures.exportRows = rows[0].n;
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  figures.exportSeconds = round((performance.now() - file) / 1000);
  figures.exportMegabytes = await bench.peakMegabytes();
  await bench.close();
  return figures;

  /** From a booking's commit until the page has it. */
  async function lagOf(): Promise<number> {
    const units = async () => {
      const result = (await client.call(runReport, {
        ...month,
        dimensions: [],
        from: '2025-12-11',
      } as never)) as ReportResult;
      return Number(result.totals.figures[1] ?? 0);
    };
    const before = await units();
    await app.database.inCompany(ctx, (tx) =>
      book(tx, [
        {
          ...{ docKind: 'bench', docId: 1, step: 's', onDay: '2025-12-11', text: 'sale' },
          lines: [
            { account: 'sales', amount: '-1', currency: 'CNY', rate: '1' },
            { account: 'cash', amount: '1', currency: 'CNY', rate: '1' },
          ],
        },
      ]),
    );
    const committed = performance.now();
    while ((await units()) === before) await new Promise((resolve) => setTimeout(resolve, 5));
    return round((performance.now() - committed) / 1000, 3);
  }
}
