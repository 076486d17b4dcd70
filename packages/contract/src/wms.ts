import { z } from 'zod';
import { rights } from './access/modules.ts';
import {
  defineCall,
  flag,
  id,
  idempotencyKey,
  idOrNone,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from './call.ts';
import { keyField, named } from './keys.ts';
import { ADJUST_REASONS } from './stock.ts';
import { WMS_DIFFERENCE_STATES, WMS_ORDER_STATES } from './wms/acts.ts';

export * from './wms/acts.ts';

export const WMS_CONNECTION_STATES = ['new', 'authorized', 'failed'] as const;
export const WMS_PRODUCT_STATES = ['new', 'draft', 'review', 'active', 'rejected', 'disabled'] as const;
/** How goods travel to a provider's warehouse. */
export const WMS_TRANSPORTS = ['sea', 'air', 'rail', 'truck', 'express'] as const;

const see = [rights.warehouse.view, rights.warehousePartner.view] as const;
const add = [rights.warehouse.add, rights.warehousePartner.add] as const;
const edit = [rights.warehouse.edit, rights.warehousePartner.edit] as const;
const refresh = [rights.warehouse.refresh, rights.warehousePartner.edit] as const;

const connection = z.object({
  id: z.number(),
  provider: z.string(),
  providerName: named,
  name: z.string(),
  baseUrl: z.string(),
  sandbox: z.boolean(),
  enabled: z.boolean(),
  state: z.enum(WMS_CONNECTION_STATES),
  lastError: z.string().nullable(),
  heldUntil: z.string().nullable(),
  /** Keys that are not secret; secret ones only as present. */
  keys: z.record(z.string(), z.string()),
  pushUrl: z.string(),
  balances: z.array(z.object({ currency: z.string(), amount: z.string() })),
  warehouses: z.array(z.object({ id: z.number(), name: z.string(), code: z.string() })),
  /** Documents that wait, and those that need a person. */
  waiting: z.number(),
  troubled: z.number(),
  differences: z.number(),
  readAt: z.string().nullable(),
  version: z.number(),
});
export type WmsConnectionRow = z.output<typeof connection>;

export const wmsProviders = defineCall({
  method: 'GET',
  path: '/seller/wms/providers',
  access: see,
  summary: 'Lists the warehouse providers that can be connected, and the keys that each of them issues.',
  input: z.strictObject({}),
  result: z.array(
    z.object({
      provider: z.string(),
      name: named,
      hosted: z.boolean(),
      keys: z.array(keyField),
      /** Keys of the stand-in; null where this installation has none. */
      trial: z.record(z.string(), z.string()).nullable(),
    }),
  ),
});
export const wmsConnections = defineCall({
  method: 'GET',
  path: '/seller/wms/connections',
  access: see,
  summary: 'Lists the accounts with warehouse providers and their status.',
  input: z.strictObject({}),
  result: z.array(connection),
});
export const saveWmsConnection = defineCall({
  method: 'POST',
  path: '/seller/wms/connection/save',
  access: [...add, ...edit],
  secret: true,
  summary: 'Saves the keys of an account after verifying them with the provider. An empty secret keeps the saved one.',
  notInSample: true,
  input: z.strictObject({
    id: id().optional(),
    provider: requiredText(40),
    name: requiredText(60),
    // Refresh tokens are the longest.
    keys: z.record(z.string(), text(2048)),
    baseUrl: text(200).default(''),
    sandbox: flag().default(false),
  }),
  result: z.object({ id: z.number() }),
});
export const enableWmsConnection = defineCall({
  method: 'POST',
  path: '/seller/wms/connection/enable',
  access: edit,
  summary: 'Enables or disables an account. Orders go to the provider, or wait here while it is disabled.',
  input: z.strictObject({ id: id(), enabled: flag() }),
  result: ok,
});
export const deleteWmsConnection = defineCall({
  method: 'POST',
  path: '/seller/wms/connection/delete',
  access: [rights.warehouse.delete, rights.warehousePartner.delete],
  summary: 'Deletes an account that no warehouse belongs to.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
const theirWarehouse = z.object({
  code: z.string(),
  name: z.string(),
  country: z.string(),
  /** Ours, where it was adopted. */
  warehouseId: z.number().nullable(),
});
export const wmsWarehouses = defineCall({
  method: 'GET',
  path: '/seller/wms/warehouses',
  access: see,
  summary: 'Lists the provider’s warehouses, requested live, and which of them are already connected.',
  input: z.strictObject({ id: id() }),
  result: z.array(theirWarehouse),
});
export const adoptWmsWarehouses = defineCall({
  method: 'POST',
  path: '/seller/wms/adopt',
  access: add,
  summary: 'Connects warehouses of a provider. Products, orders and ASNs for them go to the provider.',
  input: z.strictObject({
    id: id(),
    warehouses: list(z.strictObject({ code: requiredText(60), personInCharge: text(50).default('') }), 50),
  }),
  result: z.object({ ids: z.array(z.number()) }),
});

// ---- the three calls under their old names
export const unidoorWarehouseAuto = defineCall({
  method: 'GET',
  path: '/seller/warehouse/UnidoorWarehouseAuto',
  access: [rights.warehouse.add],
  summary: 'Verifies the keys of a Unidoor account.',
  input: z.strictObject({ id: id() }),
  result: z.object({ authorized: z.boolean(), error: z.string().nullable() }),
});
export const getUnidoorWarehouse = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getUnidoorWarehouse',
  access: 'user',
  summary: 'Lists Unidoor’s warehouses of the company’s account, and which of them are already connected.',
  input: z.strictObject({}),
  result: z.array(theirWarehouse),
});
export const addUnidoorWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/addUnidoorWarehouse',
  access: [rights.warehouse.add],
  summary: 'Connects warehouses of Unidoor.',
  input: z.strictObject({ warehouses: list(requiredText(60), 50) }),
  result: z.object({ ids: z.array(z.number()) }),
});
export const refreshWarehouseLogistics = defineCall({
  method: 'POST',
  path: '/seller/express/refreshWarehouseLogistics',
  access: [rights.warehouse.refresh, rights.carrier.refresh, rights.rateCard.edit],
  summary: 'Requests the shipping methods of a warehouse from its provider, in the background.',
  input: z.strictObject({ houseId: id() }),
  result: ok,
});

