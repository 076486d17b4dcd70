import { type Sql, sql } from '../../core/database/sql.ts';
import { defineMergePart, defineMergePlaces, defineOwnRows, type Pair } from '../catalog/public.ts';

defineMergePart({
  forbids: {
    inbound: ({ from }) =>
      sql`select i.number from inbound i join inbound_line l on l.company_id = ${sql.company} and l.inbound_id = i.id
        where i.company_id = ${sql.company} and l.product_id = ${from} and i.state in ('notice', 'arrived', 'receiving', 'received')
        union all select i.number from inbound i join inbound_receipt r on r.company_id = ${sql.company} and r.inbound_id = i.id
        where i.company_id = ${sql.company} and r.product_id = ${from} and i.state in ('receiving', 'received')`,
    counting: ({ from }) =>
      sql`select c.number from stock_count c join count_line l on l.company_id = ${sql.company} and l.count_id = c.id
        where c.company_id = ${sql.company} and l.product_id = ${from} and c.state in ('open', 'counting', 'waiting')
        union all select c.number from stock_count c join count_location p on p.company_id = ${sql.company} and p.count_id = c.id
        join bin_stock b on b.company_id = ${sql.company} and b.location_id = p.location_id and b.product_id = ${from} and b.on_hand > 0
        where c.company_id = ${sql.company} and c.state in ('open', 'counting', 'waiting')
        union all select w.name from warehouse w join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = w.id
          and b.product_id = ${from} and b.on_hand > 0 where w.company_id = ${sql.company} and w.counting`,
    recipe: ({ from, into }) =>
      sql`select p.sku as number from recipe r join product p on p.company_id = ${sql.company} and p.id = r.product_id
        where r.company_id = ${sql.company} and r.current and (r.product_id = ${from}
          or exists (select from recipe_part x where x.company_id = ${sql.company} and x.recipe_id = r.id and x.product_id = ${from})
          and (r.product_id = ${into} or exists (select from recipe_part x where x.company_id = ${sql.company} and x.recipe_id = r.id and x.product_id = ${into})))`,
    both: ({ from, into }) =>
      sql`select t.number from stock_transfer t where t.company_id = ${sql.company} and t.state = 'draft'
          and exists (select from transfer_line x where x.company_id = ${sql.company} and x.transfer_id = t.id and x.product_id = ${from})
          and exists (select from transfer_line x where x.company_id = ${sql.company} and x.transfer_id = t.id and x.product_id = ${into})
        union all select a.number from assembly a where a.company_id = ${sql.company} and a.state = 'draft'
          and 2 <= (select count(*) from (select product_id from assembly_line x where x.company_id = ${sql.company} and x.assembly_id = a.id
            union select a.product_id) x where x.product_id in (${from}, ${into}))`,
  },
});

const DRAFTS: readonly ((pair: Pair) => Sql)[] = [
  ({ from }) =>
    sql`select x.id from transfer_line x join stock_transfer t on t.company_id = ${sql.company} and t.id = x.transfer_id
      where x.company_id = ${sql.company} and x.product_id = ${from} and t.state = 'draft'`,
  ({ from }) =>
    sql`select x.id from assembly_line x join assembly a on a.company_id = ${sql.company} and a.id = x.assembly_id
      where x.company_id = ${sql.company} and x.product_id = ${from} and a.state = 'draft'`,
  ({ from }) =>
    sql`select a.id from assembly a where a.company_id = ${sql.company} and a.product_id = ${from} and a.state = 'draft'`,
  ({ from }) =>
    sql`select x.id from recipe_part x join recipe r on r.company_id = ${sql.company} and r.id = x.recipe_id
      where x.company_id = ${sql.company} and x.product_id = ${from} and r.current`,
];
const TABLES = ['transfer_line', 'assembly_line', 'assembly', 'recipe_part'];

/** Drafts hold nothing yet. A recipe in use names the product that stays: new documents would find no stock of the other. */
for (const [i, table] of TABLES.entries()) {
  const rows = DRAFTS[i];
  if (rows)
    defineMergePart({
      kind: 'draft',
      rows,
      move: async (tx, merge) => {
        await tx.rows(
          sql`update ${sql.id(table, TABLES)} set product_id = ${merge.into} where company_id = ${sql.company} and id in (${rows(merge)})`,
        );
      },
    });
}

defineOwnRows('fnsku', 'warehouse_fnsku', sql`o.warehouse_id = d.warehouse_id`);

defineMergePlaces(
  ({ from }) =>
    sql`select w.name as warehouse_name, l.code as location_code, b.condition, sum(b.on_hand)::int as units
      from bin_stock b join warehouse w on w.company_id = ${sql.company} and w.id = b.warehouse_id
      join location l on l.company_id = ${sql.company} and l.id = b.location_id
      where b.company_id = ${sql.company} and b.product_id = ${from} and b.on_hand > 0
      group by 1, 2, 3 order by 1, 2, 3 limit 200`,
);
