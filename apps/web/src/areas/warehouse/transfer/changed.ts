import { getTransfer, listTransfers, listTransit, transferTabs } from '@tradewind/contract/warehouse.ts';

export const CHANGED = [listTransfers, listTransit, getTransfer, transferTabs] as const;
