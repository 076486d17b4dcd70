export * from './access/menu.ts';
export * from './access/proof.ts';
export * from './access/rights.ts';
export * from './access/roles.ts';
