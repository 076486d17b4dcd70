import { sql } from '../../../core/database/sql.ts';
import { defineHolder, defineMovementDocument } from '../../stock/public.ts';

defineHolder({
  kind: 'order',
  docKind: 'sales_order',
  rows: sql`select l.company_id, l.warehouse_id, l.product_id, o.id as doc_id, o.display_no as number, o.status as state, l.reserved as quantity
    from goods_in_orders l join sales_order o on o.company_id = l.company_id and o.id = l.order_id where l.reserved > 0`,
});

defineMovementDocument('sales_order', 'sales_order', {
  number: 'display_no',
  find: (number) =>
    sql`select 'sales_order'::text, order_id from order_term where company_id = ${sql.company} and term = ${number}`,
});
