import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Refusal } from '../../../core/outcome.ts';
import { createWaves, lockOutboundsOfOrders } from '../../warehouse/public.ts';
import { boxesOf } from '../arrange/box.ts';
import { type BulkResult, overOrders, type Selection } from './bulk.ts';

/** Creates waves from allocated orders, in warehouses that the actor may see. */
export async function sendToPickers(
  app: App,
  ctx: Ctx,
  selection: Selection,
): Promise<BulkResult & { waves: string[] }> {
  const waves: string[] = [];
  const outcome = await overOrders(app, ctx, selection, async (ids) => {
    const { made, outbounds, boxes } = await app.database.inCompany(ctx, async (tx) => {
      const boxes = await boxesOf(tx, ids);
      const all = await lockOutboundsOfOrders(tx, [...new Set(boxes.values())]);
      const mine = all.filter((o) => tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(o.warehouseId));
      const waiting = mine.filter((o) => o.state === 'waiting');
      return {
        made: await createWaves(
          tx,
          waiting.map((o) => o.id),
        ),
        outbounds: waiting,
        boxes,
      };
    });
    waves.push(...made.waves.map((wave) => wave.number));
    const orderOf = new Map(outbounds.map((o) => [o.id, o.orderId]));
    const refusals = new Map<number, Refusal>(made.refused.map((refusal) => [orderOf.get(refusal.id) ?? 0, refusal]));
    const inWaves = new Set(made.waves.flatMap((wave) => wave.outboundIds));
    const gone = new Set(outbounds.filter((o) => inWaves.has(o.id)).map((o) => o.orderId));
    return {
      done: ids.filter((id) => gone.has(boxes.get(id) ?? id)),
      otherwise: (id) => refusals.get(boxes.get(id) ?? id) ?? 'orders.state',
    };
  });
  return { ...outcome, waves };
}
