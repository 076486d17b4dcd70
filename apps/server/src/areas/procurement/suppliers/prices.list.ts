import type { SupplierPriceFilter, SupplierPriceRow } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { beginsWith, dayOf } from '../../../core/database/statement.ts';
import { defineList, is } from '../../../core/lists.ts';

/** `current`, `upcoming` or `past` on the company's day. */
const timeOf = (tx: Tx): Sql => {
  const today = dayOf(sql`${tx.now}`);
  return sql`case when l.valid_from > ${today} then 'upcoming'
    when exists (select from supplier_price n where n.company_id = ${sql.company} and n.supplier_id = l.supplier_id
      and n.product_id = l.product_id and n.valid_from > l.valid_from and n.valid_from <= ${today}) then 'past'
    else 'current' end`;
};

/** Without the right to see cost prices a break has no price. */
const breaks = (tx: Tx): Sql => {
  const price = maySee(tx.rights, 'seeCost') ? sql`trim_scale(b.unit_price)::text` : sql`null::text`;
  return sql`(select jsonb_agg(jsonb_build_object('fromQuantity', b.from_quantity, 'unitPrice', ${price}) order by b.from_quantity)
    from supplier_price_break b where b.company_id = ${sql.company} and b.price_id = l.id)`;
};

export const supplierPrices = defineList<SupplierPriceFilter, SupplierPriceRow>({
  table: 'supplier_price',
  as: 'l',
  filters: {
    supplierId: is(sql`l.supplier_id`),
    time: (time, tx) => sql`${timeOf(tx)} = ${time}`,
    text: (text, _tx, { supplierId }) => {
      const capitals = text.toUpperCase();
      const own = sql`select x.id from supplier_price x
        where x.company_id = ${sql.company} and x.supplier_id = ${supplierId} and x.supplier_sku <> ''`;
      return sql`l.id in (${own} and ${beginsWith(sql`x.supplier_sku`, text)}
        union all ${own} and ${beginsWith(sql`x.supplier_sku`, capitals)}
        union all select x.id from product p join supplier_price x on x.company_id = p.company_id and x.product_id = p.id
        where p.company_id = ${sql.company} and x.supplier_id = ${supplierId} and ${beginsWith(sql`p.sku`, capitals)})`;
    },
  },
  order: sql`l.product_id, l.valid_from desc, l.id`,
  columns: (
    tx,
  ) => sql`l.id, l.supplier_id, l.product_id, p.sku, p.name_zh, p.name_en, s.currency, l.supplier_sku, l.offer_id, l.spec_id, l.offer_units,
    l.valid_from::text as valid_from, ${timeOf(tx)} as time, l.moq, l.order_multiple, l.lead_days,
    ${breaks(tx)} as breaks, l.version`,
  joins: sql`join product p on p.company_id = ${sql.company} and p.id = l.product_id
    join supplier s on s.company_id = ${sql.company} and s.id = l.supplier_id`,
  missing: 'procurement.priceNotFound',
});
