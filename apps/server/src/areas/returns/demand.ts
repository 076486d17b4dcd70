import { sql } from '../../core/database/sql.ts';
import { subscribe } from '../../core/jobs/jobs.ts';
import { countReturns } from '../procurement/public.ts';
import { goodsRestocked } from './events.ts';

/** Units that can be sold again were no lasting demand. */
subscribe(
  goodsRestocked,
  'procurement',
  ['统计需求：退货上架', 'Count demand of restocked returns'],
  (app, ctx, { inspectionIds }) =>
    app.database.inCompany(ctx, async (tx) => {
      const rows = await tx.rows<{ id: number; orderId: number; productId: number; quantity: number }>(sql`
      select n.id, r.order_id, i.product_id, n.quantity from return_inspection n
      join return_item i on i.company_id = ${sql.company} and i.id = n.item_id
      join sales_return r on r.company_id = ${sql.company} and r.id = n.return_id
      where n.company_id = ${sql.company} and n.id = any(${inspectionIds}::bigint[]) and n.decision = 'restock' order by n.id`);
      await countReturns(tx, rows);
    }),
);
