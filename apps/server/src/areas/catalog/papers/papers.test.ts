import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { getWarehouseWarnData } from '@tradewind/contract/dashboard.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../../core/context.ts';
import { type Person, type TestServer, testServer } from '../../../testing/harness.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
const ids = new Map<string, number>();
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Papers');
  for (const sku of ['OVER', 'SOON', 'LATER', 'RENEWED', 'NEVER'])
    ids.set(sku, (await server.ok(calls.addProduct, { sku, nameEn: sku }, main)).id);
});

const idOf = (sku: string) => ids.get(sku) ?? 0;
/** The company's day, so many days from now. */
const day = (ahead: number) =>
  new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
const save = (sku: string, input: object) =>
  server.call(calls.savePaper, { productId: idOf(sku), kind: 'ce', ...input } as never, main);
const skus = async (papers: 'due' | 'soon' | 'expired') =>
  (await server.ok(calls.listProducts, { papers, sort: 'sku', order: 'asc' }, main)).rows.map((row) => row.sku);

describe('compliance papers', () => {
  it('are due 60 days before they expire and until a later one takes their place', async () => {
    await save('OVER', { kind: 'un383', expiresOn: day(-1), number: 'UN-1' });
    await save('SOON', { expiresOn: day(60) });
    await save('LATER', { expiresOn: day(61) });
    await save('RENEWED', { expiresOn: day(-3), country: 'DE' });
    await save('RENEWED', { expiresOn: day(300), country: 'DE', validFrom: day(10) });
    await save('NEVER', {});
    expect([await skus('expired'), await skus('soon'), await skus('due')]).toEqual([
      ['OVER'],
      ['SOON'],
      ['OVER', 'SOON'],
    ]);
    const { list } = await server.ok(calls.listPapers, { productId: idOf('RENEWED') }, main);
    expect(list.map((one) => one.state)).toEqual(['upcoming', 'expired']);
    const state = async (sku: string) =>
      (await server.ok(calls.listPapers, { productId: idOf(sku) }, main)).list[0]?.state;
    expect([await state('OVER'), await state('SOON'), await state('LATER'), await state('NEVER')]).toEqual([
      'expired',
      'soon',
      'valid',
      'valid',
    ]);
  });

  it('warn on the start page whoever sees products', async () => {
    const { papers } = await server.ok(getWarehouseWarnData, {}, main);
    expect(papers.map(({ sku, kind, days }) => [sku, kind, days])).toEqual([
      ['OVER', 'un383', -1],
      ['SOON', 'ce', 60],
    ]);
    const stranger = await server.member(main.companyId, [rights.stock.view]);
    expect((await server.ok(getWarehouseWarnData, {}, stranger)).papers).toEqual([]);
  });

  it('keep who changed them, refuse what makes no sense, and are deleted', async () => {
    const { data } = await save('NEVER', { kind: 'epr', country: 'DE', number: 'DE123', expiresOn: day(100) });
    const edit = { id: data.id, version: 1, kind: 'epr', country: 'DE', number: 'DE456', expiresOn: day(100) };
    expect((await save('NEVER', edit)).status).toBe(200);
    expect(await save('NEVER', edit)).toMatchObject({ status: 409, data: { error: 'core.stale' } });
    const wrong = await save('NEVER', { validFrom: day(5), expiresOn: day(4) });
    expect(wrong).toMatchObject({ status: 400, data: { fields: [{ path: 'expiresOn' }] } });
    const history = async () => (await server.ok(calls.findProduct, { id: idOf('NEVER') }, main)).history[0];
    expect(await history()).toMatchObject({
      event: 'paperEdited',
      detail: { paper: 'epr', country: 'DE', changes: { 'papers.number': ['DE123', 'DE456'] } },
    });
    expect(await server.ok(calls.deletePapers, { ids: [data.id] }, main)).toMatchObject({ done: 1 });
    expect(await history()).toMatchObject({ event: 'paperDeleted', detail: { name: 'DE456' } });
  });

  it('belong to one company and to whoever may edit products', async () => {
    const other = await server.company('Other papers');
    const { list } = await server.ok(calls.listPapers, { productId: idOf('OVER') }, main);
    expect((await server.call(calls.listPapers, { productId: idOf('OVER') }, other)).status).toBe(404);
    expect((await server.call(calls.savePaper, { productId: idOf('OVER'), kind: 'ce' }, other)).status).toBe(404);
    expect(await server.ok(calls.deletePapers, { ids: list.map((one) => one.id) }, other)).toMatchObject({ done: 0 });
    const reader = await server.member(main.companyId, [rights.product.view]);
    expect((await server.call(calls.savePaper, { productId: idOf('OVER'), kind: 'ce' }, reader)).status).toBe(403);
  });
});
