export { rateKey, rateOn, ratesOn } from './rates.ts';
