import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { readSheet } from '../../../core/sheets.ts';
import { ownServer, type Person, type TestServer } from '../../../testing/harness.ts';
import { upload } from '../testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await ownServer();
  main = await server.company('Large imports');
  await server.startWorker();
});
afterAll(() => server.close());

const owner = (text: string, values: unknown[] = []) => server.app.database.owner.query(text, values);
const csv = (skus: readonly string[]) =>
  Buffer.from(`主 SKU,英文名称,条码\n${skus.map((sku, i) => `${sku},Name ${i},`).join('\n')}\n`);
const skus = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of}-${i}`);
const preview = async (data: Buffer) => (await upload(server, calls.previewProductImport, data, 'p.csv', main)).data;
const runOf = async (importId: number) =>
  (await owner('select place, total, created, updated, skipped_count from import_run where import_id = $1', [importId]))
    .rows[0];

describe('a large file of products', () => {
  it('is imported in sets; a run that was cut off continues behind the last one and doubles nothing', async () => {
    await owner(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'the worker is gone'; end $$`,
    );
    await owner(
      `create trigger cut before insert on product for each row when (new.sku = 'CUT-3500') execute function cut_off()`,
    );
    const { importId, good } = await preview(csv(skus(6000, 'CUT')));
    expect(good).toBe(6000);
    expect(await server.ok(calls.commitProductImport, { importId }, main)).toMatchObject({ queued: true });
    await server.until(async () => {
      const { rows } = await owner(
        `select 1 from graphile_worker.jobs where task_identifier = 'core.import' and attempts > 0 and last_error is not null`,
      );
      return rows.length > 0;
    });
    // Behind the first set, which stays: neither a row more nor one less.
    expect(await runOf(importId)).toMatchObject({ place: 2000, total: 6000, created: 2000 });
    expect((await server.ok(calls.productFacets, {}, main)).counts.all).toBe(2000);
    await owner('drop trigger cut on product');
    await server.until(async () => (await runOf(importId)).place === 6000, 60);
    expect(await runOf(importId)).toMatchObject({ created: 6000, updated: 0, skipped_count: 0 });
    const { rows } = await owner(
      'select count(*)::int as n, count(distinct sku)::int as skus from product where company_id = $1',
      [main.companyId],
    );
    expect(rows[0]).toEqual({ n: 6000, skus: 6000 });
    const { rows: sent } = await owner(`select thesis from message where company_id = $1 and thesis like '%6000%'`, [
      main.companyId,
    ]);
    expect(sent).toHaveLength(1);
    const again = await server.call(calls.commitProductImport, { importId }, main);
    expect([again.status, again.data]).toMatchObject([409, { error: 'import.done' }]);
  });

  it('names each duplicate with the row that it repeats, and gives all of them back', async () => {
    const own = skus(8000, 'TWICE');
    const { importId, bad, good, rows } = await preview(csv([...own, ...own.slice(0, 6000)]));
    expect([good, bad]).toEqual([8000, 6000]);
    expect(rows[0]).toMatchObject({ line: 8002, problems: [{ column: 'sku', message: 'Duplicate of row 2' }] });
    const answer = await fetch(`${server.url}/api${calls.productImportErrors.path}?importId=${importId}`, {
      headers: { token: main.token },
    });
    expect(answer.headers.get('content-disposition')).toContain('.xlsx');
    const back = await readSheet(Buffer.from(await answer.arrayBuffer()), 10_000);
    expect([back.length, back[6000]?.at(0), back[6000]?.at(-1)]).toEqual([
      6001,
      'TWICE-5999',
      expect.stringContaining('6001'),
    ]);
  });
});

describe('the list of many products', () => {
  it('counts by state and begins deep pages where the rows themselves say', async () => {
    await owner(
      `update product set updated_at = timestamptz '2026-01-01' + make_interval(hours => (id * 7 % 900)::int), enabled = id % 7 <> 0 where company_id = $1`,
      [main.companyId],
    );
    const { counts } = await server.ok(calls.productFacets, {}, main);
    const { rows } = await owner(
      'select count(*) filter (where enabled)::int as enabled, count(*)::int as all from product where company_id = $1',
      [main.companyId],
    );
    expect(counts).toMatchObject(rows[0]);
    for (const [status, where] of [
      ['all', 'true'],
      ['enabled', 'enabled'],
      ['disabled', 'not enabled'],
    ] as const)
      for (const order of ['desc', 'asc'] as const)
        for (const page of [1, 5, 9, 17]) {
          const found = await server.ok(calls.listProducts, { status, order, page, pageSize: 50 }, main);
          const { rows: ids } = await owner(
            `select id from product where company_id = $1 and ${where} order by updated_at ${order}, id ${order} limit 50 offset $2`,
            [main.companyId, (page - 1) * 50],
          );
          expect(found.rows.map((row) => row.id)).toEqual(ids.map((row) => Number(row.id)));
          expect(found).toMatchObject({ total: counts[status], totalExact: true });
        }
  });
});
