import * as calls from '@tradewind/contract/catalog.ts';
import { addCount, saveTransfer } from '@tradewind/contract/warehouse.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { bookStock } from '../../finance/public.ts';
import { putBatch, wrongs } from '../../orders/orders.testing.ts';
import { createInbound } from '../../warehouse/public.ts';
import { productByCode } from '../products/lookups.ts';
import { shopWorld } from './merge.testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());

describe('Two SKUs that are one product', () => {
  it('become one: stock with its cost, mappings and waiting orders; old codes mean the one that stays', async () => {
    const w = await shopWorld(server);
    await w.query(`update product set barcode = '690000000001' where company_id = $1 and id = $2`, [w.from]);
    await w.order('WAITS', 'SKU-1', 9);
    await w.order('BOTH', 'SKU-2', 2);
    await w.reserve();
    await w.world.stock(w.from, 5);
    await w.world.stock(w.into, 2);
    await w.query(`update cost_layer set unit_cost = 3.456789 where company_id = $1 and product_id = $2`, [w.from]);
    while ((await w.world.tx((tx) => bookStock(tx, true))) > 0);
    const shown = await w.preview();
    expect(shown.forbids).toEqual([]);
    expect(shown.moves).toEqual(
      expect.arrayContaining([
        { kind: 'mapping', count: 1, stays: 0 },
        { kind: 'order', count: 1, stays: 0 },
        { kind: 'stock', count: 1, stays: 0 },
      ]),
    );
    expect(shown.stock).toMatchObject([{ warehouseName: 'Main', condition: 'good', units: 5 }]);
    const { status, data } = await w.merge();
    expect([status, data]).toMatchObject([200, { number: expect.stringMatching(/^MRG-/) }]);
    expect([await w.units(w.from), await w.units(w.into)]).toEqual([0, 7]);
    expect(await w.layers(w.into)).toContainEqual([5, '3.456789']);
    expect(await w.layers(w.from)).toEqual([]);
    expect([await w.openLines(w.from), await w.openLines(w.into)]).toEqual([0, 2]);
    expect(
      await w.query(
        'select distinct product_id::int as id from sku_mapping where company_id = $1 and seller_sku = $2',
        ['SKU-1'],
      ),
    ).toEqual([{ id: w.into }]);
    for (const code of ['SKU-1', 'sku-1', '690000000001'])
      expect((await w.world.tx((tx) => productByCode(tx, code)))?.id).toBe(w.into);
    const old = await server.ok(calls.findProduct, { id: w.from }, w.main);
    expect(old).toMatchObject({ enabled: false, mergedInto: { id: w.into, sku: 'SKU-2' } });
    expect((await server.ok(calls.findProduct, { id: w.into }, w.main)).mergedFrom).toEqual([
      { id: w.from, sku: 'SKU-1' },
    ]);
    const found = await server.ok(calls.listProducts, { search: '690000000001' }, w.main);
    expect(found.rows.map((row) => row.id)).toEqual([w.into]);
    expect((await server.ok(calls.productOptions, { search: 'SKU-1' }, w.main)).list.map((one) => one.id)).toEqual([
      w.into,
    ]);
    await server.ok(calls.setProductsEnabled, { ids: [w.from], enabled: true }, w.main);
    expect((await server.ok(calls.findProduct, { id: w.from }, w.main)).enabled).toBe(false);
    while ((await w.world.tx((tx) => bookStock(tx, true))) > 0);
    const [books] = await w.query(
      `select coalesce(sum(base_amount) filter (where account = 'assembly_difference'), 0)::float as difference, sum(base_amount)::float as sum
        from ledger_line where company_id = $1`,
    );
    expect(books).toEqual({ difference: 0, sum: 0 });
    await w.reserve();
    expect(await w.world.statusOf('BOTH')).toBe('ready');
    expect(await wrongs(w.world)).toEqual([]);
  });

  it('keep their batches, and a product that was merged before follows', async () => {
    const w = await shopWorld(server);
    await putBatch(w.world, w.from, { code: 'L1', quantity: 4 });
    expect((await w.merge()).status).toBe(200);
    expect(
      await w.query(
        `select t.code, sum(b.on_hand)::int as n from bin_stock b join stock_batch t on t.company_id = $1 and t.id = b.batch_id
          where b.company_id = $1 and b.product_id = $2 group by 1`,
        [w.into],
      ),
    ).toEqual([{ code: 'L1', n: 4 }]);
    expect((await w.merge(w.into, w.third)).status).toBe(200);
    expect((await w.world.tx((tx) => productByCode(tx, 'SKU-1')))?.id).toBe(w.third);
    expect((await w.merge(w.from, w.third)).data).toMatchObject({ error: 'catalog.merge.merged' });
    expect(await wrongs(w.world)).toEqual([]);
  });

  it('stay two while a document forbids it, which is named', async () => {
    const w = await shopWorld(server);
    await w.world.stock(w.from, 5);
    await w.order('TAKEN', 'SKU-1', 2);
    await w.reserve();
    const { forbids } = await w.preview();
    expect(forbids).toMatchObject([{ reason: 'reserved', numbers: [expect.any(String)] }]);
    expect((await w.merge()).data).toMatchObject({ error: 'catalog.merge.reserved' });
    expect(await w.units(w.from)).toBe(5);
    const asn = await w.world.tx((tx) =>
      createInbound(tx, {
        warehouseId: w.world.warehouseId,
        kind: 'manual',
        lines: [{ productId: w.from, quantity: 3 }],
      }),
    );
    await server.ok(addCount, { warehouseId: w.world.warehouseId, kind: 'chosen', productIds: [w.from] }, w.main);
    await w.query(`update product set unit = 'set', shelf_life_months = 6 where company_id = $1 and id = $2`, [w.into]);
    const after = await w.preview();
    expect(after.forbids.find((one) => one.reason === 'inbound')?.numbers).toEqual([asn.number]);
    expect(await w.reasons()).toEqual(expect.arrayContaining(['unit', 'shelfLife', 'reserved', 'inbound', 'counting']));
    expect((await w.merge(w.from, w.from)).data).toMatchObject({ error: 'core.badInput' });
  });

  it('rewrites drafts, unless both products are on one', async () => {
    const w = await shopWorld(server);
    const [other] = await w.query(
      `insert into warehouse (company_id, code, name, kind, address) values ($1, 'W2', 'Second', 'selfBuilt', '{}') returning id::int as id`,
    );
    const draft = (products: number[]) =>
      server.ok(
        saveTransfer,
        {
          fromId: w.world.warehouseId,
          toId: other?.id ?? 0,
          lines: products.map((productId) => ({ productId, quantity: 1 })),
        },
        w.main,
      );
    const { number, id } = await draft([w.from, w.into]);
    expect((await w.preview()).forbids).toEqual([
      { reason: 'both', numbers: [number], text: expect.stringContaining(number) },
    ]);
    await w.query(`update stock_transfer set state = 'cancelled' where company_id = $1 and id = $2`, [id]);
    const alone = await draft([w.from]);
    expect((await w.merge()).status).toBe(200);
    expect(
      await w.query('select product_id::int as id from transfer_line where company_id = $1 and transfer_id = $2', [
        alone.id,
      ]),
    ).toEqual([{ id: w.into }]);
  });
});

