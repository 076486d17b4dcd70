import { MERGE_AT_ONCE } from '@tradewind/contract/catalog/merge.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jobKinds } from '../../../core/jobs/jobs.ts';
import { ownServer, type TestServer } from '../../../testing/harness.ts';
import { wrongs } from '../../orders/orders.testing.ts';
import { shopWorld } from './merge.testing.ts';
import { carryOut } from './merge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await ownServer();
});
afterAll(() => server.close());

/** More rows than a request moves. */
async function longWorld() {
  const w = await shopWorld(server);
  await w.query(
    `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
      select $1, $2, 'MORE-' || n, $3, 'test' from generate_series(1, ${MERGE_AT_ONCE + 1}) n`,
    [w.world.shop.id, w.from],
  );
  const of = async (productId: number) => (await server.ok(calls.findProduct, { id: productId }, w.main)).merging;
  return {
    ...w,
    of,
    /** What a worker does with the job; `attempt`: of five. */
    work: async (attempt = 1) => {
      const [job] = await w.query(
        `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where t.identifier = 'catalog.merge' and (payload ->> 'companyId')::int = $1`,
      );
      const run = jobKinds().get('catalog.merge')?.handler as unknown as (...all: unknown[]) => Promise<void>;
      await run(server.app, w.main.ctx, job?.payload, { attempt, maxAttempts: 5 });
    },
    messages: async () =>
      (await w.query('select thesis, content from message where company_id = $1 order by id')).map((row) => row.thesis),
  };
}

it('moves many rows in a job, which both products show, and tells who started it', async () => {
  const w = await longWorld();
  expect((await w.preview()).queued).toBe(true);
  const { status, data } = await w.merge();
  expect([status, data]).toMatchObject([200, { state: 'running' }]);
  const shown = { state: 'running', from: { sku: 'SKU-1' }, into: { sku: 'SKU-2' }, reason: null };
  expect([await w.of(w.from), await w.of(w.into), await w.of(w.third)]).toMatchObject([shown, shown, null]);
  expect((await server.ok(calls.findProduct, { id: w.from }, w.main)).mergedInto).toBeNull();

  // A worker that dies before the commit has moved nothing.
  const died = new Error('died');
  const dying = w.world.tx(async (tx) => {
    await carryOut(tx, Number((await w.query('select id from product_merge where company_id = $1'))[0]?.id));
    throw died;
  });
  await expect(dying).rejects.toBe(died);
  expect(await w.of(w.from)).toMatchObject({ state: 'running' });
  await w.work();
  await w.work();
  expect(await w.of(w.into)).toBeNull();
  expect((await server.ok(calls.findProduct, { id: w.from }, w.main)).mergedInto).toMatchObject({ id: w.into });
  expect(await w.messages()).toEqual(['已把 SKU-1 合并到 SKU-2']);
  expect(
    await w.query('select count(*)::int as n from sku_mapping where company_id = $1 and product_id = $2', [w.from]),
  ).toEqual([{ n: 0 }]);
  expect(await wrongs(w.world)).toEqual([]);
});

it('says why a merge that runs came to nothing, and lets it begin anew', async () => {
  const w = await longWorld();
  await w.merge();
  await w.query(`update product set unit = 'set' where company_id = $1 and id = $2`, [w.into]);
  await w.work();
  expect(await w.of(w.from)).toMatchObject({ state: 'failed', reason: '两个商品的单位不同' });
  expect(await w.messages()).toEqual(['SKU-1 未能合并到 SKU-2']);
  expect((await w.preview()).moves).toContainEqual({ kind: 'mapping', count: MERGE_AT_ONCE + 2, stays: 0 });

  await w.query(`update product set unit = 'pcs' where company_id = $1 and id = $2`, [w.into]);
  await w.query(`delete from graphile_worker._private_jobs where (payload ->> 'companyId')::int = $1`);
  expect((await w.merge()).data).toMatchObject({ state: 'running' });
  await w.work();
  expect(await w.of(w.from)).toBeNull();
  expect(await w.messages()).toEqual(['SKU-1 未能合并到 SKU-2', '已把 SKU-1 合并到 SKU-2']);
});

it('gives up after the last try, with nothing moved', async () => {
  const w = await longWorld();
  await w.merge();
  const real = server.app.database.inCompany;
  let broken = true;
  server.app.database.inCompany = (async (...all: Parameters<typeof real>) => {
    if (broken) {
      broken = false;
      throw new Error('no connection');
    }
    return real.apply(server.app.database, all);
  }) as typeof real;
  try {
    await expect(w.work(4)).rejects.toThrow('no connection');
    expect(await w.of(w.from)).toMatchObject({ state: 'running' });
    broken = true;
    await expect(w.work(5)).rejects.toThrow('no connection');
  } finally {
    server.app.database.inCompany = real;
  }
  expect(await w.of(w.into)).toMatchObject({ state: 'failed', reason: expect.stringContaining('任何内容都没有转移') });
  expect(await w.messages()).toEqual(['SKU-1 未能合并到 SKU-2']);
});

it('lets only one of several merges of a product begin', async () => {
  const w = await longWorld();
  const tried = await Promise.all([w.merge(), w.merge(w.third, w.from), w.merge(w.into, w.third)]);
  const begun = tried.filter((one) => one.status === 200);
  expect(begun.length).toBe(1);
  for (const { status, data } of tried)
    if (status !== 200) expect(data).toHaveProperty('error', expect.stringMatching(/^catalog\.merge\.merg(ing|ed)$/));

  const two = await longWorld();
  const { data } = await two.merge();
  const again = await two.merge(two.into, two.third);
  expect(again).toMatchObject({ status: 422, data: { error: 'catalog.merge.merging' } });
  expect(again.msg).toContain((data as { number: string }).number);
  expect(await two.reasons()).toEqual(['merging']);
});
