import { performance } from 'node:perf_hooks';
import '../apps/server/src/areas.ts';
import { monthFigures } from '@tradewind/contract/finance/closing.ts';
import { closeMonth, computeMonth, writeFigures } from '../apps/server/src/areas/finance/closing/months.ts';
import { book } from '../apps/server/src/areas/finance/public.ts';
import { fillLedger } from './ledger.fill.ts';
import { type Bench, Client, type Figures, log, openBench, percentile, round, timesOf } from './lib.ts';

const CONNECTIONS = 8;
/** The first is closed with all that lies before it; the second goes on from there. */
const CLOSED = ['2025-11-01', '2025-12-01'];

/**
 * Closing a month of a year's ledger while eight connections book in it without a pause: how long closing takes, how long
 * its figures take after it, and how long a booking waits at most.
 */
export async function close(args: string[]): Promise<Figures> {
  const orders = Number(args[0] ?? 1_000_000);
  const bench = await openBench();
  const { app, ctx } = bench;
  await fillLedger(bench, orders);
  const figures: Figures = { orders };
  const { rows } = await app.database.owner.query('select count(*)::int as lines from ledger_line');
  figures.lines = rows[0].lines;
  for (const [at, month] of CLOSED.entries()) {
    const stop = bookers(bench, month);
    const timed = async (name: string, work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      figures[`${name}${at + 1}Seconds`] = round((performance.now() - start) / 1000, 2);
      log(`${name} ${month} ${figures[`${name}${at + 1}Seconds`]}`);
    };
    await timed('compute', () => app.database.inCompany(ctx, (tx) => computeMonth(tx, month)));
    await timed('close', () => app.database.inCompany(ctx, (tx) => closeMonth(tx, ctx, month)));
    await timed('figures', () => writeFigures(app, ctx));
    const times = await stop();
    figures[`bookings${at + 1}`] = times.length;
    figures[`booking${at + 1}P50Ms`] = round(percentile(times, 0.5));
    figures[`booking${at + 1}MaxMs`] = round(Math.max(...times));
  }
  const client = new Client(await bench.startApi(18_472), bench.token);
  const pages = await timesOf(20, () => client.text(monthFigures, { month: '2025-12' }), 3);
  figures.closedPageP95Ms = round(percentile(pages, 0.95));
  const open = await timesOf(5, () => client.text(monthFigures, { month: '2026-01' }), 1);
  figures.openPageP95Ms = round(percentile(open, 0.95));
  await bench.close();
  return figures;
}

/** People who book in the month without a pause. @returns ends them; how long each booking took, in milliseconds */
function bookers({ app, ctx }: Bench, month: string): () => Promise<number[]> {
  const times: number[] = [];
  let going = true;
  const plain = { currency: 'CNY', rate: '1' };
  const loops = Array.from({ length: CONNECTIONS }, async (_, who) => {
    for (let n = 0; going; n++) {
      const start = performance.now();
      await app.database.inCompany(ctx, (tx) =>
        book(tx, [
          {
            ...{ docKind: `bench${month}`, docId: n * CONNECTIONS + who + 1, step: 's', onDay: month, text: 'sale' },
            lines: [
              { account: 'bank_fee', amount: '1', ...plain },
              { account: 'cash', amount: '-1', ...plain },
            ],
          },
        ]),
      );
      times.push(performance.now() - start);
    }
  });
  return async () => {
    going = false;
    await Promise.all(loops);
    return times;
  };
}
