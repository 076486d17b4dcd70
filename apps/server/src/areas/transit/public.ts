export { transitCostsCame } from './hooks.ts';
