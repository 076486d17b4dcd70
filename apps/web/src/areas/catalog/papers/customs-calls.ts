import {
  commitCustomsImport,
  customsImportErrors,
  customsInForce,
  customsTemplate,
  findCategory,
  findProduct,
  listCustoms,
  previewCustomsImport,
} from '@tradewind/contract/catalog.ts';

export type CustomsOwner = { productId: number } | { categoryId: number };
/** What a change of customs data makes outdated. */
export const CUSTOMS_CALLS = [listCustoms, customsInForce, findProduct, findCategory];
/** One sheet for products and categories. */
export const CUSTOMS_IMPORT = {
  template: customsTemplate,
  preview: previewCustomsImport,
  errors: customsImportErrors,
  commit: commitCustomsImport,
  refresh: CUSTOMS_CALLS,
} as const;
