import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { DimensionName, LinesQuery, MeasureName, reportLines } from '@tradewind/contract/reports.ts';
import type { Ctx } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { companyOf } from '../../company/public.ts';
import { documentNumber } from '../../stock/public.ts';
import { firstOf, lastOf, moved } from './days.ts';
import { type Lines, type Range, type ReportDeclaration, reportOf } from './report.ts';
import { checked, labelsOf } from './run.ts';
import { figure, made, rowsOf, type Sums, shownKeys, sumsOf, visibleMeasures } from './sums.ts';

type Query = ParsedOf<typeof reportLines>;
export type Line = ResultOf<typeof reportLines>['lines'][number];
export type Row = Record<string, string | number | null>;
/** Where a page ended: lines come by day and key, the newest first. */
interface Place {
  day: string;
  key: string;
}

/** Measures of its lines that the actor may see. */
export const lineMeasures = (ctx: Pick<Ctx, 'rights'>, report: ReportDeclaration): MeasureName[] => {
  const visible = visibleMeasures(ctx, report);
  return (report.lines?.measures ?? []).filter((name) => visible.includes(name));
};

/** Which lines, and which of their measures. @throws badField for a report without any that the actor may see */
export function selectedLines(ctx: Pick<Ctx, 'rights'>, query: LinesQuery): SelectedLines {
  const report = reportOf(query.report);
  const { lines } = report;
  const visible = lineMeasures(ctx, report);
  if (!lines || visible.length === 0) throw badField('report', 'reports.noLines');
  const sums = sumsOf(ctx, report, { ...query, dimensions: [], order: 'desc' });
  const chosen = visible.filter((name) => sums.measures.includes(name));
  const measures = chosen.length > 0 ? chosen : visible;
  return { lines, sums: { ...sums, dimensions: lines.dimensions, measures } };
}

/** A page of what makes the figures of a report. Lines that add nothing to the chosen measures are not shown. */
export async function linesOf(tx: Tx, ctx: Ctx, query: Query): Promise<ResultOf<typeof reportLines>> {
  const selected = selectedLines(ctx, query);
  const { dimensions, measures } = selected.sums;
  const place = query.after === undefined ? undefined : placeOf(query.after);
  const found = await newest(tx, selected, checked(query), place, query.limit + 1);
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    ...{ dimensions: [...dimensions], measures: [...measures], currency: (await companyOf(tx)).baseCurrency },
    lines: await shownLines(tx, ctx, selected, rows),
    next: last && found.length > rows.length ? `${last.day}/${last.line}` : null,
  };
}

export interface SelectedLines {
  lines: Lines;
  sums: Sums;
}

function placeOf(after: string): Place {
  const [day = '', key = ''] = after.split('/');
  return { day, key };
}

/**
 * The newest lines before `place`. Days are read from the last one on, ever more at a time, until there are enough: what
 * happens often is found in the last days, what is rare by its own index.
 */
async function newest(
  tx: Tx,
  selected: SelectedLines,
  query: Range,
  place: Place | undefined,
  limit: number,
): Promise<Row[]> {
  const range = daysOf(selected, query);
  if (selected.sums.report.asOf) return await part(tx, selected, range, place, limit);
  const found: Row[] = [];
  let to = place ? earliest(place.day, range.to) : range.to;
  for (let days = 1; to >= range.from && found.length < limit; days *= 4) {
    const from = latest(moved(to, 1 - days), range.from);
    found.push(...(await part(tx, selected, { from, to }, place, limit - found.length)));
    to = moved(from, -1);
  }
  return found;
}

/** The days in which a query has lines. */
function daysOf({ lines, sums }: SelectedLines, query: Range): Range {
  if (sums.report.asOf) return query;
  return narrowed(lines.months ? { from: firstOf(query.from), to: lastOf(query.to) } : query, sums.filters);
}

/** All lines, the newest first. */
export const allLines = (tx: Tx, selected: SelectedLines, query: Range): Promise<Sql> =>
  ordered(tx, selected, daysOf(selected, checked(query)), sql.empty, sql.empty);

