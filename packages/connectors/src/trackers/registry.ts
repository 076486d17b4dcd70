import type { TrackerDefinition } from './definition.ts';
import { seventeenTrack } from './seventeenTrack/definition.ts';

/** Every tracker: a folder, and a line here. */
export const TRACKERS: readonly TrackerDefinition[] = [seventeenTrack];

export function findTracker(tracker: string): TrackerDefinition | undefined {
  return TRACKERS.find((one) => one.tracker === tracker);
}
