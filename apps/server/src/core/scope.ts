import type { Ctx } from './context.ts';
import { type Sql, sql } from './database/sql.ts';

/** The shops of the actor, as a condition on `column`. Rows out of scope do not exist for them. */
export function inShops(ctx: Pick<Ctx, 'rights'>, column: Sql): Sql {
  return ctx.rights.shopIds === null ? sql`true` : sql`${column} = any(${arrayOf(ctx.rights.shopIds)}::bigint[])`;
}

export function inWarehouses(ctx: Pick<Ctx, 'rights'>, column: Sql): Sql {
  return ctx.rights.warehouseIds === null
    ? sql`true`
    : sql`${column} = any(${arrayOf(ctx.rights.warehouseIds)}::bigint[])`;
}

/** One array parameter (a bare array would become a list of parameters). */
export function arrayOf(values: readonly (number | string)[]): Sql {
  return sql`${values}`;
}
