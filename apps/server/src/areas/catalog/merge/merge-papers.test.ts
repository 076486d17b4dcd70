import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { shopWorld } from './merge.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

type World = Awaited<ReturnType<typeof shopWorld>>;

/** Papers, settings and pictures: each of `from`, and for half of them of `into` as well. */
async function fill(w: World): Promise<void> {
  await w.query(
    `insert into customs_data (company_id, product_id, country, hs_export) values
      ($1, $2, 'US', '1001'), ($1, $2, 'DE', '1002'), ($1, $3, 'US', '2001')`,
    [w.from, w.into],
  );
  await w.query(
    `insert into product_packaging (company_id, product_id, level, quantity) values ($1, $2, 'carton', 12), ($1, $2, 'pallet', 40)`,
    [w.from],
  );
  await w.query(`insert into compliance_paper (company_id, product_id, kind) values ($1, $2, 'ce'), ($1, $3, 'ce')`, [
    w.from,
    w.into,
  ]);
  await w.query(
    `insert into advice_override (company_id, product_id, goal, updated_at, actor) values ($1, $2, 0.9, now(), 'A'), ($1, $3, 0.95, now(), 'A')`,
    [w.from, w.into],
  );
  await w.query(
    `insert into demand_promotion (company_id, name, from_day, to_day, product_id, uplift) values
      ($1, 'Spring', '2026-03-01', '2026-03-10', $2, 50), ($1, 'Summer', '2026-07-01', '2026-07-05', $2, 60),
      ($1, 'Own', '2026-07-04', '2026-07-20', $3, 70)`,
    [w.from, w.into],
  );
  await w.query(
    `insert into stock_limit (company_id, product_id, warehouse_id, safety, updated_at, actor) values ($1, $2, $3, 7, now(), 'A')`,
    [w.from, w.world.warehouseId],
  );
}

const picture = async (w: World, productId: number, key: string) => {
  await w.query(
    `insert into attachment (company_id, doc_kind, doc_id, file_key, name, mime, bytes, user_id)
      values ($1, 'productImage', $2, $3, 'a.png', 'image/png', 10, 0)`,
    [productId, key],
  );
  await w.query(`update product set images = images || $3::text where company_id = $1 and id = $2`, [productId, key]);
};

it('go over where the product that stays has none of its own, as the preview says', async () => {
  const w = await shopWorld(server);
  await fill(w);
  await picture(w, w.from, 'f1');
  await picture(w, w.from, 'f2');
  const { moves } = await w.preview();
  expect(moves.filter((one) => one.kind !== 'mapping')).toEqual([
    { kind: 'limit', count: 1, stays: 0 },
    { kind: 'picture', count: 2, stays: 0 },
    { kind: 'paper', count: 1, stays: 0 },
    { kind: 'customs', count: 1, stays: 1 },
    { kind: 'packaging', count: 2, stays: 0 },
    { kind: 'forecast', count: 0, stays: 1 },
    { kind: 'promotion', count: 1, stays: 1 },
  ]);
  expect((await w.merge()).status).toBe(200);
  const of = (table: string, column: string) =>
    w.query(`select ${column}::text as v from ${table} where company_id = $1 and product_id = $2 order by 1`, [w.into]);
  const values = async (table: string, column: string) => (await of(table, column)).map((row) => row.v);
  expect(await values('customs_data', 'hs_export')).toEqual(['1002', '2001']);
  expect(await values('product_packaging', 'level')).toEqual(['carton', 'pallet']);
  expect(await values('compliance_paper', 'kind')).toEqual(['ce', 'ce']);
  expect(await values('advice_override', 'goal')).toEqual(['0.95']);
  expect(await values('demand_promotion', 'name')).toEqual(['Own', 'Spring']);
  expect(await values('stock_limit', 'safety')).toEqual(['7']);
  expect((await server.ok(calls.findProduct, { id: w.into }, w.main)).images).toEqual(['f1', 'f2']);
  // Both may show the files.
  expect(
    await w.query(
      `select doc_id::int as id, count(*)::int as n from attachment where company_id = $1 and doc_kind = 'productImage' group by 1 order by 1`,
    ),
  ).toEqual([w.from, w.into].sort((a, b) => a - b).map((id) => ({ id, n: 2 })));
});

it('leave the pictures of a product that has some', async () => {
  const w = await shopWorld(server);
  await picture(w, w.from, 'f1');
  await picture(w, w.into, 'i1');
  expect((await w.preview()).moves).toContainEqual({ kind: 'picture', count: 0, stays: 1 });
  await w.merge();
  expect((await server.ok(calls.findProduct, { id: w.into }, w.main)).images).toEqual(['i1']);
});
