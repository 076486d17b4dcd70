import { type Sql, sql } from '../../../core/database/sql.ts';
import { defineMergePart, type Pair } from './parts.ts';

const both = (condition: Sql) => (pair: Pair) =>
  sql`select f.sku as number from product f join product i on i.company_id = ${sql.company} and i.id = ${pair.into}
    where f.company_id = ${sql.company} and f.id = ${pair.from} and ${condition}`;

defineMergePart({
  forbids: {
    merged: both(sql`(f.merged_into is not null or i.merged_into is not null)`),
    // A bundle has no stock of its own, and orders keep the goods of theirs.
    bundle: ({ from, into }) =>
      sql`select sku as number from product where company_id = ${sql.company} and kind = 'bundle' and (id in (${from}, ${into})
          or id in (select bundle_id from bundle_part where company_id = ${sql.company} and product_id = ${from}
            union all select bundle_id from bundle_unit where company_id = ${sql.company} and product_id = ${from}))`,
    unit: both(sql`f.unit <> i.unit`),
    // Units of one kind with an expiry and without: no picker knows which to take first.
    shelfLife: both(sql`(f.shelf_life_months is null) <> (i.shelf_life_months is null)`),
  },
});

defineMergePart({
  kind: 'mapping',
  rows: ({ from }) => sql`select 1 from sku_mapping where company_id = ${sql.company} and product_id = ${from}`,
  // A pairing of equal SKUs is one no more.
  move: async (tx, { from, into }) => {
    await tx.rows(
      sql`update sku_mapping set product_id = ${into}, source = case source when 'equal' then 'manual' else source end, run_id = null
        where company_id = ${sql.company} and product_id = ${from}`,
    );
  },
});

/** Papers move; customs data and packaging where the product that stays has none of its own. */
defineMergePart({
  kind: 'paper',
  rows: ({ from }) =>
    sql`select 1 from compliance_paper where company_id = ${sql.company} and product_id = ${from}
      union all select 1 from customs_data where company_id = ${sql.company} and product_id = ${from}
      union all select 1 from product_packaging where company_id = ${sql.company} and product_id = ${from}`,
  move: async (tx, { from, into }) => {
    await Promise.all([
      tx.rows(
        sql`update compliance_paper set product_id = ${into} where company_id = ${sql.company} and product_id = ${from}`,
      ),
      tx.rows(
        sql`update customs_data d set product_id = ${into} where d.company_id = ${sql.company} and d.product_id = ${from}
          and not exists (select from customs_data o where o.company_id = ${sql.company} and o.product_id = ${into} and o.country = d.country)`,
      ),
      tx.rows(
        sql`update product_packaging d set product_id = ${into} where d.company_id = ${sql.company} and d.product_id = ${from}
          and not exists (select from product_packaging o where o.company_id = ${sql.company} and o.product_id = ${into})`,
      ),
    ]);
  },
});
