import { rights } from '@tradewind/contract/access/modules.ts';
import { savePackaging } from '@tradewind/contract/catalog.ts';
import * as calls from '@tradewind/contract/procurement.ts';
import { moveLeg, saveLeg } from '@tradewind/contract/transit.ts';
import { saveTransfer, shipTransfer, submitTransfer } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext } from '../../../core/context.ts';
import { brokenChecks } from '../../../testing/checks.ts';
import { dayFromNow } from '../../../testing/day.ts';
import { type TestServer, testServer } from '../../../testing/harness.ts';
import { openSecond } from '../../warehouse/warehouse.testing.ts';
import { type Buying, openBuying } from '../testing/buying.ts';
import { sellDaily } from './advice.testing.ts';
import { calculateAll } from './run.ts';

const RULES = { goal: 0.95, review: 'fixed' as const, reviewDays: 10, leadDays: 20 };
const weights = [0.2, 0.2, 0.2, 0.2, 0.1, 0.1];
const steady = (units: number) => Array.from({ length: 120 }, () => units);

let server: TestServer;
let b: Buying;
let [home, overseas, platform, product] = [0, 0, 0, 0];
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  b = await openBuying(server);
  [home, product] = [b.warehouseId, b.productIds[0] ?? 0];
  [overseas, platform] = [(await openSecond(b)).warehouseId, (await openSecond(b)).warehouseId];
  const { owner } = server.app.database;
  for (const [id, kind] of [
    [overseas, 'overseas'],
    [platform, 'platform'],
  ])
    await owner.query('update warehouse set kind = $2, name = $2 where id = $1', [id, kind]);
  for (const table of ['product', 'warehouse'])
    await owner.query(`update ${table} set created_at = now() - interval '2 years' where company_id = $1`, [
      b.main.companyId,
    ]);
  await sells(overseas, 4);
  await sells(platform, 2);
  await server.ok(calls.saveAdviceSettings, { ...RULES, weights }, b.main);
});
afterEach(async () => expect(await brokenChecks(server.app, b.main.companyId)).toEqual([]));

const sells = (warehouseId: number, units: number) =>
  sellDaily(server, b.main.companyId, warehouseId, [{ productId: product, units: steady(units) }]);

/** The advice of the product from all that is there now: by warehouse, what home sends and what is bought. */
async function advised(): Promise<Map<number, calls.AdviceRow>> {
  const { runId } = await server.ok(calls.computeAdvice, {}, b.main);
  await calculateAll(server.app, systemContext(b.main.companyId, 'test'), runId);
  const { rows } = await server.ok(calls.listAdvice, {}, b.main);
  return new Map(rows.map((row) => [row.warehouseId, row]));
}
const parts = (rows: ReadonlyMap<number, calls.AdviceRow>) =>
  [overseas, platform].map((id) => [rows.get(id)?.fromHome, rows.get(id)?.quantity]);
const bought = (rows: ReadonlyMap<number, calls.AdviceRow>) =>
  [...rows.values()].reduce((sum, row) => sum + row.quantity, 0);

