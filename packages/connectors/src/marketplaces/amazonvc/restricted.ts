import { z } from 'zod';
import type { ShopAccess } from '../../types.ts';
import { shaped, type VendorClient } from './client.ts';

const ORDERS = '/vendor/directFulfillment/orders/2021-12-28/purchaseOrders';
const LABELS = '/vendor/directFulfillment/shipping/2021-12-28/shippingLabels/{purchaseOrderNumber}';
/** All that tells of buyers; a path with braces stands for every order. */
const RESOURCES = [
  { method: 'GET', path: ORDERS },
  { method: 'GET', path: `${ORDERS}/{purchaseOrderNumber}` },
  { method: 'GET', path: LABELS },
  { method: 'POST', path: LABELS },
];
/** A token that is about to end is not used any more. */
const MARGIN_MS = 60_000;
const MOST_KEPT = 500;

const answerShape = z.object({ restrictedDataToken: z.string().min(1), expiresIn: z.coerce.number().positive() });

/** Tokens for buyers' data, which Amazon gives one a second: one opens all of ours, and is kept while it lives. */
export function createRestricted(call: VendorClient, now: () => number) {
  const kept = new Map<string, { token: string; until: number }>();

  return async function restrictedToken(access: ShopAccess): Promise<string> {
    const known = kept.get(access.tokens.accessToken);
    if (known && known.until > now()) return known.token;
    const answer = await call(access, {
      operation: 'createRestrictedDataToken',
      method: 'POST',
      path: '/tokens/2021-03-01/restrictedDataToken',
      json: { restrictedResources: RESOURCES },
    });
    const made = shaped(answerShape, answer, 'createRestrictedDataToken');
    if (kept.size >= MOST_KEPT) kept.clear();
    const until = now() + made.expiresIn * 1000 - MARGIN_MS;
    kept.set(access.tokens.accessToken, { token: made.restrictedDataToken, until });
    return made.restrictedDataToken;
  };
}

export type RestrictedToken = ReturnType<typeof createRestricted>;
