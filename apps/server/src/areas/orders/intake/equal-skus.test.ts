import * as calls from '@tradewind/contract/catalog.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../core/database/sql.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { runs } from '../../../testing/property.ts';
import { pairListings } from '../../catalog/public.ts';
import { addShop, makeLine, makeOrder, type OrderWorld, openWorld, wrongs } from '../orders.testing.ts';

let server: TestServer;
let world: OrderWorld;
beforeAll(async () => {
  server = await testServer();
  world = await openWorld(server);
});
afterAll(() => server.close());

let numbers = 0;
const orderOf = (...skus: string[]) =>
  makeOrder(`EQ-${++numbers}`, { lines: skus.map((sku, at) => makeLine(String(at + 1), sku)) });
const take = async (...skus: string[]) => {
  const order = orderOf(...skus);
  await world.take([order]);
  return order.platformOrderNo;
};
const addProduct = (sku: string, in_ = world) =>
  server.ok(calls.addProduct, { sku, nameEn: `Product ${sku}` }, in_.main);
const mappingOf = async (sellerSku: string) =>
  (await server.ok(calls.listMappings, { search: sellerSku }, world.main)).rows.find(
    (row) => row.sellerSku === sellerSku,
  );

let items = 0;
/** A listing of the world's shop. */
const list = (sellerSku: string, more: { item?: string; variant?: string; title?: string; shopId?: number } = {}) => {
  const { item = `item-${++items}`, variant = '', title = `Title of ${sellerSku}`, shopId = world.shop.id } = more;
  return server.app.database.owner.query(
    `insert into platform_listing (company_id, shop_id, item_id, variant_id, seller_sku, title, state, fulfilled_by, first_at, seen_at)
     values ($1, $2, $3, $4, $5, $6, 'active', 'seller', now(), now())`,
    [world.main.companyId, shopId, item, variant, sellerSku, title],
  );
};

