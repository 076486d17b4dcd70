import { z } from 'zod';
import { rights } from './access/modules.ts';
import { defineCall, exportCall, id, idempotencyKey, integer, list, ok, pageOf, paging, text } from './call.ts';
import { importCalls } from './imports.ts';
import { STOCK_WARNINGS } from './stock/warnings.ts';
import { STOCK_CONDITIONS, stockAside, stockCondition, stockFilter, stockSorting } from './stock.ts';

/** The stock page by product, location, batch and condition, and the stock warnings. */

const product = {
  productId: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
};
const warehouse = { warehouseId: z.number(), warehouseName: z.string() };
const figures = {
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  incoming: z.number(),
  ...stockAside,
  oldestAt: z.string().nullable(),
  /** Base currency; null without the right to see costs. */
  value: z.string().nullable(),
};

const stockProductRow = z.object({
  id: z.number(),
  ...product,
  categoryZh: z.string(),
  categoryEn: z.string(),
  /** In how many warehouses it is or was. */
  warehouses: z.number(),
  ...figures,
});
export type StockProductRow = z.output<typeof stockProductRow>;
/** Bundles that each warehouse makes of its stock. */
export const bundleStock = defineCall({
  method: 'GET',
  path: '/seller/stock/bundles',
  access: [rights.bundle.view],
  summary: 'Returns how many of these bundles each warehouse can ship, and which part it is short of first.',
  input: z.strictObject({ ids: list(id(), 200) }),
  result: z.array(
    z.object({
      bundleId: z.number(),
      ...warehouse,
      available: z.number(),
      /** The part that allows no more of them. */
      scarce: z.string(),
    }),
  ),
});
export type BundleStock = z.output<typeof bundleStock.result>[number];

export const listStockProducts = defineCall({
  method: 'GET',
  path: '/seller/stock/products',
  access: [rights.stock.view],
  summary: 'Lists products with their stock in all warehouses that the user can see.',
  input: stockFilter.extend({ ...stockSorting, ...paging }),
  result: pageOf(stockProductRow),
});

/** Units by age; in the order of STOCK_AGES. */
const stockWarehouse = z.object({
  ...warehouse,
  ...figures,
  ages: z.array(z.number()),
  safety: z.number().nullable(),
  maxAgeDays: z.number().nullable(),
});
export type StockWarehouse = z.output<typeof stockWarehouse>;
export const productStock = defineCall({
  method: 'GET',
  path: '/seller/stock/product',
  access: [rights.stock.view],
  summary: 'Returns the stock of a product in each warehouse: figures, age and limits.',
  input: z.strictObject({ productId: id() }),
  result: z.array(stockWarehouse),
});

/** For pages that show products of their own, such as the variants of a family. */
export const stockOfProducts = defineCall({
  method: 'GET',
  path: '/seller/stock/ofProducts',
  access: [rights.stock.view],
  summary:
    'Returns the stock of these products over all warehouses that the user can see; none for those without stock.',
  input: z.strictObject({ productIds: list(id(), 500) }),
  result: z.array(z.object({ productId: z.number(), onHand: z.number(), available: z.number() })),
});

export const placeFilter = z.strictObject({
  warehouseIds: list(id(), 200).optional(),
  condition: stockCondition.optional(),
  /** A location's whole code. */
  location: text(60).optional(),
  /** A batch's whole code. */
  batch: text(80).optional(),
  /** Prefix of a SKU or barcode. */
  text: text(60).optional(),
});
export type PlaceFilter = z.output<typeof placeFilter>;
const stockPlaceRow = z.object({
  /** location-product-condition-batch */
  id: z.string(),
  ...product,
  ...warehouse,
  locationId: z.number(),
  locationCode: z.string(),
  locationKind: z.string(),
  locationEnabled: z.boolean(),
  condition: stockCondition,
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  onHand: z.number(),
  /** Allocated to pickers. */
  allocated: z.number(),
});
export type StockPlaceRow = z.output<typeof stockPlaceRow>;
export const listStockPlaces = defineCall({
  method: 'GET',
  path: '/seller/stock/places',
  access: [rights.stock.view],
  summary: 'Lists the stock in each location.',
  input: placeFilter.extend(paging),
  result: pageOf(stockPlaceRow),
});
export const exportStockPlaces = exportCall(
  '/seller/stock/exportPlaces',
  [rights.stock.export],
  'Exports the stock in each location to an Excel file in the background.',
  z.strictObject({ filter: placeFilter }),
);

