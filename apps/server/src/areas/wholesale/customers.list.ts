import type { WholesaleCustomer } from '@tradewind/contract/wholesale.ts';
import { sql } from '../../core/database/sql.ts';
import { defineList } from '../../core/lists.ts';

/** With all fields: pages hide what the user may not see. */
export const wholesaleCustomers = defineList<{ text?: string | undefined }, WholesaleCustomer>({
  table: 'wholesale_customer',
  as: 'c',
  filters: { text: (text) => sql`strpos(lower(c.name), lower(${text})) > 0` },
  order: sql`c.name, c.id`,
  // Balance due: confirmed and completed orders, less payments.
  columns: sql`c.id, c.name, c.tax_id, c.language, c.currency, c.price_list_id, l.name as price_list_name,
    c.terms_days, c.deposit_percent::text as deposit_percent, c.balance_before_shipment,
    c.credit_limit::text as credit_limit, coalesce((select sum(o.total_amount - o.paid_amount) from wholesale_order o
      where o.company_id = ${sql.company} and o.customer_id = c.id
        and o.state in ('confirmed', 'done')), 0)::numeric(18, 4)::text as open_amount,
    c.contacts, c.address, c.remark, c.version`,
  joins: sql`left join wholesale_price_list l on l.company_id = ${sql.company} and l.id = c.price_list_id`,
  missing: 'wholesale.customerNotFound',
});
