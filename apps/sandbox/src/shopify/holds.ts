import type { SandboxOrder } from '../world/orders.ts';
import { gid } from './status.ts';

/** A hold on the one fulfilment order of an order. */
export interface Hold {
  id: string;
  handle: string;
  reason: string;
  notes: string;
  /** By the app that asks, not by the merchant. */
  byApp: boolean;
}

export const holdsOf = (order: SandboxOrder): readonly Hold[] => (order.extra.holds ?? []) as Hold[];

export const holdView = (hold: Hold) => ({
  id: gid('FulfillmentHold', hold.id),
  handle: hold.handle || null,
  heldByRequestingApp: hold.byApp,
  reason: hold.reason,
  reasonNotes: hold.notes || null,
  displayReason: hold.reason === 'OTHER' ? 'Other' : hold.reason,
});

/** What the merchant does in Shopify's own admin. */
export function merchantHolds(order: SandboxOrder, held: boolean): void {
  const others = holdsOf(order).filter((one) => one.byApp);
  const mine: Hold = { id: `${order.seq}1`, handle: '', reason: 'INCORRECT_ADDRESS', notes: '', byApp: false };
  order.extra.holds = held ? [...others, mine] : others;
}
