import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { day, defineCall, flag, id, idempotencyKey, ok, positiveDecimal, requiredText, text } from '../call.ts';
import { PURCHASE_STATES } from './purchase-orders.ts';

/** An offer of 1688 by its number, and one of its specifications. */
export const offerId = text(18).regex(/^([1-9]\d*)?$/);
export const specId = text(64).regex(/^\w*$/);

/**
 * `placing`: being sent, nobody may change the order; `unclear`: its answer was lost and 1688 does not list it, a person
 * decides; `ended`: every order of it there was cancelled.
 */
export const SOURCING_STATES = ['placing', 'unclear', 'placed', 'refused', 'released', 'ended'] as const;
export type SourcingOrderState = (typeof SOURCING_STATES)[number];
export const TRADE_STATES = ['unpaid', 'paid', 'dispatched', 'delivered', 'done', 'cancelled', 'unknown'] as const;
export type TradeState = (typeof TRADE_STATES)[number];

const account = z.object({
  name: z.string(),
  state: z.enum(['authorized', 'expired']),
  authorizedAt: z.string(),
  /** When it has to be authorized again; null where 1688 does not say. */
  endsAt: z.string().nullable(),
  lastError: z.string().nullable(),
});
export const sourcingAccount = defineCall({
  method: 'GET',
  path: '/seller/supplier/account1688',
  access: [rights.supplier.view, rights.purchaseOrder.view],
  summary: 'Returns the 1688 account that this company buys with.',
  input: z.strictObject({}),
  result: z.object({
    /** This installation can connect one. */
    offered: z.boolean(),
    /** Calls go to the sandbox. */
    standIn: z.boolean(),
    account: account.nullable(),
  }),
});
export const connectSourcing = defineCall({
  method: 'POST',
  path: '/seller/supplier/connect1688',
  access: [rights.supplier.edit],
  secret: true,
  notInSample: true,
  summary: 'Returns the address on which a buyer of 1688 authorizes this company.',
  // No idempotency key: each address is good once.
  input: z.strictObject({
    /** The address of the user's browser; a loopback address is used for the return. */
    origin: z.url().max(200).optional(),
  }),
  result: z.object({ consentUrl: z.string() }),
});
export const disconnectSourcing = defineCall({
  method: 'POST',
  path: '/seller/supplier/disconnect1688',
  access: [rights.supplier.edit],
  summary: 'Deletes the tokens of the 1688 account. Orders placed there are no longer followed.',
  input: z.strictObject({ ...idempotencyKey }),
  result: ok,
});
export const sourcingOffer = defineCall({
  method: 'GET',
  path: '/seller/supplier/offer1688',
  access: [rights.supplier.edit],
  summary: 'Returns an offer of 1688 with its specifications. Needs the right to see cost prices.',
  input: z.strictObject({ offerId: offerId.min(1) }),
  result: z.object({
    offerId: z.string(),
    title: z.string(),
    /** Wangwang name of the shop. */
    seller: z.string(),
    unit: z.string(),
    minimum: z.number().nullable(),
    /** On sale, and programs may order it. */
    open: z.boolean(),
    breaks: z.array(z.object({ from: z.number(), price: z.string() })),
    specs: z.array(
      z.object({ specId: z.string(), name: z.string(), price: z.string().nullable(), stock: z.number().nullable() }),
    ),
  }),
});

