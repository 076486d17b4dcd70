import type { App } from './app.ts';
import type { Ctx } from './context.ts';
import { type Sql, sql } from './database/sql.ts';
import type { Tx } from './database/tx.ts';
import { defineSchedule } from './jobs/schedule.ts';

/**
 * A table of sums over the rows of others. Who writes a row appends its sums in the same transaction (`fresh`), so that
 * writers never wait for each other; a job compacts them into one row a key. The sums over all rows of the table are right
 * at any moment.
 */
interface RollupDeclaration {
  /** Has `fresh boolean`, and a unique index on the keys where not fresh. */
  table: string;
  keys: readonly string[];
  sums: readonly string[];
  /**
   * `from` and `where` of the rows, for those that `which` lets through, and what each key and sum is made of. Sums with
   * an aggregate.
   */
  source(which: Sql): Sql;
  values: Readonly<Record<string, Sql>>;
  /** The same sums by coarser keys, without fresh rows: they are added when they are compacted. */
  coarser?: readonly { table: string; keys: Readonly<Record<string, Sql>> }[];
  title: readonly [zh: string, en: string];
}

export interface Rollup extends KeptSums {
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  /** Adds the sums of rows that this transaction wrote. */
  append(tx: Tx, which: Sql): Promise<void>;
  /** Adds what was appended to the sums before it. */
  compact(app: Pick<App, 'database'>, ctx: Ctx): Promise<void>;
}

/** Sums that are kept beside the rows that they are sums of. */
export interface KeptSums {
  readonly table: string;
  /** Makes all sums of a company anew, while others go on to write. */
  rebuild(app: Pick<App, 'database'>, ctx: Ctx): Promise<void>;
  /** Where a sum of the company differs from its rows: (subject, field, expected, actual), all text. */
  wrong(): Sql;
}

const rollups: Rollup[] = [];
const kept: KeptSums[] = [];
export const allRollups = (): readonly Rollup[] => rollups;
/** All kept sums, those of rollups among them. */
export const allKeptSums = (): readonly KeptSums[] => kept;
export function keepSums(sums: KeptSums): KeptSums {
  kept.push(sums);
  return sums;
}

const name = (column: string): Sql => sql.id(column, [column]);
const names = (columns: readonly string[]): Sql => sql.join(columns.map(name));

/** The sums by key of two queries that differ; what one of them lacks counts as zero. */
export function compared(keys: readonly string[], sums: readonly string[], expected: Sql, actual: Sql): Sql {
  const pairs = sums.map(
    (column) =>
      sql`('${name(column)}', coalesce(x.${name(column)}, 0)::numeric, coalesce(a.${name(column)}, 0)::numeric)`,
  );
  return sql`select concat_ws(' · ', ${names(keys)}) as subject, f.field, f.expected::text as expected, f.actual::text as actual
    from (${expected}) x full join (${actual}) a using (${names(keys)})
    cross join lateral (values ${sql.join(pairs)}) f(field, expected, actual) where f.expected <> f.actual`;
}

/** Declares a rollup and the job that compacts it. */
export function defineRollup(declared: RollupDeclaration): Rollup {
  const { table, keys, sums, values, coarser = [] } = declared;
  const me = name(table);
  const made = (column: string): Sql => {
    const value = values[column];
    if (!value) throw new Error(`${table}: nothing is said of ${column}`);
    return value;
  };
  const grouped = (which: Sql): Sql => sql`select ${sql.company}::int as company_id,
    ${sql.join([...keys, ...sums].map((column) => sql`${made(column)} as ${name(column)}`))}
    ${declared.source(which)} group by ${sql.join(keys.map(made))}`;
  const added = (target: string, by: readonly string[], fresh: boolean): Sql =>
    sql`on conflict (company_id, ${names(by)}) ${fresh ? sql`where not fresh` : sql.empty} do update set
      ${sql.join(sums.map((column) => sql`${name(column)} = ${name(target)}.${name(column)} + excluded.${name(column)}`))}`;
  const totals = sql.join(sums.map((column) => sql`sum(${name(column)}) as ${name(column)}`));
  const mine = sql`company_id = ${sql.company}`;
  /** The rows are read in a CTE: in an insert's own select, Citus does not see that they lie together. */
  const appended = (which: Sql): Sql => sql`with added as materialized (${grouped(which)})
    insert into ${me} (company_id, ${names([...keys, ...sums])})
    select company_id, ${names([...keys, ...sums])} from added on conflict do nothing`;
  /** Adds the sums of rows that are fresh to those that are not. */
  const merge = (tx: Tx): void => {
    tx.later(sql`insert into ${me} (company_id, fresh, ${names([...keys, ...sums])})
      select company_id, false, ${names(keys)}, ${totals} from ${me} where ${mine} and fresh
      group by company_id, ${names(keys)} order by ${names(keys)} ${added(table, keys, true)}`);
    for (const coarse of coarser) {
      const by = Object.keys(coarse.keys);
      const made = sql.join(Object.values(coarse.keys));
      tx.later(sql`insert into ${name(coarse.table)} (company_id, ${names([...by, ...sums])})
        select company_id, ${made}, ${totals} from ${me} where ${mine} and fresh group by company_id, ${made} order by ${made}
        ${added(coarse.table, by, false)}`);
    }
    tx.later(sql`delete from ${me} where ${mine} and fresh`);
  };
  /**
   * Compacting and rebuilding of a company's sums take turns. All statements see sums and rows of the same moment: what
   * is appended meanwhile is in none of them, and stays.
   */
  const alone = (app: Pick<App, 'database'>, ctx: Ctx, work: (tx: Tx) => Promise<void> | void) =>
    app.database.ofOneMoment(ctx, async (tx) => {
      await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`rollup ${table}`}, ${sql.company}::int))`);
      await work(tx);
    });

  const rollup: Rollup = {
    table,
    keys,
    sums,
    async append(tx, which) {
      await tx.rows(appended(which));
    },
    compact: (app, ctx) => alone(app, ctx, merge),
    rebuild: (app, ctx) =>
      alone(app, ctx, async (tx) => {
        for (const goes of [table, ...coarser.map((coarse) => coarse.table)])
          tx.later(sql`delete from ${name(goes)} where ${mine}`);
        await tx.rows(appended(sql`true`));
        merge(tx);
      }),
    wrong() {
      const ofTable = sql`select ${names(keys)}, ${totals} from ${me} where ${mine} group by ${names(keys)}`;
      const differing = compared(keys, sums, grouped(sql`true`), ofTable);
      const others = coarser.map((coarse) => {
        const by = Object.keys(coarse.keys);
        const made = sql`select ${sql.join(Object.entries(coarse.keys).map(([key, value]) => sql`${value} as ${name(key)}`))}, ${totals}
          from ${me} where ${mine} and not fresh group by ${sql.join(Object.values(coarse.keys))}`;
        const kept = sql`select ${names(by)}, ${names(sums)} from ${name(coarse.table)} where ${mine}`;
        return compared(by, sums, made, kept);
      });
      return sql.join([differing, ...others], sql` union all `);
    },
  };
  defineSchedule({
    name: `rollup.${table}`,
    cron: '* * * * *',
    title: declared.title,
    due: sql`select distinct company_id from ${me} where fresh`,
    each: rollup.compact,
  });
  rollups.push(rollup);
  keepSums(rollup);
  return rollup;
}
