import type { PlatformInbound } from '../../../capabilities/inbound.ts';
import type { AmazonClient } from '../client.ts';
import type { Documents } from '../documents.ts';
import { createCaller } from './call.ts';
import { createPlanning } from './plan.ts';
import { createShipping } from './ship.ts';

/** Shipments to FBA by Fulfillment Inbound 2024-03-20; labels and counts are left in v0. */
export function createInbound(call: AmazonClient, documents: Documents): PlatformInbound {
  const caller = createCaller(call);
  return { ...createPlanning(caller), ...createShipping(call, caller, documents) };
}
