import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { orderShipped } from '../events.ts';
import { ABROAD } from './customs.service.ts';
import { goodsCustoms } from './goods-customs.ts';

subscribe(
  orderShipped,
  'orders.customs',
  ['保留已发货订单的申报内容', 'Keep what shipped orders declared'],
  (app, ctx, { orderIds }) => app.database.inCompany(ctx, (tx) => keepDeclared(tx, orderIds)),
);

/** Goods that left for another country stay declared as they are now, whatever changes at their products. */
export async function keepDeclared(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await tx.rows(sql`
    insert into order_line_customs as k (company_id, line_id, product_id, name_zh, name_en, hs_code, origin, value_usd)
    select ${sql.company}, l.id, og.product_id, d.name_zh, d.name_en, d.hs_code, d.origin, nullif(round(d.value_usd::numeric, 4), 0)
    from sales_order s join order_line l on l.company_id = s.company_id and l.order_id = s.id
    join order_goods og on og.company_id = s.company_id and og.line_id = l.id
    cross join lateral (${goodsCustoms(tx)}) d
    where s.company_id = ${sql.company} and s.id = any(${orderIds}::bigint[]) and ${ABROAD}
    order by l.id, og.product_id
    on conflict (company_id, line_id, product_id) do update set name_zh = excluded.name_zh, name_en = excluded.name_en,
      hs_code = excluded.hs_code, origin = excluded.origin, value_usd = excluded.value_usd`);
}
