import { day, positiveDecimal, requiredText, text } from '@tradewind/contract/call.ts';
import { MOST_PURCHASE_LINES, purchaseUnits } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf, inWarehouses } from '../../../core/scope.ts';
import { productIdsBySku } from '../../catalog/public.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { reportImport } from '../../messages/public.ts';
import { pricesInForce } from '../suppliers/price-in-force.ts';
import { savePurchase } from './purchases.service.ts';

/** More rows than these are imported by a job. */
const ROWS_AT_ONCE = 300;

const capitals = (most: number) => requiredText(most).transform((typed) => typed.toUpperCase());
const row = z.strictObject({
  order: capitals(40),
  supplier: capitals(40),
  warehouse: capitals(40),
  sku: capitals(60),
  packs: purchaseUnits(),
  packSize: z.coerce.number().int().min(1).max(100_000).default(1),
  unitPrice: positiveDecimal(6).optional(),
  promisedOn: day().optional(),
  reference: text(60).default(''),
  remark: text(300).default(''),
});
type Row = z.output<typeof row>;

const OPTIONAL = ['选填', 'Optional'] as const;
const plainNumber = (typed: string) => typed.replaceAll(',', '');
const columns: readonly ImportColumn[] = [
  {
    key: 'order',
    title: ['订单序号', 'Order'],
    required: true,
    example: '1',
    hint: ['序号相同的行合成一张采购订单', 'Rows with the same value make one order'],
  },
  {
    key: 'supplier',
    title: ['供应商编码', 'Supplier code'],
    required: true,
    example: 'YW-001',
    hint: ['供应商列表里的编码', 'The code in the list of suppliers'],
  },
  {
    key: 'warehouse',
    title: ['仓库编码', 'Warehouse code'],
    required: true,
    example: 'NJ01',
    hint: ['仓库列表里的编码', 'The code in the list of warehouses'],
  },
  {
    key: 'sku',
    title: ['SKU', 'SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案里的 SKU', 'The SKU of the product'],
  },
  {
    key: 'packs',
    title: ['数量', 'Quantity'],
    required: true,
    example: '200',
    hint: ['按箱采购时填箱数', 'The number of cartons where you buy cartons'],
    read: plainNumber,
  },
  { key: 'packSize', title: ['每单位件数', 'Units each'], example: '1', hint: OPTIONAL, read: plainNumber },
  {
    key: 'unitPrice',
    title: ['单价', 'Unit price'],
    example: '21.5',
    hint: ['不填则取生效的报价', 'Left out: the price in force'],
    read: plainNumber,
  },
  { key: 'promisedOn', title: ['预计到货', 'Expected'], example: '2026-12-20', hint: OPTIONAL },
  { key: 'reference', title: ['供应商单号', 'Supplier reference'], example: '', hint: OPTIONAL },
  { key: 'remark', title: ['备注', 'Remark'], example: '', hint: OPTIONAL },
];
/** What all rows of an order have in common. */
const HEAD = ['supplier', 'warehouse', 'reference'] as const;

async function known(tx: Tx, rows: readonly Row[]) {
  const products = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  const warehouses = await tx.rows<{ id: number; code: string }>(sql`select id, upper(code) as code from warehouse
    where company_id = ${sql.company} and enabled and ${inWarehouses(tx, sql`id`)}
      and upper(code) = any(${arrayOf(rows.map((one) => one.warehouse))}::text[])`);
  const suppliers = await tx.rows<{ id: number; code: string }>(sql`select id, code from supplier
    where company_id = ${sql.company} and state = 'active'
      and code = any(${arrayOf(rows.map((one) => one.supplier))}::text[])`);
  const byCode = (found: readonly { id: number; code: string }[]) => new Map(found.map((one) => [one.code, one.id]));
  return { products, warehouses: byCode(warehouses), suppliers: byCode(suppliers) };
}
type Known = Awaited<ReturnType<typeof known>>;

