import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getMonth } from '@tradewind/contract/finance/closing.ts';

export type Month = ResultOf<typeof getMonth>;
