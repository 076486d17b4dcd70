import { day } from '@tradewind/contract/call.ts';
import { INBOUND_KINDS_BY_HAND } from '@tradewind/contract/warehouse.ts';
import { z } from 'zod';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { ImportColumn, ImportKind, ImportRow, Verdict } from '../../../core/imports.ts';
import { productsByCodes } from '../../catalog/public.ts';
import { createInbound } from './create.ts';

const row = z.object({
  warehouse: z.string().trim().min(1).max(30),
  reference: z.string().trim().min(1).max(60),
  kind: z.enum(INBOUND_KINDS_BY_HAND).default('manual'),
  expectedOn: day().optional(),
  carrier: z.string().trim().max(60).optional(),
  trackingNumber: z.string().trim().max(60).optional(),
  sku: z.string().trim().min(1).max(60),
  quantity: z.coerce.number().int().min(1).max(1_000_000),
  unitCost: z
    .string()
    .regex(/^\d{1,13}(\.\d{1,6})?$/)
    .optional(),
  carton: z.string().trim().max(60).optional(),
  batch: z.string().trim().max(60).optional(),
  expiresOn: day().optional(),
});
type InboundImport = z.output<typeof row>;

const KIND_WORDS: Record<string, string> = { 其他入库: 'manual', 采购入库: 'purchase', FBA移除: 'removal' };
const kindOf = (text: string) => KIND_WORDS[text.trim()] ?? text.trim().toLowerCase();
/** Dates as people type them: 2026/1/5 is 2026-01-05. */
const dayOf = (text: string) => {
  const parts = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text.trim());
  return parts ? `${parts[1]}-${parts[2]?.padStart(2, '0')}-${parts[3]?.padStart(2, '0')}` : text.trim();
};
const documentOf = (one: Pick<InboundImport, 'warehouse' | 'reference'>) =>
  `${one.warehouse.trim().toUpperCase()}\n${one.reference.trim()}`;

const columns: ImportColumn[] = [
  {
    key: 'warehouse',
    title: ['仓库编码', 'Warehouse code'],
    required: true,
    example: 'SZ01',
    hint: ['仓库设置里的编码', 'The code in the warehouse settings'],
  },
  {
    key: 'reference',
    title: ['参考号', 'Reference'],
    required: true,
    example: 'DN-1001',
    hint: [
      '送货单号、柜号或移除单号；参考号相同的行合并为一张入库单',
      'Delivery note, container or removal order. Rows with the same reference form one inbound order',
    ],
  },
  {
    key: 'kind',
    title: ['类型', 'Type'],
    example: '其他入库',
    hint: ['其他入库、采购入库、FBA移除；不填为其他入库', 'manual, purchase or removal. manual if empty'],
    read: kindOf,
  },
  {
    key: 'expectedOn',
    title: ['预计到货日期', 'Expected arrival'],
    example: '2026-01-05',
    hint: ['年-月-日', 'Year-month-day'],
    read: dayOf,
  },
  { key: 'carrier', title: ['承运商', 'Carrier'], example: 'UPS', hint: ['可不填', 'Optional'] },
  { key: 'trackingNumber', title: ['跟踪号', 'Tracking number'], example: '1Z…', hint: ['可不填', 'Optional'] },
  { key: 'sku', title: ['SKU', 'SKU'], required: true, example: 'MUG-RED', hint: ['SKU 或条码', 'SKU or barcode'] },
  { key: 'quantity', title: ['数量', 'Quantity'], required: true, example: '24', hint: ['整数', 'A whole number'] },
  {
    key: 'unitCost',
    title: ['单位成本', 'Unit cost'],
    example: '21.5',
    hint: ['本位币；不填则按最近一次成本', 'Base currency. Leave empty to use the last cost'],
  },
  {
    key: 'carton',
    title: ['箱号', 'Carton no.'],
    example: '00095287654321012346',
    hint: ['箱唛上的编码，可不填', 'The code on the carton label (optional)'],
  },
  {
    key: 'batch',
    title: ['批次', 'Batch'],
    example: 'L2601',
    hint: ['只用于整箱收货', 'Only used when receiving a whole carton'],
  },
  {
    key: 'expiresOn',
    title: ['到期日', 'Expiry date'],
    example: '2027-06-30',
    hint: ['只用于整箱收货', 'Only used when receiving a whole carton'],
    read: dayOf,
  },
];

