import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  decimal,
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
import { carton, cartonsInput } from './cartons.ts';
import { type DocumentActs, mayBy } from './document-acts.ts';

export const WHOLESALE_STATES = ['quotation', 'confirmed', 'done', 'cancelled'] as const;
export type WholesaleState = (typeof WHOLESALE_STATES)[number];
/** Whether an act applies to a document in its current state. */
export const wholesaleMay = mayBy({
  edit: ['quotation'],
  submit: ['quotation'],
  ship: ['confirmed'],
  pay: ['confirmed', 'done'],
  cancel: ['quotation', 'confirmed'],
} satisfies DocumentActs<WholesaleState>);
export type WholesaleAct = Parameters<typeof wholesaleMay>[0];
export const WHOLESALE_PAPERS = ['quotation', 'proforma', 'packingList', 'invoice'] as const;
export type WholesalePaper = (typeof WHOLESALE_PAPERS)[number];
/** Incoterms 2020. */
export const INCOTERMS = ['EXW', 'FCA', 'FAS', 'FOB', 'CFR', 'CIF', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP'] as const;

const state = z.enum(WHOLESALE_STATES);
const country = z.string().regex(/^[A-Z]{2}$/);
const percent = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/);

const addressInput = z.strictObject({
  name: requiredText(100),
  company: text(100).optional(),
  line1: requiredText(200),
  line2: text(200).optional(),
  city: requiredText(100),
  state: text(60).optional(),
  postalCode: requiredText(20),
  country,
  phone: text(40).optional(),
  email: text(120).optional(),
});
const contact = z.strictObject({ name: requiredText(80), email: text(120).default(''), phone: text(40).default('') });

// ---- customers
const customerFields = {
  name: requiredText(120),
  taxId: text(40).default(''),
  /** The language of their documents. */
  language: z.enum(['zh', 'en']).default('en'),
  currency: currency(),
  priceListId: id().nullable().default(null),
  /** Days after shipment until the balance is due; 0: at once. */
  termsDays: integer(0, 365).default(0),
  depositPercent: percent.default('0'),
  balanceBeforeShipment: flag().default(false),
  /** Null: no limit. */
  creditLimit: positiveDecimal(4).nullable().default(null),
  contacts: z.array(contact).max(20).default([]),
  address: addressInput.nullable().default(null),
  remark: text(1000).default(''),
};
const customerRow = z.object({
  id: z.number(),
  name: z.string(),
  taxId: z.string(),
  language: z.enum(['zh', 'en']),
  currency: z.string(),
  priceListId: z.number().nullable(),
  priceListName: z.string().nullable(),
  termsDays: z.number(),
  depositPercent: z.string(),
  balanceBeforeShipment: z.boolean(),
  creditLimit: z.string().nullable(),
  /** The open amount of confirmed and finished orders. */
  openAmount: z.string(),
  contacts: z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  address: addressInput.partial().nullable(),
  remark: z.string(),
  version: z.number(),
});
export type WholesaleCustomer = z.output<typeof customerRow>;