describe('seller SKUs that equal a product', () => {
  it('pair when the product is made: every order that waits continues, whatever the case and the blanks', async () => {
    const waiting = [await take('eq-lamp'), await take(' EQ-LAMP '), await take('eq-lamp', 'other')];
    expect(await Promise.all(waiting.map(world.statusOf))).toEqual(['exception', 'exception', 'exception']);
    const { id } = await addProduct('eq-lamp');
    expect(await Promise.all(waiting.map(world.statusOf))).toEqual(['allocate', 'allocate', 'exception']);
    expect(await mappingOf('eq-lamp')).toMatchObject({ productId: id, factor: 1, source: 'equal' });
    expect((await server.ok(calls.listUnmapped, {}, world.main)).rows.map((row) => row.sellerSku)).toEqual(['other']);
  });

  it('pair when orders arrive, in the transaction of the order', async () => {
    await addProduct('EQ-MUG');
    const no = await take('eq-mug', 'EQ-MUG');
    expect(await world.statusOf(no)).toBe('allocate');
    const { rows } = await server.ok(calls.listMappings, { source: 'equal', search: 'EQ-MUG' }, world.main);
    expect(rows.map((row) => row.sellerSku).sort()).toEqual(['EQ-MUG', 'eq-mug']);
  });

  it('pair when a disabled product is enabled, and never with a disabled one', async () => {
    const { id } = await addProduct('EQ-OFF');
    await server.ok(calls.setProductsEnabled, { ids: [id], enabled: false }, world.main);
    const no = await take('EQ-OFF');
    expect(await world.statusOf(no)).toBe('exception');
    await server.ok(calls.setProductsEnabled, { ids: [id], enabled: true }, world.main);
    expect(await world.statusOf(no)).toBe('allocate');
  });

  it('stay for a person where a shop sells different goods under the SKU, and the list says why', async () => {
    await list('EQ-TWO', { title: 'Red lamp' });
    await list('EQ-TWO', { title: 'Blue mug' });
    await list('EQ-VARIANT', { item: 'one', variant: 'a', title: 'Lamp, red' });
    await list('EQ-VARIANT', { item: 'one', variant: 'b', title: 'Lamp, blue' });
    await list('EQ-RELISTED', { title: 'Kettle' });
    await list('EQ-RELISTED', { title: 'kettle ' });
    for (const sku of ['EQ-TWO', 'EQ-VARIANT', 'EQ-RELISTED']) await addProduct(sku);
    expect(await mappingOf('EQ-TWO')).toBeUndefined();
    expect(await mappingOf('EQ-VARIANT')).toBeDefined();
    expect(await mappingOf('EQ-RELISTED')).toBeDefined();
    const page = await server.ok(calls.equalSkus, { stays: true }, world.main);
    expect(page.rows).toMatchObject([{ sellerSku: 'EQ-TWO', stays: 'differs' }]);
    expect(await world.statusOf(await take('EQ-TWO'))).toBe('exception');
  });

  it('do not pair again what a person removed, until a person saves it', async () => {
    await addProduct('EQ-GONE');
    await take('EQ-GONE');
    const mapping = await mappingOf('EQ-GONE');
    await server.ok(calls.removeMappings, { ids: [mapping?.id ?? 0] }, world.main);
    await list('EQ-GONE');
    const found = sql`select shop_id, seller_sku from platform_listing where company_id = ${sql.company}`;
    await world.tx((tx) => pairListings(tx, found, 100));
    expect(await world.statusOf(await take('EQ-GONE'))).toBe('exception');
    expect(await mappingOf('EQ-GONE')).toBeUndefined();
    const saved = { shopId: world.shop.id, sellerSku: 'EQ-GONE', productId: mapping?.productId ?? 0 };
    await server.ok(calls.saveMappings, { rows: [saved] }, world.main);
    expect(await mappingOf('EQ-GONE')).toMatchObject({ source: 'manual' });
    await server.ok(calls.removeMappings, { filter: { search: 'EQ-GONE', source: 'manual' } }, world.main);
    expect(await mappingOf('EQ-GONE')).toBeUndefined();
  });

  it('pair nothing by themselves once that is switched off; the preview says what switching on would pair', async () => {
    const other = await openWorld(server);
    await server.ok(calls.savePairing, { enabled: false }, other.main);
    await other.take([orderOf('EQ-MANUAL')]);
    await addProduct('EQ-MANUAL', other);
    expect(await server.ok(calls.listMappings, { source: 'equal' }, other.main)).toMatchObject({ total: 0 });
    const preview = await server.ok(calls.equalSkus, {}, other.main);
    expect(preview).toMatchObject({ counts: { pairs: 1, stays: 0 }, rows: [{ sellerSku: 'EQ-MANUAL', stays: null }] });
    expect(await server.ok(calls.getPairing, {}, other.main)).toEqual({ enabled: false });
  });

  it('are undone by run: what a person has changed since stays, and the undone do not come back', async () => {
    const other = await openWorld(server);
    await other.take([orderOf('EQ-A'), orderOf('EQ-B'), orderOf('EQ-C')]);
    const shopId = other.shop.id;
    const file = Array.from('ABC', (letter) => ({ sku: `EQ-${letter}`, nameZh: letter }));
    for (const one of file) await server.ok(calls.addProduct, one, other.main);
    const runsMade = await server.ok(calls.listPairings, {}, other.main);
    expect(runsMade.rows.map((run) => [run.cause, run.paired, run.left])).toEqual(Array(3).fill(['product', 1, 1]));
    const { rows } = await server.ok(calls.listMappings, { source: 'equal' }, other.main);
    const b = rows.find((row) => row.sellerSku === 'EQ-B');
    await server.ok(
      calls.saveMappings,
      { rows: [{ shopId, sellerSku: 'EQ-B', productId: b?.productId ?? 0, factor: 2 }] },
      other.main,
    );
    const undone = await Promise.all(
      runsMade.rows.map((run) => server.ok(calls.removeMappings, { filter: { runId: run.id } }, other.main)),
    );
    expect(undone.reduce((sum, one) => sum + one.done, 0)).toBe(2);
    await other.take([orderOf('EQ-A'), orderOf('EQ-B'), orderOf('EQ-C')]);
    const left = await server.ok(calls.listMappings, { search: 'EQ-' }, other.main);
    expect(left.rows.map((row) => [row.sellerSku, row.factor, row.source])).toEqual([['EQ-B', 2, 'manual']]);
  });

  it('respect the shops of the member who looks', async () => {
    const second = await addShop(server, world.main.companyId, { name: 'Second' });
    await server.ok(calls.savePairing, { enabled: false }, world.main);
    await list('EQ-SCOPE', { shopId: second.id });
    await addProduct('EQ-SCOPE');
    expect((await server.ok(calls.equalSkus, {}, world.main)).rows).toMatchObject([{ shopName: 'Second' }]);
    await server.ok(calls.savePairing, { enabled: true }, world.main);
  });
});

