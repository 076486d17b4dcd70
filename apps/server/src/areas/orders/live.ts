import type { Tx } from '../../core/database/database.ts';
import { hintCompany } from '../../core/hints.ts';

/** The counts of tabs and queues may have changed: open order pages refresh. */
export function ordersChanged(tx: Tx): void {
  hintCompany(tx, 'orders');
}
