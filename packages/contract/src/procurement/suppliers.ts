import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  positiveDecimal,
  requiredText,
  saying,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { importCalls } from '../imports.ts';

export const SUPPLIER_STATES = ['active', 'blocked'] as const;
export type SupplierState = (typeof SUPPLIER_STATES)[number];
/** Whether an act applies to a supplier in its current state. */
export const supplierMay = mayBy({
  block: ['active'],
  unblock: ['blocked'],
} satisfies DocumentActs<SupplierState>);

/** When a part of the price is due. The days of `receipt` and `monthEnd` are counted from there. */
export const INSTALMENTS = ['order', 'dispatch', 'receipt', 'monthEnd'] as const;
const percent = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/);
export const instalment = z.strictObject({ percent, when: z.enum(INSTALMENTS), days: integer(0, 365).default(0) });

const money = z.preprocess((value) => (value === '' ? null : value), positiveDecimal(4).nullable());
export const leadDays = z.preprocess((value) => (value === '' ? null : value), integer(0, 365).nullable());
/** Kept in capitals. Empty for a new supplier: the program gives one. */
const supplierCode = text(40)
  .regex(/^([\p{L}\p{N}][\p{L}\p{N}._/-]*)?$/u, saying('procurement.badCode'))
  .transform((value) => value.toUpperCase());

/** All fields of a supplier that a person enters. */
export const supplierShapes = {
  code: supplierCode,
  /** One of the two names is enough. */
  nameZh: text(120),
  nameEn: text(120),
  contact: text(80),
  phone: text(40),
  email: text(120).regex(/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/, saying('procurement.badEmail')),
  wechat: text(60),
  address: text(300),
  currency: currency(),
  /** Together 100 %; empty: nothing is agreed. */
  terms: z.array(instalment).max(10),
  /** From the order to the receipt; null: unknown. */
  leadDays,
  /** Of one order, in the supplier's currency; null: none. */
  minimumAmount: money,
  /** Of one order, of all its products together; null: none. */
  minimumUnits: integer(1, 10_000_000).nullable(),
  taxId: text(40),
  /** The name of its shop on 1688; empty: it sells elsewhere. */
  shop1688: text(60),
  remark: text(1000),
};
const supplierFields = {
  code: supplierShapes.code.default(''),
  nameZh: supplierShapes.nameZh.default(''),
  nameEn: supplierShapes.nameEn.default(''),
  contact: supplierShapes.contact.default(''),
  phone: supplierShapes.phone.default(''),
  email: supplierShapes.email.default(''),
  wechat: supplierShapes.wechat.default(''),
  address: supplierShapes.address.default(''),
  currency: supplierShapes.currency,
  terms: supplierShapes.terms.default([]),
  leadDays: supplierShapes.leadDays.default(null),
  minimumAmount: supplierShapes.minimumAmount.default(null),
  minimumUnits: supplierShapes.minimumUnits.default(null),
  taxId: supplierShapes.taxId.default(''),
  shop1688: supplierShapes.shop1688.default(''),
  remark: supplierShapes.remark.default(''),
};

