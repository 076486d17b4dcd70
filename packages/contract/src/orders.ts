export * from './orders/address.ts';
export * from './orders/desk.ts';
export * from './orders/home.ts';
export * from './orders/import.ts';
export * from './orders/make.ts';
export * from './orders/rules.ts';
export * from './orders/states.ts';
export * from './orders/tags.ts';
