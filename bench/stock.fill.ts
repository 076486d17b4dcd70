import { type Bench, log } from './lib.ts';

/** Cost layers of the products of `fillLedger` in two warehouses: one for eight orders, and what each order took of them. */
export async function fillStock({ app, companyId }: Bench, orders: number): Promise<void> {
  const { owner } = app.database;
  await owner.query(
    `insert into warehouse (company_id, code, name, kind, address) select $1, 'W' || n, 'W' || n, 'selfBuilt', '{}' from generate_series(1, 2) n`,
    [companyId],
  );
  const place = `(array(select id from warehouse where company_id = $1 order by id))[1 + n % 2], 1 + n * 7 % (select count(*) from product where company_id = $1)`;
  const at = `timestamptz '2025-01-01' + n * (interval '365 days' / $2::int)`;
  await owner.query(
    `insert into cost_layer (company_id, warehouse_id, product_id, received_at, entered_at, quantity, remaining, unit_cost, doc_kind, doc_id)
     select $1, ${place}, ${at}, ${at}, 12, 4, 28.4, 'bench', n from generate_series(1, $2::int, 8) n`,
    [companyId, orders],
  );
  await owner.query(
    `insert into cost_issue (company_id, at, layer_id, warehouse_id, product_id, quantity, unit_cost, doc_kind, doc_id, doc_line)
     select $1, ${at}, 1 + n / 8, ${place}, 1, 28.4, 'outbound', n, 1 from generate_series(1, $2::int) n`,
    [companyId, orders],
  );
  log('stock');
}
