import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { expect } from 'vitest';
import type { Ctx } from '../core/context.ts';
import type { Database, Row, Tx } from '../core/database/database.ts';
import { writeSql } from '../core/database/transaction.ts';

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
  const seen: { text: string; values: unknown[] }[] = [];
  let byValue = false;
  await database.inCompany(ctx, async (tx) => {
    const listening: Partial<Tx> = {
      prepared: (name, text, values) => {
        seen.push({ text, values });
        return tx.prepared(name, text, values);
      },
      json: (name, text, values) => {
        seen.push({ text, values });
        return tx.json(name, text, values);
      },
      rows: (query) => {
        const { sql: text, params: values } = writeSql(query);
        seen.push({ text, values });
        return tx.rows(query);
      },
      row: async <T extends Row>(query: SQL) => ((await listening.rows?.(query)) as T[] | undefined)?.[0],
      set: (setting, value) => {
        byValue ||= value === 'force_custom_plan';
        tx.set(setting, value);
      },
    };
    await work(Object.assign(Object.create(tx), listening) as Tx);
  });
  expect(seen.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  await database.inCompany(ctx, async (tx) => {
    if (byValue) await tx.rows(sql`set local plan_cache_mode = 'force_custom_plan'`);
    for (const [i, { text, values }] of seen.entries()) {
      await tx.rows(sql.raw(`prepare x${i} as ${text}`));
      const args = values.length > 0 ? `(${values.map(literal).join(', ')})` : '';
      const [row] = await tx.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        sql.raw(`explain (analyze, format json) execute x${i}${args}`),
      );
      await tx.rows(sql.raw(`deallocate x${i}`));
      if (row) wrong.push(...faults(row['QUERY PLAN'][0]?.Plan, limits));
    }
  });
  return wrong;
}

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
