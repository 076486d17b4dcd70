import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  day,
  defineCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  requiredText,
  text,
  UPLOAD_LIMIT_BYTES,
} from '../call.ts';
import { linkKey, linkPlace } from '../links.ts';
import { INSTALMENTS } from './suppliers.ts';

/** agreed: as ordered; waiting: the buyer decides; replaced: a later answer stands. */
export const ANSWER_STATES = ['agreed', 'waiting', 'taken', 'refused', 'replaced'] as const;
export type AnswerState = (typeof ANSWER_STATES)[number];
export const PACKING_STATES = ['waiting', 'taken', 'refused'] as const;
export type PackingState = (typeof PACKING_STATES)[number];
/** open: the supplier may answer; changing: the buyer has the order in review, so nothing of it is shown. */
export const SUPPLIER_ORDER_STATES = ['open', 'changing', 'received', 'closed', 'cancelled'] as const;
export type SupplierOrderState = (typeof SUPPLIER_ORDER_STATES)[number];
/** Kinds of a packing list. What a browser could run is not among them. */
export const PACKING_KINDS = ['pdf', 'xls', 'xlsx', 'jpg', 'png'] as const;
const MOST_LINES = 500;
/** Cartons whose contents one packing list says. */
export const MOST_BOXES = 1000;

const answer = z.object({
  promisedOn: z.string().nullable(),
  packs: z.number(),
  remark: z.string(),
  state: z.enum(ANSWER_STATES),
  /** Why it was refused. */
  decision: z.string(),
});
const packing = z.object({
  id: z.number(),
  sentAt: z.string(),
  shippedOn: z.string(),
  cartons: z.number(),
  /** Numbers of the first and the last carton; null where only their number is known. */
  codes: z.object({ first: z.string(), last: z.string() }).nullable(),
  units: z.number(),
  carrier: z.string(),
  trackingNumber: z.string(),
  remark: z.string(),
  fileName: z.string(),
  state: z.enum(PACKING_STATES),
  decision: z.string(),
});

