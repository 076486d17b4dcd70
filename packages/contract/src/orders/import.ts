import { anyOrder } from '../access/modules.ts';
import { fileOrPasted, importCalls } from '../imports.ts';

const access = anyOrder('import');

export const {
  template: orderTemplate,
  preview: previewOrderImport,
  errors: orderImportErrors,
  commit: commitOrderImport,
} = importCalls(
  {
    of: 'orders, one row per order line',
    access,
    paths: {
      template: '/seller/order/importTemplate',
      preview: '/seller/order/importPreview',
      errors: '/seller/order/importErrors',
      commit: '/seller/order/importCommit',
    },
    kinds: ['xls', 'xlsx', 'csv'],
  },
  fileOrPasted,
);
