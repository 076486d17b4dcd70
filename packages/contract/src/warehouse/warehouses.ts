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
  summary: 'Warehouses the user sees, in the order in which they are asked for stock.',
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
  summary: 'Warehouses for pickers.',
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
  summary: 'Warehouses that others run: rented, overseas and platform ones.',
  input: z.strictObject({}),
  result: z.array(
    z.object({ id: z.number(), code: z.string(), name: z.string(), kind: warehouseKind, provider: z.string() }),
  ),
});
export const findWarehouseDetail = defineCall({
  method: 'GET',
  path: '/seller/warehouse/findWarehouseDetail',
  access: 'user',
  summary: 'One warehouse with its history.',
  input: z.strictObject({ id: id() }),
  result: warehouseRow.extend({ history: documentHistory }),
});
export const getCountry = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getCountry',
  access: 'user',
  summary: 'Countries for addresses, named in the language of the user.',
  input: z.strictObject({}),
  result: z.array(z.object({ code: z.string(), nameZh: z.string(), nameEn: z.string() })),
});
export const addWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/addWarehouse',
  access: [rights.warehouse.add],
  summary:
    'Adds a warehouse with the locations that work needs: receiving, packing, returns and damaged in one of your own, storage and packing in others.',
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
    }),
  }),
  result: z.object({ id: z.number() }),
});
export const updateWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/updateWarehouse',
  access: [rights.warehouse.edit],
  summary: 'Changes a warehouse. Of a rented one only the person in charge can be changed.',
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
  access: [rights.warehouse.edit, rights.providerReconciliation.recharge],
  summary: 'Money laid down with whoever runs a warehouse (negative: taken back), and what they take for an order.',
  input: z.strictObject({
    houseId: id(),
    amount: decimal(4),
    /** Stays as it is by default. */
    orderFee: positiveDecimal(4).optional(),
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
    'What was laid down with whoever runs a warehouse and what was taken of it, newest first: its balance is the sum.',
  input: z.strictObject({ houseId: id(), ...paging }),
  result: pageOf(prepayment),
});
export const deleteWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/deleteWarehouse',
  access: [rights.warehouse.delete],
  summary: 'Deletes a warehouse that never held anything. Others can be disabled.',
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
  summary: 'Disables a warehouse: no new orders are given to it.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const isUseWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/isUseWarehouse',
  access: [rights.warehouse.enable],
  summary: 'Enables a warehouse again.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const editWarehouseIsCount = defineCall({
  method: 'POST',
  path: '/seller/warehouse/editWarehouseIsCount',
  access: [rights.warehouse.count],
  summary: 'Full-warehouse count: while confirmed nothing may move there. Waits for moves that are under way.',
  input: z.strictObject({ houseId: id(), isCount: flag() }),
  result: ok,
});
export const refreshWarehouse = defineCall({
  method: 'POST',
  path: '/seller/warehouse/refreshWarehouse',
  access: [rights.warehouse.refresh],
  summary: 'Asks whoever runs a warehouse for its particulars; in the background.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const refreshWarehouseInventory = defineCall({
  method: 'POST',
  path: '/seller/warehouse/refreshWarehouseInventory',
  access: [rights.warehouse.refresh],
  summary: 'Asks whoever runs a warehouse for its stock; in the background.',
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
  summary: 'The systems that run the warehouses of the company, its own first.',
  input: z.strictObject({}),
  result: z.array(wms),
});
export const addWarehouseWms = defineCall({
  method: 'POST',
  path: '/seller/warehouse/addWarehouseWms',
  access: [rights.warehouse.add],
  summary: 'Names a system that runs warehouses; known ones get the new name.',
  input: z.strictObject({ wms: z.strictObject({ system: wmsCode(), name: requiredText(60) }) }),
  result: ok,
});
