import { z } from 'zod';
import { anyOrder, type OrderButton, rights } from '../access/modules.ts';
import {
  bulkCall,
  bulkResult,
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
  text,
} from '../call.ts';
import { shipTo } from './address.ts';
import {
  CONFIRM_STATES,
  ORDER_DAYS,
  ORDER_EXCEPTIONS,
  ORDER_MARKS,
  ORDER_ORIGINS,
  orderStatus,
  SERVICE_LEVELS,
} from './states.ts';

/** The rows of a list or a bulk action. `text` finds by the prefix of a number, SKU, buyer or address. */
export const orderFilter = z.strictObject({
  moduleId: integer(rights.order.id, rights.vendorOrder.id).optional(),
  status: orderStatus.optional(),
  exception: z.enum(ORDER_EXCEPTIONS).optional(),
  shopIds: list(id(), 200).optional(),
  platforms: list(z.string().regex(/^[A-Za-z0-9]{2,40}$/), 40).optional(),
  warehouseId: id().optional(),
  channelId: id().optional(),
  tagId: id().optional(),
  origin: z.enum(ORDER_ORIGINS).optional(),
  serviceLevel: z.enum(SERVICE_LEVELS).optional(),
  marks: list(z.enum(ORDER_MARKS), ORDER_MARKS.length).optional(),
  lines: z.enum(['one', 'several']).optional(),
  unitsFrom: integer(1, 1_000_000).optional(),
  unitsTo: integer(1, 1_000_000).optional(),
  /** In the order's own currency. */
  amountFrom: positiveDecimal(4).optional(),
  amountTo: positiveDecimal(4).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  confirmState: z.enum(CONFIRM_STATES).optional(),
  cancelRequested: flag().optional(),
  /** Waits for review because no rule matched. */
  unruled: flag().optional(),
  /** An unanswered purchase order of the platform itself, or one whose answer it refused. */
  unanswered: flag().optional(),
  /** Not shipped though the platform's deadline has passed, or will pass within 24 hours; most urgent first. */
  due: z.enum(['overdue', 'soon']).optional(),
  /** The kind of day of `from` and `to`, by default the order's own; the list then sorts by it. */
  dateKind: z.enum(ORDER_DAYS).optional(),
  from: day().optional(),
  to: day().optional(),
  text: text(80).optional(),
});
export type OrderFilter = z.output<typeof orderFilter>;

export const orderRow = z.object({
  id: z.number(),
  displayNo: z.string(),
  platformOrderNo: z.string(),
  platform: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  status: orderStatus,
  exception: z.string().nullable(),
  orderedAt: z.string(),
  shipBy: z.string().nullable(),
  shippedAt: z.string().nullable(),
  currency: z.string(),
  /** Null: the platform has not shown the amounts. */
  totalAmount: z.string().nullable(),
  buyerName: z.string(),
  buyerNote: z.string(),
  country: z.string(),
  summary: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.number() })),
  lineCount: z.number(),
  units: z.number(),
  warehouseId: z.number().nullable(),
  trackingNumber: z.string().nullable(),
  confirmState: z.enum(CONFIRM_STATES),
  confirmError: z.string().nullable(),
  cancelRequested: z.boolean(),
  /** The platform's reason why it must not ship now, in its own word (`UNPAID` when it is not paid); null: it may. */
  platformHold: z.string().nullable(),
  /** The level of the service that the buyer chose; null if the platform's words do not say. */
  serviceLevel: z.enum(SERVICE_LEVELS).nullable(),
  /** That service in the platform's words; empty if unknown. */
  serviceAsked: z.string(),
  remark: z.string(),
  /** Served first where stock is short: 0 to 9. */
  priority: z.number(),
  /** The order that it is a part of. */
  splitFrom: z.number().nullable(),
  /** The order in whose box it travels. */
  mergedInto: z.number().nullable(),
  tagIds: z.array(z.number()),
  version: z.number(),
});
export type OrderRow = z.output<typeof orderRow>;

