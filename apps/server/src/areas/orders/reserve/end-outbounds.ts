import type { Tx } from '../../../core/database/database.ts';
import { cancelOutbounds, lockOutboundsOfOrders } from '../../warehouse/public.ts';

/**
 * Ends the live outbounds of orders that the caller has locked. They are looked for now, not before the orders were
 * locked: a reservation that committed in between has made new ones.
 */
export async function endOutbounds(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  const live = await lockOutboundsOfOrders(tx, orderIds);
  if (live.length === 0) return;
  await cancelOutbounds(
    tx,
    live.map((o) => o.id),
    'order',
  );
}