// ---- a provider's offers and stock
const method = z.object({
  code: z.string(),
  name: z.string(),
  carrier: z.string(),
  countries: z.array(z.string()),
  maxWeightGrams: z.number().nullable(),
  tracking: z.enum(['immediate', 'later', 'none']),
  gone: z.boolean(),
});
export const getSupplychainExpress = defineCall({
  method: 'GET',
  path: '/seller/express/getSupplychainExpress',
  access: 'user',
  summary: 'Lists the shipping methods that providers offer for third-party warehouses, as last read.',
  input: z.strictObject({
    ...paging,
    houseId: id().optional(),
    gone: flag().optional(),
    text: text(60).optional(),
  }),
  result: pageOf(
    method.extend({
      /** "warehouse:code" */
      id: z.string(),
      houseId: z.number(),
      warehouseName: z.string(),
      provider: z.string(),
      /** When the provider was last asked for them. */
      readAt: z.string().nullable(),
      /** Those of ours that use it. */
      channels: z.array(z.string()),
    }),
  ),
});
export const wmsWarehouse = defineCall({
  method: 'GET',
  path: '/seller/wms/house',
  access: see,
  summary: 'Returns the connection of a warehouse to its provider: account, shipping methods and mapped channels.',
  input: z.strictObject({ houseId: id() }),
  result: z
    .object({
      connection,
      code: z.string(),
      stockAt: z.string().nullable(),
      stockError: z.string().nullable(),
      methodsAt: z.string().nullable(),
      methods: z.array(method),
      /** Channel 0: every other one. */
      choices: z.array(z.object({ channelId: z.number(), methodCode: z.string() })),
      channels: z.array(z.object({ id: z.number(), name: z.string() })),
    })
    .nullable(),
});
export const chooseWmsMethods = defineCall({
  method: 'POST',
  path: '/seller/wms/methods',
  access: edit,
  summary: 'Maps shipping channels to the shipping methods of a warehouse. Orders that waited for this continue.',
  input: z.strictObject({
    houseId: id(),
    choices: list(z.strictObject({ channelId: idOrNone(), methodCode: requiredText(60) }), 200),
  }),
  result: ok,
});

const product = z.object({
  id: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  code: z.string(),
  state: z.enum(WMS_PRODUCT_STATES),
  problem: z.string().nullable(),
  measured: z.record(z.string(), z.number()).nullable(),
  pushedAt: z.string().nullable(),
});
export const wmsProducts = defineCall({
  method: 'GET',
  path: '/seller/wms/products',
  access: see,
  summary: 'Lists products with their code and status at the provider.',
  input: z.strictObject({
    id: id(),
    ...paging,
    state: z.enum(WMS_PRODUCT_STATES).optional(),
    text: text(60).optional(),
  }),
  result: pageOf(product),
});
export const pushWmsProducts = defineCall({
  method: 'POST',
  path: '/seller/wms/products/push',
  access: edit,
  summary: 'Sends products to the provider in the background. `code` sets the provider’s code of a single product.',
  input: z.strictObject({ id: id(), productIds: list(id(), 500), code: text(60).optional() }),
  result: ok,
});

