export { legCostsCame } from './hooks.ts';
