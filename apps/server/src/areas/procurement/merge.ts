import { sql } from '../../core/database/sql.ts';
import { defineMergePart, defineOwnRows, type Pair } from '../catalog/public.ts';
import { whileNobodyCounts } from './demand/entries.ts';
import { mergeDemand } from './demand/merge.ts';

defineMergePart({
  kind: 'request',
  rows: ({ from }) =>
    sql`select 1 from requisition_line l join requisition r on r.company_id = ${sql.company} and r.id = l.requisition_id
      where l.company_id = ${sql.company} and l.product_id = ${from} and l.received = 0 and r.state not in ('done', 'cancelled')`,
  forbids: {
    // Its received units are history of the one product, and the rest would be of the other.
    received: ({ from }) =>
      sql`select o.number from purchase_order o join purchase_line l on l.company_id = ${sql.company} and l.order_id = o.id
        where o.company_id = ${sql.company} and l.product_id = ${from} and l.received > 0 and o.state in ('draft', 'reviewing', 'approved', 'ordered')
        union all select r.number from requisition r join requisition_line l on l.company_id = ${sql.company} and l.requisition_id = r.id
        where r.company_id = ${sql.company} and l.product_id = ${from} and l.received > 0 and r.state = 'approved'`,
  },
  move: async (tx, { from, into }) => {
    await tx.rows(
      sql`update requisition_line l set product_id = ${into} from requisition r
        where l.company_id = ${sql.company} and l.product_id = ${from} and l.received = 0
          and r.company_id = ${sql.company} and r.id = l.requisition_id and r.state not in ('done', 'cancelled')`,
    );
  },
});

defineMergePart({
  kind: 'purchase',
  rows: ({ from }) =>
    sql`select 1 from purchase_line l join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
      where l.company_id = ${sql.company} and l.product_id = ${from} and l.received = 0 and o.state in ('draft', 'reviewing', 'approved', 'ordered')`,
  move: async (tx, { from, into }) => {
    await tx.rows(
      sql`update purchase_line l set product_id = ${into} from purchase_order o
        where l.company_id = ${sql.company} and l.product_id = ${from} and l.received = 0
          and o.company_id = ${sql.company} and o.id = l.order_id and o.state in ('draft', 'reviewing', 'approved', 'ordered')`,
    );
  },
});

const allocated = ({ from }: Pair) =>
  sql`select l.id, o.number, exists (select from allocation_share s where s.company_id = ${sql.company} and s.line_id = l.id and s.on_documents > 0) as leaving
    from allocation_line l join allocation_order o on o.company_id = ${sql.company} and o.id = l.order_id
    where l.company_id = ${sql.company} and l.product_id = ${from} and o.state in ('draft', 'reviewing', 'submitted', 'shipping')`;

/** They make documents of the product that they name; those that exist name the merged one. */
defineMergePart({
  kind: 'allocation',
  rows: allocated,
  forbids: { allocation: (pair) => sql`select x.number from (${allocated(pair)}) x where x.leaving` },
  move: async (tx, merge) => {
    await tx.rows(
      sql`update allocation_line set product_id = ${merge.into}
        where company_id = ${sql.company} and id in (select x.id from (${allocated(merge)}) x)`,
    );
  },
});

/** Prices of suppliers from whom the product that stays has none on that day. */
defineOwnRows('price', 'supplier_price', sql`o.supplier_id = d.supplier_id and o.valid_from = d.valid_from`);
defineOwnRows('forecast', 'advice_override');
/** Promotions on days on which the product that stays has none: two would count twice. */
defineOwnRows('promotion', 'demand_promotion', sql`o.from_day <= d.to_day and o.to_day >= d.from_day`);

/** What was sold of two SKUs was sold of one product: their demand adds up. */
defineMergePart({
  kind: 'demand',
  rows: ({ from }) => sql`select 1 from demand_entry where company_id = ${sql.company} and product_id = ${from}`,
  lock: whileNobodyCounts,
  move: mergeDemand,
});
