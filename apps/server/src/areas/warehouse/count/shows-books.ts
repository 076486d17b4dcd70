import { rights } from '@tradewind/contract/access/modules.ts';
import { mayPress } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Count } from './document.ts';

/** System quantities are visible to people who submit counts, and to everybody once counting ends. */
export function seesBooks(tx: Tx, count: Pick<Count, 'blind' | 'state'>): boolean {
  return (
    !count.blind || count.state === 'waiting' || count.state === 'done' || mayPress(tx.rights, rights.count.submit)
  );
}
