import type { ActGroup } from './act.ts';

/** What people mark orders with. */
export function useMarkActs(): ActGroup {
  return { acts: [] };
}
