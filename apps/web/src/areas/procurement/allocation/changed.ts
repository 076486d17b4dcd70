import { allocationSources, allocationTabs, getAllocation, listAllocations } from '@tradewind/contract/procurement.ts';

/** What acts on allocation orders change. */
export const ALLOCATIONS_CHANGED = [allocationSources, allocationTabs, getAllocation, listAllocations] as const;