export const inboundImport: ImportKind<InboundImport> = {
  name: 'inbound',
  title: ['入库单导入模板', 'Inbound order import template'],
  columns,
  row,
  keyOf: (one) => [documentOf(one), one.sku, one.carton ?? '', one.batch ?? ''].join('\n'),
  groupOf: (cells) => documentOf({ warehouse: cells.warehouse ?? '', reference: cells.reference ?? '' }),
  check,
  write,
};

async function warehousesOf(tx: Tx, rows: readonly InboundImport[]): Promise<Map<string, number>> {
  const found = await tx.rows<{ code: string; id: number }>(
    sql`select upper(code) as code, id from warehouse where company_id = ${sql.company} and enabled and upper(code) = any(${[...new Set(rows.map((one) => one.warehouse.toUpperCase()))]}::text[])
       and (${tx.rights.warehouseIds}::bigint[] is null or id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  return new Map(found.map((one) => [one.code, one.id]));
}

async function check(tx: Tx, _ctx: unknown, rows: readonly ImportRow<InboundImport>[]): Promise<Map<number, Verdict>> {
  const values = rows.map((one) => one.value);
  const warehouses = await warehousesOf(tx, values);
  const products = await productsByCodes(
    tx,
    values.map((one) => one.sku),
  );
  return new Map(
    rows.map(({ line, value }) => {
      const problems: Verdict['problems'] = [];
      if (!warehouses.has(value.warehouse.toUpperCase()))
        problems.push({ column: 'warehouse', code: 'warehouse.notFound' });
      if (!products.has(value.sku)) problems.push({ column: 'sku', code: 'stock.noProduct' });
      return [line, { action: 'create', problems }];
    }),
  );
}

async function write(tx: Tx, _ctx: unknown, rows: readonly InboundImport[]) {
  const warehouses = await warehousesOf(tx, rows);
  const products = await productsByCodes(
    tx,
    rows.map((one) => one.sku),
  );
  let created = 0;
  for (const group of Map.groupBy(rows, documentOf).values()) {
    const [first] = group;
    const warehouseId = first && warehouses.get(first.warehouse.toUpperCase());
    if (!first || warehouseId === undefined) continue;
    const { kind, reference, carrier, trackingNumber, expectedOn } = first;
    await createInbound(tx, {
      warehouseId,
      kind,
      reference,
      expectedOn,
      carrier: carrier ?? '',
      trackingNumber: trackingNumber ?? '',
      ...goodsOf(group, (sku) => products.get(sku)?.id ?? 0),
    });
    created += 1;
  }
  return { created, updated: 0 };
}

/** One line per product, and the cartons with their contents. */
function goodsOf(group: readonly InboundImport[], idOf: (sku: string) => number) {
  const byProduct = [...Map.groupBy(group, (one) => idOf(one.sku))];
  const lines = byProduct.map(([productId, parts]) => ({
    productId,
    quantity: parts.reduce((sum, one) => sum + one.quantity, 0),
    unitCost: parts.find((one) => one.unitCost !== undefined)?.unitCost,
  }));
  const places = new Map(byProduct.map(([productId], i) => [productId, i]));
  const packed = group.filter((one) => one.carton);
  const cartons = [...Map.groupBy(packed, (one) => one.carton ?? '')].map(([code, parts]) => ({
    code,
    contents: parts.map(({ sku, quantity, batch, expiresOn }) => ({
      line: places.get(idOf(sku)) ?? 0,
      quantity,
      ...(batch ? { batch } : {}),
      ...(expiresOn ? { expiresOn } : {}),
    })),
  }));
  return { lines, cartons };
}
