import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  list,
  pageOf,
  paging,
  positiveDecimal,
  saying,
  text,
} from './call.ts';

export const STOCK_FIGURES = ['onHand', 'reserved', 'available', 'incoming'] as const;
export const stockFigure = z.enum(STOCK_FIGURES);
export type StockFigure = z.output<typeof stockFigure>;

/**
 * Only `good` counts as on hand and is sold. `checking` (QC hold): waits for the quality check. `held` (on hold): the
 * batch is recalled or has expired. Goods that are not good lie in locations and have no cost layer.
 */
export const STOCK_CONDITIONS = ['good', 'damaged', 'returned', 'checking', 'held'] as const;
export const stockCondition = z.enum(STOCK_CONDITIONS);
export type StockCondition = z.output<typeof stockCondition>;

/** none: nothing available; low: something, but at most `lowAt`. */
export const STOCK_LEVELS = ['none', 'low', 'reserved', 'incoming'] as const;

/** Days since the receipt of the oldest remaining goods: up to 90, 180, 270, 365, and more. */
export const STOCK_AGES = ['0-90', '91-180', '181-270', '271-365', '365+'] as const;
export const STOCK_SORTS = ['sku', 'available', 'onHand', 'value', 'age'] as const;
export type StockSort = (typeof STOCK_SORTS)[number];
export const stockSorting = {
  sort: z.enum(STOCK_SORTS).default('sku'),
  order: z.enum(['asc', 'desc']).default('asc'),
};

export const stockFilter = z.strictObject({
  warehouseIds: list(id(), 200).optional(),
  /** With those below it. 0: products without a category. */
  categoryId: idOrNone().optional(),
  level: z.enum(STOCK_LEVELS).optional(),
  lowAt: integer(1, 1_000_000).optional(),
  age: z.enum(STOCK_AGES).optional(),
  /** Prefix of a SKU or barcode. */
  text: text(60).optional(),
});
export type StockFilter = z.output<typeof stockFilter>;

/** Goods that are not for sale: the contents of locations by condition. */
export const stockAside = {
  damaged: z.number(),
  returned: z.number(),
  checking: z.number(),
  held: z.number(),
};
const stockRow = z.object({
  /** "warehouse-product": a row is a product in a warehouse. */
  id: z.string(),
  productId: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  categoryZh: z.string(),
  categoryEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  onHand: z.number(),
  reserved: z.number(),
  available: z.number(),
  incoming: z.number(),
  ...stockAside,
  /** The receipt of the oldest remaining goods; null if none remain. */
  oldestAt: z.string().nullable(),
  /** The value of the open FIFO layers in base currency; null without the right to see costs. */
  value: z.string().nullable(),
  updatedAt: z.string(),
});
export type StockRow = z.output<typeof stockRow>;

export const listStock = defineCall({
  method: 'GET',
  path: '/seller/stock/list',
  access: [rights.stock.view],
  summary: 'Lists products by warehouse with on-hand, allocated, available and incoming stock.',
  input: stockFilter.extend({
    ...stockSorting,
    ...paging,
  }),
  result: pageOf(stockRow),
});
export const stockTabs = defineCall({
  method: 'GET',
  path: '/seller/stock/tabs',
  access: [rights.stock.view],
  summary: 'Returns the number of rows with no or low available stock.',
  input: z.strictObject({ warehouseIds: list(id(), 200).optional(), lowAt: integer(1, 1_000_000).optional() }),
  result: z.object({
    none: z.number(),
    low: z.number(),
    reserved: z.number(),
    incoming: z.number(),
  }),
});
export const exportStock = exportCall(
  '/seller/stock/export',
  [rights.stock.export],
  'Exports the matching stock to an Excel file in the background: by warehouse, or summed over all warehouses.',
  z.strictObject({ filter: stockFilter, by: z.enum(['warehouse', 'product']).default('warehouse') }),
);

export const productBins = defineCall({
  method: 'GET',
  path: '/seller/stock/bins',
  access: [rights.stock.view, rights.scanStation.view],
  summary: 'Lists the locations of a product with the units allocated to picking there.',
  input: z.strictObject({ productId: id(), warehouseId: id().optional() }),
  result: z.array(
    z.object({
      locationId: z.number(),
      code: z.string(),
      kind: z.string(),
      warehouseId: z.number(),
      warehouseName: z.string(),
      condition: z.string(),
      /** stock_batch; 0: without a batch. */
      batchId: z.number(),
      batchCode: z.string().nullable(),
      expiresOn: z.string().nullable(),
      onHand: z.number(),
      allocated: z.number(),
    }),
  ),
});

