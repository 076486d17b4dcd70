import type { ActGroup } from './act.ts';

/** How orders are cut and put together: split, merge, lines, warehouse, channel, sent back. */
export function useArrangeActs(): ActGroup {
  return { acts: [] };
}
