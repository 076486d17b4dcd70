import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  decimal,
  defineCall,
  documentHistory,
  flag,
  id,
  idempotencyKey,
  integer,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';

export const WAREHOUSE_KINDS = ['selfBuilt', 'rented', 'overseas', 'platform'] as const;
export const warehouseKind = z.enum(WAREHOUSE_KINDS);

const address = z.strictObject({
  name: text(100).default(''),
  company: text(100).default(''),
  line1: text(200).default(''),
  line2: text(200).default(''),
  city: text(100).default(''),
  state: text(100).default(''),
  postalCode: text(20).default(''),
  country: z.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/)]).default(''),
  phone: text(40).default(''),
});
const warehouseRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  kind: warehouseKind,
  provider: z.string(),
  address: z.record(z.string(), z.string()),
  personInCharge: z.string(),
  isDefault: z.boolean(),
  enabled: z.boolean(),
  counting: z.boolean(),
  priority: z.number(),
  /** The rest of the prepayment to the provider, in the company's currency; null: no prepayment. */
  prepaidBalance: z.string().nullable(),
  /** Their fee per order. */
  orderFee: z.string().nullable(),
  locations: z.number(),
  version: z.number(),
});
export type WarehouseRow = z.output<typeof warehouseRow>;

/** Numbered pages under the names of the specification, or under those of all our lists. */
export const eitherPaging = {
  pageNum: integer(1, 100_000).default(1),
  size: integer(1, 200).default(50),
  page: integer(1, 100_000).optional(),
  pageSize: integer(1, 200).optional(),
};

