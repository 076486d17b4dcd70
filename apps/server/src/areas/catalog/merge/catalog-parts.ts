import { type Sql, sql } from '../../../core/database/sql.ts';
import { keepOwn } from '../families/inherit.ts';
import { claimImages, PRODUCT_IMAGE } from '../products/images.ts';
import { defineMergePart, defineOwnRows, type Pair } from './parts.ts';

const both = (condition: Sql) => (pair: Pair) =>
  sql`select f.sku as number from product f join product i on i.company_id = ${sql.company} and i.id = ${pair.into}
    where f.company_id = ${sql.company} and f.id = ${pair.from} and ${condition}`;

defineMergePart({
  forbids: {
    merged: both(sql`(f.merged_into is not null or i.merged_into is not null)`),
    // A merge that runs passes over its own.
    merging: ({ from, into }) =>
      sql`select number from product_merge where company_id = ${sql.company} and state = 'running'
        and (product_id in (${from}, ${into}) or merged_id in (${from}, ${into}))`,
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
      sql`update sku_mapping set product_id = ${into}, source = case when source = 'equal' then 'manual' else source end, run_id = null
        where company_id = ${sql.company} and product_id = ${from}`,
    );
  },
});

defineMergePart({
  kind: 'paper',
  rows: ({ from }) => sql`select 1 from compliance_paper where company_id = ${sql.company} and product_id = ${from}`,
  move: async (tx, { from, into }) => {
    await tx.rows(
      sql`update compliance_paper set product_id = ${into} where company_id = ${sql.company} and product_id = ${from}`,
    );
  },
});

defineOwnRows('customs', 'customs_data', sql`o.country = d.country`);
// Levels count each other: those of two products do not make one.
defineOwnRows('packaging', 'product_packaging');

const pictures = ({ from, into }: Pair, taken: boolean) =>
  sql`select unnest(f.images) as key from product f join product i on i.company_id = ${sql.company} and i.id = ${into}
    where f.company_id = ${sql.company} and f.id = ${from} and (cardinality(i.images) > 0) = ${taken}`;

/** The merged product goes on showing its pictures. */
defineMergePart({
  kind: 'picture',
  rows: (pair) => pictures(pair, false),
  stays: (pair) => pictures(pair, true),
  move: async (tx, merge) => {
    const keys = (await tx.rows<{ key: string }>(pictures(merge, false))).map((row) => row.key);
    if (keys.length === 0) return;
    await claimImages(tx, { kind: PRODUCT_IMAGE, id: merge.into }, keys);
    await tx.rows(
      sql`update product set images = ${keys}::text[] where company_id = ${sql.company} and id = ${merge.into}`,
    );
    await keepOwn(tx, [merge.into]);
  },
});
