import { getViewing } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { useCall } from '../../api/hooks.ts';

const NOT_KNOWN: ResultOf<typeof getViewing> = { viewing: null, mayView: false };

/** Whether the user views as a member, and whether they may. */
export const useViewing = (): ResultOf<typeof getViewing> =>
  useCall(getViewing, {}, { staleMs: 60_000 }).data ?? NOT_KNOWN;
