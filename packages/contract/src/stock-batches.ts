import { z } from 'zod';
import { rights } from './access/modules.ts';
import { day, defineCall, exportCall, id, idempotencyKey, integer, list, ok, pageOf, paging, text } from './call.ts';

export const BATCH_STATES = ['active', 'recalled'] as const;
export const batchState = z.enum(BATCH_STATES);
export type BatchState = z.output<typeof batchState>;

export const batchFilter = z.strictObject({
  productId: id().optional(),
  warehouseIds: list(id(), 200).optional(),
  state: batchState.optional(),
  /** Expires within this many days, or has expired; 0: has expired. */
  expiresWithin: integer(0, 3650).optional(),
  /** Only batches with stock in a warehouse. */
  inStock: z.enum(['true']).optional(),
  /** Prefix of a batch code, SKU or barcode. */
  text: text(60).optional(),
});
export type BatchFilter = z.output<typeof batchFilter>;

const batchRow = z.object({
  id: z.number(),
  code: z.string(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  producedOn: z.string().nullable(),
  expiresOn: z.string().nullable(),
  /** Its last day has passed. */
  expired: z.boolean(),
  state: batchState,
  remark: z.string(),
  createdAt: z.string(),
  /** Good units in the actor's warehouses; of them allocated to pickers or in boxes; units on hold. */
  good: z.number(),
  promised: z.number(),
  held: z.number(),
});
export type BatchRow = z.output<typeof batchRow>;

export const listBatches = defineCall({
  method: 'GET',
  path: '/seller/stock/batch/list',
  access: [rights.stock.view],
  summary: 'Lists batches with their stock: earliest expiry first, then newest.',
  input: batchFilter.extend(paging),
  result: pageOf(batchRow),
});
export const exportBatches = exportCall(
  '/seller/stock/batch/export',
  [rights.stock.export],
  'Exports batches with their stock to an Excel file in the background, newest first.',
  z.strictObject({ filter: batchFilter }),
);
export const batchTabs = defineCall({
  method: 'GET',
  path: '/seller/stock/batch/tabs',
  access: [rights.stock.view],
  summary: 'Returns the number of batches in stock that expire soon, have expired, or are recalled.',
  input: z.strictObject({ expiresWithin: integer(0, 3650).default(30) }),
  result: z.object({ expiring: z.number(), expired: z.number(), recalled: z.number() }),
});

const batchOrder = z.object({
  outboundId: z.number(),
  number: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  shopName: z.string(),
  units: z.number(),
  shippedAt: z.string(),
});
export const batchDetail = defineCall({
  method: 'GET',
  path: '/seller/stock/batch/detail',
  access: [rights.stock.view],
  summary: 'Returns a batch with its locations, its latest movements and the orders that shipped with it.',
  input: z.strictObject({ id: id() }),
  result: batchRow.extend({
    bins: z.array(
      z.object({
        locationId: z.number(),
        code: z.string(),
        warehouseId: z.number(),
        warehouseName: z.string(),
        condition: z.string(),
        onHand: z.number(),
        allocated: z.number(),
      }),
    ),
    movements: z.array(
      z.object({
        id: z.number(),
        at: z.string(),
        warehouseName: z.string(),
        locationCode: z.string().nullable(),
        condition: z.string(),
        onHand: z.number(),
        reason: z.string(),
        docKind: z.string(),
        docId: z.number(),
        docNumber: z.string().nullable(),
        actor: z.string(),
      }),
    ),
    /** Still in the warehouse and on hold, because units of it are in their boxes. */
    stopped: z.array(batchOrder.omit({ shippedAt: true }).extend({ state: z.string() })),
    /** Orders whose buyers may need a message: the newest 1,000. */
    shipped: z.array(batchOrder),
    shippedOrders: z.number(),
    shippedUnits: z.number(),
    /** Transfers, FBA shipments and first legs that took units of it elsewhere: the newest 1,000. */
    sentOn: z.array(
      z.object({
        docKind: z.string(),
        docId: z.number(),
        docNumber: z.string().nullable(),
        fromName: z.string(),
        toName: z.string().nullable(),
        units: z.number(),
        sentAt: z.string(),
      }),
    ),
    history: z.array(
      z.object({ id: z.number(), at: z.string(), actor: z.string(), event: z.string(), remark: z.string() }),
    ),
  }),
});

export const exportBatchShipped = exportCall(
  '/seller/stock/batch/exportShipped',
  [rights.stock.export],
  'Exports the orders and transfers that shipped units of a batch to a file. Buyers only for users who may see them.',
  z.strictObject({ id: id() }),
);

export const recallBatchCall = defineCall({
  method: 'POST',
  path: '/seller/stock/batch/recall',
  access: [rights.stock.adjust],
  summary:
    'Recalls a batch so that nothing ships: holds free units and open boxes, and moves pick tasks to other batches.',
  input: z.strictObject({ id: id(), remark: text(200).default(''), ...idempotencyKey }),
  result: z.object({
    /** Units put on hold in their locations. */
    held: z.number(),
    /** Units still counted as good, because other documents than outbound orders have reserved them. */
    left: z.number(),
    /** Outbound orders whose pick tasks moved to other batches; that went back as short; that are on hold. */
    repromised: z.number(),
    wentBack: z.number(),
    stopped: z.number(),
    /** Names of warehouses that are being counted: nothing leaves them, the rest is done when the count is over. */
    counted: z.array(z.string()),
    shippedOrders: z.number(),
    shippedUnits: z.number(),
    /** Units that transfers, FBA shipments and first legs took elsewhere. */
    sentOn: z.number(),
  }),
});
export const releaseBatchCall = defineCall({
  method: 'POST',
  path: '/seller/stock/batch/release',
  access: [rights.stock.adjust],
  summary: 'Ends a recall: units on hold are good again, and outbound orders held for it continue.',
  input: z.strictObject({ id: id(), remark: text(200).default(''), ...idempotencyKey }),
  result: z.object({ released: z.number(), goOn: z.number() }),
});
export const editBatch = defineCall({
  method: 'POST',
  path: '/seller/stock/batch/edit',
  access: [rights.stock.adjust],
  summary: 'Sets the expiry date and remark of a batch. Expired units go on hold; others return to good stock.',
  input: z.strictObject({ id: id(), expiresOn: day().nullable(), remark: text(200).default(''), ...idempotencyKey }),
  result: ok,
});
