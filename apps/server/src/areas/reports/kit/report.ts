import type { DimensionName, MeasureName, ReportName } from '@tradewind/contract/reports.ts';
import type { Language } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import type { Cell } from '../../../core/xlsx.ts';

/** Days of the company, both included. */
export interface Range {
  from: string;
  to: string;
}

/** What a report may be grouped by. */
export interface Dimension {
  /** Of a row of the source: an id (0 for none), a word or a day. */
  value: Sql;
  type: 'id' | 'text' | 'day';
  /** What `value` needs besides the source, once by its name; neither adds nor drops rows. */
  join?: { name: string; sql: Sql };
  /** `(key, label)` of its values that the actor may see, for ids and for what can be chosen by name. */
  labels?(tx: Tx, language: Language): Sql;
  /** Its values are not listed to choose from. */
  many?: true;
  /** The word for a value, if it is not its own. */
  word?(value: string, language: Language): string;
  /** The rows with one of these values, where an index finds them by something else than `value`. */
  among?(ids: Sql): Sql;
  /** Sums of whole months, or of whole orders, do not know it. */
  daily?: true;
}

/** A sum over rows of the source; or something made of other measures, which need not be shown. */
export type Measure = Summed | { of: readonly MeasureName[]; made(...of: readonly Sql[]): Sql };
export interface Summed {
  sum: Sql;
  /** It cannot be said of one value of these: no figure in rows grouped by them, nor anywhere if they are filtered. */
  not?: readonly DimensionName[];
  /** It stands at a time, as a stock does: by this dimension each row has its own, and over all of its values it is `whole`. */
  stands?: { by: DimensionName; whole: Sql };
}

export interface ReportDeclaration {
  name: ReportName;
  title: readonly [zh: string, en: string];
  /** The rows of these days, as one item of a `from`. `daily`: a dimension needs them by day. `by`: the dimensions needed. */
  source(range: Range, daily: boolean, tx: Tx, by: ReadonlySet<DimensionName>): Sql | Promise<Sql>;
  /**
   * Its rows are kept sums, cheap to read again: a page is found by what it is sorted by, the other measures are read for
   * its rows alone, and the totals on their own. Dimensions: only where one of these makes very many groups.
   */
  kept?: true | readonly DimensionName[];
  /** A group of rows is shown where this holds; default: always. `daily` as above. */
  shown?(daily: boolean): Sql;
  /** The rows that the actor may see. */
  scope(tx: Tx): Sql;
  dimensions: { readonly [D in DimensionName]?: Dimension };
  measures: { readonly [M in MeasureName]?: Measure };
  usual: {
    dimensions: readonly DimensionName[];
    /** Default: all. */
    measures?: readonly MeasureName[];
    sort: MeasureName;
    /** The last days that a page begins with. */
    days: number;
  };
  /** It shows how things stood at the end of one day: `range.to`. */
  asOf?: true;
  /** Its file is in a layout of its own: these columns, and the lines of these days in parts. */
  file?: {
    columns: readonly string[];
    each(tx: Tx, language: Language, range: Range, take: (lines: Cell[][]) => Promise<boolean>): Promise<void>;
  };
  /** It shows what is expected from today on: these days, whichever are asked for. */
  ahead?(today: string): Range;
  lines?: Lines;
}

/** What figures are made of: documents, or rows of a ledger. Each has a day, and is found by it. */
export interface Lines {
  /** Like `source`, with rows that belong to one line each; it has the same columns. */
  source(range: Range, tx: Tx): Sql | Promise<Sql>;
  /** The line of a row, a bigint. */
  key: Sql;
  /** Its day, within the range. */
  day: Sql;
  /** The document that it is or belongs to: kind and id, and its number where `stock` does not know it (of `x.doc_id`). */
  document: { kind: Sql; id: Sql; number?: Sql };
  /** What it is. */
  text?: { value: Sql; word?(value: string, language: Language): string };
  /** Of which a line has one value each. */
  dimensions: readonly DimensionName[];
  /** Those that add up over lines to what a row shows. */
  measures: readonly MeasureName[];
  /** In place of measures that are rounded: what was rounded does not add up. */
  exact?: { readonly [M in MeasureName]?: Summed };
  /** The report shows whole months of its range. */
  months?: true;
}

const reports = new Map<ReportName, ReportDeclaration>();

/** Declares a report: page, totals, comparison, pivot, file, calls and rights come from it. See docs/new-report.md. */
export function defineReport(declared: ReportDeclaration): ReportDeclaration {
  if (reports.has(declared.name)) throw new Error(`Report ${declared.name} is defined twice`);
  reports.set(declared.name, declared);
  return declared;
}

export const reportNames = (): ReportName[] => [...reports.keys()];

export function reportOf(name: ReportName): ReportDeclaration {
  const report = reports.get(name);
  if (!report) throw new Error(`no report ${name}`);
  return report;
}

/** The sum of a column, 0 for no rows. */
export const sumOf = (column: Sql): Summed => ({ sum: sql`coalesce(sum(${column}), 0)` });
/** `part` of `whole` in percent, to one place; null where there is no whole. */
export const percentOf = (part: Sql, whole: Sql): Sql => sql`round(100 * ${part} / nullif(${whole}, 0)::numeric, 1)`;
/** `amount` per unit, to two places. */
export const perUnit = (amount: Sql, units: Sql): Sql => sql`round(${amount} / nullif(${units}, 0)::numeric, 2)`;

/** What buyers pay for, of a source `d` with these columns: goods, shipping, discount, refund, and revenue made of them. */
export const REVENUE = {
  goods: sumOf(sql`d.goods`),
  shipping: sumOf(sql`d.shipping`),
  discount: sumOf(sql`d.discount`),
  refund: sumOf(sql`d.refund`),
  revenue: {
    of: ['goods', 'shipping', 'discount', 'refund'],
    made: (goods, shipping, discount, refund) => sql`(${goods} + ${shipping} - ${discount} - ${refund})`,
  },
} satisfies Record<string, Measure>;
