import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { endOfPrefix } from '../../../core/database/statement.ts';
import { badField } from '../../../core/errors.ts';
import { warehouses } from '../warehouses/list.ts';
import { remember } from '../warehouses/warehouses.ts';

type FnskuRow = { id: number; productId: number; sku: string; nameZh: string; nameEn: string; fnsku: string };

export async function fnskuPage(
  tx: Tx,
  query: { houseId: number; text?: string | undefined; page: number; pageSize: number },
) {
  await warehouses.one(tx, query.houseId);
  const text = query.text?.trim().toUpperCase() || null;
  const rows = await tx.rows<FnskuRow & { total: number }>(
    sql`select f.id, p.id as "productId", p.sku, p.name_zh, p.name_en, f.fnsku, count(*) over ()::int as total
     from warehouse_fnsku f join product p on p.company_id = ${sql.company} and p.id = f.product_id
     where f.company_id = ${sql.company} and f.warehouse_id = ${query.houseId} and (${text}::text is null or f.fnsku >= ${text}::text and f.fnsku < ${text && endOfPrefix(text)}::text
       or upper(p.sku) >= ${text}::text collate "C" and upper(p.sku) < ${text && endOfPrefix(text)}::text collate "C")
     order by p.sku, f.id limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`,
  );
  return { rows, total: rows[0]?.total ?? 0, totalExact: true };
}

/** A product has one FNSKU per warehouse, and each FNSKU names one product there. */
export async function saveFnsku(
  tx: Tx,
  supplied: { houseId: number; productId: number; fnsku: string },
): Promise<{ id: number }> {
  await warehouses.one(tx, supplied.houseId);
  const { houseId: warehouseId, productId, fnsku } = supplied;
  const [product] = await tx.rows<{ sku: string }>(
    sql`select sku from product where company_id = ${sql.company} and id = ${productId}`,
  );
  if (!product) throw badField('productId', 'warehouse.productNotFound');
  const [other] = await ownersOf(tx, [{ houseId: warehouseId, productId, fnsku }]);
  if (other) throw badField('fnsku', 'warehouse.fnskuTaken', { fnsku, sku: other.sku });
  const [row] = await writeFnskus(tx, [{ houseId: warehouseId, productId, fnsku }]);
  if (!row) throw badField('fnsku', 'warehouse.fnskuTaken', { fnsku, sku: '' });
  await remember(tx, warehouseId, 'fnskuSaved', { sku: product.sku, fnsku });
  return { id: row.id };
}

export interface NewFnsku {
  houseId: number;
  productId: number;
  fnsku: string;
}
const requested = (rows: readonly NewFnsku[]): Sql =>
  sql`jsonb_to_recordset(${sql.json(rows.map((r) => ({ w: r.houseId, p: r.productId, f: r.fnsku })))}) as r(w bigint, p bigint, f text)`;

/** The products that already use these codes. */
export function ownersOf(tx: Tx, rows: readonly NewFnsku[]) {
  return tx.rows<{ houseId: number; fnsku: string; sku: string }>(
    sql`select f.warehouse_id as "houseId", f.fnsku, p.sku from ${requested(rows)}
     join warehouse_fnsku f on f.company_id = ${sql.company} and f.warehouse_id = r.w and f.fnsku = r.f and f.product_id <> r.p
     join product p on p.company_id = ${sql.company} and p.id = f.product_id`,
  );
}

export function writeFnskus(tx: Tx, rows: readonly NewFnsku[]) {
  return tx.rows<{ id: number; fresh: boolean }>(
    sql`insert into warehouse_fnsku (company_id, warehouse_id, product_id, fnsku) select ${sql.company}, r.w, r.p, r.f from ${requested(rows)}
     on conflict (company_id, warehouse_id, product_id) do update set fnsku = excluded.fnsku returning id, xmax = 0 as fresh`,
  );
}

export async function deleteFnskus(tx: Tx, input: { houseId: number; ids: number[] }): Promise<void> {
  await warehouses.one(tx, input.houseId);
  const gone = await tx.rows(
    sql`delete from warehouse_fnsku where company_id = ${sql.company} and warehouse_id = ${input.houseId} and id = any(${input.ids}::bigint[]) returning id`,
  );
  if (gone.length > 0) await remember(tx, input.houseId, 'fnskuDeleted', { count: gone.length });
}

/** Skips what the target warehouse already has: the product's own FNSKU, or a code used for another product. */
export async function copyFnskus(
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<{ copied: number; existed: number }> {
  if (from === to) throw badField('to', 'warehouse.sameHouse');
  await warehouses.one(tx, from);
  await warehouses.one(tx, to);
  const [done] = await tx.rows<{ copied: number; existed: number }>(
    sql`with there as (select product_id, fnsku from warehouse_fnsku where company_id = ${sql.company} and warehouse_id = ${from}),
     written as (
       insert into warehouse_fnsku (company_id, warehouse_id, product_id, fnsku)
       select ${sql.company}, ${to}, product_id, fnsku from there order by product_id on conflict do nothing returning 1
     )
     select w.n as copied, t.n - w.n as existed from (select count(*)::int as n from written) w, (select count(*)::int as n from there) t`,
  );
  const result = done ?? { copied: 0, existed: 0 };
  await remember(tx, to, 'fnskuCopied', { from, ...result });
  return result;
}
