export * from './procurement/supplier-prices.ts';
export * from './procurement/suppliers.ts';
