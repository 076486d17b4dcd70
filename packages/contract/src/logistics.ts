export * from './logistics/accounts.ts';
export * from './logistics/carriers.ts';
export * from './logistics/channels.ts';
export * from './logistics/manifests.ts';
export * from './logistics/methods.ts';
export * from './logistics/parcels.ts';
export * from './logistics/rate-cards.ts';
export * from './logistics/tracking.ts';
