import type { DimensionName, MeasureName, ReportQuery, ReportResult, ReportRow } from '@tradewind/contract/reports.ts';
import type { Ctx, Language } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { badField } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { arrayOf } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { type Range, reportOf } from './report.ts';
import { dimensionOf, figure, groups, keyAt, keysIn, type Sums, sumsOf } from './sums.ts';

const DAYS_AT_MOST = 1100;
const TIMES: readonly DimensionName[] = ['day', 'week', 'month', 'expectedWeek'];
const COLUMNS_AT_MOST = 30;
/** Memory for the sums of a statement: half a million groups. */
const SUMMING = '64MB';
type Figures = (string | null)[];
type Row = Record<string, string | boolean | number | null>;

/** A page of rows. Without a page: all rows from `offset` on, for files. */
export type Run = ReportQuery & { page: number; pageSize: number; pivot?: DimensionName | undefined };

/** Sums a report. @throws badField for what it has not, for days that end before they begin, or too many of them */
export async function run(tx: Tx, ctx: Ctx, query: Run): Promise<ReportResult> {
  const report = reportOf(query.report);
  const sums = sumsOf(ctx, report, query);
  if (query.pivot) dimensionOf(report, query.pivot, 'pivot');
  const range = await rangeOf(tx, query);
  const other = query.compare && !report.ahead ? otherDays(range, query.compare) : undefined;
  // Days and filters decide how rows are best read.
  tx.set('plan_cache_mode', 'force_custom_plan');
  tx.set('work_mem', SUMMING);
  const found = await tx.rows<Row>(await (readsTwice(sums) ? keptPage : pageOf)(tx, sums, range, other, query));
  const shown = found.filter((row) => row.whole !== true);
  const whole = found.find((row) => row.whole === true);
  const rows = shown.map((row) => readRow(sums, row, other !== undefined));
  const pivot = query.pivot ? await pivoted(tx, ctx, sums, range, query.pivot, rows) : undefined;
  const labels = await labelsOf(tx, ctx, sums, rows);
  const { timeZone, baseCurrency } = await companyOf(tx);
  return {
    dimensions: [...sums.dimensions],
    measures: [...sums.measures],
    rows: rows.map((row, at) => ({
      ...row,
      labels: labels[at] ?? [],
      cells: pivot ? (pivot.cells[at] ?? null) : null,
    })),
    total: Number(whole?.n ?? 0),
    totals: { ...figuresOf(sums, whole, other !== undefined), cells: pivot?.totals ?? null },
    columns: pivot?.columns ?? null,
    header: {
      ...{ timeZone, currency: baseCurrency, from: range.from, to: range.to, before: other ?? null },
      books: await booksOf(tx, range),
      knownAt: tx.now.toISOString(),
      scoped: ctx.rights.shopIds !== null || ctx.rights.warehouseIds !== null,
    },
  };
}

/** The days of a query, or those ahead. @throws badField */
export async function rangeOf(tx: Tx, query: Range & Pick<ReportQuery, 'report'>): Promise<Range> {
  const { ahead } = reportOf(query.report);
  return ahead ? ahead(localDay(tx.now, (await companyOf(tx)).timeZone)) : checked(query);
}

/** The days of a query. @throws badField */
export function checked({ from, to }: Range): Range {
  if (to < from) throw badField('to', 'reports.endsBefore');
  if (daysBetween(from, to) > DAYS_AT_MOST) throw badField('to', 'reports.tooLong', { days: DAYS_AT_MOST });
  return { from, to };
}

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const daysBetween = (from: string, to: string): number => (at(to) - at(from)) / DAY + 1;
const moved = (day: string, days: number): string => new Date(at(day) + days * DAY).toISOString().slice(0, 10);

/** The days to compare with: as many just before, or the same days a year earlier. */
export function otherDays({ from, to }: Range, compare: 'before' | 'year'): Range {
  const days = daysBetween(from, to);
  if (compare === 'before') return { from: moved(from, -days), to: moved(from, -1) };
  const yearBack = (day: string) => {
    const back = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    return back.endsWith('-02-29') ? back.replace('-02-29', '-02-28') : back;
  };
  return { from: yearBack(from), to: yearBack(to) };
}

/** One page of groups and the row of all, which also counts the groups; figures of the other days as `b0, b1, ...`. */
async function pageOf(tx: Tx, sums: Sums, range: Range, other: Range | undefined, query: Run): Promise<Sql> {
  const keys = sums.dimensions.map((_, index) => keyAt(index));
  const now = sums.measures.map((_, index) => sql`g.${figure(index)}`);
  const names = sums.measures.map((_, index) => sql.id(`b${index}`, [`b${index}`]));
  const before = other ? sums.measures.map((_, index) => sql`h.${figure(index)} as ${names[index] ?? sql.empty}`) : [];
  const same = sql.and([...keys.map((one) => sql`h.${one} = g.${one}`), sql`h.whole = g.whole`]);
  const both = sql.join([
    ...keys.map((one) => (other ? sql`coalesce(g.${one}, h.${one}) as ${one}` : sql`g.${one}`)),
    ...now,
    ...before,
    other ? sql`coalesce(g.whole, h.whole) as whole` : sql`g.whole`,
  ]);
  const hidden = keys.length > 0 ? sql`where not whole` : sql`where false`;
  return sql`with g as materialized (${await groups(tx, sums, range, { total: true })}),
    ${other ? sql`h as materialized (${await groups(tx, sums, other, { total: true })}),` : sql.empty}
    x as materialized (select ${both} from g ${other ? sql`full join h on ${same}` : sql.empty}),
    page as (select * from x ${hidden} order by ${orderOf(sums, query)} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize})
    select *, null::bigint as n from page
    union all select *, (select count(*) from x ${hidden}) as n from x where whole`;
}

