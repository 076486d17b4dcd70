export * from './procurement/advice.ts';
export * from './procurement/allocations.ts';
export * from './procurement/purchase-money.ts';
export * from './procurement/purchase-orders.ts';
export * from './procurement/requisitions.ts';
export * from './procurement/supplier-prices.ts';
export * from './procurement/supplier-record.ts';
export * from './procurement/suppliers.ts';
