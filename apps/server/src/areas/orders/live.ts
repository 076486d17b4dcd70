import type { Tx } from '../../core/database/database.ts';
import { hintCompany } from '../../core/hints.ts';

/** What the tabs and queues count may be another number: open order pages ask again. */
export function ordersChanged(tx: Tx): void {
  hintCompany(tx, 'orders');
}