/** Whether the rows of the page are read again for their other measures (`kept`). */
const readsTwice = ({ report: { kept }, dimensions }: Sums): boolean =>
  dimensions.length > 0 && (kept === true || dimensions.some((name) => kept?.includes(name)));

/**
 * The same where reading rows again is cheap: until the page is found, groups have only what they are sorted by. Sums of
 * very many groups do not fit into memory.
 */
async function keptPage(tx: Tx, sums: Sums, range: Range, other: Range | undefined, query: Run): Promise<Sql> {
  const keys = sums.dimensions.map((_, index) => keyAt(index));
  const narrow = { ...sums, measures: sums.measures.filter((name) => name === sortOf(sums, query)) };
  const ranges = other ? [range, other] : [range];
  const named = (name: string, at: number): Sql => sql.id(`${name}${at}`, [`${name}${at}`]);
  const each = (write: (at: number) => Sql, between?: Sql): Sql =>
    sql.join(
      ranges.map((_, at) => write(at)),
      between,
    );
  const same = (one: Sql, two: Sql): Sql => sql.and(keys.map((key) => sql`${one}.${key} = ${two}.${key}`));
  const sorted = sql.join(
    narrow.measures.map((_, index) => sql`, n0.${figure(index)}`),
    sql.empty,
  );
  const found = other
    ? sql`select ${sql.join(keys.map((key) => sql`coalesce(n0.${key}, n1.${key}) as ${key}`))}${sorted}
        from n0 full join n1 on ${same(sql`n0`, sql`n1`)}`
    : sql`select * from n0`;
  const figures = (from: string): Sql =>
    each((at) =>
      sql.join(
        sums.measures.map((_, index) => sql`${named(from, at)}.${figure(index)} as ${named('mb'[at] ?? '', index)}`),
      ),
    );
  const made = async (name: string, query: (days: Range) => Promise<Sql>): Promise<Sql> =>
    sql.join(
      await Promise.all(ranges.map(async (days, at) => sql`${named(name, at)} as materialized (${await query(days)})`)),
    );
  const onPage = keysIn(sums, sql`page`);
  return sql`with ${await made('n', (days) => groups(tx, narrow, days))},
    x as ${other ? sql`materialized` : sql`not materialized`} (${found}),
    page as materialized (select y.*, row_number() over () as place from (select * from x
      order by ${orderOf(narrow, query)} limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}) y),
    ${await made('f', (days) => groups(tx, sums, days, { only: onPage }))},
    ${await made('t', (days) => groups(tx, { ...sums, dimensions: [] }, days))}
    select ${sql.join(keys.map((key) => sql`page.${key}`))}, ${figures('f')}, false as whole, null::bigint as n, place
    from page ${each((at) => sql`left join ${named('f', at)} on ${same(named('f', at), sql`page`)}`, sql` `)}
    union all select ${sql.join(keys.map(() => sql`null`))}, ${figures('t')}, true, (select count(*) from x), null
    from ${each((at) => named('t', at))} order by place`;
}

/** What rows are sorted by: days, weeks and months by themselves, unless something else is chosen. */
function sortOf(sums: Sums, query: Run): MeasureName | DimensionName {
  const [first] = sums.dimensions;
  return query.sort ?? (first && TIMES.includes(first) ? first : sums.report.usual.sort);
}

function orderOf(sums: Sums, query: Run): Sql {
  const direction = query.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  const [first] = sums.dimensions;
  // What is expected next comes first; what has no day is last.
  if (sums.report.ahead && !query.sort && first && TIMES.includes(first))
    return sql.join(sums.dimensions.map((_, index) => keyAt(index)));
  // Days, weeks and months in their order, newest first, unless something else is sumsOf.
  const sort = sortOf(sums, query);
  const measure = sums.measures.indexOf(sort as MeasureName);
  const dimension = sums.dimensions.indexOf(sort as DimensionName);
  const all = sql.join(sums.dimensions.map((_, index) => keyAt(index)));
  const rest = sums.dimensions.length > 0 ? sql`, ${all}` : sql.empty;
  if (measure >= 0) return sql`${figure(measure)} ${direction}${rest}`;
  if (dimension >= 0) {
    // Keys are text: ids go by their number, the newest document last.
    const isId = sums.report.dimensions[sort as DimensionName]?.type === 'id';
    const key = keyAt(dimension);
    return sql`${isId ? sql`nullif(${key}, '')::bigint` : key} ${direction}${rest}`;
  }
  return sums.dimensions.length > 0 ? all : sql`whole`;
}

