import type { Tracker } from '../../carriers/connector.ts';
import type { HttpOptions } from '../../types.ts';
import { createSeventeenTrackClient } from './client.ts';
import { createFollowing } from './following.ts';
import { readPush } from './push.ts';
import { TRACKER } from './refusals.ts';

/** Base address by name: `api`. */
export function createSeventeenTrack({ http }: { http: HttpOptions }): Tracker {
  return { tracker: TRACKER, ...createFollowing(createSeventeenTrackClient(http)), push: { read: readPush } };
}
