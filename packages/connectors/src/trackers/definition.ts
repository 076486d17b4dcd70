import type { Tracker } from '../carriers/connector.ts';
import type { HttpOptions, KeyField } from '../types.ts';

/** A service that follows parcels of many carriers. */
export interface TrackerDefinition {
  /** The code in the database. */
  tracker: string;
  name: string;
  keys: readonly KeyField[];
  /** Where the seller finds them: zh, en. */
  keysHelp: readonly [string, string];
  /** Keys and base addresses by which the stand-in of the sandbox is spoken to. */
  sandbox: { keys: Readonly<Record<string, string>>; baseUrls: Readonly<Record<string, string>> };
  create(options: { http: HttpOptions }): Tracker;
}
