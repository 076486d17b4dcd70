import { z } from 'zod';
import { defineAction, writeAudit } from '../../core/audit.ts';
import { saveSetting } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { badField } from '../../core/errors.ts';
import { defineImport, type ImportRow, type Verdict } from '../../core/imports.ts';
import { reckonTotals } from './totals.ts';
import { warningSetting } from './warnings.ts';

const limited = defineAction('stock.limited', ['设置安全库存', 'Safety quantities set']);
const daysSaved = defineAction('stock.warningDays', ['修改库存预警天数', 'Days of stock warnings changed']);

interface Limit {
  productId: number;
  warehouseId: number;
  safety: number | null;
  maxAgeDays: number | null;
}

/** Sets or takes away limits; the warnings of the products follow at once. @returns how many were written */
async function writeLimits(tx: Tx, limits: readonly Limit[]): Promise<number> {
  await tx.prepared(
    'stock_limit_clear',
    `delete from stock_limit l using jsonb_to_recordset($2::jsonb) as r("productId" bigint, "warehouseId" bigint, safety int, "maxAgeDays" int)
     where l.company_id = $1 and l.product_id = r."productId" and l.warehouse_id = r."warehouseId" and r.safety is null and r."maxAgeDays" is null`,
    [tx.companyId, JSON.stringify(limits)],
  );
  await tx.prepared(
    'stock_limit_write',
    `insert into stock_limit (company_id, product_id, warehouse_id, safety, max_age_days, updated_at, actor)
     select $1, r."productId", r."warehouseId", r.safety, r."maxAgeDays", $3, $4
     from jsonb_to_recordset($2::jsonb) as r("productId" bigint, "warehouseId" bigint, safety int, "maxAgeDays" int)
     where r.safety is not null or r."maxAgeDays" is not null order by 2, 3
     on conflict (company_id, product_id, warehouse_id) do update set safety = excluded.safety, max_age_days = excluded.max_age_days,
       updated_at = excluded.updated_at, actor = excluded.actor`,
    [tx.companyId, JSON.stringify(limits), tx.now, tx.actor.name],
  );
  await reckonTotals(tx, [...new Set(limits.map((limit) => limit.productId))]);
  return limits.length;
}

export async function saveLimits(
  tx: Tx,
  input: { productIds: number[]; warehouseId: number; safety: number | null; maxAgeDays: number | null },
): Promise<{ done: number }> {
  const { warehouseId, safety, maxAgeDays } = input;
  const { rights } = tx;
  const [house] = await tx.prepared<{ name: string }>(
    'stock_limit_house',
    'select name from warehouse where company_id = $1 and id = $2',
    [tx.companyId, warehouseId],
  );
  if (!house || (rights.warehouseIds && !rights.warehouseIds.includes(warehouseId)))
    throw badField('warehouseId', 'stock.noWarehouse');
  const known = await tx.prepared<{ id: number }>(
    'stock_limit_products',
    'select id from product where company_id = $1 and id = any($2::bigint[]) order by id',
    [tx.companyId, input.productIds],
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
      targetName: house.name,
      detail: { products: done, safety, maxAgeDays },
    },
  ]);
  return { done };
}

/** What the days change shows in the warnings once all stock has been looked at: the caller asks for that. */
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

/** An empty cell takes that limit away: the file says what shall be. */
export const limitImport = defineImport<LimitImport>({
  name: 'stockLimit',
  title: ['安全库存导入模板', 'Safety quantities template'],
  columns: [
    {
      key: 'sku',
      title: ['SKU', 'SKU'],
      required: true,
      example: 'TW-1001',
      hint: ['产品档案里的 SKU', 'A SKU of the product archive'],
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
      title: ['安全库存', 'Safety quantity'],
      example: '50',
      hint: ['可用低于此数时预警；不填则取消', 'Warned of when less is available; none if empty'],
    },
    {
      key: 'maxAgeDays',
      title: ['最长库龄（天）', 'Greatest age (days)'],
      example: '180',
      hint: ['超过即预警；不填则按公司设置', "Warned of when older; the company's days if empty"],
    },
  ],
  row,
  keyOf,
  check,
  write,
});

type Known = { key: string; productId: number | null; warehouseId: number | null; there: boolean };

async function known(tx: Tx, rows: readonly LimitImport[]): Promise<Map<string, Known>> {
  const asked = rows.map((one) => ({ key: keyOf(one), sku: one.sku.toUpperCase(), code: one.warehouse.toUpperCase() }));
  const found = await tx.prepared<Known>(
    'stock_limit_import_known',
    `select r.key, p.id as "productId", w.id as "warehouseId", l.product_id is not null as there
     from jsonb_to_recordset($2::jsonb) as r(key text, sku text, code text)
     left join product p on p.company_id = $1 and p.sku = r.sku
     left join warehouse w on w.company_id = $1 and upper(w.code) = r.code and ($3::bigint[] is null or w.id = any($3))
     left join stock_limit l on l.company_id = $1 and l.product_id = p.id and l.warehouse_id = w.id`,
    [tx.companyId, JSON.stringify(asked), tx.rights.warehouseIds],
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
