import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { arrayOf } from '../../../core/scope.ts';
import { type BulkResult, overOrders, type Selection } from '../../orders/public.ts';
import { createWaves, lockOutboundsOfOrders, packOutbounds, pickOutbounds } from '../../warehouse/public.ts';
import { measureOrders } from './measure.ts';

export const UNPACKED: readonly string[] = ['waiting', 'picking', 'picked'];

/**
 * Packs at a desk, for warehouses without scan stations: picks from the planned locations, trusts the packer for the
 * contents, and uses the weight of the products. Runs the usual steps in one transaction; reports a refused step.
 */
export function packOrders(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(app, ctx, selection, async (ids) => {
    const { packed, why } = await app.database.inCompany(ctx, (tx) => packBoxesOf(tx, ids));
    return { done: ids.filter((id) => packed.has(id)), otherwise: (id) => why.get(id) ?? 'orders.state' };
  });
}

export async function packBoxesOf(tx: Tx, orderIds: readonly number[]) {
  // Merged orders share the box of one of them.
  const orders = await tx.rows<{ id: number; box: number }>(sql`select s.id, coalesce(s.merged_into, s.id) as box
    from sales_order s where s.company_id = ${sql.company} and coalesce(s.merged_into, s.id) in (
      select coalesce(merged_into, id) from sales_order where company_id = ${sql.company}
        and id = any(${arrayOf(orderIds)}::bigint[]))`);
  const all = await lockOutboundsOfOrders(tx, [...new Set(orders.map(({ box }) => box))]);
  const mine = all.filter(
    ({ state, warehouseId }) => UNPACKED.includes(state) && (tx.rights.warehouseIds?.includes(warehouseId) ?? true),
  );
  const refusals = new Map<number, Refusal>();
  const note = (refused: readonly Refusal[]) => {
    for (const one of refused) if (!refusals.has(one.id)) refusals.set(one.id, one);
  };
  const inState = (desired: string) => mine.filter(({ state }) => state === desired).map(({ id }) => id);
  const { waves, refused } = await createWaves(tx, inState('waiting'));
  note(refused);
  const picked = await pickOutbounds(tx, [...inState('picking'), ...waves.flatMap(({ outboundIds }) => outboundIds)]);
  note(picked.refused);
  const ready = new Set([...inState('picked'), ...picked.done]);
  const measures = await measureOrders(
    tx,
    orders.map(({ id }) => id),
  );
  const gramsOf = (box: number) =>
    orders.filter((one) => one.box === box).reduce((sum, { id }) => sum + (measures.get(id)?.weightGrams ?? 0), 0);
  const boxes = mine
    .filter(({ id }) => ready.has(id))
    .map(({ id, orderId }) => ({ outboundId: id, weightGrams: gramsOf(orderId) }));
  const outcome = await packOutbounds(tx, boxes, 'all');
  note(outcome.refused);
  const done = new Set(outcome.done);
  const whyOfBox = new Map(
    mine.flatMap(({ id, orderId }) => {
      const why = refusals.get(id);
      return why ? [[orderId, why] as const] : [];
    }),
  );
  const packedBoxes = new Set(mine.filter(({ id }) => done.has(id)).map(({ orderId }) => orderId));
  return {
    packed: new Set(orders.filter(({ box }) => packedBoxes.has(box) && !whyOfBox.has(box)).map(({ id }) => id)),
    why: new Map(
      orders.flatMap(({ id, box }) => {
        const why = whyOfBox.get(box);
        return why ? [[id, why] as const] : [];
      }),
    ),
  };
}