export const getWarehouse = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getWarehouse',
  access: 'user',
  summary: 'Lists the warehouses that the user can see, in the order of stock allocation.',
  input: z.strictObject({
    ...eitherPaging,
    text: text(60).optional(),
    kind: warehouseKind.optional(),
    enabled: flag().optional(),
  }),
  result: pageOf(warehouseRow),
});
export const selectWarehouse = defineCall({
  method: 'GET',
  path: '/seller/warehouse/selectWarehouse',
  access: 'user',
  summary: 'Lists warehouses for pickers.',
  input: z.strictObject({}),
  result: z.array(
    z.object({
      id: z.number(),
      code: z.string(),
      name: z.string(),
      kind: warehouseKind,
      isDefault: z.boolean(),
      enabled: z.boolean(),
      counting: z.boolean(),
    }),
  ),
});
export const getWarehouseIsOthers = defineCall({
  method: 'POST',
  path: '/seller/warehouse/getWarehouseIsOthers',
  access: 'user',
  summary: 'Lists warehouses that others run: rented, overseas and platform ones.',
  input: z.strictObject({}),
  result: z.array(
    z.object({ id: z.number(), code: z.string(), name: z.string(), kind: warehouseKind, provider: z.string() }),
  ),
});
export const findWarehouseDetail = defineCall({
  method: 'GET',
  path: '/seller/warehouse/findWarehouseDetail',
  access: 'user',
  summary: 'Returns a warehouse with its history.',
  input: z.strictObject({ id: id() }),
  result: warehouseRow.extend({ history: documentHistory }),
});
export const getCountry = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getCountry',
  access: 'user',
  summary: 'Lists countries for addresses, named in the user’s language.',
  input: z.strictObject({}),
  result: z.array(z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string() })),
});
export const addWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/addWarehouse',
  access: [rights.warehouse.add],
  summary:
    'Adds a warehouse with receiving, packing, returns and damaged locations (own) or storage and packing (others).',
  input: z.strictObject({
    warehouse: z.strictObject({
      code: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9_-]{1,30}$/),
      name: requiredText(100),
      kind: warehouseKind,
      provider: text(40).default('tradewindwms'),
      address,
      personInCharge: text(50).default(''),
      priority: integer(1, 10_000).default(100),
      /** Of an own warehouse: a picking location to begin with, A-01-01-01. */
      firstLocation: z.boolean().default(false),
    }),
  }),
  result: z.object({ id: z.number() }),
});
export const updateWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/updateWarehouse',
  access: [rights.warehouse.edit],
  summary: 'Updates a warehouse. For a rented one, only the person in charge can be changed.',
  input: z.strictObject({
    warehouse: z.strictObject({
      id: id(),
      version: integer(1),
      name: requiredText(100).optional(),
      address: address.optional(),
      personInCharge: text(50).optional(),
      priority: integer(1, 10_000).optional(),
    }),
  }),
  result: ok,
});
export const prepayWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/WarehouseAccountRecharge',
  access: [rights.warehouse.edit, rights.providerReconciliation.recharge, rights.balance.recharge],
  summary: 'Records a prepayment to a warehouse provider (negative: a withdrawal), and sets its fee per order.',
  input: z.strictObject({
    houseId: id(),
    amount: decimal(4),
    /** Stays as it is by default. */
    orderFee: positiveDecimal(4).optional(),
    /** The money account that it was paid from, in the company's currency. */
    moneyAccountId: id().optional(),
    remark: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ balance: z.string() }),
});
export const PREPAYMENT_KINDS = ['laid', 'estimate', 'replaced', 'fee', 'feeBack'] as const;
const prepayment = z.object({
  id: z.number(),
  at: z.string(),
  /**
   * laid: a prepayment or its undoing; estimate: our own, replaced by the provider's fees; feeBack: the estimate given
   * back.
   */
  kind: z.enum(PREPAYMENT_KINDS),
  amount: z.string(),
  outboundNo: z.string().nullable(),
  orderNo: z.string().nullable(),
  remark: z.string(),
  actor: z.string(),
});
export type PrepaymentRow = z.output<typeof prepayment>;
export const warehousePrepayments = defineCall({
  method: 'GET',
  path: '/seller/warehouse/prepayments',
  access: [rights.warehouse.view, rights.providerReconciliation.view],
  summary:
    'Lists prepayments to a warehouse provider and charges against them, newest first. The balance is their sum.',
  input: z.strictObject({ houseId: id(), ...paging }),
  result: pageOf(prepayment),
});
export const deleteWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/deleteWarehouse',
  access: [rights.warehouse.delete],
  summary: 'Deletes a warehouse that never held stock. Others can be disabled.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const setDefaultWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/setDefaultWarehouse',
  access: [rights.warehouse.default],
  summary: 'Makes a warehouse the default shipping warehouse.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const stopUseWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/stopUseWarehouse',
  access: [rights.warehouse.disable],
  summary: 'Disables a warehouse. It gets no new orders.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const isUseWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/isUseWarehouse',
  access: [rights.warehouse.enable],
  summary: 'Enables a disabled warehouse.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const editWarehouseIsCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/editWarehouseIsCount',
  access: [rights.warehouse.count],
  summary:
    'Starts or ends a full count of a warehouse. No stock moves while it lasts. Waits for movements in progress.',
  input: z.strictObject({ houseId: id(), isCount: flag() }),
  result: ok,
});
export const refreshWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/refreshWarehouse',
  access: [rights.warehouse.refresh],
  summary: 'Requests the details of a warehouse from its provider, in the background.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const refreshWarehouseInventory = defineCall({
  method: 'POST',
  path: '/seller/warehouse/refreshWarehouseInventory',
  access: [rights.warehouse.refresh],
  summary: 'Requests the stock of a warehouse from its provider, in the background.',
  input: z.strictObject({ id: id() }),
  result: ok,
});

/** The system of the own warehouses, which every company has. */
export const OWN_WMS = 'tradewindwms';
const wmsCode = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]{2,40}$/);
const wms = z.object({
  system: z.string(),
  name: z.string(),
  own: z.boolean(),
  warehouses: z.number(),
});
export type WmsRow = z.output<typeof wms>;
export const getWarehouseWms = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getWarehouseWms',
  access: 'user',
  summary: 'Lists the systems that run the company’s warehouses, its own first.',
  input: z.strictObject({}),
  result: z.array(wms),
});
export const addWarehouseWms = defineCall({
  method: 'POST',
  path: '/seller/warehouse/addWarehouseWms',
  access: [rights.warehouse.add],
  summary: 'Adds a system that runs warehouses. An existing one is renamed.',
  input: z.strictObject({ wms: z.strictObject({ system: wmsCode(), name: requiredText(60) }) }),
  result: ok,
});