export const openSupplierOrder = defineCall({
  method: 'POST',
  path: '/seller/link/supplierOrder',
  access: 'public',
  summary: 'Returns the purchase order that a link shows to its supplier: prices only if the buyer shares them.',
  input: z.strictObject({ key: linkKey() }),
  result: z.object({
    company: z.string(),
    recipient: z.string(),
    expiresAt: z.string(),
    number: z.string(),
    state: z.enum(SUPPLIER_ORDER_STATES),
    orderedOn: z.string(),
    expectedOn: z.string().nullable(),
    buyer: z.string(),
    reference: z.string(),
    remark: z.string(),
    shipTo: linkPlace.partial(),
    /** Null where the link shows no prices. */
    price: z
      .object({
        currency: z.string(),
        amount: z.string(),
        terms: z.array(z.object({ percent: z.string(), when: z.enum(INSTALMENTS), days: z.number() })),
      })
      .nullable(),
    lines: z.array(
      z.object({
        id: z.number(),
        sku: z.string(),
        supplierSku: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        packSize: z.number(),
        packs: z.number(),
        quantity: z.number(),
        /** Of a purchase unit. */
        unitPrice: z.string().nullable(),
        promisedOn: z.string().nullable(),
        remark: z.string(),
        answer: answer.nullable(),
        /** Units on packing lists that were not refused. */
        packed: z.number(),
      }),
    ),
    packings: z.array(packing),
  }),
  secret: true,
});
export const answerSupplierOrder = defineCall({
  method: 'POST',
  path: '/seller/link/answerSupplierOrder',
  access: 'public',
  summary:
    'Submits days and quantities of a supplier through a link. As ordered they are recorded; others wait for the buyer.',
  input: z.strictObject({
    key: linkKey(),
    lines: z
      .array(
        z.strictObject({
          lineId: id(),
          /** Null: as ordered. */
          promisedOn: day().nullable().default(null),
          /** None: the supplier cannot deliver the line, and says why. */
          packs: integer(0, 10_000_000),
          remark: text(300).default(''),
        }),
      )
      .min(1)
      .max(MOST_LINES),
  }),
  result: z.object({ agreed: z.number(), proposed: z.number() }),
  secret: true,
});
const unitsByLine = z.record(z.string().regex(/^[1-9]\d{0,14}$/), integer(0, 10_000_000));
/** Cartons with the same contents. */
const boxes = z.strictObject({
  /** As on the first one's label; the following ones count on. Empty: numbered by us. */
  code: text(40)
    .regex(/^[\p{L}\p{N} ._/#-]*$/u)
    .default(''),
  count: integer(1, MOST_BOXES),
  /** Units in each, by line. */
  goods: unitsByLine,
});
/** A field of an uploaded form is text. */
const readList = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};
export type PackedBoxes = z.output<typeof boxes>;
export const sendPackingList = defineCall({
  method: 'POST',
  path: '/seller/link/packingList',
  access: 'public',
  summary: 'Uploads the packing list of a shipment through the link of a supplier. The buyer makes the ASN of it.',
  input: z.strictObject({
    key: linkKey(),
    shippedOn: day(),
    cartons: integer(1, 100_000),
    carrier: text(60).default(''),
    trackingNumber: text(60).default(''),
    remark: text(300).default(''),
    /** Units by line. */
    goods: unitsByLine,
    /** What is in the cartons, in groups of equal ones: then they are all of `cartons`, and hold all of `goods`. */
    boxes: z.preprocess(readList, z.array(boxes).max(200)).default([]),
  }),
  result: ok,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: PACKING_KINDS },
  secret: true,
});
export const printSupplierOrder = defineCall({
  method: 'POST',
  path: '/seller/link/printSupplierOrder',
  access: 'public',
  summary: 'Returns the purchase order of a link as PDF, in Chinese or English.',
  input: z.strictObject({ key: linkKey(), language: z.enum(['zh', 'en']).default('zh') }),
  result: z.never(),
  download: true,
  secret: true,
});

const answerRow = answer.extend({
  id: z.number(),
  lineId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  image: z.string().nullable(),
  packSize: z.number(),
  /** What the order says now. */
  orderedPacks: z.number(),
  orderedOn: z.string().nullable(),
  recipient: z.string(),
  answeredAt: z.string(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
});
export type SupplierAnswer = z.output<typeof answerRow>;
const packingRow = packing.extend({
  recipient: z.string(),
  inboundId: z.number().nullable(),
  inboundNumber: z.string().nullable(),
  attachmentId: z.number(),
  decidedBy: z.string(),
  decidedAt: z.string().nullable(),
});
export type SupplierPacking = z.output<typeof packingRow>;

export const supplierAnswers = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/supplierAnswers',
  access: [rights.purchaseOrder.view],
  summary: 'Returns what the supplier said about an order by its link, newest first, and its packing lists.',
  input: z.strictObject({ id: id() }),
  result: z.object({ answers: z.array(answerRow), packings: z.array(packingRow) }),
});
const decision = { decision: text(200).default(''), ...idempotencyKey };
export const decideSupplierAnswers = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/decideAnswers',
  access: [rights.purchaseOrder.edit],
  summary:
    'Takes what the supplier proposed into the order, or refuses it. More units than approved are reviewed again.',
  input: z.strictObject({ orderId: id(), ids: list(id(), MOST_LINES), take: flag(), ...decision }),
  result: z.object({ done: z.number() }),
});
export const takePackingList = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/takePackingList',
  access: [rights.purchaseOrder.receive],
  summary:
    'Creates the ASN of a packing list. If the goods are on an ASN already, that one gets carrier and tracking number.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ inboundId: z.number(), number: z.string() }),
});
export const refusePackingList = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/refusePackingList',
  access: [rights.purchaseOrder.receive],
  summary: 'Refuses a packing list, with the reason that the supplier reads.',
  input: z.strictObject({ id: id(), decision: requiredText(200), ...idempotencyKey }),
  result: ok,
});
