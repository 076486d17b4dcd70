import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  advicePolicy,
  type Backtested,
  backtest,
  type PastSeries,
  PUNCTUAL,
  seededSeries,
  seriesOfOrders,
  seriesOfSheet,
} from '../areas/procurement/public.ts';
import { readSheet } from '../core/sheets.ts';
import { Refused, run, say } from './command.ts';

const USAGE =
  'npm run backtest [-- FILE] [--orders FILE] [--goal 0.95] [--review fixed|daily] [--interval 7] [--lead 14] [--seed 1]';
/** Real order lines, where somebody has laid them beside the project. */
const ORDERS = join(import.meta.dirname, '../../../../../shared/data/online-retail/orders.csv');
const MOST_ROWS = 2_000_000;

/** Replays the advice and the plain windows on a file, or on made-up and real demand; see docs/backtest.md. */
async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...{ orders: { type: 'string' }, goal: { type: 'string' }, review: { type: 'string' } },
      ...{ interval: { type: 'string' }, lead: { type: 'string' }, seed: { type: 'string' } },
    },
  });
  const policy = {
    ...advicePolicy.otherwise,
    goal: Number(values.goal ?? 0.95),
    review: values.review === 'daily' ? ('daily' as const) : ('fixed' as const),
    reviewDays: Number(values.interval ?? 7),
    leadDays: Number(values.lead ?? 14),
    spread: PUNCTUAL,
  };
  if (![policy.goal, policy.reviewDays, policy.leadDays].every(Number.isFinite)) throw new Refused(USAGE);
  const sets = await setsOf(positionals[0], values.orders, Number(values.seed ?? 1));
  const results: Record<string, { advice: Backtested; windows: Backtested }> = {};
  say(`goal ${policy.goal}, lead time ${policy.leadDays}, ${policy.review} ${policy.reviewDays}`);
  say('demand       rule     series  periods  cycles  served   cover       cash  orders');
  for (const [name, series] of Object.entries(sets)) {
    const result = backtest(series, policy);
    results[name] = result;
    for (const rule of ['advice', 'windows'] as const) say(lineOf(name, rule, result[rule]));
  }
  say(JSON.stringify({ name: 'backtest', policy, results }));
}

async function setsOf(
  file: string | undefined,
  orders: string | undefined,
  seed: number,
): Promise<Record<string, PastSeries[]>> {
  const read = async (path: string) => {
    if (!existsSync(path)) throw new Refused(`There is no file ${path}.`);
    return readSheet(await readFile(path), MOST_ROWS);
  };
  if (file) return { file: seriesOfSheet(await read(file)) };
  const made = seededSeries(seed);
  if (orders) return { ...made, orders: seriesOfOrders(await read(orders)) };
  return existsSync(ORDERS) ? { ...made, orders: seriesOfOrders(await read(ORDERS)) } : made;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
function lineOf(name: string, rule: string, it: Backtested): string {
  const parts = [percent(it.periodsInStock), percent(it.cyclesInStock), percent(it.served), it.cover.toFixed(1)];
  const figures = [...parts, it.cash.toFixed(0), String(it.orders)].map((text, at) => text.padStart(at === 4 ? 11 : 8));
  return `${name.padEnd(12)} ${rule.padEnd(8)} ${String(it.series).padStart(6)} ${figures.join('')}`;
}

await run(main);
