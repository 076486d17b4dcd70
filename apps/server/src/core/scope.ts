import { type SQL, sql } from 'drizzle-orm/sql/sql';
import type { Ctx } from './context.ts';

/** The shops the actor sees, as a condition on `column`. What is out of scope does not exist for them. */
export function inShops(ctx: Pick<Ctx, 'rights'>, column: SQL): SQL {
  return ctx.rights.shopIds === null ? sql`true` : sql`${column} = any(${arrayOf(ctx.rights.shopIds)}::bigint[])`;
}

export function inWarehouses(ctx: Pick<Ctx, 'rights'>, column: SQL): SQL {
  return ctx.rights.warehouseIds === null
    ? sql`true`
    : sql`${column} = any(${arrayOf(ctx.rights.warehouseIds)}::bigint[])`;
}

/** One array parameter (a bare array would become a list of parameters). */
export function arrayOf(values: readonly (number | string)[]): SQL {
  return sql`${sql.param(values)}`;
}
