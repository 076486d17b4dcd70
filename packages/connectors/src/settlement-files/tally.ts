import { negate, sum } from '../money.ts';
import type { Decimal } from '../types.ts';
import type {
  Found,
  MonthTotal,
  SettlementFile,
  SettlementFileLine,
  SettlementGap,
  SettlementHeader,
  TypeTotal,
} from './file.ts';

const AT_ONCE = 256;

/** Adds up in batches, so that few sums are written. */
class Total {
  #waiting: Decimal[] = ['0'];
  lines = 0;

  add(amount: Decimal): void {
    this.lines++;
    if (this.#waiting.push(amount) > AT_ONCE) this.#waiting = [sum(this.#waiting)];
  }

  get amount(): Decimal {
    return sum(this.#waiting);
  }
}

class Totals<Key extends object> {
  readonly #known = new Map<string, { key: Key; total: Total }>();

  add(names: readonly string[], key: () => Key, amount: Decimal): void {
    const name = names.join('\t');
    let known = this.#known.get(name);
    if (!known) {
      known = { key: key(), total: new Total() };
      this.#known.set(name, known);
    }
    known.total.add(amount);
  }

  list(): (Key & { amount: Decimal; lines: number })[] {
    return [...this.#known]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { key, total }]) => ({ ...key, amount: total.amount, lines: total.lines }));
  }
}

/** Puts together what a reader finds. With `onLine` no line is kept: only totals and what is set aside. */
export function collect(
  format: string,
  found: Iterable<Found>,
  onLine?: (line: SettlementFileLine) => void,
): SettlementFile {
  const lines: SettlementFileLine[] = [];
  const take = onLine ?? ((line: SettlementFileLine) => void lines.push(line));
  const file = { header: [] as SettlementHeader[], setAside: [] as SettlementFile['setAside'], zeroRows: 0 };
  const types = new Totals<Omit<TypeTotal, 'amount' | 'lines'>>();
  const months = new Totals<Omit<MonthTotal, 'amount' | 'lines'>>();
  const settlements = new Totals<{ settlementId: string; currency: string }>();
  let lineCount = 0;
  for (const one of found) {
    if ('header' in one) file.header.push(one.header);
    else if ('setAside' in one) file.setAside.push(one.setAside);
    else if ('zeroRow' in one) file.zeroRows++;
    else {
      const { line } = one;
      const { transactionType, amountType, description, kind, currency, amount, settlementId = '' } = line;
      const month = line.postedAt.slice(0, 7);
      lineCount++;
      types.add(
        [transactionType, amountType, description, kind, currency],
        () => ({ transactionType, amountType, description, kind, currency }),
        amount,
      );
      months.add([month, currency], () => ({ month, currency }), amount);
      settlements.add([settlementId, currency], () => ({ settlementId, currency }), amount);
      take(line);
    }
  }
  return {
    format,
    ...file,
    lines,
    lineCount,
    totalsByType: types.list(),
    totalsByMonth: months.list(),
    gap: gapsOf(file.header, settlements.list()),
  };
}

function gapsOf(
  headers: readonly SettlementHeader[],
  found: readonly { settlementId: string; currency: string; amount: Decimal }[],
): SettlementGap[] {
  const rest = new Map(found.map((one) => [`${one.settlementId}\t${one.currency}`, one]));
  const gaps: SettlementGap[] = headers.map(({ settlementId, currency, total }) => {
    const name = `${settlementId}\t${currency}`;
    const linesTotal = rest.get(name)?.amount ?? '0';
    rest.delete(name);
    return total === undefined
      ? { settlementId, currency, linesTotal }
      : { settlementId, currency, total, linesTotal, gap: sum([total, negate(linesTotal)]) };
  });
  const others = [...rest.values()].map(({ settlementId, currency, amount }) => ({
    settlementId,
    currency,
    linesTotal: amount,
  }));
  return [...gaps, ...others];
}
