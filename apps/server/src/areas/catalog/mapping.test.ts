import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/catalog.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '../../core/context.ts';
import { sql } from '../../core/database/sql.ts';
import { type Person, type TestServer, testServer } from '../../testing/harness.ts';
import { defineUnmappedSource, mappingChanged, mappingsFor, provideShops } from './public.ts';
import { upload, xls } from './testing/files.ts';

let server: TestServer;
let main: Person & { ctx: Ctx };
let other: Person & { ctx: Ctx };
beforeAll(async () => {
  server = await testServer();
  main = await server.company('Lamps');
  other = await server.company('Others');
});
afterAll(() => server.close());

describe('SKU mapping', () => {
  let productId: number;
  beforeAll(async () => {
    productId = (await server.ok(calls.addProduct, { sku: 'MAPPED', nameZh: '产品' }, main)).id;
    provideShops(async (tx, ctx) =>
      [
        { id: 7, name: 'US' },
        { id: 8, name: 'DE' },
      ].filter((shop) => tx.companyId === main.companyId && (ctx.rights.shopIds ?? [7, 8]).includes(shop.id)),
    );
  });
  const save = (rows: { shopId: number; sellerSku: string; productId: number; factor?: number }[], as: Person = main) =>
    server.call(calls.saveMappings, { rows }, as);

  it('is remembered, told to who waits in the same transaction, and looked up in one statement', async () => {
    const answered: { shopId: number; sellerSkus: string[]; seen: number }[] = [];
    mappingChanged.listen(async (tx, change) => {
      const now = await mappingsFor(tx, change.shopId, change.sellerSkus);
      answered.push({ ...change, seen: now.size });
      if (change.sellerSkus.includes('REFUSE')) throw new Error('an area above says no');
    });
    expect((await save([{ shopId: 7, sellerSku: 'A-1', productId, factor: 3 }])).data).toEqual({
      created: 1,
      updated: 0,
    });
    expect((await save([{ shopId: 7, sellerSku: 'A-1', productId, factor: 3 }])).data).toEqual({
      created: 0,
      updated: 0,
    });
    expect((await save([{ shopId: 7, sellerSku: 'A-1', productId, factor: 2 }])).data).toEqual({
      created: 0,
      updated: 1,
    });
    expect(answered).toEqual([
      { shopId: 7, sellerSkus: ['A-1'], seen: 1 },
      { shopId: 7, sellerSkus: ['A-1'], seen: 1 },
    ]);
    expect((await save([{ shopId: 7, sellerSku: 'REFUSE', productId }])).status).toBe(500);
    await server.app.database.inCompany(main.ctx, async (tx) => {
      const found = await mappingsFor(tx, 7, ['A-1', 'REFUSE', 'nothing']);
      expect([...found]).toEqual([['A-1', { productId, factor: 2 }]]);
      expect(await mappingsFor(tx, 8, ['A-1'])).toEqual(new Map());
    });
    const page = await server.ok(calls.listMappings, { search: 'MAPPED' }, main);
    expect(page.rows[0]).toMatchObject({ shopName: 'US', sellerSku: 'A-1', sku: 'MAPPED', factor: 2 });
    expect((await server.ok(calls.removeProducts, { ids: [productId] }, main)).failed[0]?.error).toBe(
      'catalog.usedByMapping',
    );
  });

  it('keeps to the shops, the products and the rights of who saves', async () => {
    expect((await save([{ shopId: 9, sellerSku: 'X', productId }])).status).toBe(400);
    expect((await save([{ shopId: 7, sellerSku: 'X', productId: 999_999 }])).status).toBe(400);
    expect((await save([{ shopId: 7, sellerSku: 'X', productId }], other)).status).toBe(400);
    const editor = await server.member(main.companyId, [rights.skuMapping.view, rights.skuMapping.edit]);
    const grant = `insert into user_scope values ($1, $2, 'shop', 7)`;
    await server.app.database.owner.query(grant, [main.companyId, editor.userId]);
    expect((await save([{ shopId: 7, sellerSku: 'NEW-1', productId }], editor)).status).toBe(403);
    expect((await save([{ shopId: 8, sellerSku: 'A-1', productId, factor: 5 }], editor)).status).toBe(400);
    expect((await save([{ shopId: 7, sellerSku: 'A-1', productId, factor: 5 }], editor)).data).toEqual({
      created: 0,
      updated: 1,
    });
    await save([{ shopId: 8, sellerSku: 'B-1', productId }]);
    expect((await server.ok(calls.listMappings, {}, editor)).rows.map((row) => row.sellerSku)).toEqual(['A-1']);
    expect(await server.ok(calls.listMappings, {}, other)).toMatchObject({ rows: [], total: 0 });
  });

  it('shows what orders wait for with the product it probably means', async () => {
    defineUnmappedSource('orders', async (tx, query) => {
      const all = await tx.rows<{ sellerSku: string }>(sql`select unnest(array['mapped', 'UNKNOWN']) as "sellerSku"`);
      return all
        .slice(0, query.limit)
        .map((row) => ({ ...row, shopId: 7, title: 't', waitingOrders: 2, oldestAt: new Date() }));
    });
    const { rows } = await server.ok(calls.listUnmapped, {}, main);
    expect(rows.map((row) => [row.sellerSku, row.suggestions[0]?.sku ?? null])).toEqual([
      ['mapped', 'MAPPED'],
      ['UNKNOWN', null],
    ]);
  });

  it('is imported with each bad cell marked', async () => {
    const file = xls([
      ['Seller SKU', 'Shop', 'Main SKU', 'Units per seller SKU'],
      ['A-1', 'US', 'mapped', 4],
      ['C-1', 'US', 'MAPPED', ''],
      ['C-2', 'nowhere', 'MISSING', 0],
      ['C-3', 'nowhere', 'MISSING', 1],
    ]);
    const { data: preview } = await upload(server, calls.previewMappingImport, file, 'm.xls', main);
    expect(preview.rows.map((row) => [row.line, row.action, row.problems.map((problem) => problem.column)])).toEqual([
      [4, null, ['factor']],
      [5, 'create', ['shop', 'sku']],
      [2, 'update', []],
      [3, 'create', []],
    ]);
    expect(await server.ok(calls.commitMappingImport, { importId: preview.importId }, main)).toMatchObject({
      created: 1,
      updated: 1,
    });
  });
});