const ACTS = ['order', 'product', 'map', 'remove', 'list'] as const;
const act = fc.record({ kind: fc.constantFrom(...ACTS), sku: fc.constantFrom('A', 'B', 'C') });

/**
 * Orders arrive, products are made, listings are read and people map and remove, all at once: no order waits for a SKU
 * that has a mapping, no SKU waits whose product exists unless a person removed its mapping, and what a person mapped
 * stays.
 */
it('leaves nobody waiting, whatever happens at the same time', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(act, { minLength: 2, maxLength: 6 }), { minLength: 2, maxLength: 4 }),
      async (turns) => {
        const own = await openWorld(server, { products: 1 });
        const byHand = new Set<string>();
        const removed = new Set<string>();
        const shopId = own.shop.id;
        const perform = async ({ kind, sku }: { kind: (typeof ACTS)[number]; sku: string }) => {
          const sellerSku = `RACE-${sku}`;
          if (kind === 'order') return void (await own.take([orderOf(sellerSku)]));
          if (kind === 'product')
            return void (await server.call(calls.addProduct, { sku: sellerSku, nameEn: sku }, own.main));
          if (kind === 'list') {
            const found = sql`select ${shopId}::bigint as shop_id, ${sellerSku}::text as seller_sku`;
            return void (await own.tx((tx) => pairListings(tx, found, 10)));
          }
          if (kind === 'map') {
            byHand.add(sellerSku);
            const row = { shopId, sellerSku, productId: own.productIds[0] ?? 0, factor: 7 };
            return void (await server.ok(calls.saveMappings, { rows: [row] }, own.main));
          }
          removed.add(sellerSku);
          return void (await server.ok(calls.removeMappings, { filter: { search: sellerSku } }, own.main));
        };
        for (const turn of turns) await Promise.all(turn.map(perform));
        const state = await own.tx((tx) =>
          tx.rows<{
            sellerSku: string;
            mapped: number | null;
            factor: number | null;
            product: boolean;
            waits: boolean;
          }>(sql`
          select s.sku as seller_sku, m.product_id as mapped, m.factor, p.id is not null as product,
            exists (select from order_line l join sales_order o on o.company_id = l.company_id and o.id = l.order_id
              where l.company_id = ${sql.company} and l.seller_sku = s.sku and l.product_id is null) as waits
          from unnest(array['RACE-A', 'RACE-B', 'RACE-C']) as s(sku)
          left join sku_mapping m on m.company_id = ${sql.company} and m.shop_id = ${shopId} and m.seller_sku = s.sku
          left join product p on p.company_id = ${sql.company} and p.sku = s.sku`),
        );
        for (const one of state) {
          if (one.mapped !== null) expect(one.waits).toBe(false);
          if (one.waits && one.product) expect(removed).toContain(one.sellerSku);
          if (byHand.has(one.sellerSku) && !removed.has(one.sellerSku)) expect(one.factor).toBe(7);
        }
        expect(await wrongs(own)).toEqual([]);
      },
    ),
    { numRuns: runs(6, 60) },
  );
});
