import type { InputOf } from '@tradewind/contract/call.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { WEST } from './places.ts';

interface Story {
  /** The supplier's own number of the purchase whose first line is split. */
  purchase: string;
  daysAgo: number;
  remark: string;
  west: number;
  stay: number;
  submit?: true;
  /** The arrived units for the west go on a transfer. */
  ship?: true;
}

/** All stays, part of it is on a transfer, nothing has come yet, and a draft. */
const STORIES: readonly Story[] = [
  { purchase: 'SO-90127', daysAgo: 25, remark: '全部留新泽西', west: 0, stay: 60, submit: true },
  { purchase: 'YH-5521', daysAgo: 2, remark: '到货先补西岸', west: 80, stay: 120, submit: true, ship: true },
  { purchase: 'SO-93340', daysAgo: 5, remark: '旺季东西两仓', west: 90, stay: 110, submit: true },
  { purchase: 'CZ2610-02', daysAgo: 1, remark: '待确认西岸数量', west: 40, stay: 60 },
];

interface Line {
  reference: string;
  warehouseId: number;
  productId: number;
  purchaseLineId: number;
}

/** Who of the warehouses gets what of the purchases. Told again it changes nothing. */
export async function splitPurchases(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const there = await tx.row(sql`select 1 from allocation_order where company_id = ${sql.company} limit 1`);
    const lines = await tx.rows<Line>(sql`
      select distinct on (o.id) o.reference, o.warehouse_id, l.product_id, l.id as purchase_line_id
      from purchase_order o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
      where o.company_id = ${sql.company} and o.reference = any(${STORIES.map((one) => one.purchase)}::text[])
      order by o.id, l.id`);
    return { west: (await warehouseIds(tx)).get(WEST) ?? 0, lines: there ? [] : lines };
  });
  for (const { purchase, daysAgo, remark, west, stay, submit, ship } of STORIES) {
    const line = found.lines.find((one) => one.reference === purchase);
    if (!line) continue;
    const { productId, purchaseLineId, warehouseId } = line;
    const needBy = at(demo, -12, 0).toISOString().slice(0, 10);
    const shares: InputOf<typeof calls.saveAllocation>['lines'][number]['shares'] = [
      ...(west > 0 ? [{ kind: 'transfer' as const, toWarehouseId: found.west, quantity: west, needBy }] : []),
      { kind: 'stay', quantity: stay },
    ];
    const buyer = callerAt(demo, 'buyer', daysAgo, 6);
    const lines = [{ productId, purchaseLineId, quantity: west + stay, shares }];
    const { id } = await buyer(calls.saveAllocation, { warehouseId, remark, lines });
    if (submit) await buyer(calls.submitAllocation, { id });
    if (ship) await callerAt(demo, 'buyer', daysAgo - 1, 3)(calls.shipAllocation, { id });
  }
}