const earliest = (...days: string[]): string => days.sort()[0] ?? '';
const latest = (...days: string[]): string => days.sort().at(-1) ?? '';

/** Days that filters leave: no source reads the others. */
function narrowed(range: Range, filters: Sums['filters']): Range {
  const spans = {
    day: (day: string) => ({ from: day, to: day }),
    week: (day: string) => ({ from: day, to: moved(day, 6) }),
    month: (month: string) => ({ from: `${month}-01`, to: lastOf(`${month}-01`) }),
  };
  let { from, to } = range;
  for (const [name, span] of Object.entries(spans)) {
    const values = (filters[name as DimensionName] ?? []).filter((value) => /^\d{4}-\d\d(-\d\d)?$/.test(value)).sort();
    const [first, last] = [values[0], values.at(-1)];
    if (first === undefined || last === undefined) continue;
    from = latest(from, span(first).from);
    to = earliest(to, span(last).to);
  }
  return { from, to };
}

async function part(
  tx: Tx,
  selected: SelectedLines,
  range: Range,
  place: Place | undefined,
  limit: number,
): Promise<Row[]> {
  const { day, key } = selected.lines;
  const after = place ? sql`and (${day}, ${key}) < (${place.day}::date, ${place.key}::bigint)` : sql.empty;
  return tx.rows<Row>(await ordered(tx, selected, range, after, sql`limit ${limit}`));
}

async function ordered(tx: Tx, { lines, sums }: SelectedLines, range: Range, after: Sql, limit: Sql): Promise<Sql> {
  const report = { ...sums.report, measures: { ...sums.report.measures, ...lines.exact } };
  const { own, joins, conditions } = rowsOf(tx, { ...sums, report });
  const grouping = { ...sums, report, whole: sql`false` };
  const amounts = sums.measures.map((name) => made(name, grouping));
  const figures = amounts.map((amount, at) => sql`${amount} as ${figure(at)}`);
  const keys: Sql[] = [lines.day, lines.key, ...own.map(({ value }) => value)];
  const columns = [
    sql`to_char(${lines.day}, 'YYYY-MM-DD') as day, ${lines.key}::text as line, ${lines.key} as place`,
    sql`min(${lines.document.kind}) as doc_kind, min(${lines.document.id}) as doc_id`,
    sql`min(${lines.text?.value ?? sql`''`}) as text`,
    ...shownKeys(own),
    ...figures,
  ];
  return sql`select x.*, ${lines.document.number ?? documentNumber(sql`x`)} as number from (
      select ${sql.join(columns)} from ${await lines.source(range, tx)} ${joins} where ${sql.and(conditions)} ${after}
      group by ${sql.join(keys)} having ${sql.join(
        amounts.map((amount) => sql`coalesce(${amount}, 0) <> 0`),
        sql` or `,
      )}
      order by ${lines.day} desc, ${lines.key} desc ${limit}) x
    order by x.day desc, x.place desc`;
}

export async function shownLines(
  tx: Tx,
  ctx: Ctx,
  { lines, sums }: SelectedLines,
  rows: readonly Row[],
): Promise<Line[]> {
  const keys = rows.map((row) => ({ keys: sums.dimensions.map((_, at) => String(row[`k${at}`] ?? '')) }));
  const labels = await labelsOf(tx, ctx, sums, keys);
  return rows.map((row, at) => {
    const text = String(row.text ?? '');
    return {
      ...{ key: `${row.day}/${row.line}`, day: String(row.day) },
      document:
        row.number == null ? null : { kind: String(row.docKind), id: Number(row.docId), number: String(row.number) },
      text: text === '' ? '' : (lines.text?.word?.(text, ctx.language) ?? text),
      labels: labels[at] ?? [],
      figures: sums.measures.map((_, index) => {
        const value = row[`m${index}`];
        return value == null ? null : new Decimal(String(value)).toFixed();
      }),
    };
  });
}
