export { type BilledBySupplier, supplierBilled, supplierPaid } from './hooks.ts';
