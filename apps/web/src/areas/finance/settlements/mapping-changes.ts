import { listMappings, listSettlementLines, listSuspense } from '@tradewind/contract/finance.ts';

/** What a mapping changes. */
export const MAPPING_CHANGES = [listSuspense, listMappings, listSettlementLines];
