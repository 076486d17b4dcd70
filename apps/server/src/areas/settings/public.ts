export { fetchFirstRates } from './ecb/sync.ts';
export { assertOption, optionUsed } from './options/lists.ts';
export { rateKey, rateOn, ratesOn } from './rates.ts';
