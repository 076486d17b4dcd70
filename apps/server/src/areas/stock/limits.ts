import { z } from 'zod';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { saveSetting } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField } from '../../core/errors.ts';
import { defineImport, type ImportRow, type Verdict } from '../../core/imports.ts';
import { calculateTotals } from './totals.ts';
import { warningSetting } from './warnings.ts';

const limited = defineAction('stock.limited', ['设置安全库存', 'Safety stock set']);
const daysSaved = defineAction('stock.warningDays', ['编辑库存预警天数', 'Stock warning days edited']);

interface Limit {
  productId: number;
  warehouseId: number;
  safety: number | null;
  maxAgeDays: number | null;
}

/** Sets or removes limits and updates the warnings of the products at once. @returns how many were written */
async function writeLimits(tx: Tx, limits: readonly Limit[]): Promise<number> {
  await tx.rows(
    sql`delete from stock_limit l using jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as r("productId" bigint, "warehouseId" bigint, safety int, "maxAgeDays" int)
     where l.company_id = ${sql.company} and l.product_id = r."productId" and l.warehouse_id = r."warehouseId" and r.safety is null and r."maxAgeDays" is null`,
  );
  await tx.rows(
    sql`insert into stock_limit (company_id, product_id, warehouse_id, safety, max_age_days, updated_at, actor)
     select ${sql.company}, r."productId", r."warehouseId", r.safety, r."maxAgeDays", ${tx.now}, ${tx.actor.name}
     from jsonb_to_recordset(${JSON.stringify(limits)}::jsonb) as r("productId" bigint, "warehouseId" bigint, safety int, "maxAgeDays" int)
     where r.safety is not null or r."maxAgeDays" is not null order by 2, 3
     on conflict (company_id, product_id, warehouse_id) do update set safety = excluded.safety, max_age_days = excluded.max_age_days,
       updated_at = excluded.updated_at, actor = excluded.actor`,
  );
  await calculateTotals(tx, [...new Set(limits.map((limit) => limit.productId))]);
  return limits.length;
}

export async function saveLimits(
  tx: Tx,
  input: { productIds: number[]; warehouseId: number; safety: number | null; maxAgeDays: number | null },
): Promise<{ done: number }> {
  const { warehouseId, safety, maxAgeDays } = input;
  const { rights } = tx;
  const [warehouse] = await tx.rows<{ name: string }>(
    sql`select name from warehouse where company_id = ${sql.company} and id = ${warehouseId}`,
  );
  if (!warehouse || (rights.warehouseIds && !rights.warehouseIds.includes(warehouseId)))
    throw badField('warehouseId', 'stock.noWarehouse');
  const known = await tx.rows<{ id: number }>(
    sql`select id from product where company_id = ${sql.company} and id = any(${input.productIds}::bigint[]) order by id`,
  );
  const done = await writeLimits(
    tx,
    known.map((row) => ({ productId: row.id, warehouseId, safety, maxAgeDays })),
  );
  writeAudit(tx, [
    {
      action: limited,
      targetKind: 'warehouse',
      targetId: warehouseId,
      targetName: warehouse.name,
      detail: { products: done, safety, maxAgeDays },
    },
  ]);
  return { done };
}

/** New days show in the warnings after a sweep of all stock, which the caller starts. */
export function saveWarningDays(tx: Tx, days: { expiringDays: number; agedDays: number }): void {
  saveSetting(tx, warningSetting, days);
  writeAudit(tx, [{ action: daysSaved, targetKind: 'company', targetId: tx.companyId, targetName: '', detail: days }]);
}

const whole = (max: number) => z.coerce.number().int().min(0).max(max).optional();
const row = z.object({
  sku: z.string().trim().min(1).max(100),
  warehouse: z.string().trim().min(1).max(30),
  safety: whole(10_000_000),
  maxAgeDays: z.coerce.number().int().min(1).max(3650).optional(),
});
type LimitImport = z.output<typeof row>;
const keyOf = (one: LimitImport) => `${one.warehouse.toUpperCase()}/${one.sku.toUpperCase()}`;

/** An empty cell removes that limit: the file is the desired state. */
export const limitImport = defineImport<LimitImport>({
  name: 'stockLimit',
  title: ['安全库存导入模板', 'Safety stock import template'],
  columns: [
    {
      key: 'sku',
      title: ['SKU', 'SKU'],
      required: true,
      example: 'TW-1001',
      hint: ['产品档案里的 SKU', 'A SKU in the product archive'],
    },
    {
      key: 'warehouse',
      title: ['仓库编码', 'Warehouse code'],
      required: true,
      example: 'SZ01',
      hint: ['仓库设置里的编码', 'The code in the warehouse settings'],
    },
    {
      key: 'safety',
      title: ['安全库存', 'Safety stock'],
      example: '50',
      hint: [
        '可用库存低于此数时预警；不填则取消安全库存',
        'Warns when available stock is lower. Leave empty to remove the limit',
      ],
    },
    {
      key: 'maxAgeDays',
      title: ['最大库龄（天）', 'Max age (days)'],
      example: '180',
      hint: ['超过即预警；不填则按公司设置', 'Warns when stock is older. Leave empty to use the company setting'],
    },
  ],
  row,
  keyOf,
  check,
  write,
});

type Known = { key: string; productId: number | null; warehouseId: number | null; there: boolean };

async function known(tx: Tx, rows: readonly LimitImport[]): Promise<Map<string, Known>> {
  const requested = rows.map((one) => ({
    key: keyOf(one),
    sku: one.sku.toUpperCase(),
    code: one.warehouse.toUpperCase(),
  }));
  const found = await tx.rows<Known>(
    sql`select r.key, p.id as "productId", w.id as "warehouseId", l.product_id is not null as there
     from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(key text, sku text, code text)
     left join product p on p.company_id = ${sql.company} and p.sku = r.sku
     left join warehouse w on w.company_id = ${sql.company} and upper(w.code) = r.code and (${tx.rights.warehouseIds}::bigint[] is null or w.id = any(${tx.rights.warehouseIds}::bigint[]))
     left join stock_limit l on l.company_id = ${sql.company} and l.product_id = p.id and l.warehouse_id = w.id`,
  );
  return new Map(found.map((one) => [one.key, one]));
}

async function check(tx: Tx, _ctx: unknown, rows: readonly ImportRow<LimitImport>[]): Promise<Map<number, Verdict>> {
  const there = await known(
    tx,
    rows.map((one) => one.value),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const found = there.get(keyOf(value));
      const problems: Verdict['problems'] = [];
      if (!found?.productId) problems.push({ column: 'sku', code: 'stock.noProduct' });
      if (!found?.warehouseId) problems.push({ column: 'warehouse', code: 'stock.noWarehouse' });
      if (!found?.there && value.safety === undefined && value.maxAgeDays === undefined)
        problems.push({ column: 'safety', code: 'stock.limitEmpty' });
      return [line, { action: found?.there ? 'update' : 'create', problems }];
    }),
  );
}

async function write(tx: Tx, _ctx: unknown, rows: readonly LimitImport[]) {
  const there = await known(tx, rows);
  const limits = rows.flatMap((one) => {
    const { productId, warehouseId } = there.get(keyOf(one)) ?? {};
    return productId && warehouseId
      ? [{ productId, warehouseId, safety: one.safety ?? null, maxAgeDays: one.maxAgeDays ?? null }]
      : [];
  });
  await writeLimits(tx, limits);
  const updated = rows.filter((one) => there.get(keyOf(one))?.there).length;
  return { created: limits.length - updated, updated };
}
