import {
  type DimensionName,
  MEASURES,
  type MeasureName,
  REPORTS,
  type ReportName,
  type ReportQuery,
} from '@tradewind/contract/reports.ts';
import { type Ctx, mayPress, maySee } from '../../../core/context.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import type { Tx } from '../../../core/database/tx.ts';
import { badField } from '../../../core/errors.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type Dimension, type Range, type ReportDeclaration, reportOf, type Summed } from './report.ts';

/** What is summed by what, of which rows. */
export interface Sums {
  report: ReportDeclaration;
  dimensions: readonly DimensionName[];
  measures: readonly MeasureName[];
  filters: NonNullable<ReportQuery['filters']>;
}

const KEYS = Array.from({ length: 6 }, (_, at) => `k${at}`);
const FIGURES = Array.from({ length: 40 }, (_, at) => `m${at}`);
const key = (at: number): Sql => sql.id(KEYS[at] ?? '', KEYS);
export const figure = (at: number): Sql => sql.id(FIGURES[at] ?? '', FIGURES);
export const keyAt = key;

/** Whether there is anything in it that the actor may see. */
export const seesReport = (ctx: Pick<Ctx, 'rights'>, name: ReportName, button: 'view' | 'export'): boolean =>
  mayPress(ctx.rights, REPORTS[name][button]) && visibleMeasures(ctx, reportOf(name)).length > 0;

/** Its measures that the actor may see. */
export const visibleMeasures = (ctx: Pick<Ctx, 'rights'>, report: ReportDeclaration): MeasureName[] =>
  (Object.keys(report.measures) as MeasureName[]).filter((name) => {
    const { cost } = MEASURES[name] as { cost?: true };
    return !cost || maySee(ctx.rights, 'seeCost');
  });

export function dimensionOf(report: ReportDeclaration, name: DimensionName, field: string): Dimension {
  const found = report.dimensions[name];
  if (!found) throw badField(field, 'reports.noDimension');
  return found;
}

/** What `query` wants of the report, as far as it has it. @throws badField for what it has not, or the actor may not see */
export function sumsOf(ctx: Pick<Ctx, 'rights'>, report: ReportDeclaration, query: ReportQuery): Sums {
  const visible = visibleMeasures(ctx, report);
  const usual = (report.usual.measures ?? visible).filter((name) => visible.includes(name));
  for (const [at, name] of (query.measures ?? []).entries())
    if (!visible.includes(name)) throw badField(`measures.${at}`, 'reports.noMeasure');
  for (const [at, name] of query.dimensions.entries()) dimensionOf(report, name, `dimensions.${at}`);
  const filters = query.filters ?? {};
  for (const name of Object.keys(filters) as DimensionName[]) dimensionOf(report, name, `filters.${name}`);
  return { report, dimensions: query.dimensions, measures: query.measures ?? usual, filters };
}

const isId = (value: string): boolean => /^\d{1,15}$/.test(value);

function filtered(dimension: Dimension, values: readonly string[]): Sql {
  if (dimension.type === 'id') {
    const ids = sql`${arrayOf(values.filter(isId).map(Number))}::bigint[]`;
    return dimension.among?.(ids) ?? sql`${dimension.value} = any(${ids})`;
  }
  const value = dimension.type === 'day' ? sql`to_char(${dimension.value}, 'YYYY-MM-DD')` : dimension.value;
  return sql`${value} = any(${arrayOf(values)}::text[])`;
}

/** How rows are grouped, for measures that depend on it. */
interface Grouping extends Pick<Sums, 'report' | 'dimensions' | 'filters'> {
  whole: Sql;
}

/** The measure's expression; what it is made of, in the place of each part. */
export function made(name: MeasureName, grouping: Grouping): Sql {
  const measure = grouping.report.measures[name];
  if (!measure) throw new Error(`${grouping.report.name} has no measure ${name}`);
  return 'sum' in measure ? summed(measure, grouping) : measure.made(...measure.of.map((part) => made(part, grouping)));
}

const NO_FIGURE = sql`null::numeric`;

