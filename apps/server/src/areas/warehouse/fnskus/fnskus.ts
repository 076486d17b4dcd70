import type { Tx } from '../../../core/database/database.ts';
import { endOfPrefix } from '../../../core/database/statement.ts';
import { badField } from '../../../core/errors.ts';
import { remember, warehouseById } from '../warehouses/warehouses.ts';

type FnskuRow = { id: number; productId: number; sku: string; nameZh: string; nameEn: string; fnsku: string };

export async function fnskuPage(
  tx: Tx,
  query: { houseId: number; text?: string | undefined; page: number; pageSize: number },
) {
  await warehouseById(tx, query.houseId);
  const text = query.text?.trim().toUpperCase() || null;
  const rows = await tx.prepared<FnskuRow & { total: number }>(
    'fnsku_page',
    `select f.id, p.id as "productId", p.sku, p.name_zh as "nameZh", p.name_en as "nameEn", f.fnsku, count(*) over ()::int as total
     from warehouse_fnsku f join product p on p.company_id = $1 and p.id = f.product_id
     where f.company_id = $1 and f.warehouse_id = $2 and ($3::text is null or f.fnsku >= $3 and f.fnsku < $4
       or upper(p.sku) >= $3 collate "C" and upper(p.sku) < $4 collate "C")
     order by p.sku, f.id limit $5 offset $6`,
    [tx.companyId, query.houseId, text, text && endOfPrefix(text), query.pageSize, (query.page - 1) * query.pageSize],
  );
  return { rows, total: rows[0]?.total ?? 0, totalExact: true };
}

/** A product has one in a warehouse, and each names one product there. */
export async function saveFnsku(
  tx: Tx,
  given: { houseId: number; productId: number; fnsku: string },
): Promise<{ id: number }> {
  await warehouseById(tx, given.houseId);
  const { houseId, productId, fnsku } = given;
  const [product] = await tx.prepared<{ sku: string }>(
    'fnsku_product',
    'select sku from product where company_id = $1 and id = $2',
    [tx.companyId, productId],
  );
  if (!product) throw badField('productId', 'warehouse.productNotFound');
  const [other] = await ownersOf(tx, [{ houseId, productId, fnsku }]);
  if (other) throw badField('fnsku', 'warehouse.fnskuTaken', { fnsku, sku: other.sku });
  const [row] = await writeFnskus(tx, [{ houseId, productId, fnsku }]);
  if (!row) throw badField('fnsku', 'warehouse.fnskuTaken', { fnsku, sku: '' });
  await remember(tx, houseId, 'fnskuSaved', { sku: product.sku, fnsku });
  return { id: row.id };
}

export interface NewFnsku {
  houseId: number;
  productId: number;
  fnsku: string;
}
const asJson = (rows: readonly NewFnsku[]) =>
  JSON.stringify(rows.map((r) => ({ w: r.houseId, p: r.productId, f: r.fnsku })));
const ASKED = 'jsonb_to_recordset($2::jsonb) as r(w bigint, p bigint, f text)';

/** Whose the codes are, where it is another product's. */
export function ownersOf(tx: Tx, rows: readonly NewFnsku[]) {
  return tx.prepared<{ houseId: number; fnsku: string; sku: string }>(
    'fnsku_owners',
    `select f.warehouse_id as "houseId", f.fnsku, p.sku from ${ASKED}
     join warehouse_fnsku f on f.company_id = $1 and f.warehouse_id = r.w and f.fnsku = r.f and f.product_id <> r.p
     join product p on p.company_id = $1 and p.id = f.product_id`,
    [tx.companyId, asJson(rows)],
  );
}

export function writeFnskus(tx: Tx, rows: readonly NewFnsku[]) {
  return tx.prepared<{ id: number; fresh: boolean }>(
    'fnsku_write',
    `insert into warehouse_fnsku (company_id, warehouse_id, product_id, fnsku) select $1, r.w, r.p, r.f from ${ASKED}
     on conflict (company_id, warehouse_id, product_id) do update set fnsku = excluded.fnsku returning id, xmax = 0 as fresh`,
    [tx.companyId, asJson(rows)],
  );
}

export async function deleteFnskus(tx: Tx, input: { houseId: number; ids: number[] }): Promise<void> {
  await warehouseById(tx, input.houseId);
  const gone = await tx.prepared(
    'fnsku_delete',
    'delete from warehouse_fnsku where company_id = $1 and warehouse_id = $2 and id = any($3::bigint[]) returning id',
    [tx.companyId, input.houseId, input.ids],
  );
  if (gone.length > 0) await remember(tx, input.houseId, 'fnskuDeleted', { count: gone.length });
}

/** What the other warehouse has already, it keeps: the product's own code, and a code that is another product's there. */
export async function copyFnskus(
  tx: Tx,
  { from, to }: { from: number; to: number },
): Promise<{ copied: number; existed: number }> {
  if (from === to) throw badField('to', 'warehouse.sameHouse');
  await warehouseById(tx, from);
  await warehouseById(tx, to);
  const [done] = await tx.prepared<{ copied: number; existed: number }>(
    'fnsku_copy',
    `with there as (select product_id, fnsku from warehouse_fnsku where company_id = $1 and warehouse_id = $2),
     written as (
       insert into warehouse_fnsku (company_id, warehouse_id, product_id, fnsku)
       select $1, $3, product_id, fnsku from there order by product_id on conflict do nothing returning 1
     )
     select w.n as copied, t.n - w.n as existed from (select count(*)::int as n from written) w, (select count(*)::int as n from there) t`,
    [tx.companyId, from, to],
  );
  const result = done ?? { copied: 0, existed: 0 };
  await remember(tx, to, 'fnskuCopied', { from, ...result });
  return result;
}
