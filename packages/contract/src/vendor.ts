import { z } from 'zod';
import { rights } from './access/modules.ts';
import { bulkCall, day, defineCall, id, idempotencyKey, integer, list, ok, requiredText, text } from './call.ts';
import { carton, cartonsInput } from './cartons.ts';
import { type DocumentActs, mayBy } from './document-acts.ts';
import { orderFilter } from './orders/desk.ts';
import { mayAct, ORDER_STATUSES, type OrderStatus } from './orders/states.ts';

/**
 * Purchase orders of Amazon's vendors: the platform itself buys. A person answers them by line, ships in bulk and sends
 * invoices.
 */
export const REJECT_REASONS = ['TemporarilyUnavailable', 'InvalidProductIdentifier', 'ObsoleteProduct'] as const;
export const FREIGHT_MODES = ['SmallParcel', 'LessThanTruckLoad', 'TruckLoad'] as const;
export const FREIGHT_TERMS = ['prepaid', 'collect'] as const;
/** The state of an update to Amazon. */
export const PLATFORM_UPDATE_STATES = ['due', 'done', 'failed'] as const;

const LEFT = ['shipped', 'delivered'] as const satisfies OrderStatus[];
const OVER: readonly OrderStatus[] = [...LEFT, 'cancelled', 'refunded'];
const byStatus = mayBy({
  pack: ORDER_STATUSES.filter((status) => !OVER.includes(status)),
  /** Stock is there or may be; nobody is picking. */
  ship: ['allocate', 'ready', 'packed'],
  invoice: LEFT,
} satisfies DocumentActs<OrderStatus>);
/** Whether an act applies to a purchase order in its current status. An answer rearranges its lines. */
export const vendorMay = (
  act: Parameters<typeof byStatus>[0] | 'answer',
  { status, exception = null }: { status: string; exception?: string | null },
): boolean => (act === 'answer' ? mayAct('arrange', { status, exception }) : byStatus(act, { state: status }));

/** What of an answer or an invoice has reached Amazon: undefined or null if nothing was sent yet. */
type Update = { state: string | null } | null | undefined;
/** Amazon has accepted it. */
export const isAccepted = (update: Update): boolean => update?.state === 'done';
/** It was never sent, or Amazon refused it. */
export const isUnsent = (update: Update): boolean => !update?.state || update.state === 'failed';
/** Amazon has the shipment confirmation: only then it takes an invoice. */
export const isConfirmed = (order: { confirmState: string }): boolean => order.confirmState === 'confirmed';

const quantity = integer(0, 1_000_000);
const percent = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/);
const selection = { ids: list(id(), 1000).optional(), filter: orderFilter.optional(), ...idempotencyKey };

const answered = z.object({ state: z.enum(PLATFORM_UPDATE_STATES), error: z.string().nullable() });

const vendorLine = z.object({
  platformLineId: z.string(),
  sellerSku: z.string(),
  title: z.string(),
  unitPrice: z.string(),
  /** What Amazon ordered. */
  ordered: z.number(),
  /** The available stock, in units of the order: free, or reserved for this very order. */
  available: z.number(),
  accepted: z.number(),
  backordered: z.number(),
  backorderDay: z.string().nullable(),
  rejected: z.number(),
  reason: z.enum(REJECT_REASONS).nullable(),
});
export type VendorLine = z.output<typeof vendorLine>;

