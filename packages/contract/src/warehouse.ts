export * from './warehouse/locations.ts';
export * from './warehouse/outbounds.ts';
export * from './warehouse/scan.ts';
export * from './warehouse/warehouses.ts';
export * from './warehouse/waves.ts';
