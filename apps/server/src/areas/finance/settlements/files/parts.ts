import type { SettlementFile } from './read.ts';
import { spanOf } from './read.ts';

export interface FileTotal {
  number: string;
  currency: string;
  lines: number;
  linesTotal: string;
  total: string | null;
  gap: string | null;
  fromAt: string | null;
  toAt: string | null;
  depositDay: string | null;
}

/** The settlements of a file, with the days that it states and those of its lines. */
export function totalsOf({ header, gap, lines }: SettlementFile): FileTotal[] {
  const nameOf = (number: string, currency: string) => `${number}\t${currency}`;
  const theirs = Map.groupBy(lines, (line) => nameOf(line.settlementId ?? '', line.currency));
  return gap.map((one) => {
    const own = theirs.get(nameOf(one.settlementId, one.currency)) ?? [];
    const span = spanOf(own);
    const stated = header.find(
      ({ settlementId, currency }) => settlementId === one.settlementId && currency === one.currency,
    );
    const froms = [stated?.from, span?.from].flatMap((at) => at ?? []).sort();
    const tos = [stated?.to, span?.to].flatMap((at) => at ?? []).sort();
    return {
      ...{ number: one.settlementId, currency: one.currency, lines: own.length, linesTotal: one.linesTotal },
      ...{ total: one.total ?? null, gap: one.gap ?? null },
      ...{ fromAt: froms[0] ?? null, toAt: tos.at(-1) ?? null, depositDay: stated?.depositDay ?? null },
    };
  });
}
