import {
  addInbound,
  checkReceiptCall,
  closeInbounds,
  getInbound,
  putAwayCall,
  receiveCartonCall,
  receiveInboundCall,
  suggestPlaces,
} from '@tradewind/contract/warehouse.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

/** A week at the dock: done with a difference, being checked, half received by cartons, and still under way. */
export async function bringGoodsIn(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const answered = await tx.row(
      sql`select 1 as n from inbound where company_id = ${sql.company} and reference = 'DN-4471'`,
    );
    const rows = await tx.rows<{ id: number; cost: string | null }>(sql`
      select id, unit_price_cny::text as cost from product where company_id = ${sql.company} and enabled order by sku limit 6`);
    return answered ? undefined : { warehouseId: (await warehouseIds(tx)).get(MAIN) ?? 0, products: rows };
  });
  if (!found || found.products.length < 6) return;
  const { warehouseId, products } = found;
  const as = (daysAgo: number, hour: number) => callerAt(demo, 'picker', daysAgo, hour);
  const line = (i: number, quantity: number) => {
    const product = products[i];
    return { productId: product?.id ?? 0, quantity, ...(product?.cost ? { unitCost: product.cost } : {}) };
  };

  const done = await as(6, 1)(addInbound, {
    warehouseId,
    kind: 'purchase',
    reference: 'DN-4471',
    carrier: 'UPS',
    trackingNumber: '1Z999AA10144710001',
    lines: [line(0, 60), line(1, 48)],
  });
  const dock = as(5, 2);
  const { receiptIds } = await dock(receiveInboundCall, {
    id: done.id,
    goods: [
      { productId: line(0, 0).productId, quantity: 58 },
      { productId: line(1, 0).productId, quantity: 47 },
      { productId: line(1, 0).productId, quantity: 1, condition: 'damaged' },
    ],
  });
  for (const [i, quantity] of [58, 47].entries()) {
    const { productId } = line(i, 0);
    const [place] = await dock(suggestPlaces, { warehouseId, productId, quantity });
    if (place) await dock(putAwayCall, { receiptIds: [receiptIds[i] ?? 0], locationCode: place.code });
  }
  await dock(closeInbounds, { ids: [done.id] });

  const checked = await as(3, 1)(addInbound, {
    warehouseId,
    kind: 'removal',
    reference: 'RMV-20931',
    qualityCheck: true,
    remark: 'FBA 移除回仓，逐件查看外包装',
    lines: [line(2, 20)],
  });
  const morning = as(2, 2);
  await morning(receiveInboundCall, { id: checked.id, goods: [{ productId: line(2, 0).productId, quantity: 20 }] });
  const [receipt] = (await morning(getInbound, { id: checked.id })).receipts;
  await morning(checkReceiptCall, { receiptId: receipt?.id ?? 0, passed: 11, failed: 2, reason: '外盒压坏' });

  const packed = await as(2, 3)(addInbound, {
    warehouseId,
    kind: 'manual',
    reference: 'MSKU0000011',
    carrier: 'COSCO',
    lines: [line(3, 48), line(4, 24)],
    cartons: [
      { code: '095287654321012346', contents: [{ line: 0, quantity: 24 }] },
      { code: '006141410000000012', contents: [{ line: 0, quantity: 24 }] },
      { code: 'CTN-003', contents: [{ line: 1, quantity: 24 }] },
    ],
  });
  await as(1, 2)(receiveCartonCall, { inboundId: packed.id, code: '095287654321012346' });

  await as(1, 3)(addInbound, {
    warehouseId,
    kind: 'purchase',
    reference: 'DN-4502',
    expectedOn: at(demo, -3, 0).toISOString().slice(0, 10),
    lines: [line(5, 120), line(0, 60)],
  });
}