export const listWholesaleCustomers = defineCall({
  method: 'GET',
  path: '/seller/wholesale/customers',
  access: [rights.wholesaleOrder.view],
  summary: 'Lists wholesale customers with their terms and open amounts.',
  input: z.strictObject({ ...paging, text: text(80).optional() }),
  result: pageOf(customerRow),
});
export const saveWholesaleCustomer = defineCall({
  method: 'POST',
  path: '/seller/wholesale/saveCustomer',
  access: [rights.wholesaleOrder.add, rights.wholesaleOrder.edit],
  summary: 'Adds a customer, or updates the one with `id`.',
  input: z.strictObject({ id: id().optional(), version: integer(1).optional(), ...customerFields }),
  result: z.object({ id: z.number() }),
});
export const deleteWholesaleCustomer = defineCall({
  method: 'POST',
  path: '/seller/wholesale/deleteCustomer',
  access: [rights.wholesaleOrder.delete],
  summary: 'Deletes a customer that has no orders.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

// ---- price lists
const priceRow = z.object({
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  fromQuantity: z.number(),
  unitPrice: z.string(),
});
const priceListRow = z.object({
  id: z.number(),
  name: z.string(),
  currency: z.string(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  prices: z.number(),
  customers: z.number(),
  version: z.number(),
});
export type WholesalePriceList = z.output<typeof priceListRow>;
export const listWholesalePriceLists = defineCall({
  method: 'GET',
  path: '/seller/wholesale/priceLists',
  access: [rights.wholesaleOrder.view],
  summary: 'Lists price lists with their number of prices and customers.',
  input: z.strictObject({ ...paging, text: text(80).optional() }),
  result: pageOf(priceListRow),
});
export const getWholesalePriceList = defineCall({
  method: 'GET',
  path: '/seller/wholesale/priceList',
  access: [rights.wholesaleOrder.view],
  summary: 'Returns the prices of a price list by product and quantity.',
  input: z.strictObject({ id: id() }),
  result: priceListRow.extend({ rows: z.array(priceRow) }),
});
export const saveWholesalePriceList = defineCall({
  method: 'POST',
  path: '/seller/wholesale/savePriceList',
  access: [rights.wholesaleOrder.add, rights.wholesaleOrder.edit],
  summary: 'Adds a price list, or updates the one with `id`. The given prices replace the existing ones.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    name: requiredText(80),
    currency: currency(),
    validFrom: day().nullable().default(null),
    validTo: day().nullable().default(null),
    rows: z
      .array(z.strictObject({ productId: id(), fromQuantity: integer(1, 1_000_000), unitPrice: positiveDecimal(6) }))
      .max(5000),
  }),
  result: z.object({ id: z.number() }),
});
export const deleteWholesalePriceList = defineCall({
  method: 'POST',
  path: '/seller/wholesale/deletePriceList',
  access: [rights.wholesaleOrder.delete],
  summary: 'Deletes a price list that no customer uses.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
const listedPrice = z.object({
  productId: z.number(),
  quantity: z.number(),
  /** Null where the customer's list has no price that holds today. */
  unitPrice: z.string().nullable(),
  /** From which quantity that price holds. */
  fromQuantity: z.number().nullable(),
  priceListName: z.string().nullable(),
});
export const wholesalePrices = defineCall({
  method: 'GET',
  path: '/seller/wholesale/prices',
  access: [rights.wholesaleOrder.view],
  summary: 'Returns today’s prices on a customer’s price list for products in the given quantities.',
  input: z.strictObject({
    customerId: id(),
    productIds: list(id(), 200),
    quantities: list(integer(1, 1_000_000), 200),
  }),
  result: z.object({ prices: z.array(listedPrice) }),
});

// ---- orders
export const wholesaleFilter = z.strictObject({
  state: state.optional(),
  customerId: id().optional(),
  /** Confirmed and not paid in full. */
  open: flag().optional(),
  text: text(80).optional(),
});
export type WholesaleFilter = z.output<typeof wholesaleFilter>;
const orderRow = z.object({
  id: z.number(),
  number: z.string(),
  state,
  customerId: z.number(),
  customerName: z.string(),
  customerRef: z.string(),
  currency: z.string(),
  totalAmount: z.string(),
  paidAmount: z.string(),
  openAmount: z.string(),
  depositDue: z.string(),
  units: z.number(),
  shipped: z.number(),
  planned: z.number(),
  createdAt: z.string(),
  validUntil: z.string().nullable(),
  confirmedAt: z.string().nullable(),
});
export type WholesaleRow = z.output<typeof orderRow>;
export const listWholesale = defineCall({
  method: 'GET',
  path: '/seller/wholesale/list',
  access: [rights.wholesaleOrder.view],
  summary: 'Lists the wholesale orders that match the filter, newest first.',
  input: wholesaleFilter.extend(paging),
  result: pageOf(orderRow),
});
export const wholesaleTabs = defineCall({
  method: 'GET',
  path: '/seller/wholesale/tabs',
  access: [rights.wholesaleOrder.view],
  summary: 'Returns the number of quotations and confirmed wholesale orders.',
  input: z.strictObject({}),
  result: z.object({ quotation: z.number(), confirmed: z.number(), open: z.number() }),
});

const shipment = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(['open', 'shipped', 'cancelled']),
  orderId: z.number(),
  orderStatus: z.string(),
  trackingNumber: z.string().nullable(),
  shopName: z.string(),
  /** Why it was made before it was paid for. */
  overrideReason: z.string(),
  goodsAmount: z.string(),
  totalAmount: z.string(),
  createdAt: z.string(),
  shippedAt: z.string().nullable(),
  /** The cartons hold exactly the goods of the shipment. */
  packed: z.boolean(),
  lines: z.array(z.object({ lineId: z.number(), quantity: z.number() })),
  cartons: z.array(carton),
});
export type WholesaleShipment = z.output<typeof shipment>;
const line = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  quantity: z.number(),
  unitPrice: z.string(),
  /** The list price when the price was set; null: none. */
  listedPrice: z.string().nullable(),
  listedFrom: z.number().nullable(),
  priceListName: z.string().nullable(),
  amount: z.string(),
  discount: z.string(),
  tax: z.string(),
  planned: z.number(),
  shipped: z.number(),
});
export type WholesaleLine = z.output<typeof line>;
export const getWholesale = defineCall({
  method: 'GET',
  path: '/seller/wholesale/detail',
  access: [rights.wholesaleOrder.view],
  summary: 'Returns a wholesale order with its lines, payments, shipments and history.',
  input: z.strictObject({ id: id() }),
  result: orderRow.extend({
    language: z.enum(['zh', 'en']),
    shipTo: addressInput.partial().nullable(),
    incoterm: z.string(),
    incotermPlace: z.string(),
    termsDays: z.number(),
    depositPercent: z.string(),
    balanceBeforeShipment: z.boolean(),
    goodsAmount: z.string(),
    discountAmount: z.string(),
    shippingAmount: z.string(),
    taxPercent: z.string(),
    taxAmount: z.string(),
    remark: z.string(),
    version: z.number(),
    lines: z.array(line),
    payments: z.array(
      z.object({
        id: z.number(),
        kind: z.enum(['deposit', 'balance']),
        amount: z.string(),
        onDay: z.string(),
        reference: z.string(),
        notedBy: z.string(),
        notedAt: z.string(),
      }),
    ),
    shipments: z.array(shipment),
    /** Shops of the company's own that a shipment may be sent for. */
    shops: z.array(z.object({ id: z.number(), name: z.string() })),
    history: documentHistory,
  }),
});
export type WholesaleDetail = z.output<(typeof getWholesale)['result']>;

