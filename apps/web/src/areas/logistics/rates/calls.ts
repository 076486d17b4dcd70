import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  getRateVersion,
  listRateCards,
  rateDryRunOf,
  rateVersionAreas,
  rateVersionPrices,
  rateVersionRemote,
} from '@tradewind/contract/logistics.ts';

export type VersionDetail = ResultOf<typeof getRateVersion>;
/** Calls whose answers show a version. */
export const OF_VERSION = [
  listRateCards,
  getRateVersion,
  rateVersionAreas,
  rateVersionPrices,
  rateVersionRemote,
  rateDryRunOf,
];
