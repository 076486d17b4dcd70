import { defineAction, writeAudit } from '../../../core/audit.ts';
import { saveSetting } from '../../../core/company-settings.ts';
import type { Tx } from '../../../core/database/database.ts';
import { SERVED_FIRST } from '../reserve/queue.ts';

const changed = defineAction('orders.servedFirstChanged', ['修改缺货时优先的平台', 'Priority platforms changed']);

/** Sets the platforms whose orders get stock first when it is short, from the next allocation on. */
export function saveServedFirst(tx: Tx, platforms: readonly string[]): void {
  const once = [...new Set(platforms)];
  saveSetting(tx, SERVED_FIRST, once);
  writeAudit(tx, [
    {
      action: changed,
      targetKind: 'setting',
      targetId: SERVED_FIRST.key,
      targetName: SERVED_FIRST.key,
      detail: { platforms: once },
    },
  ]);
}
