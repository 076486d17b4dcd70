import { rights } from '@tradewind/contract/access/modules.ts';
import { positiveDecimal } from '@tradewind/contract/call.ts';
import { z } from 'zod';
import { type Ctx, mayPress, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineImport, type ImportRow, type Verdict } from '../../../core/imports.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { companyOf } from '../../company/public.ts';
import { reportImport } from '../../messages/public.ts';
import { bookOpening, type OpeningLine, openedUnits, keyOf as placeKey, suggestedPlace, unopened } from './opening.ts';
import { isLocationCode, openShelves } from './shelves.ts';

const MOST = 5000;
/** More rows are written by a job. */
const ROWS_AT_ONCE = 500;

const row = z.object({
  sku: z.string().trim().min(1).max(100),
  warehouse: z.string().trim().min(1).max(30),
  location: z.string().trim().min(1).max(60),
  quantity: z.coerce.number().int().min(1).max(1_000_000),
  unitCost: positiveDecimal(6).optional(),
  currency: z.string().optional(),
});
type Opening = z.output<typeof row>;
const keyOf = (one: Opening) => `${one.warehouse}/${one.location}/${one.sku}`.toUpperCase();
const plainNumber = (text: string) => text.replaceAll(/[,\s]/g, '');

/**
 * The sheet comes with the company's own SKUs: people fill in quantity and cost only, and rows without a quantity are
 * left out. The same sheet a second time adds nothing.
 */
export const openingImport = defineImport<Opening>({
  name: 'opening',
  title: ['期初库存', 'Opening stock'],
  most: MOST,
  columns: [
    {
      key: 'sku',
      title: ['SKU', 'SKU'],
      required: true,
      example: 'TW-1001',
      hint: ['产品档案里的 SKU', 'A SKU in the product archive'],
    },
    {
      key: 'name',
      title: ['品名', 'Name'],
      example: '',
      hint: ['仅供对照，不导入', 'For reference only; not imported'],
    },
    {
      key: 'barcode',
      title: ['条码', 'Barcode'],
      example: '',
      hint: ['仅供对照，不导入', 'For reference only; not imported'],
    },
    {
      key: 'warehouse',
      title: ['仓库编码', 'Warehouse code'],
      required: true,
      example: 'SZ01',
      hint: ['仓库设置里的编码', 'The code in the warehouse settings'],
    },
    {
      key: 'location',
      title: ['库位', 'Location'],
      required: true,
      example: 'A-01-01-01',
      hint: [
        '区-架-层-列；不存在的库位，确认后自动新建',
        'Area-shelf-row-column. A location that does not exist is created if you agree',
      ],
    },
    {
      key: 'quantity',
      title: ['数量', 'Quantity'],
      required: true,
      example: '25',
      hint: ['现有件数；不填的行不导入', 'Units on hand. Rows without it are left out'],
      read: plainNumber,
    },
    {
      key: 'unitCost',
      title: ['单位成本', 'Unit cost'],
      example: '21.5',
      hint: [
        '每件成本，按“币种”列的本位币填写；不知道时填 0',
        'Cost per unit in the base currency, as in the column “Currency”. Enter 0 if you do not know it',
      ],
      read: plainNumber,
    },
    {
      key: 'currency',
      title: ['币种', 'Currency'],
      example: 'CNY',
      hint: ['公司的本位币，不能更改', "The company's base currency. Do not change it"],
    },
  ],
  row,
  keyOf,
  ignores: ({ quantity = '' }) => quantity.trim() === '',
  fill,
  offers: { locations: 'warehouse.openingOffer' },
  check,
  write,
  later: {
    from: ROWS_AT_ONCE,
    notify: (tx, ctx, result) => reportImport(tx, ctx, result, 'warehouse.openingDone'),
  },
});

async function fill(tx: Tx, ctx: Ctx): Promise<string[][]> {
  const [products, place, { baseCurrency }] = await Promise.all([
    unopened(tx, MOST),
    suggestedPlace(tx),
    companyOf(tx),
  ]);
  const { warehouse = '', location = '' } = place ?? {};
  return products.map(({ sku, nameZh, nameEn, barcode }) => {
    const name = (ctx.language === 'zh' ? nameZh : nameEn) || nameZh || nameEn;
    return [sku, name, barcode ?? '', warehouse, location, '', '', baseCurrency];
  });
}

interface Known {
  productId: number | null;
  warehouseId: number | null;
  /** null: there is none with this code. */
  locationId: number | null;
  shelf: boolean;
}

