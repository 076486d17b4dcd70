import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  documentHistory,
  exportCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from './call.ts';
import { parcelView } from './logistics/parcels.ts';
import { trackedBoxes } from './logistics/tracking.ts';
import {
  REFUND_STATES,
  RETURN_CONDITIONS,
  RETURN_DECISIONS,
  RETURN_KINDS,
  RETURN_OUTCOMES,
  RETURN_STATES,
} from './returns/words.ts';

export * from './returns/acts.ts';
export * from './returns/analysis.ts';
export * from './returns/goods.ts';
export * from './returns/labels.ts';
export * from './returns/words.ts';

export const returnFilter = z.strictObject({
  state: z.enum(RETURN_STATES).optional(),
  /** Not answered though the platform's deadline has passed. */
  overdue: flag().optional(),
  /** Something of it was set aside and waits to be inspected again. */
  aside: flag().optional(),
  /** Nobody knows yet whether its label was bought. */
  labelInDoubt: flag().optional(),
  shopIds: list(id(), 200).optional(),
  platform: text(40).optional(),
  reason: text(60).optional(),
  kind: z.enum(RETURN_KINDS).optional(),
  orderId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a number: of the return, of the order, of the parcel, or the platform's. */
  text: text(80).optional(),
});
export type ReturnFilter = z.output<typeof returnFilter>;

const returnRow = z.object({
  id: z.number(),
  number: z.string(),
  kind: z.enum(RETURN_KINDS),
  state: z.enum(RETURN_STATES),
  wanted: z.enum(RETURN_OUTCOMES),
  platform: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  orderId: z.number(),
  orderNo: z.string(),
  platformReturnNo: z.string().nullable(),
  reason: z.string(),
  reasonText: z.string(),
  units: z.number(),
  /** At most three of its lines. */
  summary: z.array(z.object({ sku: z.string(), quantity: z.number() })),
  currency: z.string(),
  refunded: z.string(),
  trackingNumber: z.string(),
  answerBy: z.string().nullable(),
  overdue: z.boolean(),
  requestedAt: z.string(),
  version: z.number(),
});
export type ReturnRow = z.output<typeof returnRow>;

export const listReturns = defineCall({
  method: 'GET',
  path: '/seller/returns/list',
  access: [rights.salesReturn.view],
  summary:
    'Lists returns and other after-sales cases, newest first; requested or overdue ones by their response deadline.',
  input: returnFilter.extend(paging),
  result: pageOf(returnRow),
});
export const returnTabs = defineCall({
  method: 'GET',
  path: '/seller/returns/tabs',
  access: [rights.salesReturn.view],
  summary:
    'Returns the number of open returns by status, of overdue responses, of returns with quarantined units, and of labels in doubt.',
  input: z.strictObject({}),
  result: z.object({
    requested: z.number(),
    approved: z.number(),
    transit: z.number(),
    received: z.number(),
    inspected: z.number(),
    overdue: z.number(),
    aside: z.number(),
    labelInDoubt: z.number(),
  }),
});
export const exportReturns = exportCall(
  '/seller/returns/export',
  [rights.salesReturn.export],
  'Exports the lines of the matching returns to an Excel file in the background.',
  z.strictObject({ filter: returnFilter }),
);

