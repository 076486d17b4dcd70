import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getOrder } from '@tradewind/contract/orders.ts';

export type Order = ResultOf<typeof getOrder>;
