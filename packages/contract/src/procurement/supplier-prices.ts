import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { importCalls } from '../imports.ts';
import { offerId, specId } from './sourcing.ts';
import { leadDays } from './suppliers.ts';

const MOST_UNITS = 10_000_000;
const units = () => integer(1, MOST_UNITS);
/** `current`: in force today; `upcoming`: from a later day; `past`: a later one has taken its place. */
export const PRICE_TIMES = ['current', 'upcoming', 'past'] as const;
export type PriceTime = (typeof PRICE_TIMES)[number];

/** What a supplier agreed on for a product from a day on, beside the price. */
export const supplierPriceShapes = {
  supplierSku: text(60),
  /** The smallest order, in units; null: none. */
  moq: z.preprocess((value) => (value === '' ? null : value), units().nullable()),
  /** Orders are multiples of it. */
  orderMultiple: z.preprocess((value) => (value === '' ? null : value), units().nullable()),
  /** Null: the supplier's usual one. */
  leadDays,
};
/** Units of ours in one unit of an offer on 1688. */
export const offerUnits = integer(1, 100_000);
const priceBreak = z.strictObject({ fromQuantity: units(), unitPrice: positiveDecimal(6) });

const row = z.object({
  id: z.number(),
  supplierId: z.number(),
  productId: z.number(),
  sku: z.string(),
  nameZh: z.string(),
  nameEn: z.string(),
  currency: z.string(),
  supplierSku: z.string(),
  offerId: z.string(),
  specId: z.string(),
  offerUnits: z.number(),
  validFrom: z.string(),
  time: z.enum(PRICE_TIMES),
  moq: z.number().nullable(),
  orderMultiple: z.number().nullable(),
  leadDays: z.number().nullable(),
  /** Smallest quantity first. Without the right to see cost prices the price is null. */
  breaks: z.array(z.object({ fromQuantity: z.number(), unitPrice: z.string().nullable() })),
  version: z.number(),
});
export type SupplierPriceRow = z.output<typeof row>;
export const supplierPriceFilter = z.strictObject({
  supplierId: id(),
  time: z.enum(PRICE_TIMES).optional(),
  /** The beginning of the SKU or of the supplier's own SKU. */
  text: text(80).optional(),
});
export type SupplierPriceFilter = z.output<typeof supplierPriceFilter>;

export const listSupplierPrices = defineCall({
  method: 'GET',
  path: '/seller/supplier/prices',
  access: [rights.supplier.view],
  summary: 'Lists the prices of a supplier with their price breaks, past and upcoming ones included.',
  input: supplierPriceFilter.extend(paging),
  result: pageOf(row),
});
export const exportSupplierPrices = exportCall(
  '/seller/supplier/exportPrices',
  [rights.supplier.export],
  'Exports the prices of a supplier in the background, with the titles of the import: the file can be changed and imported.',
  z.strictObject({ filter: supplierPriceFilter }),
);
export const saveSupplierPrice = defineCall({
  method: 'POST',
  path: '/seller/supplier/savePrice',
  access: [rights.supplier.edit],
  summary:
    'Adds a price of a supplier for a product from a day on, or updates the one with `id`. Needs the right to see cost prices.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    supplierId: id(),
    productId: id(),
    validFrom: day(),
    supplierSku: supplierPriceShapes.supplierSku.default(''),
    /** Where a supplier that is a shop of 1688 offers it. */
    offerId: offerId.default(''),
    specId: specId.default(''),
    offerUnits: offerUnits.default(1),
    moq: supplierPriceShapes.moq.default(null),
    orderMultiple: supplierPriceShapes.orderMultiple.default(null),
    leadDays: supplierPriceShapes.leadDays.default(null),
    breaks: z.array(priceBreak).min(1).max(20),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteSupplierPrices = bulkCall(
  '/seller/supplier/deletePrices',
  [rights.supplier.edit],
  'Deletes prices of suppliers. Needs the right to see cost prices.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);

const priceInForce = z.object({
  productId: z.number(),
  quantity: z.number(),
  /** Null where no price is in force for this quantity, or the user may not see cost prices. */
  unitPrice: z.string().nullable(),
  fromQuantity: z.number().nullable(),
  validFrom: z.string().nullable(),
  supplierSku: z.string(),
  moq: z.number().nullable(),
  orderMultiple: z.number().nullable(),
  leadDays: z.number().nullable(),
});
export type PriceInForce = z.output<typeof priceInForce>;
export const supplierPricesInForce = defineCall({
  method: 'GET',
  path: '/seller/supplier/pricesInForce',
  access: [rights.supplier.view, rights.requisition.view, rights.pendingPurchase.view, rights.purchaseOrder.view],
  summary: 'Returns the prices of a supplier that are in force on a day, for products in the given quantities.',
  input: z.strictObject({
    supplierId: id(),
    productIds: list(id(), 200),
    quantities: list(units(), 200),
    /** Today if it is missing. */
    day: day().optional(),
  }),
  result: z.object({ currency: z.string(), prices: z.array(priceInForce) }),
});

const priceImport = importCalls({
  of: 'suppliers’ prices',
  access: [rights.supplier.import],
  paths: {
    template: '/seller/supplier/priceTemplate',
    preview: '/seller/supplier/priceImportPreview',
    errors: '/seller/supplier/priceImportErrors',
    commit: '/seller/supplier/priceImportCommit',
  },
  kinds: ['xls', 'xlsx', 'csv'],
});
export const supplierPriceTemplate = priceImport.template;
export const previewSupplierPriceImport = priceImport.preview;
export const supplierPriceImportErrors = priceImport.errors;
export const commitSupplierPriceImport = priceImport.commit;
