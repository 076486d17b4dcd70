import { getViewing } from '@tradewind/contract/access.ts';
import type { ResultOf } from '@tradewind/contract/call.ts';
import { useCall } from '../../api/hooks.ts';

const NOT_KNOWN: ResultOf<typeof getViewing> = { viewing: null, mayView: false };

/** Whether the program is looked at as somebody else, and whether one may. */
export const useViewing = (): ResultOf<typeof getViewing> =>
  useCall(getViewing, {}, { staleMs: 60_000 }).data ?? NOT_KNOWN;

/** Everything on the screen belongs to somebody else from now on. */
export function restart(): void {
  window.location.hash = '#/Mainpage';
  window.location.reload();
}
