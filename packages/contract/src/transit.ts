export { COST_BASES, COST_KINDS, type CostBasis, type TransitCost } from './transit/costs.ts';
export * from './transit/fba.ts';
export * from './transit/legs.ts';
