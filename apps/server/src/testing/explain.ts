import type pg from 'pg';
import { expect } from 'vitest';
import type { Ctx } from '../core/context.ts';
import type { Database, Row, Tx } from '../core/database/database.ts';
import { Sql, sql, writeSql } from '../core/database/sql.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

/** Tables of which no part of a statement may read everything, or touch more than so many rows. */
interface Limits {
  big: readonly string[];
  touched: number;
}

/**
 * Runs `work` as the application's role and explains every statement of it, with the plan for all values.
 * Gives the parts that go beyond the limits.
 */
export async function explained(
  database: Database,
  ctx: Ctx,
  work: (tx: Tx) => Promise<unknown>,
  limits: Limits,
): Promise<string[]> {
  const observed: { text: string; values: unknown[] }[] = [];
  let byValue = false;
  await database.inCompany(ctx, async (tx) => {
    const note = (query: Sql) => {
      observed.push(writeSql(query, tx.companyId));
      return query;
    };
    const listening: Partial<Tx> = {
      json: (query) => tx.json(note(query)),
      rows: (query) => tx.rows(note(query)),
      row: <T extends Row>(query: Sql) => tx.row<T>(note(query)),
      set: (setting, value) => {
        byValue ||= value === 'force_custom_plan';
        tx.set(setting, value);
      },
    };
    await work(Object.assign(Object.create(tx), listening) as Tx);
  });
  expect(observed.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  await database.inCompany(ctx, async (tx) => {
    if (byValue) await tx.rows(sql`set local plan_cache_mode = 'force_custom_plan'`);
    for (const [i, { text, values }] of observed.entries()) {
      await tx.rows(ofText(`prepare x${i} as ${text}`));
      const args = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const [row] = await tx.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        ofText(`explain (analyze, timing off, format json) execute x${i}${args}`),
      );
      await tx.rows(ofText(`deallocate x${i}`));
      if (row) wrong.push(...faults(row['QUERY PLAN'][0]?.Plan, limits));
    }
  });
  return wrong;
}

/**
 * Fills big tables while they have neither their plain indexes nor checks of what they refer to: kept up row by row, these
 * take most of the time. Afterwards both are back, and the database knows what its tables hold.
 */
export async function fillBig(owner: pg.Pool, tables: readonly string[], fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await owner.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::text[]::regclass[]) and not indisunique`,
    [tables],
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  for (const table of tables) await owner.query(`alter table ${table} disable trigger all`);
  await fill();
  for (const table of tables) await owner.query(`alter table ${table} enable trigger all`);
  for (const { made } of indexes) await owner.query(made);
  await owner.query('vacuum analyze');
}

const ofText = (text: string): Sql => new Sql([text], []);

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return `'${String(value).replaceAll("'", "''")}'`;
}

function faults(plan: Plan | undefined, limits: Limits): string[] {
  if (!plan) return [];
  const found = (plan.Plans ?? []).flatMap((part) => faults(part, limits));
  const touched = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const about = `${plan['Node Type']} ${plan['Relation Name'] ?? ''} ${plan['Index Name'] ?? ''} (${plan['Index Cond'] ?? ''}) ${touched}`;
  const isBig = limits.big.some((table) => plan['Relation Name'] === table);
  if (isBig && plan['Node Type'] === 'Seq Scan') found.push(about);
  else if (isBig && touched > limits.touched) found.push(about);
  return found;
}