async function known(tx: Tx, rows: readonly Opening[]): Promise<Map<string, Known>> {
  const requested = rows.map((one) => ({
    key: keyOf(one),
    sku: one.sku.toUpperCase(),
    warehouse: one.warehouse.toUpperCase(),
    location: one.location.toUpperCase(),
  }));
  const found = await tx.rows<Known & { key: string }>(sql`
    select r.key, p.id as "productId", w.id as "warehouseId", l.id as "locationId",
      coalesce(l.enabled and l.kind in ('picking', 'storage'), false) as shelf
    from jsonb_to_recordset(${JSON.stringify(requested)}::jsonb) as r(key text, sku text, warehouse text, location text)
    left join product p on p.company_id = ${sql.company} and p.sku = r.sku
    left join warehouse w on w.company_id = ${sql.company} and upper(w.code) = r.warehouse and ${inWarehouses(tx, sql`w.id`)}
    left join location l on l.company_id = ${sql.company} and l.warehouse_id = w.id and l.code = r.location`);
  return new Map(found.map(({ key, ...one }) => [key, one]));
}

async function check(tx: Tx, _ctx: Ctx, rows: readonly ImportRow<Opening>[]): Promise<Map<number, Verdict>> {
  const values = rows.map(({ value }) => value);
  const [there, { baseCurrency }] = await Promise.all([known(tx, values), companyOf(tx)]);
  const opened = await openedOf(tx, [...there.values()]);
  const rules = {
    baseCurrency,
    opened,
    costs: maySee(tx.rights, 'seeCost'),
    mayAdd: mayPress(tx.rights, rights.location.add),
  };
  return new Map(rows.map(({ line, value }) => [line, verdictOn(value, there.get(keyOf(value)), rules)]));
}

/** Warehouses in one order, because each is locked. */
async function openedOf(tx: Tx, all: readonly Known[]): Promise<Map<string, number>> {
  const placed = all.flatMap(({ productId, warehouseId, locationId }) =>
    productId && warehouseId && locationId ? [{ productId, warehouseId, locationId }] : [],
  );
  const opened = new Map<string, number>();
  const byWarehouse = [...Map.groupBy(placed, ({ warehouseId }) => warehouseId)].sort(([a], [b]) => a - b);
  for (const [warehouseId, places] of byWarehouse)
    for (const [key, units] of await openedUnits(tx, warehouseId, places)) opened.set(key, units);
  return opened;
}

interface Rules {
  baseCurrency: string;
  opened: ReadonlyMap<string, number>;
  costs: boolean;
  mayAdd: boolean;
}

function verdictOn(value: Opening, found: Known | undefined, rules: Rules): Verdict {
  const problems: Verdict['problems'] = [];
  const { productId = null, warehouseId = null, locationId = null } = found ?? {};
  const units = productId && locationId ? rules.opened.get(placeKey({ productId, locationId })) : undefined;
  if (!productId) problems.push({ column: 'sku', code: 'stock.noProduct' });
  if (!warehouseId) problems.push({ column: 'warehouse', code: 'warehouse.notFound' });
  if (units !== undefined) problems.push({ column: 'quantity', code: 'warehouse.openingThere', params: { units } });
  if (rules.costs && value.unitCost === undefined) problems.push({ column: 'unitCost', code: 'warehouse.openingCost' });
  if (value.currency && value.currency.toUpperCase() !== rules.baseCurrency)
    problems.push({ column: 'currency', code: 'warehouse.openingCurrency', params: { currency: rules.baseCurrency } });
  const verdict: Verdict = { action: 'create', problems };
  if (!warehouseId || found?.shelf) return verdict;
  const code = value.location.toUpperCase();
  if (locationId) problems.push({ column: 'location', code: 'warehouse.notAShelf', params: { code } });
  else if (!rules.mayAdd || !isLocationCode(code))
    problems.push({ column: 'location', code: 'warehouse.locationNotFound', params: { code } });
  else {
    const refusal = { column: 'location', code: 'warehouse.locationNotFound', params: { code } };
    return { ...verdict, needs: { ...refusal, offer: 'locations', name: code } };
  }
  return verdict;
}

/** Rows whose location does not exist come here only if their creation is accepted. */
async function write(tx: Tx, _ctx: Ctx, rows: readonly Opening[]) {
  const before = await known(tx, rows);
  const lacking = rows.flatMap((one) => {
    const { warehouseId, locationId } = before.get(keyOf(one)) ?? {};
    return warehouseId && !locationId ? [{ warehouseId, code: one.location.toUpperCase() }] : [];
  });
  await openShelves(tx, lacking);
  const there = lacking.length > 0 ? await known(tx, rows) : before;
  const lines = rows.flatMap((one) => {
    const { productId, warehouseId, locationId } = there.get(keyOf(one)) ?? {};
    if (!productId || !warehouseId || !locationId) return [];
    return [{ warehouseId, productId, locationId, quantity: one.quantity, unitCost: one.unitCost }];
  });
  for (const [warehouseId, own] of [...Map.groupBy(lines, (line) => line.warehouseId)].sort(([a], [b]) => a - b))
    await bookOpening(
      tx,
      warehouseId,
      own.map(({ warehouseId: _of, ...line }): OpeningLine => line),
    );
  return { created: lines.length, updated: 0 };
}