export const conditionFilter = z.strictObject({
  condition: stockCondition.optional(),
  warehouseIds: list(id(), 200).optional(),
  /** Prefix of a SKU or barcode. */
  text: text(60).optional(),
});
export type ConditionFilter = z.output<typeof conditionFilter>;

const stockConditionRow = z.object({
  /** condition-warehouse-product */
  id: z.string(),
  ...product,
  ...warehouse,
  condition: stockCondition,
  onHand: z.number(),
  locations: z.number(),
});
export type StockConditionRow = z.output<typeof stockConditionRow>;
export const ASIDE_CONDITIONS = STOCK_CONDITIONS.filter((condition) => condition !== 'good');
export const listStockConditions = defineCall({
  method: 'GET',
  path: '/seller/stock/conditions',
  access: [rights.stock.view],
  summary: 'Lists stock that is not for sale, by condition.',
  input: conditionFilter.extend(paging),
  result: pageOf(stockConditionRow),
});
export const exportStockConditions = exportCall(
  '/seller/stock/exportConditions',
  [rights.stock.export],
  'Exports stock that is not for sale to an Excel file in the background.',
  z.strictObject({ filter: conditionFilter }),
);

export const warningFilter = z.strictObject({
  kind: z.enum(STOCK_WARNINGS).optional(),
  warehouseIds: list(id(), 200).optional(),
  /** Prefix of a SKU or barcode. */
  text: text(60).optional(),
});
export type WarningFilter = z.output<typeof warningFilter>;
export const STOCK_WARNING_DEFAULTS = { expiringDays: 30, agedDays: 365 };
const stockWarningRow = z.object({
  id: z.number(),
  kind: z.string(),
  ...product,
  ...warehouse,
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
  access: [rights.stock.view],
  summary: 'Lists stock warnings, newest first.',
  input: warningFilter.extend(paging),
  result: pageOf(stockWarningRow),
});
export const exportStockWarnings = exportCall(
  '/seller/stock/exportWarnings',
  [rights.stock.export],
  'Exports stock warnings to an Excel file in the background.',
  z.strictObject({ filter: warningFilter }),
);
export const stockWarningTabs = defineCall({
  method: 'GET',
  path: '/seller/stock/warningTabs',
  access: [rights.stock.view],
  summary: 'Returns the number of stock warnings by type (up to 10,000), and from how many days they are given.',
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
  access: [rights.stock.adjust],
  summary: 'Sets from how many days expiring and aged stock gives a warning.',
  input: z.strictObject({ expiringDays: limitDays, agedDays: limitDays }),
  result: ok,
});

export const saveStockLimits = defineCall({
  method: 'POST',
  path: '/seller/stock/limits',
  access: [rights.stock.adjust],
  summary: 'Sets the safety stock and max age of products in a warehouse. null removes a limit.',
  input: z.strictObject({
    productIds: list(id(), 1000),
    warehouseId: id(),
    safety: integer(0, 10_000_000).nullable(),
    maxAgeDays: limitDays.nullable(),
    ...idempotencyKey,
  }),
  result: z.object({ done: z.number().int() }),
});
export const {
  template: stockLimitTemplate,
  preview: importStockLimits,
  commit: commitStockLimits,
} = importCalls({
  of: 'stock limits',
  access: [rights.stock.adjust],
  paths: {
    template: '/seller/stock/limitTemplate',
    preview: '/seller/stock/importLimits',
    commit: '/seller/stock/commitLimits',
  },
});
