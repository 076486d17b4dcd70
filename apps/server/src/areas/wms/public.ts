export { wmsFeesOwed } from './settle.ts';
