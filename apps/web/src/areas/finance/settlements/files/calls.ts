import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  compareSettlementFile,
  getSettlementFile,
  listSettlementFileDifferences,
  listSettlementFiles,
} from '@tradewind/contract/finance/settlement-files.ts';

export type FileDetail = ResultOf<typeof getSettlementFile>;
/** Calls whose answers show settlement files. */
export const OF_FILE = [listSettlementFiles, getSettlementFile, compareSettlementFile, listSettlementFileDifferences];
