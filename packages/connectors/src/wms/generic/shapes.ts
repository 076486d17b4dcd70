import { z } from 'zod';
import { amount, currencyCode, instant, optionalText, wholeNumber } from '../../read.ts';
import type { WmsFee, WmsInboundStatus, WmsOutboundStatus, WmsProductState, WmsStockEntry } from '../../wms.ts';

/** Their words in capitals are ours in camel case: PARTIALLY_SHIPPED is partlyShipped. */
function words<T extends string>(named: Readonly<Record<string, T>>) {
  return z.string().transform((word, context): T => {
    const known = named[word];
    if (known) return known;
    context.addIssue({ code: 'custom', message: `a word that is not known: ${word.slice(0, 40)}` });
    return z.NEVER;
  });
}

const OUTBOUND: Readonly<Record<string, WmsOutboundStatus>> = {
  DRAFT: 'draft',
  ACCEPTED: 'accepted',
  PROCESSING: 'processing',
  PICKING: 'picking',
  PACKED: 'packed',
  SHIPPED: 'shipped',
  PARTIALLY_SHIPPED: 'partlyShipped',
  DELIVERED: 'delivered',
  ON_HOLD: 'onHold',
  EXCEPTION: 'exception',
  CANCELLING: 'cancelling',
  CANCELLED: 'cancelled',
  REJECTED: 'rejected',
  RETURNED: 'returned',
};
const INBOUND: Readonly<Record<string, WmsInboundStatus>> = {
  DRAFT: 'draft',
  SUBMITTED: 'submitted',
  REJECTED: 'rejected',
  IN_TRANSIT: 'inTransit',
  ARRIVED: 'arrived',
  RECEIVING: 'receiving',
  RECEIVED: 'received',
  PUT_AWAY: 'putAway',
  CLOSED_SHORT: 'closedShort',
  EXCEPTION: 'exception',
  CANCELLED: 'cancelled',
};
const PRODUCT: Readonly<Record<string, WmsProductState['status']>> = {
  DRAFT: 'draft',
  REVIEW: 'review',
  ACTIVE: 'active',
  REJECTED: 'rejected',
  DISABLED: 'disabled',
};
const ENTRY: Readonly<Record<string, WmsStockEntry['kind']>> = {
  RECEIPT: 'receipt',
  SHIP: 'ship',
  ADJUST: 'adjust',
  TRANSFER: 'transfer',
  RETURN: 'return',
  DAMAGE: 'damage',
  COUNT: 'count',
};
const REF: Readonly<Record<string, WmsFee['refType']>> = {
  OUTBOUND: 'outbound',
  INBOUND: 'inbound',
  STORAGE: 'storage',
  RETURN: 'return',
  OTHER: 'other',
};
const DIRECTION: Readonly<Record<string, WmsFee['direction']>> = {
  CHARGE: 'charge',
  REFUND: 'refund',
  FREEZE: 'freeze',
  UNFREEZE: 'unfreeze',
  TOPUP: 'topUp',
};
const TRACKING = { IMMEDIATE: 'immediate', LATER: 'later', NONE: 'none' } as const;

/** Leaves out what was not said, so that optional fields stay absent. */
export function input<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && one !== null)) as never;
}

const code = z.string().min(1);
const optionalNumber = z.number().int().nonnegative().nullish();
const optionalInstant = instant.nullish();

export const warehouses = z.array(z.object({ code, name: code, country: z.string().regex(/^[A-Z]{2}$/) }));

export const shippingMethods = z.array(
  z
    .object({
      code,
      name: code,
      carrier: optionalText,
      countries: z.array(z.string()).nullish(),
      maxWeightG: optionalNumber,
      trackingMode: words(TRACKING),
    })
    .transform(({ maxWeightG, trackingMode, ...rest }) => ({
      ...input({ ...rest, maxWeightGrams: maxWeightG }),
      tracking: trackingMode,
    })),
);

export const product = z
  .object({
    sku: code,
    status: words(PRODUCT),
    measured: z
      .object({ weightG: wholeNumber, lengthMm: wholeNumber, widthMm: wholeNumber, heightMm: wholeNumber })
      .transform(({ weightG, ...sides }) => ({ weightGrams: weightG, ...sides }))
      .nullish(),
    problem: optionalText,
  })
  .transform(input);

