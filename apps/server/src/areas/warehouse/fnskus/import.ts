import { z } from 'zod';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { ImportKind, ImportRow, Verdict } from '../../../core/imports.ts';
import { ownersOf, writeFnskus } from './fnskus.ts';

const row = z.object({
  warehouse: z.string().trim().min(1).max(30),
  sku: z.string().trim().min(1).max(100),
  fnsku: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{10}$/),
});
type FnskuImport = z.output<typeof row>;

export const fnskuImport: ImportKind<FnskuImport> = {
  name: 'warehouseFnsku',
  title: ['FNSKU 导入模板', 'FNSKU import template'],
  columns: [
    {
      key: 'warehouse',
      title: ['仓库编码', 'Warehouse code'],
      required: true,
      example: 'SZ01',
      hint: ['仓库设置里的编码', 'The code in the warehouse settings'],
    },
    {
      key: 'sku',
      title: ['商品 SKU', 'Product SKU'],
      required: true,
      example: 'MUG-RED',
      hint: ['商品的 SKU', 'The SKU of the product'],
    },
    {
      key: 'fnsku',
      title: ['FNSKU', 'FNSKU'],
      required: true,
      example: 'X001ABCDEF',
      hint: ['10 位字母和数字', '10 letters and digits'],
    },
  ],
  row,
  keyOf: (r) => `${r.warehouse.toUpperCase()}/${r.sku}`,
  check,
  write,
};

type Known = { warehouse: string; sku: string; houseId: number; productId: number | null; exists: boolean };

async function known(tx: Tx, rows: readonly FnskuImport[]): Promise<Map<string, Known>> {
  const found = await tx.rows<Known>(
    sql`select r.warehouse, r.sku, w.id as "houseId", p.id as "productId", f.id is not null as exists
     from jsonb_to_recordset(${JSON.stringify(rows.map((r) => ({ warehouse: r.warehouse.toUpperCase(), sku: r.sku })))}::jsonb) as r(warehouse text, sku text)
     join warehouse w on w.company_id = ${sql.company} and upper(w.code) = r.warehouse and (${tx.rights.warehouseIds}::bigint[] is null or w.id = any(${tx.rights.warehouseIds}::bigint[]))
     left join product p on p.company_id = ${sql.company} and p.sku = r.sku
     left join warehouse_fnsku f on f.company_id = ${sql.company} and f.warehouse_id = w.id and f.product_id = p.id`,
  );
  return new Map(found.map((k) => [`${k.warehouse}/${k.sku}`, k]));
}

async function check(tx: Tx, _ctx: unknown, rows: readonly ImportRow<FnskuImport>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((r) => r.value),
  );
  const desired = rows.flatMap(({ value }) => {
    const found = there.get(fnskuImport.keyOf(value));
    return found?.productId ? [{ houseId: found.houseId, productId: found.productId, fnsku: value.fnsku }] : [];
  });
  const owners = new Map((await ownersOf(tx, desired)).map((each) => [`${each.houseId}/${each.fnsku}`, each.sku]));
  const lines = new Map<string, number>();
  return new Map(
    rows.map(({ line, value }) => {
      const found = there.get(fnskuImport.keyOf(value));
      const problems: Verdict['problems'] = [];
      if (!found) problems.push({ column: 'warehouse', code: 'warehouse.notFound' });
      else if (!found.productId) problems.push({ column: 'sku', code: 'warehouse.productNotFound' });
      const code = `${found?.houseId}/${value.fnsku}`;
      const owner = owners.get(code);
      const before = lines.get(code);
      if (owner)
        problems.push({ column: 'fnsku', code: 'warehouse.fnskuTaken', params: { fnsku: value.fnsku, sku: owner } });
      else if (before) problems.push({ column: 'fnsku', code: 'import.duplicate', params: { line: before } });
      lines.set(code, before ?? line);
      return [line, { action: found?.exists ? 'update' : 'create', problems }];
    }),
  );
}

async function write(tx: Tx, _ctx: unknown, rows: readonly FnskuImport[]) {
  const there = await known(tx, rows);
  const written = await writeFnskus(
    tx,
    rows.flatMap((value) => {
      const found = there.get(fnskuImport.keyOf(value));
      return found?.productId ? [{ houseId: found.houseId, productId: found.productId, fnsku: value.fnsku }] : [];
    }),
  );
  const created = written.filter((r) => r.fresh).length;
  return { created, updated: written.length - created };
}