export const getVendorOrder = defineCall({
  method: 'GET',
  path: '/seller/vendor/detail',
  access: [rights.vendorOrder.view],
  summary: 'Returns the acknowledgement of a purchase order, its cartons, shipment notice and invoice.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    id: z.number(),
    number: z.string(),
    currency: z.string(),
    status: z.string(),
    /** A part of a purchase order: answered with the whole. */
    part: z.boolean(),
    /** Of another kind: nothing of this is asked for it. */
    bulk: z.boolean(),
    /** Null until a person has answered; the lines then are a suggestion from what stock there is. */
    answer: answered.nullable(),
    lines: z.array(vendorLine),
    /** The goods that the order ships. */
    goods: z.array(z.object({ lineId: z.number(), sku: z.string(), quantity: z.number() })),
    cartons: z.array(carton.extend({ sscc: z.string() })),
    pallets: z.array(z.object({ number: z.number(), sscc: z.string() })),
    /** The cartons hold all that the order sends. */
    packed: z.boolean(),
    shipment: z
      .object({
        number: z.string(),
        mode: z.enum(FREIGHT_MODES),
        scac: z.string(),
        billOfLading: z.string(),
        pro: z.string(),
        terms: z.enum(FREIGHT_TERMS),
        shippedDay: z.string(),
        deliveryDay: z.string().nullable(),
        confirmState: z.string(),
        confirmError: z.string().nullable(),
      })
      .nullable(),
    invoice: answered
      .extend({
        number: z.string(),
        day: z.string(),
        goodsAmount: z.string(),
        taxPercent: z.string(),
        taxAmount: z.string(),
        totalAmount: z.string(),
        paidDay: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const answerVendorOrder = defineCall({
  method: 'POST',
  path: '/seller/vendor/acknowledge',
  access: [rights.vendorOrder.acknowledge],
  summary: 'Acknowledges every line of a purchase order: units accepted, backordered, or rejected with the reason.',
  input: z.strictObject({
    id: id(),
    lines: z
      .array(
        z.strictObject({
          platformLineId: requiredText(80),
          accepted: quantity.default(0),
          backordered: quantity.default(0),
          backorderDay: day().nullable().default(null),
          rejected: quantity.default(0),
          reason: z.enum(REJECT_REASONS).nullable().default(null),
        }),
      )
      .min(1)
      .max(1000),
    ...idempotencyKey,
  }),
  result: ok,
});
export const acceptVendorOrders = bulkCall(
  '/seller/vendor/acceptAll',
  [rights.vendorOrder.acknowledge],
  'Accepts purchase orders that await acknowledgement, every line as ordered.',
  z.strictObject(selection),
);

export const packVendorOrder = defineCall({
  method: 'POST',
  path: '/seller/vendor/pack',
  access: [rights.vendorOrder.ship],
  summary: 'Sets the cartons of a purchase order. Each has an SSCC, which stays when the cartons are set again.',
  input: z.strictObject({ id: id(), cartons: cartonsInput, ...idempotencyKey }),
  result: z.object({ packed: z.boolean() }),
});
export const printVendorLabels = defineCall({
  method: 'GET',
  path: '/seller/vendor/labels',
  access: [rights.vendorOrder.ship],
  summary: 'Downloads GS1 labels of the cartons and pallets of a purchase order, one per page.',
  input: z.strictObject({ id: id() }),
  result: z.unknown(),
  download: true,
});
export const shipVendorOrder = defineCall({
  method: 'POST',
  path: '/seller/vendor/ship',
  access: [rights.vendorOrder.ship],
  summary: 'Ships the packed cartons and sends Amazon the ASN. Units in no carton stay behind as a part of the order.',
  input: z.strictObject({
    id: id(),
    mode: z.enum(FREIGHT_MODES).default('LessThanTruckLoad'),
    /** The carrier by its Standard Carrier Alpha Code. */
    scac: z.string().regex(/^[A-Z]{2,4}$/),
    billOfLading: text(40).default(''),
    pro: text(40).default(''),
    terms: z.enum(FREIGHT_TERMS).default('collect'),
    shippedDay: day(),
    deliveryDay: day().nullable().default(null),
    ...idempotencyKey,
  }),
  result: z.object({ number: z.string() }),
});

export const invoiceVendorOrders = bulkCall(
  '/seller/vendor/invoice',
  [rights.vendorOrder.invoice],
  'Invoices shipped purchase orders. Resends invoices that Amazon rejected.',
  z.strictObject(selection),
);
export const noteVendorPayment = defineCall({
  method: 'POST',
  path: '/seller/vendor/paid',
  access: [rights.vendorOrder.invoice],
  summary: 'Records the day on which Amazon paid an invoice. null undoes it.',
  input: z.strictObject({ id: id(), day: day().nullable(), ...idempotencyKey }),
  result: ok,
});

const party = z.strictObject({
  /** Amazon's name for it; empty: as in the purchase order. */
  code: text(40).default(''),
  name: text(100).default(''),
  line1: text(200).default(''),
  city: text(100).default(''),
  state: text(60).default(''),
  postalCode: text(20).default(''),
  country: z
    .string()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
  taxId: text(40).default(''),
});
export const vendorSettings = z.strictObject({
  /** GS1 company prefix, under which SSCCs are given out. */
  gs1Prefix: z
    .string()
    .regex(/^(\d{7,10})?$/)
    .default(''),
  extensionDigit: integer(0, 9).default(0),
  taxPercent: percent.default('0'),
  netDueDays: integer(0, 365).default(0),
  remitTo: party,
  /** Null: the party in the purchase order. */
  billTo: party.nullable().default(null),
});
export type VendorSettings = z.output<typeof vendorSettings>;
export const getVendorSettings = defineCall({
  method: 'GET',
  path: '/seller/vendor/settings',
  access: [rights.vendorOrder.view],
  summary: 'Returns the GS1 prefix for carton numbers, and the company data on invoices to Amazon.',
  input: z.strictObject({}),
  result: vendorSettings,
});
export const saveVendorSettings = defineCall({
  method: 'POST',
  path: '/seller/vendor/saveSettings',
  access: [rights.vendorOrder.ship, rights.vendorOrder.invoice],
  summary: 'Updates the carton numbering and the company data on invoices to Amazon.',
  input: vendorSettings,
  result: ok,
});
