import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { forgetPrincipals } from '../identity/public.ts';
import { ascending, assertMayGive, baseOf, type Grant, gained, isNothing, modelsOf, stampOf } from './grant.ts';
import { type Holder, lockedHolders, stale, writeGrants } from './members.ts';

const granted = defineAction('access.granted', ['修改权限', 'Permissions changed']);

export const aboutHolder = (holder: Pick<Holder, 'id' | 'name' | 'userLoginId'>) => ({
  targetKind: 'user',
  targetId: holder.id,
  targetName: `${holder.name} (${holder.userLoginId})`,
});

const answered = (grant: Grant) => ({
  models: modelsOf(grant),
  permissions: baseOf(grant),
  shopIds: ascending(grant.shops),
  warehouseIds: ascending(grant.warehouses),
});

/**
 * Changes the grants of members, all or none, from the next call on.
 * @throws forbidden access.mainAccount, access.notYours; conflict core.stale if `stamp` differs from their grants
 */
export async function give(
  tx: Tx,
  logins: readonly string[],
  change: (grant: Grant, holder: Holder) => Grant,
  how: { stamp?: string | undefined; by?: Record<string, unknown> } = {},
): Promise<{ stamp: string; done: number }> {
  const holders = await lockedHolders(tx, logins);
  const after = new Map<number, Grant>();
  let stamp = '';
  for (const holder of holders) {
    if (how.stamp !== undefined && how.stamp !== stampOf(holder.grant)) throw await stale(tx, 'user', holder.id);
    const next = change(holder.grant, holder);
    const gains = gained(holder.grant, next);
    assertMayGive(tx.rights, gains);
    stamp = stampOf(next);
    if (isNothing(gains) && isNothing(gained(next, holder.grant))) continue;
    after.set(holder.id, next);
    const detail = { before: answered(holder.grant), after: answered(next), ...how.by };
    writeAudit(tx, [{ action: granted, ...aboutHolder(holder), detail }]);
  }
  if (after.size > 0) await writeGrants(tx, after);
  const only = after.size === 1 ? [...after.keys()][0] : undefined;
  if (after.size > 0) await forgetPrincipals(tx, only);
  return { stamp, done: holders.length };
}
