import { day, requiredText, text } from '@tradewind/contract/call.ts';
import { purchaseUnits } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { productIdsBySku } from '../../catalog/public.ts';
import { createRequisition, writeLines } from './requisitions.service.ts';

const capitals = (most: number) => requiredText(most).transform((typed) => typed.toUpperCase());
const row = z.strictObject({
  sku: capitals(60),
  quantity: purchaseUnits(),
  warehouse: capitals(40),
  needBy: day().optional(),
  supplier: capitals(40).optional(),
  remark: text(300).default(''),
});
type Row = z.output<typeof row>;

const OPTIONAL = ['选填', 'Optional'] as const;
const columns: readonly ImportColumn[] = [
  {
    key: 'sku',
    title: ['SKU', 'SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案里的 SKU', 'The SKU of the product'],
  },
  {
    key: 'quantity',
    title: ['申请数量', 'Quantity'],
    required: true,
    example: '200',
    hint: ['整数', 'A whole number'],
    read: (typed) => typed.replaceAll(',', ''),
  },
  {
    key: 'warehouse',
    title: ['仓库编码', 'Warehouse code'],
    required: true,
    example: 'NJ01',
    hint: ['仓库列表里的编码', 'The code in the list of warehouses'],
  },
  { key: 'needBy', title: ['需求日期', 'Needed by'], example: '2026-12-20', hint: OPTIONAL },
  { key: 'supplier', title: ['供应商编码', 'Supplier code'], example: 'YW-001', hint: OPTIONAL },
  { key: 'remark', title: ['备注', 'Remark'], example: '', hint: OPTIONAL },
];

async function known(tx: Tx, rows: readonly Row[]) {
  const products = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  const warehouses = await tx.rows<{ id: number; code: string }>(sql`select id, upper(code) as code from warehouse
    where company_id = ${sql.company} and enabled and ${inWarehouses(tx, sql`id`)}
      and upper(code) = any(${arrayOf(rows.map((one) => one.warehouse))}::text[])`);
  const suppliers = await tx.rows<{ id: number; code: string }>(sql`select id, code from supplier
    where company_id = ${sql.company} and state = 'active'
      and code = any(${arrayOf(rows.flatMap((one) => one.supplier ?? []))}::text[])`);
  const byCode = (found: readonly { id: number; code: string }[]) => new Map(found.map((one) => [one.code, one.id]));
  return { products, warehouses: byCode(warehouses), suppliers: byCode(suppliers) };
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const { products, warehouses, suppliers } = await known(
    tx,
    rows.map((one) => one.value),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const problems: Verdict['problems'] = [];
      if (!products.has(value.sku))
        problems.push({ column: 'sku', code: 'procurement.importSku', params: { sku: value.sku } });
      if (!warehouses.has(value.warehouse))
        problems.push({ column: 'warehouse', code: 'procurement.warehouseUnknown' });
      if (value.supplier !== undefined && !suppliers.has(value.supplier))
        problems.push({ column: 'supplier', code: 'procurement.importSupplier', params: { code: value.supplier } });
      return [line, { action: 'create', problems }];
    }),
  );
}

/** One draft for the rows that are written together. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const { products, warehouses, suppliers } = await known(tx, rows);
  const lines = rows.flatMap(({ sku, warehouse, supplier, needBy, ...line }) => {
    const [productId, warehouseId] = [products.get(sku), warehouses.get(warehouse)];
    if (productId === undefined || warehouseId === undefined) return [];
    const supplierId = supplier === undefined ? null : (suppliers.get(supplier) ?? null);
    return [{ ...line, productId, warehouseId, supplierId, needBy: needBy ?? null, shopId: null }];
  });
  if (lines.length === 0) return { created: 0, updated: 0 };
  const { id } = await createRequisition(tx, '');
  await writeLines(tx, id, lines);
  return { created: lines.length, updated: 0 };
}

export const requisitionImport = defineImport<Row>({
  name: 'procurement.requisitions',
  title: ['采购申请导入模板', 'Requisition import template'],
  columns,
  row,
  keyOf: (one) => `${one.sku}\n${one.warehouse}\n${one.needBy ?? ''}\n${one.supplier ?? ''}`,
  check,
  write,
});