describe('stock at home', () => {
  it('is shared out so that it lasts equally long, and what then lacks is bought', async () => {
    await b.put(0, 0, 99);
    // They lack 120 and 60 for 30 days: 16 and a half days for both.
    const rows = await advised();
    expect(parts(rows)).toEqual([
      [66, 54],
      [33, 27],
    ]);
    expect(rows.get(overseas)).toMatchObject({ reason: 'order', available: 0, urgent: true });
    const it = await server.ok(calls.getAdvice, { id: rows.get(overseas)?.id ?? 0 }, b.main);
    expect(it.terms).toMatchObject({ fromHome: 66, away: 0, position: 66, lack: 54 });
    expect(it.echelon).toEqual({
      free: 99,
      places: [
        { warehouseId: overseas, warehouseName: 'overseas', lack: 120, buy: 54, gets: [homeOf(66)], sends: [] },
        { warehouseId: platform, warehouseName: 'platform', lack: 60, buy: 27, gets: [homeOf(33)], sends: [] },
        {
          ...{ warehouseId: home, warehouseName: homeOf(0).warehouseName, lack: 0, buy: 0, gets: [] },
          sends: [
            { warehouseName: 'overseas', quantity: 66 },
            { warehouseName: 'platform', quantity: 33 },
          ],
        },
      ],
    });
    // Ordered today, it has what home sends as well.
    expect(it.projection[0]).toMatchObject({ stock: 0, withOrder: 62 });
  });

  it('is enough: nothing is bought, and the tab says from where it comes', async () => {
    await b.put(0, 0, 500);
    const rows = await advised();
    expect(parts(rows)).toEqual([
      [120, 0],
      [60, 0],
    ]);
    expect(rows.get(platform)).toMatchObject({ reason: 'ship', cover: 0, urgent: true, decided: null });
    const { counts } = await server.ok(calls.adviceTabs, {}, b.main);
    expect(counts).toMatchObject({ ship: 2, open: 0, order: 0 });
    expect((await server.ok(calls.listAdvice, { reason: 'ship' }, b.main)).rows).toHaveLength(2);
  });

  it('leaves in whole cartons, and serves its own sales last', async () => {
    const carton = { quantity: 24, lengthMm: 600, widthMm: 400, heightMm: 500, weightGrams: 9000 };
    await server.ok(savePackaging, { productId: product, version: 1, carton }, b.main);
    await sells(home, 1);
    await b.put(0, 0, 100);
    const rows = await advised();
    // 96 are four cartons; home keeps 4 of the 30 that it lacks, and buys two cartons.
    expect(parts(rows)).toEqual([
      [72, 48],
      [24, 48],
    ]);
    expect(rows.get(home)).toMatchObject({ reason: 'order', quantity: 48, available: 100, fromHome: 0 });
    const it = await server.ok(calls.getAdvice, { id: rows.get(home)?.id ?? 0 }, b.main);
    expect(it.terms).toMatchObject({ away: 96, position: 4, lack: 26 });
    expect(it.echelon?.places.map((one) => one.buy)).toEqual([48, 48, 48].sort());
  });

  it('counts once, from a share or a draft of it until it arrives', async () => {
    await b.put(0, 0, 100);
    const lacking = 180 - 100;
    expect(bought(await advised())).toBe(lacking);
    const lines = [
      {
        ...{ productId: product, purchaseLineId: null, quantity: 20 },
        shares: [{ kind: 'transfer' as const, toWarehouseId: overseas, quantity: 20 }],
      },
    ];
    const { id } = await server.ok(calls.saveAllocation, { warehouseId: home, lines }, b.main);
    await server.ok(calls.submitAllocation, { id }, b.main);
    const shared = await advised();
    expect([bought(shared), shared.get(overseas)?.incoming]).toEqual([lacking, 20]);
    const [transfer] = (await server.ok(calls.shipAllocation, { id }, b.main)).documents;
    const legLines = [{ productId: product, quantity: 30 }];
    const leg = await server.ok(
      saveLeg,
      { fromWarehouseId: home, warehouseId: platform, mode: 'sea', lines: legLines },
      b.main,
    );
    const own = await server.ok(
      saveTransfer,
      { fromId: home, toId: overseas, lines: [{ productId: product, quantity: 10 }] },
      b.main,
    );
    // Drafts of people decide nothing yet.
    const drafted = await advised();
    expect([bought(drafted), drafted.get(overseas)?.incoming, drafted.get(platform)?.incoming]).toEqual([
      lacking,
      20,
      0,
    ]);
    await server.ok(submitTransfer, { id: transfer?.docId ?? 0 }, b.main);
    await server.ok(submitTransfer, { id: own.id }, b.main);
    await server.ok(moveLeg, { id: leg.id, to: 'submitted' }, b.main);
    const held = await advised();
    expect([bought(held), held.get(overseas)?.incoming, held.get(platform)?.incoming]).toEqual([lacking, 30, 30]);
    await server.ok(shipTransfer, { id: own.id }, b.main);
    await server.ok(moveLeg, { id: leg.id, to: 'shipped' }, b.main);
    const left = await advised();
    expect([bought(left), left.get(overseas)?.incoming, left.get(platform)?.incoming]).toEqual([lacking, 30, 30]);
  });

  it('counts once on its way to FBA', async () => {
    const { owner } = server.app.database;
    const shop = await owner.query(
      `insert into shop (company_id, platform, region, name, account, module_id, state, marketplace_ids)
       values ($1, 'amazon', 'US', 'North', $2, 402, 'authorized', '{ATVPDKIKX0DER}') returning id`,
      [b.main.companyId, `acc-${b.main.companyId}`],
    );
    const shopId = Number(shop.rows[0].id);
    await owner.query(
      `insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by) values ($1, $2, 'TWO', $3, 2, 'test')`,
      [b.main.companyId, shopId, product],
    );
    await owner.query('update warehouse set code = $2 where id = $1', [platform, `FBA-${shopId}-ATVPDKIKX0DER`]);
    await b.put(0, 0, 100);
    const shares = [{ kind: 'fba' as const, shopId, quantity: 40 }];
    const lines = [{ productId: product, purchaseLineId: null, quantity: 40, shares }];
    const { id } = await server.ok(calls.saveAllocation, { warehouseId: home, lines }, b.main);
    await server.ok(calls.submitAllocation, { id }, b.main);
    const shared = await advised();
    expect([bought(shared), shared.get(platform)?.incoming]).toEqual([80, 40]);
    expect((await server.ok(calls.shipAllocation, { id }, b.main)).documents).toMatchObject([
      { docKind: 'fba_shipment' },
    ]);
    const drafted = await advised();
    expect([bought(drafted), drafted.get(platform)?.incoming]).toEqual([80, 40]);
  });

  it('has what comes in time to travel on, but for what is shared out already', async () => {
    await server.ok(calls.saveTransport, { warehouseId: overseas, mode: 'sea', days: 12 }, b.main);
    const purchase = async (expectedOn: string) => {
      const id = await b.purchase([[0, 50]], { expectedOn });
      await server.ok(calls.submitPurchase, { id }, b.main);
      await server.ok(calls.placePurchase, { id, asn: false }, b.main);
      return id;
    };
    // 10 days and 12 by sea are more than the 20 of a purchase.
    await purchase(dayFromNow(10));
    expect(bought(await advised())).toBe(180);
    const id = await purchase(dayFromNow(7));
    const rows = await advised();
    expect([bought(rows), rows.get(overseas)?.fromHome, rows.get(platform)?.fromHome]).toEqual([130, 33, 17]);
    const { lines } = await b.detail(id);
    const shares = [
      { kind: 'leg' as const, toWarehouseId: platform, quantity: 40 },
      { kind: 'stay' as const, quantity: 10 },
    ];
    const split = { productId: product, purchaseLineId: lines[0]?.id ?? 0, quantity: 50, shares };
    const allocation = await server.ok(calls.saveAllocation, { warehouseId: home, lines: [split] }, b.main);
    await server.ok(calls.submitAllocation, { id: allocation.id }, b.main);
    const after = await advised();
    expect([bought(after), after.get(platform)?.incoming]).toEqual([130, 40]);
    // Of the ten that are left nothing goes where enough comes.
    expect([after.get(overseas)?.fromHome, after.get(platform)?.fromHome]).toEqual([10, 0]);
  });

  it('shows of other places nothing to whoever may not see them', async () => {
    await b.put(0, 0, 99);
    const rows = await advised();
    const clerk = await server.member(b.main.companyId, [rights.replenishment.view]);
    await server.app.database.owner.query(
      `insert into user_scope (company_id, user_id, kind, target_id) values ($1, $2, 'warehouse', $3)`,
      [b.main.companyId, clerk.userId, overseas],
    );
    const it = await server.ok(calls.getAdvice, { id: rows.get(overseas)?.id ?? 0 }, clerk);
    expect(it.echelon).toEqual({
      free: null,
      places: [{ warehouseId: overseas, warehouseName: 'overseas', lack: 120, buy: 54, gets: [], sends: [] }],
    });
    expect(JSON.stringify(it)).not.toContain('"moves"');
  });
});

const homeOf = (quantity: number) => ({ warehouseName: expect.any(String), quantity });