const movementRow = z.object({
  id: z.number(),
  at: z.string(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  locationId: z.number().nullable(),
  locationCode: z.string().nullable(),
  condition: z.string(),
  /** stock_batch; 0: without a batch. */
  batchId: z.number(),
  batchCode: z.string().nullable(),
  onHand: z.number(),
  reserved: z.number(),
  incoming: z.number(),
  reason: z.string(),
  docKind: z.string(),
  docId: z.number(),
  /** The number people know the document by. */
  docNumber: z.string().nullable(),
  actor: z.string(),
  /** The program did it automatically; `actor` names the job. */
  program: z.boolean(),
});
export type MovementRow = z.output<typeof movementRow>;

/** The product and warehouse of the figure. */
const ofProduct = {
  productId: id(),
  /** All that the actor sees without them. */
  warehouseId: id().optional(),
  warehouseIds: list(id(), 200).optional(),
};

/** Every row of the figure adds up: `running` is the figure after the movement; the newest equals the figure. */
export const explainStock = defineCall({
  method: 'GET',
  path: '/seller/stock/explain',
  access: [rights.stock.view],
  summary:
    'Explains a stock figure: its movements with running totals, newest first, and the documents with allocations.',
  input: z.strictObject({
    ...ofProduct,
    figure: stockFigure,
    /** The contents of a location, of a batch (0: without a batch) or in a condition: on hand only. */
    locationId: id().optional(),
    batchId: idOrNone().optional(),
    condition: stockCondition.optional(),
    /** As it was at the end of this day; now without it. */
    asOf: day().optional(),
    /** Movements older than this one, for the next part of the list. */
    before: id().optional(),
    limit: integer(1, 200).default(50),
  }),
  result: z.object({
    value: z.number(),
    asOf: z.string(),
    movements: z.array(movementRow.extend({ change: z.number(), running: z.number() })),
    /** Where the next part begins; null when this is all. */
    next: z.number().nullable(),
    reservations: z.array(
      z.object({
        /** Of others than orders id, number and state stand in the order's fields. */
        kind: z.enum(['order', 'transfer', 'assembly', 'fba', 'transit']),
        orderId: z.number(),
        orderNo: z.string(),
        status: z.string(),
        quantity: z.number(),
        reservedAt: z.string().nullable(),
      }),
    ),
  }),
});

const costLayerRow = z.object({
  id: z.number(),
  receivedAt: z.string(),
  warehouseName: z.string(),
  /** The document that brought the goods. */
  docKind: z.string(),
  docId: z.number(),
  docNumber: z.string().nullable(),
  quantity: z.number(),
  remaining: z.number(),
  unitCost: z.string(),
  /** The value of the rest; rounded so that the rows add up to the figure. */
  amount: z.string(),
});
export type CostLayerRow = z.output<typeof costLayerRow>;
export const explainValue = defineCall({
  method: 'GET',
  path: '/seller/stock/explainValue',
  access: [rights.stock.view],
  summary: 'Explains a stock value: its cost layers with remaining units, newest first. For users who may see costs.',
  input: z.strictObject({ ...ofProduct, before: id().optional(), limit: integer(1, 200).default(50) }),
  result: z.object({ value: z.string(), layers: z.array(costLayerRow), next: z.number().nullable() }),
});

const promisedRow = z.object({
  /** Of the outbound order. */
  id: z.number(),
  number: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  state: z.string(),
  warehouseName: z.string(),
  /** Codes of the locations where it is allocated to it. */
  locations: z.string(),
  quantity: z.number(),
});
export type PromisedRow = z.output<typeof promisedRow>;
export const explainPromised = defineCall({
  method: 'GET',
  path: '/seller/stock/explainPromised',
  access: [rights.stock.view],
  summary: 'Lists the outbound orders that bin stock is allocated to: in picking or not yet shipped, newest first.',
  input: z.strictObject({
    ...ofProduct,
    /** The contents of a location, of a batch (0: without a batch). */
    locationId: id().optional(),
    batchId: idOrNone().optional(),
    before: id().optional(),
    limit: integer(1, 200).default(50),
  }),
  result: z.object({ value: z.number(), outbounds: z.array(promisedRow), next: z.number().nullable() }),
});

export const ADJUST_REASONS = ['found', 'lost', 'damaged', 'sample', 'correction', 'opening', 'other'] as const;
/** Not what waits for its check: an inbound order knows how much that is. */
export const ADJUST_CONDITIONS = ['good', 'damaged', 'returned', 'held'] as const satisfies readonly StockCondition[];
export const adjustStock = defineCall({
  method: 'POST',
  path: '/seller/stock/adjust',
  access: [rights.stock.adjust],
  summary: 'Adds to or deducts from the stock in locations. Takes a difference with its reason, never a new quantity.',
  input: z.strictObject({
    warehouseId: id(),
    reason: z.enum(ADJUST_REASONS),
    remark: text(200).default(''),
    lines: z
      .array(
        z
          .strictObject({
            productId: id(),
            locationId: id(),
            /** stock_batch; goods of none without it. */
            batchId: id().optional(),
            /** Found or missing goods of another condition change neither available stock nor its value. */
            condition: z.enum(ADJUST_CONDITIONS).default('good'),
            delta: integer(-1_000_000, 1_000_000).refine((n) => n !== 0),
            /** Base currency per unit of good goods that are added; without it the product's last cost. */
            unitCost: positiveDecimal(6).optional(),
          })
          .refine(({ condition, unitCost }) => condition === 'good' || unitCost === undefined, {
            path: ['unitCost'],
            error: saying('stock.costOfGood'),
          }),
      )
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({
    id: z.number(),
    number: z.string(),
    /** waiting: it has to be approved before anything moves. */
    state: z.enum(['done', 'waiting']),
  }),
});
/** The choices of the adjust dialog. */
export const adjustOptions = defineCall({
  method: 'GET',
  path: '/seller/stock/adjustOptions',
  access: [rights.stock.adjust],
  summary:
    'Lists locations of a warehouse by code prefix, with their stock in a condition, of a batch or without a batch.',
  input: z.strictObject({
    warehouseId: id(),
    text: text(60).optional(),
    productId: id().optional(),
    batchId: id().optional(),
    condition: z.enum(ADJUST_CONDITIONS).default('good'),
  }),
  result: z.array(
    z.object({ id: z.number(), code: z.string(), kind: z.string(), onHand: z.number(), free: z.number() }),
  ),
});

export const MOVEMENT_REASONS = [
  'opening',
  'receipt',
  'receiptUndo',
  'supplierReturn',
  'supplierReturnUndone',
  'adjust',
  'reservation',
  'release',
  'pick',
  'pickUndo',
  'shipment',
  'putBack',
  'returned',
  'restock',
  'scrap',
  'announced',
  'givenUp',
  'checked',
  'putAway',
  'relocate',
  'condition',
  'count',
  'transferOut',
  'transferIn',
  'transferHold',
  'assemblyHold',
  'assemblyOut',
  'assemblyIn',
  'assemblyUndo',
  'merge',
  'recall',
  'expired',
] as const;
/** Movements that only change the place of goods within their warehouse and condition: such pairs make no figure. */
export const PLACE_REASONS = ['pick', 'pickUndo', 'putBack', 'putAway', 'relocate'] as const;
export const movementFilter = z.strictObject({
  warehouseId: id().optional(),
  productId: id().optional(),
  /** Prefix of a SKU or barcode. */
  text: text(60).optional(),
  locationId: id().optional(),
  /** A location's whole code. */
  location: text(60).optional(),
  reasons: list(text(30), 20).optional(),
  condition: stockCondition.optional(),
  /** A batch's whole code. */
  batch: text(80).optional(),
  /** Kinds of documents. */
  docKinds: list(text(40), 20).optional(),
  /** A document's whole number: OUT-..., ADJ-... */
  docNumber: text(60).optional(),
  from: day().optional(),
  to: day().optional(),
});
export type MovementFilter = z.output<typeof movementFilter>;
export const listMovements = defineCall({
  method: 'GET',
  path: '/seller/stock/movements',
  access: [rights.stockRecord.view],
  summary: 'Lists stock movements, newest first.',
  input: movementFilter.extend(paging),
  result: pageOf(movementRow),
});
export const exportMovements = exportCall(
  '/seller/stock/exportMovements',
  [rights.stockRecord.export],
  'Exports the matching stock movements to an Excel file in the background.',
  z.strictObject({ filter: movementFilter }),
);
