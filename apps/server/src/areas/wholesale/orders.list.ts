import { type WholesaleRow, wholesaleFilter } from '@tradewind/contract/wholesale.ts';
import { z } from 'zod';
import { sql } from '../../core/database/sql.ts';
import { among, defineList, exportOf, is, tabFor, when } from '../../core/lists.ts';
import { say } from '../../core/text/texts.ts';

const filter = wholesaleFilter.extend({ ids: z.array(z.number()).optional() });

export const wholesaleOrders = defineList<z.output<typeof filter>, WholesaleRow>({
  table: 'wholesale_order',
  as: 'o',
  filters: {
    ids: among(sql`o.id`),
    state: is(sql`o.state`),
    customerId: is(sql`o.customer_id`),
    open: when(sql`o.state in ('confirmed', 'done') and o.paid_amount < o.total_amount`),
    text: (text) => sql`(strpos(o.number, upper(${text})) > 0 or strpos(lower(o.customer_ref), lower(${text})) > 0
      or o.customer_id in (select id from wholesale_customer where company_id = ${sql.company}
        and strpos(lower(name), lower(${text})) > 0))`,
  },
  order: sql`o.id desc`,
  columns: sql`o.id, o.number, o.state, o.customer_id, c.name as customer_name, o.customer_ref, o.currency,
    o.total_amount, o.paid_amount, (o.total_amount - o.paid_amount)::text as open_amount, o.deposit_due,
    l.units, l.shipped, l.planned, o.created_at, o.valid_until::text as valid_until, o.confirmed_at`,
  joins: sql`join wholesale_customer c on c.company_id = ${sql.company} and c.id = o.customer_id
    cross join lateral (select coalesce(sum(quantity), 0)::int as units, coalesce(sum(shipped), 0)::int as shipped,
      coalesce(sum(planned), 0)::int as planned from wholesale_line
      where company_id = ${sql.company} and order_id = o.id) l`,
  missing: 'wholesale.notFound',
});

export const WHOLESALE_TABS = { ...tabFor('state', ['quotation', 'confirmed']), open: { open: true } };

export const wholesaleExport = exportOf(wholesaleOrders, {
  name: 'wholesale.list',
  title: ['批发订单', 'Wholesale orders'],
  filter,
  columns: [
    { title: ['单号', 'Number'], width: 20, value: (row) => row.number },
    { title: ['状态', 'Status'], value: (row, ctx) => say(ctx.language, `wholesale.states.${row.state}`) },
    { title: ['客户', 'Customer'], width: 28, value: (row) => row.customerName },
    { title: ['客户单号', 'Customer reference'], width: 20, value: (row) => row.customerRef },
    { title: ['币种', 'Currency'], value: (row) => row.currency },
    { title: ['总金额', 'Total'], value: (row) => ({ number: row.totalAmount }) },
    { title: ['应收定金', 'Deposit due'], value: (row) => ({ number: row.depositDue }) },
    { title: ['已收', 'Received'], value: (row) => ({ number: row.paidAmount }) },
    { title: ['未收', 'Balance due'], value: (row) => ({ number: row.openAmount }) },
    { title: ['数量', 'Units'], value: (row) => row.units },
    { title: ['已发数量', 'Shipped'], value: (row) => row.shipped },
  ],
});
