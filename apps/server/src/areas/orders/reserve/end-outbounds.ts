import type { Tx } from '../../../core/database/database.ts';
import { cancelOutbounds, lockOutboundsOfOrders } from '../../warehouse/public.ts';

/**
 * Ends the open outbound orders of locked orders. Reads them after the lock, because an allocation that committed
 * before it may have created new ones.
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
