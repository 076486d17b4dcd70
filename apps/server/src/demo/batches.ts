import {
  addInbound,
  closeInbounds,
  putAwayCall,
  receiveInboundCall,
  suggestPlaces,
} from '@tradewind/contract/warehouse.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

const REFERENCE = 'DN-4390';
const BATCH = 'LOT-2207';
const PIECES = 36;

/** Goods of a batch that runs out in three weeks: they are warned of, and picked before the others. */
export async function receiveBatch(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const answered = await tx.row(
      sql`select 1 as n from inbound where company_id = ${sql.company} and reference = ${REFERENCE}`,
    );
    const product = await tx.row<{ id: number; cost: string }>(sql`
      select id, unit_price_cny::text as cost from product
      where company_id = ${sql.company} and enabled and unit_price_cny > 0 order by sku offset 8 limit 1`);
    return answered || !product ? undefined : { warehouseId: (await warehouseIds(tx)).get(MAIN) ?? 0, product };
  });
  if (!found) return;
  const { warehouseId, product } = found;
  const productId = product.id;
  const dock = callerAt(demo, 'picker', 6, 4);
  const lines = [{ productId, quantity: PIECES, unitCost: product.cost }];
  const { id } = await dock(addInbound, { warehouseId, kind: 'purchase', reference: REFERENCE, lines });
  const expiresOn = at(demo, -21, 0).toISOString().slice(0, 10);
  const goods = [{ productId, quantity: PIECES, batch: BATCH, expiresOn }];
  const { receiptIds } = await dock(receiveInboundCall, { id, goods });
  const [place] = await dock(suggestPlaces, { warehouseId, productId, quantity: PIECES });
  if (place) await dock(putAwayCall, { receiptIds, locationCode: place.code });
  await dock(closeInbounds, { ids: [id] });
}
