import { z } from 'zod';
import type { HoldOutcome, HoldRequest } from '../../capabilities/holds.ts';
import { lax, laxList, laxText } from '../../lax.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { gidOf, PLATFORM, type ShopifyClient } from './client.ts';
import { HOLD, LIST_HOLDS, RELEASE_HOLD } from './queries.ts';

/** Names our hold among those of a fulfilment order: an app may place one by each handle. */
const HANDLE = 'tradewind';

export const holdShape = z.object({
  id: z.string(),
  handle: laxText,
  heldByRequestingApp: lax(z.boolean()),
});
type Hold = z.output<typeof holdShape>;

/** Placed by us: it says nothing that is not known here. */
export const isOurs = (hold: Pick<Hold, 'handle' | 'heldByRequestingApp'>): boolean =>
  hold.heldByRequestingApp === true && hold.handle === HANDLE;

const holdsShape = z.object({
  order: z
    .object({
      fulfillmentOrders: z.object({
        nodes: z.array(z.object({ id: z.string(), status: z.string(), fulfillmentHolds: laxList(holdShape) })),
      }),
    })
    .nullable(),
});
const answerShape = z.object({
  userErrors: z.array(z.object({ code: z.string().nullish(), message: z.string() })),
});

const OVER = new Set(['CLOSED', 'CANCELLED', 'INCOMPLETE']);

/**
 * Holds stand on fulfilment orders; other apps and the merchant may have placed some, too.
 * Source: mutations fulfillmentOrderHold and fulfillmentOrderReleaseHold of the Admin API.
 */
export function createHolds(graphql: ShopifyClient) {
  async function change(access: ShopAccess, query: string, variables: Record<string, unknown>): Promise<void> {
    const { change: answer } = await graphql(access, {
      query,
      variables,
      shape: z.object({ change: answerShape }),
      effect: 'repeatable',
    });
    // Placed by a call whose answer was lost.
    const errors = answer.userErrors.filter((one) => one.code !== 'DUPLICATE_FULFILLMENT_HOLD_HANDLE');
    const [error] = errors;
    if (!error) return;
    const message = errors.map((one) => one.message).join('; ');
    throw new ConnectorError(PLATFORM, 'rejected', `hold: ${message}`, { code: error.code ?? 'USER_ERROR' });
  }

  return async function setHold(access: ShopAccess, { platformOrderNo, held }: HoldRequest): Promise<HoldOutcome> {
    const id = gidOf('Order', platformOrderNo);
    const { order } = await graphql(access, {
      query: LIST_HOLDS,
      variables: { id },
      shape: holdsShape,
      effect: 'read',
    });
    if (!order) throw new ConnectorError(PLATFORM, 'rejected', `order ${id} is not known`, { code: 'NotFound' });
    const open = order.fulfillmentOrders.nodes.filter((one) => !OVER.has(one.status));
    for (const one of open) {
      const ours = one.fulfillmentHolds.filter(isOurs);
      if (held && ours.length === 0) await change(access, HOLD, { id: one.id, handle: HANDLE });
      if (!held && ours.length > 0)
        await change(access, RELEASE_HOLD, { id: one.id, holdIds: ours.map((hold) => hold.id) });
    }
    if (open.length === 0) return 'over';
    return held ? 'held' : 'released';
  };
}
