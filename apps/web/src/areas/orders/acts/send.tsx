import type { ActGroup } from './act.ts';

/** From the order to the carrier: freight, labels, papers, shipped by hand. */
export function useSendActs(): ActGroup {
  return { acts: [] };
}