export const saveWholesale = defineCall({
  method: 'POST',
  path: '/seller/wholesale/save',
  access: [rights.wholesaleOrder.add, rights.wholesaleOrder.edit],
  summary: 'Creates a quotation, or updates the one with `id`. Omitted prices come from the price list.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    customerId: id(),
    customerRef: text(60).default(''),
    currency: currency().optional(),
    shipTo: addressInput.nullable().default(null),
    incoterm: z.enum(INCOTERMS).default('EXW'),
    incotermPlace: text(80).default(''),
    validUntil: day().nullable().default(null),
    discountAmount: positiveDecimal(2).default('0'),
    shippingAmount: positiveDecimal(2).default('0'),
    taxPercent: percent.default('0'),
    remark: text(1000).default(''),
    lines: z
      .array(
        z.strictObject({
          productId: id(),
          quantity: integer(1, 1_000_000),
          /** Given where it is not the list's. */
          unitPrice: positiveDecimal(6).optional(),
        }),
      )
      .min(1)
      .max(500),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const deleteWholesale = bulkCall(
  '/seller/wholesale/delete',
  [rights.wholesaleOrder.delete],
  'Deletes quotations.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const submitWholesale = defineCall({
  method: 'POST',
  path: '/seller/wholesale/submit',
  access: [rights.wholesaleOrder.submit],
  summary: 'Confirms a quotation that the customer accepted: it becomes an order, and the deposit is due.',
  input: z.strictObject({ id: id(), override: text(200).default(''), ...idempotencyKey }),
  result: ok,
});
export const cancelWholesale = defineCall({
  method: 'POST',
  path: '/seller/wholesale/cancel',
  access: [rights.wholesaleOrder.submit],
  summary: 'Cancels a wholesale order of which nothing has shipped or is being shipped.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});
export const noteWholesalePayment = defineCall({
  method: 'POST',
  path: '/seller/wholesale/pay',
  access: [rights.wholesaleOrder.submit],
  summary: 'Records a deposit or balance payment. A negative amount reverses a wrong entry.',
  input: z.strictObject({
    id: id(),
    kind: z.enum(['deposit', 'balance']),
    amount: decimal(2),
    onDay: day(),
    reference: text(80).default(''),
    ...idempotencyKey,
  }),
  result: ok,
});
export const shipWholesale = defineCall({
  method: 'POST',
  path: '/seller/wholesale/ship',
  access: [rights.wholesaleOrder.ship],
  summary: 'Creates a shipment of open quantities, as a sales order that is fulfilled like any other.',
  input: z.strictObject({
    id: id(),
    shopId: id(),
    lines: z
      .array(z.strictObject({ lineId: id(), quantity: integer(1, 1_000_000) }))
      .min(1)
      .max(500),
    /** Why it ships before payment: takes the right to submit. */
    override: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ shipmentId: z.number(), number: z.string(), orderId: z.number() }),
});
export const cancelWholesaleShipment = defineCall({
  method: 'POST',
  path: '/seller/wholesale/cancelShipment',
  access: [rights.wholesaleOrder.ship],
  summary: 'Cancels a shipment that has not left: cancels its order and reopens its quantities.',
  input: z.strictObject({ shipmentId: id(), ...idempotencyKey }),
  result: ok,
});
export const packWholesale = defineCall({
  method: 'POST',
  path: '/seller/wholesale/pack',
  access: [rights.wholesaleOrder.ship],
  summary: 'Sets the cartons of a shipment and their contents. Replaces the previous ones.',
  input: z.strictObject({
    shipmentId: id(),
    cartons: cartonsInput,
  }),
  result: z.object({ packed: z.boolean() }),
});
export const printWholesale = defineCall({
  method: 'GET',
  path: '/seller/wholesale/paper',
  access: [rights.wholesaleOrder.print],
  summary: 'Downloads a document of a wholesale order as PDF, in the customer’s language.',
  input: z.strictObject({ paper: z.enum(WHOLESALE_PAPERS), id: id(), shipmentId: id().optional() }),
  result: z.unknown(),
  download: true,
});
export const exportWholesale = exportCall(
  '/seller/wholesale/export',
  [rights.wholesaleOrder.export],
  'Exports the wholesale orders that match the filter to an Excel file in the background.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: wholesaleFilter.optional() }),
);
