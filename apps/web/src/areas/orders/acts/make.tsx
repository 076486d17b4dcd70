import type { ActGroup } from './act.ts';

/** Orders made from orders: copies, resends, replacements. */
export function useMakeActs(): ActGroup {
  return { acts: [] };
}
