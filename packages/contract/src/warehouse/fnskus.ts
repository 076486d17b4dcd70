import { z } from 'zod';
import { defineCall, id, idempotencyKey, list, ok, pageOf, paging, saying, text, UPLOAD_LIMIT_BYTES } from '../call.ts';
import { importPreview, importResult } from '../imports.ts';

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
  access: ['995'],
  summary: 'The FNSKUs under which products lie in a warehouse.',
  input: z.strictObject({
    houseId: id(),
    /** The beginning of a SKU or an FNSKU. */ text: text(60).optional(),
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
  access: ['995:edit'],
  summary: 'Gives a product an FNSKU in a warehouse, or another one.',
  input: z.strictObject({ houseId: id(), productId: id(), fnsku: fnsku() }),
  result: z.object({ id: z.number() }),
});
export const deleteWarehouseFnSku = defineCall({
  method: 'POST',
  path: '/seller/warehouse/deleteWarehouseFnSku',
  access: ['995:edit'],
  summary: 'Takes FNSKUs away.',
  input: z.strictObject({ houseId: id(), ids: list(id(), 1000) }),
  result: ok,
});
export const warehouseFnSkuCopy = defineCall({
  method: 'POST',
  path: '/seller/warehouse/warehouseFnSkuCopy',
  access: ['995:edit'],
  summary: 'Copies the FNSKUs of one warehouse to another; products that have one there keep it.',
  input: z.strictObject({ from: id(), to: id() }),
  result: z.object({ copied: z.number(), existed: z.number() }),
});
export const importWarehouseFnSku = defineCall({
  method: 'POST',
  path: '/seller/warehouse/importWarehouseFnSku',
  access: ['995:edit'],
  summary: 'Reads FNSKUs from an Excel 97-2003 file and judges each cell. Writes nothing.',
  input: z.strictObject({}),
  result: importPreview,
  upload: { maxBytes: UPLOAD_LIMIT_BYTES, kinds: ['xls'] },
});
export const commitWarehouseFnSkuImport = defineCall({
  method: 'POST',
  path: '/seller/warehouse/importWarehouseFnSkuCommit',
  access: ['995:edit'],
  summary: 'Takes over the good rows of a previewed file.',
  input: z.strictObject({ importId: id(), ...idempotencyKey }),
  result: importResult,
});
export const warehouseFnSkuTemplate = defineCall({
  method: 'GET',
  path: '/seller/warehouse/downloadFnSkuTemplate',
  access: ['995'],
  summary: 'The template for importing FNSKUs.',
  input: z.strictObject({}),
  result: z.never(),
  download: true,
});
