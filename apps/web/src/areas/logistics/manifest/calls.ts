import type { ResultOf } from '@tradewind/contract/call.ts';
import { getManifest, listManifests, manifestTabs, waitingForManifest } from '@tradewind/contract/logistics.ts';

export type ManifestDetail = ResultOf<typeof getManifest>;
/** Calls to refetch after a manifest changes. */
export const MANIFEST_CALLS = [getManifest, listManifests, manifestTabs, waitingForManifest] as const;