const order = z.object({
  id: z.number(),
  connectionId: z.number(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  kind: z.enum(['outbound', 'inbound']),
  docId: z.number(),
  clientNo: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string(),
  state: z.enum(WMS_ORDER_STATES),
  attempts: z.number(),
  nextAt: z.string().nullable(),
  error: z.string().nullable(),
  errorCode: z.string().nullable(),
  providerNo: z.string().nullable(),
  status: z.string().nullable(),
  rawStatus: z.string().nullable(),
  cancelState: z.enum(['wanted', 'asked', 'refused']).nullable(),
  packages: z.array(z.object({ packageNo: z.string(), carrier: z.string(), trackingNumber: z.string() })),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
});
export type WmsOrderRow = z.output<typeof order>;
export const wmsOrders = defineCall({
  method: 'GET',
  path: '/seller/wms/orders',
  access: see,
  summary: 'Lists the documents sent to providers with their status there, newest first.',
  input: z.strictObject({
    ...paging,
    id: id().optional(),
    houseId: id().optional(),
    state: z.enum(WMS_ORDER_STATES).optional(),
    troubled: flag().optional(),
    text: text(60).optional(),
  }),
  result: pageOf(order),
});
export const retryWmsOrders = defineCall({
  method: 'POST',
  path: '/seller/wms/orders/retry',
  access: edit,
  summary: 'Resends documents that wait for a person. Those already at the provider are found and not sent twice.',
  input: z.strictObject({ ids: list(id(), 500), ...idempotencyKey }),
  result: z.object({ done: z.number() }),
});
export const cancelWmsOrder = defineCall({
  method: 'POST',
  path: '/seller/wms/orders/cancel',
  access: edit,
  summary: 'Requests the cancellation of a document from the provider, which decides.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const sendInboundToWms = defineCall({
  method: 'POST',
  path: '/seller/wms/inbound/send',
  access: [rights.inbound.edit, rights.warehouse.edit],
  summary: 'Sends an ASN to the provider of its warehouse, or again after a failure.',
  input: z.strictObject({
    inboundId: id(),
    transport: z.enum(WMS_TRANSPORTS).default('express'),
  }),
  result: ok,
});
export const inboundAtWms = defineCall({
  method: 'GET',
  path: '/seller/wms/inbound',
  access: [rights.inbound.view, rights.warehouse.view],
  summary: 'Returns whether the warehouse of an ASN has a provider, and the status of the ASN there.',
  input: z.strictObject({ inboundId: id() }),
  result: z.object({
    connected: z.boolean(),
    /** `labels`: the provider makes carton labels for it. */
    order: order.extend({ labels: z.boolean() }).nullable(),
  }),
});
export const wmsInboundLabels = defineCall({
  method: 'GET',
  path: '/seller/wms/inbound/labels',
  access: [rights.inbound.view, rights.warehouse.view],
  summary: 'Downloads the provider’s carton labels of an ASN that it has accepted, as PDF.',
  input: z.strictObject({ inboundId: id() }),
  result: z.unknown(),
  download: true,
});

const difference = z.object({
  id: z.number(),
  warehouseId: z.number(),
  productId: z.number().nullable(),
  sku: z.string(),
  code: z.string(),
  ours: z.number(),
  theirs: z.number(),
  shipped: z.number(),
  received: z.number(),
  rest: z.number(),
  entries: z.array(z.object({ at: z.string(), delta: z.number(), kind: z.string(), refNo: z.string().optional() })),
  jump: z.boolean(),
  state: z.enum(WMS_DIFFERENCE_STATES),
  remark: z.string(),
  seenAt: z.string(),
  settledBy: z.string().nullable(),
});
export type WmsDifferenceRow = z.output<typeof difference>;
export const wmsDifferences = defineCall({
  method: 'GET',
  path: '/seller/wms/differences',
  access: see,
  summary: 'Lists provider stock mismatches and what explains them.',
  input: z.strictObject({ houseId: id(), ...paging, state: z.enum(WMS_DIFFERENCE_STATES).default('open') }),
  result: pageOf(difference),
});
export const settleWmsDifference = defineCall({
  method: 'POST',
  path: '/seller/wms/differences/settle',
  access: [rights.stock.adjust],
  summary:
    'Books the unexplained rest of a provider stock mismatch as a stock adjustment, or ignores it with a remark.',
  input: z.strictObject({
    id: id(),
    how: z.enum(['book', 'ignore']),
    reason: z.enum(ADJUST_REASONS).default('correction'),
    remark: requiredText(200),
    /** The comparison on the screen: refused if a newer one differs. */
    rest: z.int32(),
    ...idempotencyKey,
  }),
  result: z.object({ documentNo: z.string().nullable() }),
});

const fee = z.object({
  id: z.number(),
  feeId: z.string(),
  at: z.string(),
  refType: z.string(),
  refNo: z.string(),
  clientNo: z.string().nullable(),
  feeType: z.string(),
  direction: z.enum(['charge', 'refund', 'freeze', 'unfreeze', 'topUp']),
  amount: z.string(),
  currency: z.string(),
  /** prepaid: taken from the prepayment of its warehouse; owed: owed to the provider; none: no cost; null: not yet. */
  settlement: z.enum(['prepaid', 'owed', 'none']).nullable(),
});
export const wmsFees = defineCall({
  method: 'GET',
  path: '/seller/wms/fees',
  access: see,
  summary: 'Lists the provider’s charges and refunds, newest first.',
  input: z.strictObject({ id: id(), ...paging }),
  result: pageOf(fee),
});
export const refreshWms = defineCall({
  method: 'POST',
  path: '/seller/wms/refresh',
  access: refresh,
  summary: 'Requests all changes from a provider in the background: orders, ASNs, products, fees and stock.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