const listedOrder = orderRow.extend({
  paidAt: z.string().nullable(),
  origin: z.enum(ORDER_ORIGINS),
  /** In the company's currency; null where it is unknown, or costs are not shown. */
  profitEstimate: z.string().nullable(),
});
export type ListedOrder = z.output<typeof listedOrder>;

export const listOrders = defineCall({
  method: 'GET',
  path: '/seller/order/list',
  access: anyOrder('view'),
  summary: 'Lists the orders that match the filter, newest first.',
  input: orderFilter.extend({
    ...paging,
    /** By the day of the order; `due` orders are sorted by urgency. */
    order: z.enum(['newest', 'oldest']).default('newest'),
  }),
  result: pageOf(listedOrder),
});
export const orderTabs = defineCall({
  method: 'GET',
  path: '/seller/order/tabs',
  access: anyOrder('view'),
  summary: 'Returns the number of orders in each status for the filter, read from counters.',
  input: z.strictObject({
    moduleId: integer(rights.order.id, rights.vendorOrder.id).optional(),
    shopIds: list(id(), 200).optional(),
  }),
  result: z.object({
    counts: z.record(z.string(), z.number()),
    /** Each exception, cancelRequested, unruled, confirmFailed, overdue and soon; counted up to 1,000. */
    queues: z.record(z.string(), z.number()),
  }),
});

/** The stock light of an order. */
export const STOCK_LIGHTS = ['all', 'part', 'none', 'unmapped'] as const;
export const orderGoods = defineCall({
  method: 'GET',
  path: '/seller/order/goods',
  access: anyOrder('view'),
  summary: 'Returns stock availability, the picture of the first product and the related orders for a page of orders.',
  input: z.strictObject({ ids: list(id(), 200) }),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        /** Null if nothing is left to ship. */
        stock: z.enum(STOCK_LIGHTS).nullable(),
        image: z.object({ productId: z.number(), key: z.string() }).nullable(),
        /** The number of the order that it is a part of. */
        whole: z.string().nullable(),
        /** The order in whose box it travels, itself where others travel in its own, and how many do. */
        box: z.object({ carrier: z.string(), orders: z.number() }).nullable(),
      }),
    ),
  }),
});