const returnLine = z.object({
  id: z.number(),
  orderLineId: z.number(),
  sellerSku: z.string(),
  title: z.string(),
  productId: z.number().nullable(),
  sku: z.string().nullable(),
  nameZh: z.string().nullable(),
  nameEn: z.string().nullable(),
  quantity: z.number(),
  /** Units of the product that should come, and those that came. */
  expected: z.number(),
  /** What it sends back: its product, or the parts of its bundle. Empty while it is unmapped. */
  goods: z.array(z.object({ productId: z.number(), sku: z.string(), expected: z.number(), received: z.number() })),
  received: z.number(),
  unitPrice: z.string(),
  /** Empty: the return's. */
  reason: z.string(),
});
const returnItem = z.object({
  id: z.number(),
  lineId: z.number().nullable(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  locationId: z.number(),
  location: z.string(),
  quantity: z.number(),
  /** Not inspected yet. */
  remaining: z.number(),
  /** Inspected and set aside. */
  aside: z.number(),
  at: z.string(),
  actor: z.string(),
});
export type ReturnItem = z.output<typeof returnItem>;
const inspection = z.object({
  id: z.number(),
  itemId: z.number(),
  sku: z.string(),
  condition: z.enum(RETURN_CONDITIONS),
  decision: z.enum(RETURN_DECISIONS),
  quantity: z.number(),
  /** Of goods that an earlier inspection had set aside. */
  again: z.boolean(),
  location: z.string().nullable(),
  remark: z.string(),
  at: z.string(),
  actor: z.string(),
});
const refund = z.object({
  id: z.number(),
  amount: z.string(),
  currency: z.string(),
  state: z.enum(REFUND_STATES),
  /** The platform refunded it on its own. */
  byPlatform: z.boolean(),
  error: z.string().nullable(),
  remark: z.string(),
  at: z.string(),
  actor: z.string(),
});

const returnDetail = returnRow.extend({
  remark: z.string(),
  /** The note of the answer. */
  answerNote: z.string(),
  carrier: z.string(),
  createdBy: z.string(),
  refundAsked: z.string().nullable(),
  /** The state of the answer to the platform: none, due, done, failed */
  answerState: z.string(),
  answerError: z.string().nullable(),
  /** Does the platform take refunds, answers from us? */
  refundsThere: z.boolean(),
  /** It gives back `refundAsked` or nothing. */
  refundsWhole: z.boolean(),
  answersThere: z.boolean(),
  /** The buyer's payment less refunds. */
  paid: z.string(),
  refundable: z.string(),
  replacement: z.object({ id: z.number(), number: z.string() }).nullable(),
  /** The parcel whose label brings the goods back; its purchase may have failed. */
  label: parcelView.nullable(),
  /** Where each box of it is; empty where it is one box. */
  boxes: trackedBoxes,
  lines: z.array(returnLine),
  items: z.array(returnItem),
  inspections: z.array(inspection),
  refunds: z.array(refund),
  history: documentHistory,
});
export type ReturnDetail = z.output<typeof returnDetail>;

export const getReturn = defineCall({
  method: 'GET',
  path: '/seller/returns/detail',
  access: [rights.salesReturn.view],
  summary: 'Retrieves a return with its received units, inspections and refunds.',
  input: z.strictObject({ id: id() }),
  result: returnDetail,
});
export const returnableLines = defineCall({
  method: 'GET',
  path: '/seller/returns/returnable',
  access: [rights.salesReturn.add],
  summary: 'Lists the lines of a shipped order, by ID or number, with the units of each that can still be returned.',
  input: z.strictObject({ orderId: id().optional(), orderNo: text(80).optional() }),
  result: z.object({
    orderId: z.number(),
    orderNo: z.string(),
    shopName: z.string(),
    lines: z.array(
      z.object({
        orderLineId: z.number(),
        sellerSku: z.string(),
        title: z.string(),
        sku: z.string().nullable(),
        shipped: z.number(),
        left: z.number(),
      }),
    ),
  }),
});
export const addReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/add',
  access: [rights.salesReturn.add],
  summary: 'Creates a return of a shipped order manually, up to the units that were shipped and not yet returned.',
  input: z.strictObject({
    orderId: id(),
    kind: z.enum(RETURN_KINDS),
    wanted: z.enum(RETURN_OUTCOMES),
    reason: requiredText(60),
    remark: text(500).default(''),
    trackingNumber: text(60).default(''),
    lines: z
      .array(z.strictObject({ orderLineId: id(), quantity: integer(1, 100_000) }))
      .min(1)
      .max(200),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const editReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/edit',
  access: [rights.salesReturn.add],
  summary: 'Updates the reason, the note and the line reasons of an open return. Platforms are not informed.',
  input: z.strictObject({
    id: id(),
    version: integer(),
    /** An omitted field stays unchanged; empty: none. */
    reason: text(60).optional(),
    remark: text(500).optional(),
    lines: z
      .array(z.strictObject({ lineId: id(), reason: text(60) }))
      .max(200)
      .default([]),
  }),
  result: ok,
});
export const setReturnReason = bulkCall(
  '/seller/returns/setReason',
  [rights.salesReturn.add],
  'Sets the same reason for many open returns. Reports the others and why they were not changed.',
  z.strictObject({
    ids: list(id(), 1000).optional(),
    /** Instead of ids: everything that matches. */
    filter: returnFilter.optional(),
    reason: requiredText(60),
    ...idempotencyKey,
  }),
);
export const decideReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/decide',
  access: [rights.salesReturn.add],
  summary: 'Approves or rejects a return. Updates the platform where it accepts responses from sellers.',
  input: z.strictObject({ id: id(), approve: flag(), remark: text(500).default(''), version: integer() }),
  result: ok,
});
export const sendReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/sent',
  access: [rights.salesReturn.add],
  summary: 'Records the parcel that brings the goods back.',
  input: z.strictObject({ id: id(), trackingNumber: requiredText(60), carrier: text(60).default('') }),
  result: ok,
});
export const cancelReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/cancel',
  access: [rights.salesReturn.add],
  summary: 'Cancels a return whose goods will not come back.',
  input: z.strictObject({ id: id(), remark: text(500).default('') }),
  result: ok,
});
export const closeReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/close',
  access: [rights.salesReturn.add],
  summary: 'Closes a return that needs no further action.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const replaceReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/replace',
  access: [rights.salesReturn.add],
  summary: 'Creates the order that sends the buyer a replacement.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ orderId: z.number(), number: z.string() }),
});

export const findReturns = defineCall({
  method: 'GET',
  path: '/seller/returns/find',
  access: [rights.salesReturn.receive, rights.salesReturn.inspect],
  summary: 'Finds the open returns of a scanned number: of the return, the parcel or the order.',
  input: z.strictObject({ code: requiredText(80) }),
  result: z.array(returnRow),
});
export const refundReturn = defineCall({
  method: 'POST',
  path: '/seller/returns/refund',
  access: [rights.salesReturn.refund],
  summary: 'Refunds the buyer, up to the amount paid and not yet refunded, on the platform where this is supported.',
  input: z.strictObject({
    id: id(),
    /** The version of the return on the screen: the second person learns of the first refund before theirs. */
    version: integer(),
    lines: z.array(z.strictObject({ lineId: id(), amount: positiveDecimal(2) })).max(200),
    shipping: positiveDecimal(2).default('0'),
    remark: text(500).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), state: z.enum(REFUND_STATES) }),
});
export const refundAgain = defineCall({
  method: 'POST',
  path: '/seller/returns/refundAgain',
  access: [rights.salesReturn.refund],
  summary: 'Resubmits a refund that the platform rejected.',
  input: z.strictObject({ refundId: id() }),
  result: ok,
});
