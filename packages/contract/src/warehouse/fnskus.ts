import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, list, ok, pageOf, paging, saying, text } from '../call.ts';
import { importCalls } from '../imports.ts';

/** Amazon's label code of a product: X00 and seven more. */
const fnsku = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{10}$/, saying('warehouse.fnskuShape'));

export const listWarehouseFnSku = defineCall({
  method: 'GET',
  path: '/seller/warehouse/getWarehouseFnSku',
  access: [rights.warehouse.view],
  summary: 'Lists the FNSKUs of products in a warehouse.',
  input: z.strictObject({
    houseId: id(),
    /** Prefix of a SKU or an FNSKU. */ text: text(60).optional(),
    ...paging,
  }),
  result: pageOf(
    z.object({
      id: z.number(),
      productId: z.number(),
      sku: z.string(),
      nameZh: z.string(),
      nameEn: z.string(),
      fnsku: z.string(),
    }),
  ),
});
export const saveWarehouseFnSku = defineCall({
  method: 'POST',
  path: '/seller/warehouse/saveWarehouseFnSku',
  access: [rights.warehouse.edit],
  summary: 'Sets or changes the FNSKU of a product in a warehouse.',
  input: z.strictObject({ houseId: id(), productId: id(), fnsku: fnsku() }),
  result: z.object({ id: z.number() }),
});
export const deleteWarehouseFnSku = defineCall({
  method: 'POST',
  path: '/seller/warehouse/deleteWarehouseFnSku',
  access: [rights.warehouse.edit],
  summary: 'Deletes FNSKUs.',
  input: z.strictObject({ houseId: id(), ids: list(id(), 1000) }),
  result: ok,
});
export const warehouseFnSkuCopy = defineCall({
  method: 'POST',
  path: '/seller/warehouse/warehouseFnSkuCopy',
  access: [rights.warehouse.edit],
  summary: 'Copies the FNSKUs of one warehouse to another. Products that have one there keep it.',
  input: z.strictObject({ from: id(), to: id() }),
  result: z.object({ copied: z.number(), existed: z.number() }),
});
export const {
  template: warehouseFnSkuTemplate,
  preview: importWarehouseFnSku,
  commit: commitWarehouseFnSkuImport,
} = importCalls({
  of: 'FNSKUs',
  access: [rights.warehouse.edit],
  templateAccess: [rights.warehouse.view],
  paths: {
    template: '/seller/warehouse/downloadFnSkuTemplate',
    preview: '/seller/warehouse/importWarehouseFnSku',
    commit: '/seller/warehouse/importWarehouseFnSkuCommit',
  },
});