const box = z
  .object({
    packageNo: code,
    carrier: optionalText,
    trackingNumber: optionalText,
    weightG: optionalNumber,
    shippedAt: optionalInstant,
    items: z.array(z.object({ sku: code, qty: wholeNumber })).nullish(),
  })
  .transform(({ weightG, items, ...rest }) =>
    input({
      ...rest,
      weightGrams: weightG,
      items: items?.map(({ sku, qty }) => ({ sku, quantity: qty })),
    }),
  );

export const outbound = z
  .object({
    clientOrderNo: code,
    orderNo: code,
    status: z.string(),
    updatedAt: instant,
    items: z.array(z.object({ sku: code, qty: wholeNumber })).default([]),
    packages: z.array(box).default([]),
    problem: optionalText,
  })
  .transform(({ status, items, ...rest }, context) => {
    const known = OUTBOUND[status];
    if (!known) {
      context.addIssue({ code: 'custom', path: ['status'], message: `a word that is not known: ${status}` });
      return z.NEVER;
    }
    return { state: input({ ...rest, status: known, rawStatus: status }), items };
  });

export const outboundMade = z.object({ orderNo: code, status: words(OUTBOUND) });
export const cancelled = z.object({
  result: words({ CANCELLED: 'cancelled', PENDING: 'pending', REFUSED: 'refused' }),
});

/** A document in base64. */
export const labels = z.object({
  pdf: z
    .string()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((bytes) => bytes.subarray(0, 5).toString('latin1') === '%PDF-', 'no PDF'),
});

export const inboundMade = z.object({ inboundNo: code, status: words(INBOUND) });
const receipt = z.object({
  receiptId: code,
  at: instant,
  lines: z.array(
    z
      .object({ sku: code, qty: wholeNumber, damaged: z.boolean().default(false), lot: optionalText })
      .transform(({ qty, lot, ...rest }) => input({ ...rest, quantity: qty, batch: lot })),
  ),
});
export const inbound = z
  .object({
    clientInboundNo: code,
    inboundNo: code,
    status: words(INBOUND),
    items: z.array(
      z.object({
        sku: code,
        planned: wholeNumber,
        received: wholeNumber,
        putAway: wholeNumber,
        damaged: wholeNumber.default(0),
      }),
    ),
    receipts: z.array(receipt).nullish(),
    problem: optionalText,
  })
  .transform(input);

/** A listing's page. */
export function page<T extends z.ZodType>(row: T) {
  return z
    .object({ rows: z.array(row), next: optionalText })
    .transform(({ rows, next }) => ({ rows, ...(next ? { next } : {}) }));
}

export const stock = z
  .object({
    sku: code,
    lot: optionalText,
    // Less than nothing where more left than was known to be there.
    onHand: z.number().int(),
    available: z.number().int(),
    allocated: wholeNumber,
    damaged: wholeNumber.default(0),
    frozen: wholeNumber.default(0),
    inTransit: wholeNumber.default(0),
    pendingPutaway: wholeNumber.default(0),
  })
  .transform(({ lot, pendingPutaway, ...rest }) => ({
    ...rest,
    pendingPutAway: pendingPutaway,
    ...(lot ? { batch: lot } : {}),
  }));

export const entry = z
  .object({
    entryId: code,
    at: instant,
    sku: code,
    qtyDelta: z.number().int(),
    balance: z.number().int().nullish(),
    type: words(ENTRY),
    refNo: optionalText,
  })
  .transform(({ qtyDelta, type, ...rest }) => input({ ...rest, delta: qtyDelta, kind: type }));

export const fee = z
  .object({
    feeId: code,
    at: instant,
    refType: words(REF),
    refNo: optionalText,
    feeType: code,
    direction: words(DIRECTION),
    amount: amount.refine((value) => !value.startsWith('-'), 'below zero'),
    currency: currencyCode,
  })
  .transform(input);

export const balances = z.array(z.object({ currency: currencyCode, amount }));
export const quotes = z.array(
  z
    .object({
      shippingMethod: code,
      total: z.object({ amount, currency: currencyCode }),
      days: z.object({ min: wholeNumber, max: wholeNumber }).nullish(),
    })
    .transform(({ total, ...rest }) => input({ ...rest, ...total })),
);

export const push = z
  .object({ eventId: code, type: code, orderNo: optionalText, inboundNo: optionalText })
  .transform(input);