const address = z.object({
  name: z.string(),
  company: z.string().optional(),
  line1: z.string(),
  line2: z.string().optional(),
  city: z.string(),
  state: z.string().optional(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string().optional(),
  email: z.string().optional(),
  residential: z.boolean().optional(),
});
export const getOrder = defineCall({
  method: 'GET',
  path: '/seller/order/detail',
  access: anyOrder('view'),
  summary: 'Returns an order with its lines, address, documents and history.',
  input: z.strictObject({ id: id() }),
  result: orderRow.extend({
    fulfilledBy: z.string(),
    /** A purchase order in bulk of the platform itself. */
    bulk: z.boolean(),
    goodsAmount: z.string().nullable(),
    shippingAmount: z.string().nullable(),
    taxAmount: z.string().nullable(),
    discountAmount: z.string().nullable(),
    /** The platform has not shown the amounts: they are null, those of the lines, too. */
    amountsUnknown: z.boolean(),
    buyerEmail: z.string(),
    shipTo: address.partial().nullable(),
    /** When the buyer's data was erased as the platform demands. */
    buyerErasedAt: z.string().nullable(),
    platformUpdatedAt: z.string(),
    deliveredAt: z.string().nullable(),
    confirmedAt: z.string().nullable(),
    confirmAttempts: z.number(),
    confirmNextAt: z.string().nullable(),
    warehouseName: z.string().nullable(),
    channelId: z.number().nullable(),
    /** Its own wish to be delivered against a signature, and that of its box: one of the orders in it is enough. */
    signature: z.boolean(),
    boxSigned: z.boolean(),
    /** Parts of the same order of the platform, and what travels in the same box. */
    related: z.array(
      z.object({ id: z.number(), displayNo: z.string(), status: orderStatus, how: z.enum(['whole', 'part', 'box']) }),
    ),
    lines: z.array(
      z.object({
        id: z.number(),
        sellerSku: z.string(),
        title: z.string(),
        quantity: z.number(),
        unitPrice: z.string().nullable(),
        discount: z.string().nullable(),
        tax: z.string().nullable(),
        productId: z.number().nullable(),
        sku: z.string().nullable(),
        productNameZh: z.string().nullable(),
        productNameEn: z.string().nullable(),
        /** The product's main picture. */
        image: z.string().nullable(),
        factor: z.number(),
        stockQuantity: z.number(),
        reserved: z.number(),
      }),
    ),
    outbounds: z.array(
      z.object({
        id: z.number(),
        number: z.string(),
        state: z.string(),
        stopRequested: z.boolean(),
        waveId: z.number().nullable(),
        waveNumber: z.string().nullable(),
        warehouseName: z.string(),
        createdAt: z.string(),
        pickedAt: z.string().nullable(),
        packedAt: z.string().nullable(),
        shippedAt: z.string().nullable(),
      }),
    ),
    history: documentHistory,
  }),
});

/** Ticked orders, or all matches of a filter (at most 10,000 at once). */
export const selection = { ids: list(id(), 1000).optional(), filter: orderFilter.optional(), ...idempotencyKey };
export const bulk = (path: `/${string}`, button: OrderButton, summary: string) =>
  bulkCall(path, anyOrder(button), summary, z.strictObject(selection));

export const reviewOrders = bulk(
  '/seller/order/review',
  'review',
  'Approves orders in review. They then wait for stock.',
);
export const allocateOrders = bulk(
  '/seller/order/allocate',
  'allocate',
  'Allocates available stock now, to whole orders in queue order (priority, ship-by time, platform, payment).',
);
export const unallocateOrders = bulk(
  '/seller/order/unallocate',
  'allocate',
  'Releases the allocated stock of orders that are not in picking and puts them on hold.',
);
export const holdOrders = bulk('/seller/order/hold', 'hold', 'Puts orders on hold and releases their allocated stock.');
export const resumeOrders = bulk(
  '/seller/order/resume',
  'hold',
  'Lets the rules re-evaluate orders that are on hold or in exception.',
);
export const cancelOrders = bulkCall(
  '/seller/order/cancel',
  anyOrder('cancel'),
  'Cancels orders at any stage. Requests an intercept for shipped ones.',
  z.strictObject({
    ...selection,
    /** An option of the list cancel.reason. */
    reason: text(60).optional(),
    remark: text(200).default(''),
    /** Also cancels on the platforms that accept cancellations. */
    onPlatform: flag().default(false),
  }),
);
export const shipOrdersAnyway = bulkCall(
  '/seller/order/goOn',
  [...anyOrder('cancel'), ...anyOrder('hold')],
  'Ships orders despite a cancellation request: intercepted orders continue, the rules re-evaluate orders on hold.',
  z.strictObject(selection),
);
export const confirmOrdersAgain = bulk(
  '/seller/order/confirmAgain',
  'ship',
  'Resends failed shipment confirmations to the platform.',
);
export const waveOrders = defineCall({
  method: 'POST',
  path: '/seller/order/wave',
  access: [rights.outbound.wave, rights.picking.create],
  summary: 'Creates picking waves by warehouse from orders with allocated stock, with at most 50 orders per wave.',
  input: z.strictObject(selection),
  result: bulkResult.extend({ waves: z.array(z.string()) }),
});
export const remarkOrders = bulkCall(
  '/seller/order/remark',
  anyOrder('remark'),
  'Sets the remark of orders.',
  z.strictObject({ ...selection, remark: text(500) }),
);
export const signOrders = bulkCall(
  '/seller/order/signature',
  anyOrder('edit'),
  'Has orders that have no label yet delivered against a signature, or no longer.',
  z.strictObject({ ...selection, signature: z.boolean() }),
);
export const editOrderAddress = defineCall({
  method: 'POST',
  path: '/seller/order/editAddress',
  access: anyOrder('edit'),
  summary: 'Updates the address of an order that is not in picking yet. The rules re-evaluate the order.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    shipTo,
  }),
  result: ok,
});
export const exportOrders = exportCall(
  '/seller/order/export',
  anyOrder('export'),
  'Exports the orders that match the filter to an Excel file in the background.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: orderFilter.optional() }),
);
