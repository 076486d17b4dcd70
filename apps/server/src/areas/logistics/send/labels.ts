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
 * Buys the label of an order that has its goods, exactly once. Where the box is not packed its parcel is made now, by
 * what the products weigh; the packing table finds it and says when the box weighs something else. A refusal before the
 * box is packed leaves the order where it is: picking goes on, the parcel keeps the carrier's words.
 */
export async function labelOrder(app: App, ctx: Ctx, orderId: number): Promise<void> {
  const outbound = await app.database.inCompany(ctx, async (tx) => {
    const found = await tx.row<{ id: number; state: string; number: string }>(sql`select id, state, number from outbound
      where company_id = ${tx.companyId} and order_id = ${orderId} and state in ('waiting', 'picking', 'picked', 'packed')
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
  // Printing follows at once: what the carrier draws is fetched ahead, and again when it is asked for.
  await prepareLabel(app, ctx, parcelId).catch(() => {});
}