const address = z.object({ id: z.string(), receiver: z.string(), phone: z.string(), text: z.string() });
const previewLine = z.object({
  lineId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  /** Units of ours. */
  quantity: z.number(),
  offerId: z.string(),
  specId: z.string(),
  /** Units of 1688. */
  offerQuantity: z.number().nullable(),
  /** Of one purchase unit of the line, as agreed and as 1688 charges it now. */
  agreed: z.string(),
  charged: z.string().nullable(),
  /** On sale there; only looked up where the order is refused. */
  stock: z.number().nullable(),
  problem: z.string().nullable(),
});
export const previewSourcing = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/preview1688',
  access: [rights.purchaseOrder.submit],
  summary:
    'Returns what a purchase order would cost on 1688 now, beside what was agreed. Needs the right to see costs.',
  input: z.strictObject({ id: id(), addressId: text(20).optional() }),
  result: z.object({
    addresses: z.array(address),
    addressId: z.string(),
    lines: z.array(previewLine),
    /** Null where 1688 refuses the order. */
    sums: z.object({ goods: z.string(), freight: z.string(), discount: z.string(), total: z.string() }).nullable(),
    /** Of the purchase order. */
    ordered: z.string(),
    /** Why it cannot be placed. */
    problem: z.string().nullable(),
    /** A price is higher than agreed: the order takes over the prices and is reviewed again. */
    higher: z.boolean(),
    /** A price differs from what was agreed. */
    differs: z.boolean(),
  }),
});
export const placeSourcing = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/place1688',
  access: [rights.purchaseOrder.submit],
  notInSample: true,
  summary:
    'Places a purchase order on 1688 in the background, unless it costs more than `total` by then. The order is placed here once 1688 has it.',
  input: z.strictObject({
    id: id(),
    addressId: requiredText(20).regex(/^\d+$/),
    /** What the preview showed and the user confirmed, freight included. */
    total: positiveDecimal(2),
    expectedOn: day().nullable().default(null),
    asn: flag().default(true),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const takeSourcingPrices = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/prices1688',
  access: [rights.purchaseOrder.edit],
  summary:
    'Writes the prices that 1688 charges now into the lines of a purchase order. Higher ones are reviewed again.',
  input: z.strictObject({ id: id(), addressId: text(20).optional(), ...idempotencyKey }),
  result: z.object({ state: z.enum(PURCHASE_STATES) }),
});

const trade = z.object({
  id: z.number(),
  orderNo: z.string(),
  state: z.enum(TRADE_STATES),
  rawState: z.string(),
  /** Null without the right to see cost prices. */
  total: z.string().nullable(),
  freight: z.string().nullable(),
  refunded: z.string().nullable(),
  paidAt: z.string().nullable(),
  payBefore: z.string().nullable(),
  closeReason: z.string(),
  readAt: z.string().nullable(),
  error: z.string().nullable(),
  lines: z.array(
    z.object({
      offerId: z.string(),
      specId: z.string(),
      name: z.string(),
      quantity: z.string(),
      price: z.string().nullable(),
      amount: z.string().nullable(),
    }),
  ),
  parcels: z.array(
    z.object({
      parcelId: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      sentAt: z.string().nullable(),
      steps: z.array(z.object({ at: z.string(), text: z.string() })),
    }),
  ),
});
export type SourcingTradeRow = z.output<typeof trade>;
export const sourcingOfPurchase = defineCall({
  method: 'GET',
  path: '/seller/purchaseOrder/orders1688',
  access: [rights.purchaseOrder.view],
  summary: 'Returns what was placed on 1688 for a purchase order, with states, freight, parcels and their traces.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    /** Its supplier is a shop of 1688. */
    shop: z.string(),
    /** It may be placed now. */
    open: z.boolean(),
    rows: z.array(
      z.object({
        id: z.number(),
        state: z.enum(SOURCING_STATES),
        reference: z.string(),
        address: z.string(),
        /** As confirmed; null without the right to see cost prices. */
        confirmed: z.string().nullable(),
        /** Paid or to be paid there less the amount of the purchase order; null while it is not placed. */
        difference: z.string().nullable(),
        placedBy: z.string(),
        createdAt: z.string(),
        error: z.string().nullable(),
        trades: z.array(trade),
      }),
    ),
  }),
});
export type SourcingOrderRow = z.output<(typeof sourcingOfPurchase)['result']>['rows'][number];
export const followSourcing = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/follow1688',
  access: [rights.purchaseOrder.view],
  summary: 'Reads the orders of a purchase order on 1688 now instead of at their next time.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const paySourcing = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/pay1688',
  access: [rights.purchaseOrder.pay],
  notInSample: true,
  summary: 'Returns the page of 1688 on which a person pays the unpaid orders of a purchase order.',
  // No idempotency key: the address is good for a while.
  input: z.strictObject({ id: id() }),
  result: z.object({ url: z.string() }),
});
export const cancelSourcing = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/cancel1688',
  access: [rights.purchaseOrder.edit],
  notInSample: true,
  summary: 'Cancels an unpaid order on 1688.',
  input: z.strictObject({ tradeId: id(), reason: text(200).default(''), ...idempotencyKey }),
  result: ok,
});
export const releaseSourcing = defineCall({
  method: 'POST',
  path: '/seller/purchaseOrder/release1688',
  access: [rights.purchaseOrder.submit],
  notInSample: true,
  summary:
    'A person has looked on 1688 and found no order: it may be placed again. It is looked up once more before that.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: z.object({ found: z.boolean() }),
});