/** The lines whose supplier has a price in force for them. */
async function pricedLines(
  tx: Tx,
  rows: readonly ImportRow<Row>[],
  { products, suppliers }: Known,
): Promise<Set<number>> {
  const on = localDay(tx.now, (await companyOf(tx)).timeZone);
  const priced = new Set<number>();
  for (const [code, own] of Map.groupBy(rows, (one) => one.value.supplier)) {
    const supplierId = suppliers.get(code);
    if (supplierId === undefined) continue;
    const wishes = own.map(({ value }) => ({ productId: products.get(value.sku) ?? 0, quantity: value.packs }));
    const prices = await pricesInForce(tx, { supplierId, day: on }, wishes);
    for (const [at, { line }] of own.entries()) if (prices[at]?.unitPrice != null) priced.add(line);
  }
  return priced;
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const found = await known(
    tx,
    rows.map((one) => one.value),
  );
  const typed = maySee(tx.rights, 'seeCost');
  const priced = await pricedLines(tx, rows, found);
  const firsts = new Map<string, Row>();
  const counts = new Map<string, number>();
  return new Map(
    rows.map(({ line, value }) => {
      const problems: Verdict['problems'] = [];
      const { sku, supplier, order } = value;
      if (!found.products.has(sku)) problems.push({ column: 'sku', code: 'procurement.importSku', params: { sku } });
      if (!found.warehouses.has(value.warehouse))
        problems.push({ column: 'warehouse', code: 'procurement.warehouseUnknown' });
      if (!found.suppliers.has(supplier))
        problems.push({ column: 'supplier', code: 'procurement.importSupplier', params: { code: supplier } });
      else if (found.products.has(sku) && !(typed && value.unitPrice !== undefined) && !priced.has(line))
        problems.push({ column: 'unitPrice', code: 'procurement.noPrice' });
      const first = firsts.get(order);
      if (!first) firsts.set(order, value);
      for (const column of HEAD)
        if (first && value[column] !== first[column]) problems.push({ column, code: 'procurement.importSameOrder' });
      counts.set(order, (counts.get(order) ?? 0) + 1);
      if ((counts.get(order) ?? 0) > MOST_PURCHASE_LINES)
        problems.push({ column: 'order', code: 'procurement.importManyLines', params: { most: MOST_PURCHASE_LINES } });
      return [line, { action: 'create', problems }];
    }),
  );
}

/** A draft for each order; it is expected when its last line is. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const found = await known(tx, rows);
  let created = 0;
  for (const own of Map.groupBy(rows, (one) => one.order).values()) {
    const [first] = own;
    const supplierId = first && found.suppliers.get(first.supplier);
    const warehouseId = first && found.warehouses.get(first.warehouse);
    if (!supplierId || !warehouseId) continue;
    const days = own.flatMap((one) => one.promisedOn ?? []).sort();
    await savePurchase(tx, {
      ...{ supplierId, warehouseId, reference: first.reference, remark: '', expectedOn: days.at(-1) ?? null },
      lines: own.map(({ sku, packs, packSize, unitPrice, promisedOn = null, remark }) => ({
        ...{ productId: found.products.get(sku) ?? 0, supplierSku: '', packs, packSize, unitPrice, promisedOn, remark },
      })),
    });
    created++;
  }
  return { created, updated: 0 };
}

export const purchaseImport = defineImport<Row>({
  name: 'procurement.purchases',
  title: ['采购订单导入模板', 'Purchase order import template'],
  columns,
  row,
  keyOf: (one) => `${one.order}\n${one.sku}\n${one.promisedOn ?? ''}`,
  groupOf: ({ order = '' }) => order.trim().toUpperCase(),
  check,
  write,
  later: {
    from: ROWS_AT_ONCE,
    notify: (tx, ctx, result) => reportImport(tx, ctx, result, 'procurement.importDone', 'procurement.importAllIn'),
  },
});
