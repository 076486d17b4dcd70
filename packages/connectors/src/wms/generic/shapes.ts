import { z } from 'zod';
import { flag } from '../../iop/shapes.ts';
import { lax, laxList, laxText, laxWhole } from '../../lax.ts';
import { countryCode } from '../../places.ts';
import { amount, currencyCode, instant, wholeNumber } from '../../read.ts';
import type { WmsFee, WmsInboundStatus, WmsOutboundStatus, WmsProductState, WmsStockEntry } from '../../wms.ts';

/** Their words in capitals are ours in camel case: PARTIALLY_SHIPPED is partlyShipped. */
function words<T extends string>(named: Readonly<Record<string, T>>) {
  return z.string().transform((word, context): T => {
    const known = named[word.toUpperCase()];
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
const laxNumber = laxWhole.transform((value) => (value !== undefined && value >= 0 ? value : undefined));
const orZero = laxNumber.transform((value) => value ?? 0);

/** Their names and countries are for people: without them the code stands for the name. */
export const warehouses = z.array(
  z
    .object({ code, name: laxText, country: laxText })
    .transform((one) => ({ ...one, name: one.name ?? one.code, country: countryCode(one.country) ?? '' })),
);

export const shippingMethods = z.array(
  z
    .object({
      code,
      name: laxText,
      carrier: laxText,
      countries: lax(z.array(z.string())),
      maxWeightG: laxNumber,
      trackingMode: lax(words(TRACKING)),
    })
    .transform(({ name, maxWeightG, trackingMode, ...rest }) => ({
      ...input({ ...rest, name: name ?? rest.code, maxWeightGrams: maxWeightG }),
      // A number that comes with the order is found by reading it later, too.
      tracking: trackingMode ?? ('later' as const),
    })),
);

export const product = z
  .object({
    sku: code,
    status: words(PRODUCT),
    measured: lax(
      z
        .object({ weightG: wholeNumber, lengthMm: wholeNumber, widthMm: wholeNumber, heightMm: wholeNumber })
        .transform(({ weightG, ...sides }) => ({ weightGrams: weightG, ...sides })),
    ),
    problem: laxText,
  })
  .transform(input);

const box = z
  .object({
    packageNo: laxText,
    carrier: laxText,
    trackingNumber: laxText,
    weightG: laxNumber,
    shippedAt: lax(instant),
    items: lax(z.array(z.object({ sku: code, qty: wholeNumber }))),
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
    items: lax(z.array(z.object({ sku: code, qty: wholeNumber }))).transform((items) => items ?? []),
    packages: laxList(box),
    problem: laxText,
  })
  .transform(({ status, items, ...rest }, context) => {
    const known = OUTBOUND[status.toUpperCase()];
    if (!known) {
      context.addIssue({ code: 'custom', path: ['status'], message: `a word that is not known: ${status}` });
      return z.NEVER;
    }
    const packages = rest.packages.map((one, index) => ({ ...one, packageNo: one.packageNo ?? String(index + 1) }));
    return { state: input({ ...rest, packages, status: known, rawStatus: status }), items };
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
      .object({ sku: code, qty: wholeNumber, damaged: flag.catch(false), lot: laxText })
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
        damaged: orZero,
      }),
    ),
    receipts: z.array(receipt).nullish(),
    problem: laxText,
  })
  .transform(input);

/** A listing's page. */
export function page<T extends z.ZodType>(row: T) {
  return z
    .object({ rows: z.array(row), next: laxText })
    .transform(({ rows, next }) => ({ rows, ...(next ? { next } : {}) }));
}

export const stock = z
  .object({
    sku: code,
    lot: laxText,
    // Less than nothing where more left than was known to be there.
    onHand: z.number().int(),
    available: z.number().int(),
    allocated: wholeNumber,
    damaged: orZero,
    frozen: orZero,
    inTransit: orZero,
    pendingPutaway: orZero,
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
    balance: laxWhole,
    type: words(ENTRY),
    refNo: laxText,
  })
  .transform(({ qtyDelta, type, ...rest }) => input({ ...rest, delta: qtyDelta, kind: type }));

export const fee = z
  .object({
    feeId: code,
    at: instant,
    refType: lax(words(REF)).transform((known) => known ?? ('other' as const)),
    refNo: laxText,
    feeType: laxText.transform((type) => type ?? 'OTHER'),
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
      days: lax(z.object({ min: wholeNumber, max: wholeNumber })),
    })
    .transform(({ total, ...rest }) => input({ ...rest, ...total })),
);

export const push = z.object({ eventId: code, type: code, orderNo: laxText, inboundNo: laxText }).transform(input);