const text = (value: Row[string] | undefined): string | null =>
  value === null || value === undefined ? null : new Decimal(String(value)).toFixed();

function figuresOf(sums: Sums, row: Row | undefined, compared: boolean): { figures: Figures; before: Figures | null } {
  return {
    figures: sums.measures.map((_, index) => text(row?.[`m${index}`])),
    before: compared ? sums.measures.map((_, index) => text(row?.[`b${index}`])) : null,
  };
}

export const readFigures = (sums: Sums, row: Row): Keyed => readRow(sums, row, false);
type Keyed = Pick<ReportRow, 'keys' | 'figures' | 'before'>;
const readRow = (sums: Sums, row: Row, compared: boolean): Keyed => ({
  keys: sums.dimensions.map((_, index) => String(row[`k${index}`] ?? '')),
  ...figuresOf(sums, row, compared),
});

/** The rows of a page by the values of one more dimension: those with most of the first measure. */
async function pivoted(tx: Tx, ctx: Ctx, sums: Sums, range: Range, pivot: DimensionName, rows: readonly Keyed[]) {
  const first = sums.measures[0];
  const across: Sums = { ...sums, dimensions: [pivot] };
  const all = await tx.rows<Row>(sql`select * from (${await groups(tx, across, range)}) g
    order by ${first ? sql`m0 desc nulls last,` : sql.empty} k0 limit ${COLUMNS_AT_MOST}`);
  const keys = all.map((row) => String(row.k0 ?? ''));
  if (sums.report.dimensions[pivot]?.type === 'day') keys.sort();
  const total = new Map(all.map((row) => [String(row.k0 ?? ''), figuresOf(sums, row, false).figures]));
  const cells =
    await tx.rows<Row>(sql`select * from (${await groups(tx, { ...sums, dimensions: [...sums.dimensions, pivot] }, range)}) g
    where (${sql.join(sums.dimensions.map((_, index) => keyAt(index)))}) in (select ${sql.join(
      sums.dimensions.map((_, index) => sql`r ->> ${sql.literal(index)}`),
    )} from jsonb_array_elements(${sql.json(rows.map((row) => row.keys))}) r)`);
  const last = `k${sums.dimensions.length}`;
  const found = new Map(
    cells.map((row) => [
      JSON.stringify([...readRow(sums, row, false).keys, String(row[last] ?? '')]),
      figuresOf(sums, row, false).figures,
    ]),
  );
  const labels = await labelsOf(
    tx,
    ctx,
    across,
    keys.map((one) => ({ keys: [one] })),
  );
  return {
    columns: keys.map((one, index) => ({ key: one, label: labels[index]?.[0] ?? one })),
    cells: rows.map((row) => keys.map((one) => found.get(JSON.stringify([...row.keys, one])) ?? null)),
    totals: keys.map((one) => total.get(one) ?? null),
  };
}

/** The labels of each row's keys. */
export async function labelsOf(
  tx: Tx,
  ctx: { language: Language },
  { report, dimensions }: Sums,
  rows: readonly { keys: readonly string[] }[],
): Promise<string[][]> {
  const words = await Promise.all(
    dimensions.map(async (name, index) => {
      const { type, labels, word } = dimensionOf(report, name, 'dimensions');
      const values = [...new Set(rows.map((row) => row.keys[index] ?? ''))];
      const none = say(ctx.language, 'reports.none');
      if (type !== 'id' && (word || !labels))
        return new Map(values.map((value) => [value, value === '' ? none : (word?.(value, ctx.language) ?? value)]));
      const filled = values.filter((value) => value !== '');
      const keys = type === 'id' ? sql`${arrayOf(filled.map(Number))}::bigint[]` : sql`${arrayOf(filled)}::text[]`;
      const named = await tx.rows<{ key: number | string; label: string }>(
        sql`select key, label from (${labels?.(tx, ctx.language) ?? sql`select 0::bigint as key, '' as label`}) l
          where key = any(${keys})`,
      );
      const known = new Map(named.map(({ key, label }) => [String(key), label]));
      return new Map(
        values.map((value) => [
          value,
          known.get(value) ??
            (value === '' || (type === 'id' && value === '0') ? none : type === 'id' ? `#${value}` : value),
        ]),
      );
    }),
  );
  return rows.map((row) => row.keys.map((value, index) => words[index]?.get(value) ?? value));
}

/** Whether the books of the range's months are closed. */
export async function booksOf(tx: Tx, { from, to }: Range): Promise<ReportResult['header']['books']> {
  const row = await tx.row<{ closed: number; months: number }>(sql`select
      (select count(*)::int from generate_series(date_trunc('month', ${from}::date), ${to}::date, interval '1 month')) as months,
      (select count(*)::int from finance_period where company_id = ${sql.company} and state = 'closed'
        and month between date_trunc('month', ${from}::date) and ${to}::date) as closed`);
  if (!row?.closed) return 'open';
  return row.closed === row.months ? 'closed' : 'partly';
}
