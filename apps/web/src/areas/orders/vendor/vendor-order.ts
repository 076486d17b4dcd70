import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getVendorOrder } from '@tradewind/contract/vendor.ts';

export type VendorOrder = ResultOf<typeof getVendorOrder>;

export type VendorAct = 'answer' | 'pack' | 'ship';
