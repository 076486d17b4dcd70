import { receiveInboundCall, saveTransfer, shipTransfer, submitTransfer } from '@tradewind/contract/warehouse.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN, WEST } from './places.ts';

const REMARK = '补充西岸库存';
const QUANTITIES = [12, 8, 6];

/** Goods on their way to the west: two products have come, one of them not whole, the third is awaited. */
export async function restockWest(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const answered = await tx.row(
      sql`select 1 as n from stock_transfer where company_id = ${sql.company} and remark = ${REMARK}`,
    );
    const ids = await warehouseIds(tx);
    const [fromId = 0, toId = 0] = [ids.get(MAIN), ids.get(WEST)];
    const rows = await tx.rows<{ productId: number }>(sql`
      select product_id from stock_balance where company_id = ${sql.company} and warehouse_id = ${fromId}
      order by on_hand - reserved desc, product_id limit ${QUANTITIES.length}`);
    return answered
      ? undefined
      : { fromId, toId, lines: rows.map((row, i) => ({ ...row, quantity: QUANTITIES[i] ?? 1 })) };
  });
  if (!found || found.lines.length < QUANTITIES.length) return;
  const expectedOn = at(demo, -2, 0).toISOString().slice(0, 10);
  const transfer = { ...found, cost: '180', expectedOn, remark: REMARK };
  const { id } = await callerAt(demo, 'demo', 5, 1)(saveTransfer, transfer);
  await callerAt(demo, 'demo', 5, 2)(submitTransfer, { id });
  const truck = { id, carrier: 'FedEx Freight', trackingNumber: '398114520071' };
  const { inboundId } = await callerAt(demo, 'picker', 4, 3)(shipTransfer, truck);
  const goods = found.lines
    .slice(0, 2)
    .map(({ productId, quantity }, i) => ({ productId, quantity: quantity - i * 3 }));
  await callerAt(demo, 'demo', 1, 4)(receiveInboundCall, { id: inboundId, goods });
}