it('leaves no order behind, whatever arrives at the same time', async () => {
  for (let run = 0; run < runs(3, 30); run++) {
    const w = await shopWorld(server);
    await w.world.stock(w.from, 3);
    const arriving = Array.from({ length: 24 }, (_, i) => w.order(`R${run}-${i}`, i % 3 === 2 ? 'SKU-2' : 'SKU-1'));
    // Odd runs also serve orders meanwhile: what is allocated forbids the merge, and nothing has moved.
    const serving = run % 2 === 1 ? w.reserve() : undefined;
    const merging = w.merge();
    await Promise.all([...arriving, serving]);
    const { status, data } = await merging;
    if (status !== 200) {
      expect(data).toMatchObject({ error: 'catalog.merge.reserved' });
      expect(await w.units(w.from)).toBe(3);
      expect(await wrongs(w.world)).toEqual([]);
      continue;
    }
    expect(await w.openLines(w.from)).toBe(0);
    expect(await w.openLines(w.into)).toBe(24);
    // A program that chose the product before the merge stores its line after it.
    await w.query(
      `insert into order_line (company_id, order_id, platform_line_id, seller_sku, title, quantity, unit_price, discount, tax, product_id)
        select $1, min(order_id), 'late', 'SKU-1', 'Late', 1, 1, 0, 0, $2 from order_line where company_id = $1`,
      [w.from],
    );
    expect(await w.openLines(w.into)).toBe(25);
    await w.world.stock(w.into, 30);
    await w.reserve();
    expect(await w.units(w.from)).toBe(0);
    expect(await wrongs(w.world)).toEqual([]);
  }
});
