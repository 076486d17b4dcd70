import type { Tx } from '../../../core/database/database.ts';
import { conflict } from '../../../core/errors.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { inboundByHand } from '../hooks.ts';
import type { InboundRow } from './receive.ts';

/** Which of these ASNs, locked by the caller, a provider receives. */
export async function refusedByHand(
  tx: Tx,
  inbounds: readonly Pick<InboundRow, 'id' | 'number' | 'warehouseId'>[],
): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>();
  const byId = new Map(inbounds.map((one) => [one.id, one]));
  await inboundByHand.call(tx, {
    inbounds: inbounds.map(({ id, number, warehouseId }) => ({ inboundId: id, number, warehouseId })),
    refuse: (id, code, params = {}) => {
      const one = byId.get(id);
      if (one && !refusals.has(id)) refusals.set(id, { id, label: one.number, code, params });
    },
  });
  return refusals;
}

/** @throws conflict with the reason if a provider receives it */
export async function assertByHand(tx: Tx, inbound: Pick<InboundRow, 'id' | 'number' | 'warehouseId'>): Promise<void> {
  const refusal = (await refusedByHand(tx, [inbound])).get(inbound.id);
  if (refusal) throw conflict(refusal.code, refusal.params);
}