function summed({ sum, not = [], stands }: Summed, { dimensions, filters, whole }: Grouping): Sql {
  const chosen = (name: DimensionName): number => filters[name]?.length ?? 0;
  if (not.some((name) => chosen(name) > 0)) return NO_FIGURE;
  const all = !stands || chosen(stands.by) === 1 ? sum : chosen(stands.by) > 1 ? NO_FIGURE : stands.whole;
  if (not.some((name) => dimensions.includes(name))) return sql`case when ${whole} then ${all} end`;
  return stands && dimensions.includes(stands.by) ? sql`case when ${whole} then ${all} else ${sum} end` : all;
}

/** What rows of a report are read with: dimensions with what they join, filters, and the actor's scope. */
export function rowsOf(tx: Tx, { report, dimensions, filters }: Omit<Sums, 'measures'>) {
  const own = dimensions.map((name) => dimensionOf(report, name, 'dimensions'));
  const by = new Set([...dimensions, ...(Object.keys(filters) as DimensionName[])]);
  const used = [...by].map((name) => dimensionOf(report, name, dimensions.includes(name) ? 'dimensions' : 'filters'));
  const joins = [...new Map(used.flatMap(({ join }) => (join ? [[join.name, join.sql] as const] : []))).values()];
  const conditions = [report.scope(tx)];
  for (const [name, values] of Object.entries(filters) as [DimensionName, string[]][])
    if (values.length > 0) conditions.push(filtered(dimensionOf(report, name, 'filters'), values));
  return { own, by, joins: sql.join(joins, sql` `), conditions, daily: used.some((one) => one.daily === true) };
}

/** The values of dimensions as text: `k0, k1, ...`. */
export const shownKeys = (own: readonly Dimension[]): Sql[] =>
  own.map(
    ({ value, type }, at) =>
      sql`coalesce(${type === 'day' ? sql`to_char(${value}, 'YYYY-MM-DD')` : sql`${value}::text`}, '') as ${key(at)}`,
  );

/**
 * A query `(k0, k1, ..., m0, m1, ..., whole)`: the figures of each group; without dimensions, of all rows. `total`: of all
 * rows as well, where `whole`. `only`: a further condition on the rows. Keys are text.
 */
export async function groups(
  tx: Tx,
  { report, dimensions, measures, filters }: Sums,
  range: Range,
  { only, total = false }: { only?: Sql; total?: boolean } = {},
): Promise<Sql> {
  const { own, by, joins, conditions, daily } = rowsOf(tx, { report, dimensions, filters });
  if (only) conditions.push(only);
  const keys = sql.join(own.map(({ value }) => value));
  const none = own.length === 0;
  const whole = none ? sql`true` : total ? sql`grouping(${keys}) <> 0` : sql`false`;
  const sums = measures.map((name, at) => sql`${made(name, { report, dimensions, filters, whole })} as ${figure(at)}`);
  const source = await report.source(range, daily, tx, by);
  const having = report.shown ? sql`having ${whole} or (${report.shown(daily)})` : sql.empty;
  // The database sums plain groups with several processors, and adds each row to one sum instead of two.
  const grouped = total ? sql`group by grouping sets ((${keys}), ())` : sql`group by ${keys}`;
  return sql`select ${sql.join([...shownKeys(own), ...sums])}, ${whole} as whole
    from ${source} ${joins} where ${sql.and(conditions)} ${none ? sql.empty : sql`${grouped} ${having}`}`;
}

const NO_DAY = sql`'-infinity'::date`;

/** A condition that holds for the rows of these groups, and perhaps for some others. `found`: a query with their keys. */
export function keysIn({ report, dimensions }: Sums, found: Sql): Sql {
  return sql.and(
    dimensions.map((name, at) => {
      const { type, value, among } = dimensionOf(report, name, 'dimensions');
      if (type === 'text') return sql`coalesce(${value}, '') = any(array(select ${key(at)} from ${found}))`;
      const shown = sql`nullif(${key(at)}, '')`;
      if (type === 'day')
        return sql`coalesce(${value}, ${NO_DAY}) = any(array(select coalesce(${shown}::date, ${NO_DAY}) from ${found}))`;
      const ids = sql`array(select coalesce(${shown}::bigint, 0) from ${found})`;
      return among?.(ids) ?? sql`coalesce(${value}, 0) = any(${ids})`;
    }),
  );
}
