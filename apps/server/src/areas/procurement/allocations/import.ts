import { day, requiredText } from '@tradewind/contract/call.ts';
import { SHARE_KIND_WORDS } from '@tradewind/contract/procurement/words.ts';
import { purchaseUnits, SHARE_KINDS, type ShareKind } from '@tradewind/contract/procurement.ts';
import { z } from 'zod';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { defineImport, type ImportColumn, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { productIdsBySku } from '../../catalog/public.ts';
import { saveAllocation } from './allocations.service.ts';
import { listingsFor } from './destinations.ts';
import { type Room, roomOf, type SourceOf } from './sources.ts';

const capitals = (most: number) => requiredText(most).transform((typed) => typed.toUpperCase());
const row = z.strictObject({
  purchase: capitals(40).optional(),
  warehouse: capitals(40).optional(),
  sku: capitals(60),
  kind: requiredText(20),
  destination: capitals(80).optional(),
  quantity: purchaseUnits(),
  needBy: day().optional(),
});
type Row = z.output<typeof row>;

const OPTIONAL = ['选填', 'Optional'] as const;
const columns: readonly ImportColumn[] = [
  {
    key: 'purchase',
    title: ['采购单号', 'PO number'],
    example: 'PO-20261201-0001',
    hint: ['分配采购到货时填写', 'For goods of a purchase order'],
  },
  {
    key: 'warehouse',
    title: ['收货仓库编码', 'Warehouse code'],
    example: '',
    hint: ['分配现有库存时填写', 'For stock of a warehouse'],
  },
  {
    key: 'sku',
    title: ['SKU', 'SKU'],
    required: true,
    example: 'TW-LAMP-01',
    hint: ['产品档案里的 SKU', 'The SKU of the product'],
  },
  {
    key: 'kind',
    title: ['去向', 'Type'],
    required: true,
    example: '调拨',
    hint: ['留在本仓、调拨、头程或 FBA', 'Stays here, Transfer, First leg or FBA'],
  },
  {
    key: 'destination',
    title: ['目的地', 'Destination'],
    example: 'NJ01',
    hint: ['仓库编码；FBA 填店铺名称', 'A warehouse code, or the shop for FBA'],
  },
  {
    key: 'quantity',
    title: ['数量', 'Quantity'],
    required: true,
    example: '200',
    hint: ['整数', 'A whole number'],
    read: (typed) => typed.replaceAll(',', ''),
  },
  { key: 'needBy', title: ['需求日期', 'Needed by'], example: '2026-12-20', hint: OPTIONAL },
];

/** A kind by its code or its word in either language. */
const kindOf = (typed: string): ShareKind | undefined =>
  SHARE_KINDS.find((kind) =>
    [kind, ...SHARE_KIND_WORDS[kind]].some((word) => word.toUpperCase() === typed.toUpperCase()),
  );

async function known(tx: Tx, rows: readonly Row[]) {
  const products = await productIdsBySku(tx, [...new Set(rows.map((one) => one.sku))]);
  const codes = rows.flatMap((one) => [one.warehouse, one.destination].filter((code) => code !== undefined));
  const warehouses = await tx.rows<{ id: number; code: string }>(sql`select id, upper(code) as code from warehouse
    where company_id = ${sql.company} and enabled and ${inWarehouses(tx, sql`id`)} and upper(code) = any(${arrayOf(codes)}::text[])`);
  const shops = await tx.rows<{ id: number; code: string }>(sql`select id, upper(name) as code from shop
    where company_id = ${sql.company} and platform = 'amazon' and ${inShops(tx, sql`id`)}
      and upper(name) = any(${arrayOf(codes)}::text[])`);
  const lines = await tx.rows<{ number: string; productId: number; lineId: number; warehouseId: number }>(sql`
    select o.number, l.product_id, l.id as line_id, o.warehouse_id
    from purchase_order o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
    where o.company_id = ${sql.company} and o.state in ('ordered', 'received', 'closed') and ${inWarehouses(tx, sql`o.warehouse_id`)}
      and o.number = any(${arrayOf(rows.flatMap((one) => one.purchase ?? []))}::text[])
      and l.product_id = any(${arrayOf([...products.values()])}::bigint[]) order by l.position`);
  const byCode = (found: readonly { id: number; code: string }[]) => new Map(found.map((one) => [one.code, one.id]));
  const warehouseIds = byCode(warehouses);
  const sourceOf = (one: Row) =>
    lines.find((line) => line.number === one.purchase && line.productId === products.get(one.sku));
  return {
    ...{ products, warehouses: warehouseIds, shops: byCode(shops), sourceOf },
    warehouseOf: (one: Row) => sourceOf(one)?.warehouseId ?? warehouseIds.get(one.warehouse ?? '') ?? 0,
    lineOf: (one: Row): SourceOf => ({
      productId: products.get(one.sku) ?? 0,
      purchaseLineId: sourceOf(one)?.lineId ?? null,
    }),
  };
}
type Known = Awaited<ReturnType<typeof known>>;

const destinationOf = ({ warehouses, shops }: Known, one: Row): number | undefined =>
  one.destination === undefined ? undefined : (kindOf(one.kind) === 'fba' ? shops : warehouses).get(one.destination);

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Row>[]): Promise<Map<number, Verdict>> {
  const values = rows.map((one) => one.value);
  const all = await known(tx, values);
  const fits = await roomFor(tx, all, values);
  const listed = await listingsOf(tx, all, values);
  return new Map(
    rows.map(({ line, value }) => {
      const problems = problemsOf(all, value);
      const more = problems.length === 0 ? [...listed(value), ...fits(value)] : [];
      return [line, { action: 'create', problems: [...problems, ...more] }];
    }),
  );
}

