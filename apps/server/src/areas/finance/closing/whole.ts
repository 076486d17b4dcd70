import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { forbidden } from '../../../core/errors.ts';
import { arrayOf, inShops } from '../../../core/scope.ts';

type Actor = Pick<Ctx, 'rights'>;

/** Figures of a month show costs. @throws forbidden */
export function assertCosts({ rights }: Actor): void {
  if (!maySee(rights, 'seeCost')) throw forbidden('finance.closing.costs');
}

async function seesAllShops(tx: Tx, { rights }: Actor): Promise<boolean> {
  if (rights.shopIds === null) return true;
  const hidden = await tx.row(sql`select 1 as one from shop where company_id = ${sql.company}
    and id <> all(${arrayOf(rights.shopIds)}::bigint[]) limit 1`);
  return hidden === undefined;
}

/** The books of the whole company: for whoever sees costs and all shops. @throws forbidden */
export async function assertWholeCompany(tx: Tx): Promise<void> {
  assertCosts(tx);
  if (!(await seesAllShops(tx, tx))) throw forbidden('finance.closing.allShops');
}

/** The same as a condition of a statement. */
export const inBooks = (ctx: Actor, column: Sql): Sql =>
  ctx.rights.shopIds === null
    ? sql`true`
    : sql`(${inShops(ctx, column)} or not exists (select 1 from shop where company_id = ${sql.company}
        and id <> all(${arrayOf(ctx.rights.shopIds)}::bigint[])))`;

/** What of the books the actor sees: all, with what belongs to no shop, or that of their shops. */
export async function visibleShops(tx: Tx, ctx: Actor): Promise<(column: Sql) => Sql> {
  return (await seesAllShops(tx, ctx)) ? () => sql`true` : (column) => inShops(ctx, column);
}
