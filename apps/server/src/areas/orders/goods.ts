import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/**
 * Gives lines that sell a bundle its goods as they are now. Lines that have the goods of their bundle keep them: a bundle
 * changes for orders to come. Call it wherever lines get a product; `view order_goods` reads the result.
 */
export async function keepGoods(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const lines = await tx.rows<{ id: number; kept: boolean }>(sql`
    select l.id, coalesce(k.bundle_id = l.product_id, false) as kept from order_line l
    left join product p on p.company_id = ${sql.company} and p.id = l.product_id and p.kind = 'bundle'
    left join lateral (select x.bundle_id from order_line_part x where x.company_id = ${sql.company} and x.line_id = l.id limit 1) k on true
    where l.company_id = ${sql.company} and l.order_id = any(${orderIds}::bigint[]) and (p.id is not null or l.bundled)`);
  const stale = lines.filter((line) => !line.kept).map((line) => line.id);
  if (stale.length === 0) return;
  await tx.rows(
    sql`delete from order_line_part where company_id = ${sql.company} and line_id = any(${stale}::bigint[])`,
  );
  await tx.rows(sql`with kept as (
      insert into order_line_part (company_id, line_id, bundle_id, product_id, quantity, share)
      select ${sql.company}, l.id, u.bundle_id, u.product_id, u.quantity, u.share from order_line l
      join bundle_unit u on u.company_id = l.company_id and u.bundle_id = l.product_id
      where l.company_id = ${sql.company} and l.id = any(${stale}::bigint[])
      returning line_id)
    update order_line l set bundled = exists (select from kept k where k.line_id = l.id)
    where l.company_id = ${sql.company} and l.id = any(${stale}::bigint[])`);
}

/** The same goods and declarations for lines that were cut from others: by (new line, line it was cut from). */
export async function copyGoods(tx: Tx, copies: readonly { lineId: number; from: number }[]): Promise<void> {
  if (copies.length === 0) return;
  await tx.rows(sql`insert into order_line_customs (company_id, line_id, product_id, name_zh, name_en, hs_code, origin, value_usd)
    select ${sql.company}, c.line_id, x.product_id, x.name_zh, x.name_en, x.hs_code, x.origin, x.value_usd
    from unnest(${copies.map((copy) => copy.lineId)}::bigint[], ${copies.map((copy) => copy.from)}::bigint[]) as c(line_id, from_id)
    join order_line_customs x on x.company_id = ${sql.company} and x.line_id = c.from_id
    on conflict do nothing`);
  await tx.rows(sql`with kept as (
      insert into order_line_part (company_id, line_id, bundle_id, product_id, quantity, share)
      select ${sql.company}, c.line_id, x.bundle_id, x.product_id, x.quantity, x.share
      from unnest(${copies.map((copy) => copy.lineId)}::bigint[], ${copies.map((copy) => copy.from)}::bigint[]) as c(line_id, from_id)
      join order_line_part x on x.company_id = ${sql.company} and x.line_id = c.from_id
      on conflict do nothing returning line_id)
    update order_line l set bundled = true from kept k
    where l.company_id = ${sql.company} and l.id = k.line_id and not l.bundled`);
}
