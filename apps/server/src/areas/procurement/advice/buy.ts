import { sql } from '../../../core/database/sql.ts';
import { createRequisition, submitRequisition, writeLines } from '../requisitions/requisitions.service.ts';
import { adviceDecided } from './decide.ts';
import { approvedRequested } from './requested.ts';

// What was decided is requested in one requisition, a line for each way by which it travels.
adviceDecided.listen(async (tx, { lines }) => {
  const bought = lines.flatMap(({ parts, ...line }) => parts.map((part) => ({ ...line, ...part })));
  if (bought.length === 0) return;
  const { id } = await createRequisition(tx, '');
  await writeLines(
    tx,
    id,
    bought.map(({ productId, warehouseId, supplierId, quantity, neededBy, remark }) => ({
      ...{ productId, warehouseId, supplierId, quantity, needBy: neededBy, shopId: null, remark },
    })),
  );
  await submitRequisition(tx, id);
});

// Approved and not ordered, or on an order that the supplier does not have yet.
approvedRequested.listen(async (tx, { productIds, add }) => {
  const rows = await tx.rows<{ productId: number; warehouseId: number; quantity: number }>(sql`
    select l.product_id, l.warehouse_id, l.open + coalesce((
        select sum(s.quantity) from purchase_line_source s
        join purchase_line d on d.company_id = ${sql.company} and d.id = s.line_id
        join purchase_order o on o.company_id = ${sql.company} and o.id = d.order_id and o.ordered_at is null
          and o.state <> 'cancelled'
        where s.company_id = ${sql.company} and s.requisition_line_id = l.id), 0)::int as quantity
    from requisition_line l join requisition q on q.company_id = ${sql.company} and q.id = l.requisition_id
    where l.company_id = ${sql.company} and l.product_id = any(${productIds}::bigint[]) and q.state = 'approved'`);
  for (const row of rows) if (row.quantity > 0) add(row);
});
