import { isoSeconds } from '../world/clock.ts';
import { gid } from './status.ts';
import type { Subscription } from './store.ts';

export function subscriptionView(one: Subscription) {
  return {
    id: gid('WebhookSubscription', one.id),
    legacyResourceId: one.id,
    topic: one.topic,
    uri: one.uri,
    callbackUrl: one.uri,
    format: one.format,
    createdAt: isoSeconds(one.createdAt),
    updatedAt: isoSeconds(one.createdAt),
  };
}
