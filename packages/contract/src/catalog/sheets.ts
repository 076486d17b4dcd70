// Customs data of products and categories, and packaging of products, as sheets.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { type Call, exportCall, idempotencyKey } from '../call.ts';
import { importCalls } from '../imports.ts';
import { productFilterFields } from './product-shapes.ts';

const filter = z.strictObject({ ...productFilterFields, ...idempotencyKey });
const pathsOf = (name: 'customs' | 'packaging') => {
  const base = `/seller/product/${name}` as const;
  return {
    template: `${base}Template`,
    preview: `${base}ImportPreview`,
    errors: `${base}ImportErrors`,
    commit: `${base}ImportCommit`,
  } as const satisfies Record<string, Call['path']>;
};

export const {
  template: customsTemplate,
  preview: previewCustomsImport,
  errors: customsImportErrors,
  commit: commitCustomsImport,
} = importCalls({
  of: 'customs data of products and categories',
  access: [rights.product.import],
  paths: pathsOf('customs'),
  kinds: ['xls', 'xlsx', 'csv'],
});
export const exportCustoms = exportCall(
  '/seller/product/customsExport',
  [rights.product.export],
  'Exports the customs data of the products that match the filter to a file in the background.',
  filter,
);
export const exportCategoryCustoms = exportCall(
  '/seller/category/customsExport',
  [rights.category.view],
  'Exports the customs data of all categories to a file in the background, in the columns of the import.',
  z.strictObject({ ...idempotencyKey }),
);
export const {
  template: packagingTemplate,
  preview: previewPackagingImport,
  errors: packagingImportErrors,
  commit: commitPackagingImport,
} = importCalls({
  of: 'packaging of products',
  access: [rights.product.import],
  paths: pathsOf('packaging'),
  kinds: ['xls', 'xlsx', 'csv'],
});
export const exportPackaging = exportCall(
  '/seller/product/packagingExport',
  [rights.product.export],
  'Exports the packaging of the products that match the filter to a file in the background.',
  filter,
);