const row = z.object({
  id: z.number(),
  code: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  contact: z.string(),
  phone: z.string(),
  email: z.string(),
  wechat: z.string(),
  address: z.string(),
  currency: z.string(),
  terms: z.array(z.object({ percent: z.string(), when: z.enum(INSTALMENTS), days: z.number() })),
  leadDays: z.number().nullable(),
  minimumAmount: z.string().nullable(),
  minimumUnits: z.number().nullable(),
  taxId: z.string(),
  shop1688: z.string(),
  remark: z.string(),
  state: z.enum(SUPPLIER_STATES),
  /** Why it is blocked. */
  blockReason: z.string(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SupplierRow = z.output<typeof row>;

export const supplierFilter = z.strictObject({
  state: z.enum(SUPPLIER_STATES).optional(),
  currency: currency().optional(),
  /** The beginning of the code, of words of the names or of the contact; any part of a Chinese name. */
  text: text(80).optional(),
});
export type SupplierFilter = z.output<typeof supplierFilter>;

const supplier = documentCalls('/seller/supplier', [rights.supplier.view], {
  list: 'Lists suppliers, newest first.',
  filter: supplierFilter,
  row,
  tabs: 'Returns the number of suppliers by state.',
  one: 'Returns a supplier with its history. Bank details are not included.',
  detail: {
    /** Bank details are kept. */
    hasBank: z.boolean(),
    /** Products that it has prices for. */
    products: z.number(),
  },
});
export const listSuppliers = supplier.list;
export const supplierTabs = supplier.tabs;
export const getSupplier = supplier.get;
export type SupplierDetail = z.output<(typeof getSupplier)['result']>;
export const exportSuppliers = supplier.export(
  [rights.supplier.export],
  'Exports the suppliers that match the filter to an Excel file in the background.',
);
export const unblockSupplier = supplier.act(
  'unblock',
  [rights.supplier.edit],
  'Lifts the block of a supplier: it is offered again.',
);

export const saveSupplier = defineCall({
  method: 'POST',
  path: '/seller/supplier/save',
  access: [rights.supplier.add, rights.supplier.edit],
  summary: 'Adds a supplier, or updates the one with `id`. An empty code of a new supplier is filled in.',
  input: z.strictObject({ id: id().optional(), version: integer(1).optional(), ...supplierFields, ...idempotencyKey }),
  result: z.object({ id: z.number(), code: z.string(), version: z.number() }),
});
export const deleteSuppliers = bulkCall(
  '/seller/supplier/delete',
  [rights.supplier.delete],
  'Deletes suppliers that nobody bought from, with their prices.',
  z.strictObject({ ids: list(id(), 1000).optional(), filter: supplierFilter.optional(), ...idempotencyKey }),
);
export const blockSupplier = defineCall({
  method: 'POST',
  path: '/seller/supplier/block',
  access: [rights.supplier.edit],
  summary: 'Blocks a supplier with a reason: it is offered nowhere until the block is lifted.',
  input: z.strictObject({ id: id(), reason: requiredText(200), ...idempotencyKey }),
  result: ok,
});
export const supplierOptions = defineCall({
  method: 'GET',
  path: '/seller/supplier/options',
  access: [
    rights.supplier.view,
    rights.requisition.view,
    rights.pendingPurchase.view,
    rights.purchaseOrder.view,
    rights.replenishment.view,
  ],
  summary: 'Finds suppliers by the beginning of their code or names, for fields. Blocked suppliers are left out.',
  input: z.strictObject({ search: text(80).default('') }),
  result: z.object({
    list: z.array(
      z.object({
        id: z.number(),
        code: z.string(),
        nameZh: z.string(),
        nameEn: z.string(),
        currency: z.string(),
      }),
    ),
  }),
});

// ---- bank details: sealed, and read one supplier at a time
const bankFields = {
  holder: text(120).default(''),
  bank: text(120).default(''),
  account: text(60).default(''),
  swift: text(20).default(''),
  bankAddress: text(200).default(''),
  remark: text(300).default(''),
};
const bankDetails = z.strictObject(bankFields);
export type BankDetails = z.output<typeof bankDetails>;
export const openSupplierBank = defineCall({
  method: 'POST',
  path: '/seller/supplier/bank',
  access: [rights.supplier.view],
  summary:
    'Returns the bank details of a supplier to users who may see cost prices. The audit log keeps who read them.',
  // No idempotency key: its answer would be stored.
  input: z.strictObject({ id: id() }),
  result: z.object({ version: z.number(), bank: bankDetails }),
  secret: true,
});
export const saveSupplierBank = defineCall({
  method: 'POST',
  path: '/seller/supplier/saveBank',
  access: [rights.supplier.edit],
  summary:
    'Replaces the bank details of a supplier, sealed; all empty: removes them. Needs the right to see cost prices.',
  input: z.strictObject({ id: id(), version: integer(1), ...bankFields }),
  result: z.object({ version: z.number() }),
  secret: true,
});

const supplierImport = importCalls({
  of: 'suppliers',
  access: [rights.supplier.import],
  paths: {
    template: '/seller/supplier/template',
    preview: '/seller/supplier/importPreview',
    errors: '/seller/supplier/importErrors',
    commit: '/seller/supplier/importCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
export const supplierTemplate = supplierImport.template;
export const previewSupplierImport = supplierImport.preview;
export const supplierImportErrors = supplierImport.errors;
export const commitSupplierImport = supplierImport.commit;