/** Takes each row's units from its source, in the order of the sheet. */
async function roomFor(tx: Tx, all: Known, values: readonly Row[]): Promise<(value: Row) => Verdict['problems']> {
  const placed = values.map((value) => ({ warehouseId: all.warehouseOf(value), ...all.lineOf(value) }));
  const rooms = new Map<number, Room>();
  for (const [warehouseId, lines] of Map.groupBy(placed, (one) => one.warehouseId))
    rooms.set(warehouseId, await roomOf(tx, { warehouseId, lines }));
  return (value) => {
    const [room, line] = [rooms.get(all.warehouseOf(value)), all.lineOf(value)];
    const free = room?.of(line) ?? 0;
    if (value.quantity <= free) {
      room?.take(line, value.quantity);
      return [];
    }
    const code = line.purchaseLineId === null ? 'procurement.stockFree' : 'procurement.sourceFree';
    return [{ column: 'quantity', code, params: { free } }];
  };
}

/** Rows for FBA need a listing of their product in the shop. */
async function listingsOf(tx: Tx, all: Known, values: readonly Row[]): Promise<(value: Row) => Verdict['problems']> {
  const shares = values.map((value) => ({ share: shareOf(all, value), productId: all.lineOf(value).productId }));
  const listed = await listingsFor(
    tx,
    shares.filter(({ share }) => share.kind === 'fba'),
  );
  return (value) => {
    const share = shareOf(all, value);
    if (share.kind !== 'fba') return [];
    try {
      listed(share, all.lineOf(value).productId, 'destination');
      return [];
    } catch (error) {
      const [field] = error instanceof Fail ? error.fields : [];
      if (!field) throw error;
      const { path, ...problem } = field;
      return [{ column: path.endsWith('quantity') ? 'quantity' : 'destination', ...problem }];
    }
  };
}

function problemsOf(all: Known, value: Row): Verdict['problems'] {
  const problems: Verdict['problems'] = [];
  if (!all.products.has(value.sku))
    problems.push({ column: 'sku', code: 'procurement.importSku', params: { sku: value.sku } });
  else if (value.purchase !== undefined && !all.sourceOf(value))
    problems.push({ column: 'purchase', code: 'procurement.importPurchase', params: { number: value.purchase } });
  if (value.purchase === undefined && !all.warehouses.has(value.warehouse ?? ''))
    problems.push({
      column: 'warehouse',
      code: value.warehouse === undefined ? 'procurement.importSource' : 'procurement.warehouseUnknown',
    });
  const kind = kindOf(value.kind);
  if (kind === undefined) problems.push({ column: 'kind', code: 'procurement.importKind' });
  else if (kind !== 'stay' && destinationOf(all, value) === undefined)
    problems.push({
      column: 'destination',
      code: 'procurement.importDestination',
      params: { name: value.destination ?? '' },
    });
  return problems;
}

type Line = Parameters<typeof saveAllocation>[1]['lines'][number];

function shareOf(all: Known, one: Row): Line['shares'][number] {
  const kind = kindOf(one.kind) ?? 'stay';
  const destination = destinationOf(all, one) ?? null;
  return {
    ...{ kind, quantity: one.quantity, needBy: one.needBy ?? null, marketplaceId: null, sellerSku: '' },
    toWarehouseId: kind === 'transfer' || kind === 'leg' ? destination : null,
    shopId: kind === 'fba' ? destination : null,
  };
}

/** One draft for each warehouse of the rows that are written together. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Row[]): Promise<{ created: number; updated: number }> {
  const all = await known(tx, rows);
  for (const [warehouseId, own] of Map.groupBy(rows, all.warehouseOf)) {
    const sources = Map.groupBy(own, (one) => JSON.stringify(all.lineOf(one)));
    const lines = [...sources.values()].flatMap((same): Line[] => {
      const [first] = same;
      if (!first) return [];
      const quantity = same.reduce((sum, one) => sum + one.quantity, 0);
      return [{ ...all.lineOf(first), quantity, shares: same.map((one) => shareOf(all, one)) }];
    });
    await saveAllocation(tx, { warehouseId, remark: '', lines });
  }
  return { created: rows.length, updated: 0 };
}

export const allocationImport = defineImport<Row>({
  name: 'procurement.allocations',
  title: ['分配单导入模板', 'Allocation order import template'],
  columns,
  row,
  keyOf: (one) => [one.purchase, one.warehouse, one.sku, one.kind, one.destination, one.needBy].join('\n'),
  check,
  write,
});
