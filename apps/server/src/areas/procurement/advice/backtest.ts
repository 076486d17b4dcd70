import { numberOf } from './days.ts';
import { leadTooLong, type Policy } from './rules/advise.ts';
import { addReplayed, nothingReplayed, type Replayed, replay } from './rules/replay.ts';

/** One series of demand: a number for each period, the first one first. */
export interface PastSeries {
  name: string;
  units: number[];
  /** Of a unit; null: unknown. */
  cost: number | null;
}

export interface Backtested {
  series: number;
  /** Share of the periods, of the order cycles, and of the demand that were served in full. */
  periodsInStock: number;
  cyclesInStock: number;
  served: number;
  /** Mean stock in periods of demand. */
  cover: number;
  /** Mean stock at its cost, where the series have one. */
  cash: number;
  orders: number;
}

/** The advice, and the plain weighted windows beside it, replayed on the second half of each series. */
export function backtest(all: readonly PastSeries[], policy: Policy): { advice: Backtested; windows: Backtested } {
  if (leadTooLong(policy)) throw new RangeError('Lead time must match the average daily sales period');
  return { advice: sumOf(all, policy, false), windows: sumOf(all, policy, true) };
}

function sumOf(all: readonly PastSeries[], policy: Policy, plain: boolean): Backtested {
  const sum = nothingReplayed();
  let [series, cash] = [0, 0];
  for (const { units, cost } of all) {
    const warmUp = units.length >> 1;
    const one = replay({ units, counts: units.map(() => 1) }, { policy, warmUp, plain });
    if (one.checked === 0) continue;
    series++;
    addReplayed(sum, one);
    cash += (one.stockDays / one.days) * (cost ?? 0);
  }
  return { series, ...sharesOf(sum), cash: Math.round(cash * 100) / 100 };
}

const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 10_000) / 10_000);

const sharesOf = (sum: Replayed) => ({
  periodsInStock: share(sum.daysInStock, sum.days),
  cyclesInStock: share(sum.inStock, sum.checked),
  served: share(sum.sold, sum.demanded),
  cover: sum.demanded === 0 ? 0 : Math.round((sum.stockDays / sum.demanded) * 100) / 100,
  orders: sum.orders,
});

/**
 * Reads `series,period,quantity` and, if it is there, `cost`. A period is a number or a day (YYYY-MM-DD); periods that a
 * series lacks between its first and the last of all are zero. @throws Error that names the row
 */
export function seriesOfSheet([head = [], ...rows]: readonly string[][]): PastSeries[] {
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (name: string) => names.indexOf(name);
  for (const name of ['series', 'period', 'quantity'])
    if (at(name) < 0) throw new Error(`The file has no column ${name}.`);
  const found = new Map<string, { byPeriod: Map<number, number>; cost: number | null }>();
  for (const [place, row] of rows.entries()) {
    const period = periodOf(row[at('period')] ?? '');
    const quantity = Number(row[at('quantity')]);
    if (period === undefined || !Number.isFinite(quantity))
      throw new Error(`Row ${place + 2} has no period or quantity.`);
    const name = row[at('series')] ?? '';
    const one = found.get(name) ?? { byPeriod: new Map<number, number>(), cost: null };
    one.byPeriod.set(period, (one.byPeriod.get(period) ?? 0) + quantity);
    if (at('cost') >= 0 && row[at('cost')]) one.cost = Number(row[at('cost')]);
    found.set(name, one);
  }
  return filled(found);
}

function periodOf(text: string): number | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return numberOf(text);
  return /^-?\d+$/.test(text) ? Number(text) : undefined;
}

function filled(found: ReadonlyMap<string, { byPeriod: Map<number, number>; cost: number | null }>): PastSeries[] {
  let last = Number.NEGATIVE_INFINITY;
  for (const { byPeriod } of found.values()) for (const period of byPeriod.keys()) last = Math.max(last, period);
  return [...found].map(([name, { byPeriod, cost }]) => {
    const first = Math.min(...byPeriod.keys());
    return { name, cost, units: Array.from({ length: last - first + 1 }, (_, at) => byPeriod.get(first + at) ?? 0) };
  });
}

/** Fees of the order lines, not goods: their codes have no number. */
const GOODS = /^\d{4}/;
const LEAST_DAYS = 10;

/**
 * Daily demand from order lines with the columns InvoiceNo, StockCode, Quantity, InvoiceDate (M/D/YYYY) and UnitPrice. A
 * cancelled line takes its units off the days before it. Goods sold on few days are left out.
 */
export function seriesOfOrders([head = [], ...rows]: readonly string[][]): PastSeries[] {
  const at = (name: string) => head.indexOf(name);
  const found = new Map<string, { byPeriod: Map<number, number>; cost: number | null }>();
  const lines = rows
    .map((row) => ({
      code: row[at('StockCode')] ?? '',
      day: dayOfInvoice(row[at('InvoiceDate')] ?? ''),
      quantity: Number(row[at('Quantity')]),
      cost: Number(row[at('UnitPrice')]),
    }))
    .filter((line) => GOODS.test(line.code) && Number.isFinite(line.quantity) && Number.isFinite(line.day))
    .sort((a, b) => a.day - b.day);
  for (const { code, day, quantity, cost } of lines) {
    const one = found.get(code) ?? { byPeriod: new Map<number, number>(), cost };
    found.set(code, one);
    if (quantity > 0) one.byPeriod.set(day, (one.byPeriod.get(day) ?? 0) + quantity);
    else takeBack(one.byPeriod, -quantity);
  }
  for (const [code, { byPeriod }] of found)
    if ([...byPeriod.values()].filter((units) => units > 0).length < LEAST_DAYS) found.delete(code);
  return filled(found);
}

function dayOfInvoice(text: string): number {
  const [month, day, year] = (text.split(' ')[0] ?? '').split('/').map(Number);
  return Date.UTC(year ?? Number.NaN, (month ?? 0) - 1, day ?? 0) / 86_400_000;
}

function takeBack(byPeriod: Map<number, number>, units: number): void {
  let left = units;
  for (const [day, had] of [...byPeriod].reverse()) {
    const taken = Math.min(had, left);
    byPeriod.set(day, had - taken);
    left -= taken;
    if (left <= 0) return;
  }
}

/** Made-up demand of four kinds, the same for the same seed: steady, sporadic, growing, and with a season. */
export function seededSeries(seed: number, each = 25, days = 730): Record<string, PastSeries[]> {
  const random = randomOf(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const make = (of: (day: number, scale: number) => number) =>
    Array.from({ length: each }, (_, at) => {
      const scale = 5 + at;
      return {
        name: String(at),
        cost: 10,
        units: Array.from({ length: days }, (_day, day) => Math.max(0, Math.round(of(day, scale)))),
      };
    });
  return {
    steady: make((_day, scale) => scale + (scale / 4) * normal()),
    sporadic: make((_day, scale) => (random() < 0.08 ? 1 + random() * scale : 0)),
    growing: make((day, scale) => scale * (1 + day / days) + (scale / 4) * normal()),
    seasonal: make((day, scale) => scale * (1 + 0.5 * Math.sin((2 * Math.PI * day) / 365)) + (scale / 4) * normal()),
  };
}

function randomOf(seed: number): () => number {
  let state = (seed * 2_654_435_761) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
