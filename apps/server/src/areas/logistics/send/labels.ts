import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { conflict } from '../../../core/errors.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { createParcels } from '../parcel/create.ts';
import { prepareLabel } from '../parcel/label.ts';
import { buyLabel } from '../parcel/purchase.ts';
import { measureOrders } from './measure.ts';

/**
 * Buys the label of an allocated order, exactly once. Before packing, creates its parcel with the weight of its
 * products; packing finds it and reports a different weight. If the carrier refuses, picking continues and the parcel
 * keeps the carrier's message.
 */
export async function labelOrder(app: App, ctx: Ctx, orderId: number): Promise<void> {
  const outbound = await app.database.inCompany(ctx, async (tx) => {
    const found = await tx.row<{ id: number; state: string; number: string }>(sql`select id, state, number from outbound
      where company_id = ${sql.company} and order_id = ${orderId} and state in ('waiting', 'picking', 'picked', 'packed')
        and ${inWarehouses(ctx, sql`warehouse_id`)} order by id limit 1`);
    if (!found) throw conflict('orders.state');
    if (found.state === 'packed') return found;
    const measures = (await measureOrders(tx, [orderId])).get(orderId);
    if (measures) {
      const { weightGrams, guessedSize, lengthMm, widthMm, heightMm } = measures;
      const dims = guessedSize ? {} : { dims: { lengthMm, widthMm, heightMm } };
      createParcels(tx, [{ outboundId: found.id, estimated: true, weightGrams, ...dims }]);
    }
    return found;
  });
  const parcelId = await buyLabel(app, ctx, { outboundId: outbound.id });
  // Printing follows at once, so it loads the carrier's label now.
  await prepareLabel(app, ctx, parcelId).catch(() => {});
}
