import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentHistory,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';

export const OUTBOUND_STATES = ['waiting', 'picking', 'picked', 'packed', 'shipped', 'cancelled'] as const;
export const outboundState = z.enum(OUTBOUND_STATES);
export type OutboundState = z.output<typeof outboundState>;
/** Whether an act applies to a document in its current state. */
export const outboundMay = mayBy({
  wave: ['waiting'],
  pack: ['picked'],
  ship: ['packed'],
} satisfies DocumentActs<OutboundState>);

/**
 * Why an outbound order must not leave: its buyer asks to cancel, its platform holds it, or it contains goods of a
 * recalled batch; `left`: it has left, and its carrier or provider gets an interception. The order, the platform or the
 * batch decides.
 */
export const stopReason = z.enum(['buyer', 'platform', 'recall', 'left']);
export type StopReason = z.output<typeof stopReason>;

/** The rows of the list or a bulk action. `text`: the prefix of an outbound, order or tracking number. */
export const outboundFilter = z.strictObject({
  state: outboundState.optional(),
  warehouseId: id().optional(),
  shopIds: list(id(), 200).optional(),
  channelId: id().optional(),
  waveId: id().optional(),
  lines: z.enum(['any', 'single', 'multi']).optional(),
  stopRequested: z.enum(['true']).optional(),
  from: day().optional(),
  to: day().optional(),
  text: text(60).optional(),
});
export type OutboundFilter = z.output<typeof outboundFilter>;

/** Outbounds of a bulk action: by id, by order, or all that match a filter (at most 5,000 at a time, oldest first). */
export const outboundChoice = {
  outboundIds: list(id(), 5000).optional(),
  orderIds: list(id(), 5000).optional(),
  filter: outboundFilter.optional(),
};

const outboundRow = z.object({
  id: z.number(),
  number: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  channelName: z.string().nullable(),
  state: outboundState,
  waveId: z.number().nullable(),
  waveNumber: z.string().nullable(),
  slot: z.number().nullable(),
  lineCount: z.number(),
  units: z.number(),
  summary: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  stopRequested: z.boolean(),
  stopReason: stopReason.nullable(),
  createdAt: z.string(),
  pickedAt: z.string().nullable(),
  packedAt: z.string().nullable(),
  shippedAt: z.string().nullable(),
});
export type OutboundRow = z.output<typeof outboundRow>;

export const listOutbounds = defineCall({
  method: 'GET',
  path: '/seller/warehouse/outbound/list',
  access: [rights.outbound.view],
  summary: 'Lists outbound orders, newest first.',
  input: outboundFilter.extend(paging),
  result: pageOf(outboundRow),
});
export const outboundTabs = defineCall({
  method: 'GET',
  path: '/seller/warehouse/outbound/tabs',
  access: [rights.outbound.view, rights.scanStation.view],
  summary: 'Returns the number of outbound orders by open status, and of those on hold.',
  input: z.strictObject({ warehouseId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()), stopRequested: z.number() }),
});

export const outboundLine = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  /** Amazon's label code for it in this warehouse. */
  fnsku: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  weightGrams: z.number(),
  quantity: z.number(),
  picked: z.number(),
  packed: z.number(),
});
export const pickStop = z.object({
  id: z.number(),
  outboundId: z.number(),
  outboundNumber: z.string(),
  slot: z.number().nullable(),
  locationId: z.number(),
  locationCode: z.string(),
  productId: z.number(),
  sku: z.string(),
  barcode: z.string().nullable(),
  /** Amazon's label code for it in this warehouse. */
  fnsku: z.string().nullable(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  /** stock_batch; 0: without a batch. */
  batchId: z.number(),
  batchCode: z.string().nullable(),
  expiresOn: z.string().nullable(),
  quantity: z.number(),
  picked: z.number(),
  state: z.enum(['open', 'done', 'short', 'cancelled']),
  /** Why the outbound order must not leave; the picker sees it, and may pick it all the same. */
  stopReason: stopReason.nullable(),
  pickedBy: z.string().nullable(),
  pickedAt: z.string().nullable(),
});
export type PickStop = z.output<typeof pickStop>;

export const getOutbound = defineCall({
  method: 'GET',
  path: '/seller/warehouse/outbound/detail',
  access: [rights.outbound.view, rights.picking.view, rights.scanStation.view],
  summary: 'Returns an outbound order with its lines, pick tasks and history.',
  input: z.strictObject({ id: id() }),
  result: outboundRow.extend({ lines: z.array(outboundLine), stops: z.array(pickStop), history: documentHistory }),
});

export const packOutboundsCall = bulkCall(
  '/seller/warehouse/outbound/pack',
  [rights.outbound.pack, rights.scanStation.pack],
  'Closes boxes with their weight. `checked=scanned` requires every unit to be scanned into the box.',
  z.strictObject({
    boxes: z
      .array(
        z.strictObject({
          outboundId: id(),
          weightGrams: integer(1, 1_000_000),
          lengthMm: integer(1, 10_000).optional(),
          widthMm: integer(1, 10_000).optional(),
          heightMm: integer(1, 10_000).optional(),
        }),
      )
      .min(1)
      .max(1000),
    checked: z.enum(['scanned', 'all']).default('scanned'),
    ...idempotencyKey,
  }),
);
export const shipOutboundsCall = bulkCall(
  '/seller/warehouse/outbound/ship',
  [rights.outbound.ship, rights.scanStation.pack],
  'Hands over packed outbound orders: deducts their stock and marks their orders as shipped.',
  z.strictObject({ ...outboundChoice, ...idempotencyKey }),
);
export const cancelOutboundsCall = bulkCall(
  '/seller/warehouse/outbound/cancel',
  [rights.outbound.cancel],
  'Cancels outbound orders: releases their allocated locations and returns their orders to the order workbench.',
  z.strictObject({
    ...outboundChoice,
    /** An option of the list cancel.reason. */
    reason: requiredText(60),
    remark: text(200).default(''),
    ...idempotencyKey,
  }),
);
export const exportOutbounds = exportCall(
  '/seller/warehouse/outbound/export',
  [rights.outbound.export],
  'Exports the lines of the matching outbound orders to an Excel file in the background.',
  z.strictObject({ filter: outboundFilter }),
);
export const printOutbounds = defineCall({
  method: 'GET',
  path: '/seller/warehouse/outbound/print',
  access: [rights.outbound.print, rights.scanStation.pack],
  summary: 'Prints packing slips as PDF, one page per outbound order.',
  input: z.strictObject({ ids: list(id(), 200) }),
  result: z.never(),
  download: true,
});
