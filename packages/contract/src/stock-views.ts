import { z } from 'zod';
import {
  defineCall,
  exportQueued,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  text,
  UPLOAD_LIMIT_BYTES,
} from './call.ts';
import { importPreview, importResult } from './imports.ts';
import { STOCK_CONDITIONS, stockAside, stockCondition, stockFilter, stockSorting } from './stock.ts';

/** The stock page seen by product, location, batch and condition, and what is wrong with stock. */

const product = {
  productId: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
};
const house = { warehouseId: z.number(), warehouseName: z.string() };
const figures = {
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  incoming: z.number(),
  ...stockAside,
  oldestAt: z.string().nullable(),
  /** Base currency; null for those who may not see costs. */
  value: z.string().nullable(),
};

const stockProductRow = z.object({
  id: z.number(),
  ...product,
  category: z.string(),
  /** In how many warehouses it is or was. */
  warehouses: z.number(),
  ...figures,
});
export type StockProductRow = z.output<typeof stockProductRow>;
export const listStockProducts = defineCall({
  method: 'GET',
  path: '/seller/stock/products',
  access: ['501'],
  summary: 'Products with what there is of them in all warehouses that the actor sees.',
  input: stockFilter.extend({ ...stockSorting, ...paging }),
  result: pageOf(stockProductRow),
});

/** Units by age; in the order of STOCK_AGES. */
const stockHouse = z.object({
  ...house,
  ...figures,
  ages: z.array(z.number()),
  safety: z.number().nullable(),
  maxAgeDays: z.number().nullable(),
});
export type StockHouse = z.output<typeof stockHouse>;
export const productStock = defineCall({
  method: 'GET',
  path: '/seller/stock/product',
  access: ['501'],
  summary: 'One product in each warehouse: figures, age of the goods, limits.',
  input: z.strictObject({ productId: id() }),
  result: z.array(stockHouse),
});

export const placeFilter = z.strictObject({
  warehouseIds: list(id(), 200).optional(),
  condition: stockCondition.optional(),
  /** A location's whole code. */
  location: text(60).optional(),
  /** A batch's whole code. */
  batch: text(80).optional(),
  /** The beginning of a SKU or barcode. */
  text: text(60).optional(),
});
export type PlaceFilter = z.output<typeof placeFilter>;
const stockPlaceRow = z.object({
  /** location-product-condition-batch */
  id: z.string(),
  ...product,
  ...house,
  locationId: z.number(),
  locationCode: z.string(),
  locationKind: z.string(),
  locationEnabled: z.boolean(),
  condition: stockCondition,
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  onHand: z.number(),
  /** Promised to pickers. */
  allocated: z.number(),
});
export type StockPlaceRow = z.output<typeof stockPlaceRow>;
export const listStockPlaces = defineCall({
  method: 'GET',
  path: '/seller/stock/places',
  access: ['501'],
  summary: 'What lies in each location.',
  input: placeFilter.extend(paging),
  result: pageOf(stockPlaceRow),
});
export const exportStockPlaces = defineCall({
  method: 'POST',
  path: '/seller/stock/exportPlaces',
  access: ['501:export'],
  summary: 'Queues an Excel file of what lies in each location.',
  input: z.strictObject({ filter: placeFilter }),
  result: exportQueued,
});

export const conditionFilter = z.strictObject({
  condition: stockCondition.optional(),
  warehouseIds: list(id(), 200).optional(),
  /** The beginning of a SKU or barcode. */
  text: text(60).optional(),
});
export type ConditionFilter = z.output<typeof conditionFilter>;

const stockConditionRow = z.object({
  /** condition-warehouse-product */
  id: z.string(),
  ...product,
  ...house,
  condition: stockCondition,
  onHand: z.number(),
  locations: z.number(),
});
export type StockConditionRow = z.output<typeof stockConditionRow>;
export const ASIDE_CONDITIONS = STOCK_CONDITIONS.filter((condition) => condition !== 'good');
export const listStockConditions = defineCall({
  method: 'GET',
  path: '/seller/stock/conditions',
  access: ['501'],
  summary: 'Goods that are not sold, by condition.',
  input: conditionFilter.extend(paging),
  result: pageOf(stockConditionRow),
});
export const exportStockConditions = defineCall({
  method: 'POST',
  path: '/seller/stock/exportConditions',
  access: ['501:export'],
  summary: 'Queues an Excel file of goods that are not sold.',
  input: z.strictObject({ filter: conditionFilter }),
  result: exportQueued,
});

