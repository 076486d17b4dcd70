import type { TrackerDefinition } from './definition.ts';
import { seventeenTrack } from './seventeenTrack/definition.ts';

/** Every tracker: a folder, and a line here. */
export const TRACKERS: readonly TrackerDefinition[] = [seventeenTrack];
import type { Tracker } from '../carriers/connector.ts';
import type { HttpOptions, KeyField } from '../types.ts';

/** A service that follows parcels of many carriers, by an account of the company's own. */
export interface TrackerDefinition {
  /** The code in the database. */
  tracker: string;
  keys: readonly KeyField[];
  /** Where the seller finds them: zh, en. */
  keysHelp: readonly [string, string];
  /** Keys and base addresses by which the stand-in of the sandbox is spoken to. */
  sandbox: { keys: Readonly<Record<string, string>>; baseUrls: Readonly<Record<string, string>> };
  create(options: { http: HttpOptions }): Tracker;
}

/** Every tracker: a folder, and a line here. */
export const TRACKERS: readonly TrackerDefinition[] = [];

export function findTracker(tracker: string): TrackerDefinition | undefined {
  return TRACKERS.find((one) => one.tracker === tracker);
}