/** What can be wrong with stock. `negative`: a third-party warehouse says less than nothing, or not what our books say. */
export const STOCK_WARNINGS = [
  'belowSafety',
  'overAged',
  'expiring',
  'expired',
  'disabledLocation',
  'negative',
] as const;
export const warningFilter = z.strictObject({
  kind: z.enum(STOCK_WARNINGS).optional(),
  warehouseIds: list(id(), 200).optional(),
  /** The beginning of a SKU or barcode. */
  text: text(60).optional(),
});
export type WarningFilter = z.output<typeof warningFilter>;
export const STOCK_WARNING_DEFAULTS = { expiringDays: 30, agedDays: 365 };
const stockWarningRow = z.object({
  id: z.number(),
  kind: z.string(),
  ...product,
  ...house,
  locationId: z.number().nullable(),
  locationCode: z.string().nullable(),
  batchId: z.number().nullable(),
  batchCode: z.string().nullable(),
  quantity: z.number(),
  mark: z.number().nullable(),
  day: z.string().nullable(),
  since: z.string(),
});
export type StockWarningRow = z.output<typeof stockWarningRow>;
export const listStockWarnings = defineCall({
  method: 'GET',
  path: '/seller/stock/warnings',
  access: ['501'],
  summary: 'What is wrong with stock, newest first.',
  input: warningFilter.extend(paging),
  result: pageOf(stockWarningRow),
});
export const exportStockWarnings = defineCall({
  method: 'POST',
  path: '/seller/stock/exportWarnings',
  access: ['501:export'],
  summary: 'Queues an Excel file of what is wrong with stock.',
  input: z.strictObject({ filter: warningFilter }),
  result: exportQueued,
});
export const stockWarningTabs = defineCall({
  method: 'GET',
  path: '/seller/stock/warningTabs',
  access: ['501'],
  summary: 'How many warnings there are of each kind (10,000 at most), and from when on they are given.',
  input: z.strictObject({}),
  result: z.object({
    counts: z.record(z.string(), z.number()),
    expiringDays: z.number(),
    agedDays: z.number(),
  }),
});
const limitDays = integer(1, 3650);
export const saveStockWarningDays = defineCall({
  method: 'POST',
  path: '/seller/stock/warningDays',
  access: ['501:adjust'],
  summary: 'From how many days on goods that run out, and goods that lie long, are told of.',
  input: z.strictObject({ expiringDays: limitDays, agedDays: limitDays }),
  result: ok,
});

export const saveStockLimits = defineCall({
  method: 'POST',
  path: '/seller/stock/limits',
  access: ['501:adjust'],
  summary: 'Safety quantity and greatest age of products in a warehouse; null takes a limit away.',
  input: z.strictObject({
    productIds: list(id(), 1000),
    warehouseId: id(),
    safety: integer(0, 10_000_000).nullable(),
    maxAgeDays: limitDays.nullable(),
    ...idempotencyKey,
  }),
  result: z.object({ done: z.number().int() }),
});
export const stockLimitTemplate = defineCall({
  method: 'GET',
  path: '/seller/stock/limitTemplate',
  access: ['501:adjust'],
  summary: 'The template of safety quantities.',
  input: z.strictObject({}),
  result: z.never(),
  download: true,
});
export const importStockLimits = defineCall({
  method: 'POST',
  path: '/seller/stock/importLimits',
  access: ['501:adjust'],
  summary: 'Reads and judges a file of safety quantities.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls'] },
});
export const commitStockLimits = defineCall({
  method: 'POST',
  path: '/seller/stock/commitLimits',
  access: ['501:adjust'],
  summary: 'Takes over the good rows of a file that was looked at.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
