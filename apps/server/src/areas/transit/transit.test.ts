import { randomUUID } from 'node:crypto';
import { rights } from '@tradewind/contract/access/modules.ts';
import {
  cancelFba,
  commitFbaBoxes,
  costFba,
  exportFba,
  exportLegs,
  type FbaDetail,
  fbaBoxLabels,
  fbaListings,
  fbaShops,
  fbaUnitLabels,
  getFba,
  getLeg,
  listFba,
  listFbaCases,
  listLegs,
  moveLeg,
  packFba,
  placeFba,
  planFba,
  previewFbaBoxes,
  refreshFba,
  retryFba,
  reviseFba,
  saveFba,
  saveFbaCase,
  saveLeg,
  shipFba,
  trackFba,
  transportFba,
} from '@tradewind/contract/transit.ts';
import { receiveInboundCall } from '@tradewind/contract/warehouse.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import { exportedRows } from '../../testing/export.ts';
import type { Person } from '../../testing/harness.ts';
import { upload } from '../catalog/testing/files.ts';
import { type Outside, openOutside } from '../channels/testing/sandbox.ts';
import { scanPages } from '../logistics/testing/scan.ts';
import { receiveGoods } from '../stock/public.ts';
import { closeInbound, receiveInbound } from '../warehouse/public.ts';
import { type Floor, openFloor } from '../warehouse/warehouse.testing.ts';

let outside: Outside;
let floor: Floor;
let shopId: number;
/** Seller SKUs that Amazon wants no prep of; each is the product of its place. */
let skus: string[];

beforeAll(async () => {
  outside = await openOutside();
  floor = await openFloor(outside.server, { products: 3 });
  shopId = (await outside.connect(floor.main, { platform: 'amazon', region: 'US' })).shopId;
  const listings = outside.sandbox.world.amazon.listings.all.filter((one) => one.n % 7 !== 0 && one.n % 5 !== 0);
  skus = listings.slice(0, 3).map((one) => one.sku);
  await floor.tx(async (tx) => {
    for (const [at, sku] of skus.entries())
      await tx.rows(sql`insert into sku_mapping (company_id, shop_id, seller_sku, product_id, factor, created_by)
        values (${sql.company}, ${shopId}, ${sku}, ${floor.productIds[at] ?? 0}, ${at === 1 ? 2 : 1}, 'test')`);
    await tx.rows(
      sql`update warehouse set address = address || '{"phone": "4105550100"}' where company_id = ${sql.company}`,
    );
    await tx.rows(sql`update product set gross_weight_kg = 0.5, length_cm = 10, width_cm = 10, height_cm = 10
      where company_id = ${sql.company}`);
  });
  await floor.put(0, 0, 40, '10');
  await floor.put(1, 1, 40, '4');
  await floor.put(2, 2, 40, '7');
  await outside.server.startWorker();
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const as = () => floor.main;
const see = (id: number): Promise<FbaDetail> => outside.server.ok(getFba, { id }, as());
const balance = (product: number, warehouseId = floor.warehouseId) =>
  floor.tx((tx) =>
    tx.row<{ onHand: number; reserved: number; incoming: number }>(sql`select on_hand, reserved, incoming
      from stock_balance where company_id = ${sql.company} and warehouse_id = ${warehouseId}
        and product_id = ${floor.productIds[product] ?? 0}`),
  );
/** Until the step that was begun is over: in a state, or stopped. */
async function reaches(id: number, state: string): Promise<FbaDetail> {
  await outside.until(async () => {
    const now = await see(id);
    return now.stepError !== null || (now.state === state && now.step === '');
  }, 60);
  const now = await see(id);
  expect([now.stepError, now.state]).toEqual([null, state]);
  return now;
}
/** Until Amazon refuses the step that was begun. */
async function stops(id: number): Promise<FbaDetail> {
  await outside.until(async () => (await see(id)).stepError !== null, 60);
  return see(id);
}
async function draft(lines: [sku: number, quantity: number][], name = 'Spring'): Promise<number> {
  const input = {
    ...{ shopId, warehouseId: floor.warehouseId, name },
    lines: lines.map(([at, quantity]) => ({ sellerSku: skus[at] ?? '', quantity })),
  };
  return (await outside.server.ok(saveFba, input, as())).id;
}
async function printed(id: number, partId = 0) {
  const answer = await fetch(`${outside.server.url}/api${fbaBoxLabels.path}?id=${id}&partId=${partId}`, {
    headers: { token: as().token },
  });
  const data = Buffer.from(await answer.arrayBuffer());
  return { type: answer.headers.get('content-type'), data };
}
const size = { lengthCm: '40', widthCm: '30', heightCm: '25.5', grossKg: '12.4' };

describe('a shipment to FBA', () => {
  // How Amazon's work is waited for, the long way shows; the others need not wait again.
  afterEach(() => outside.control('settings', { inboundWorkMs: 0 }));

  it('goes from the draft to the money for what Amazon lost', async () => {
    const id = await draft([
      [0, 20],
      [1, 6],
    ]);
    await outside.control('faults', { platform: 'amazon', failHalfway: 1, match: 'POST' });
    await outside.server.ok(planFba, { id }, as());
    const planned = await reaches(id, 'planned');
    const [a, b] = planned.lines;
    expect(a?.fnsku).toMatch(/^X00/);
    const boxes = [
      { ...size, contents: [{ lineId: a?.id ?? 0, quantity: 10 }] },
      {
        ...size,
        contents: [
          { lineId: a?.id ?? 0, quantity: 10 },
          { lineId: b?.id ?? 0, quantity: 6 },
        ],
      },
    ];
    await outside.server.ok(packFba, { id, boxes }, as());
    const packed = await reaches(id, 'packed');
    expect([await balance(0), await balance(1)]).toMatchObject([
      { onHand: 40, reserved: 20 },
      { onHand: 40, reserved: 12 },
    ]);
    const apart = packed.placements.find((one) => one.shipments === 2);
    await outside.server.ok(placeFba, { id, placementId: apart?.id ?? '', readyOn: day(2) }, as());
    const placed = await reaches(id, 'placed');
    expect(placed.parts.map((part) => [part.destination, part.boxes, part.units])).toEqual([
      ['ONT8', 1, 10],
      ['FTW1', 1, 16],
    ]);
    const [first, second] = placed.parts;
    const way = (part: typeof first, solution: string) => ({
      partId: part?.id ?? 0,
      transportId: part?.transports.find((one) => one.solution === solution)?.id ?? '',
    });
    const choices = [way(first, 'USE_YOUR_OWN_CARRIER'), way(second, 'AMAZON_PARTNERED_CARRIER')];
    await outside.server.ok(transportFba, { id, choices }, as());
    const ready = await reaches(id, 'transport');
    expect(ready.parts[0]?.windowFrom).not.toBeNull();
    expect(ready.costs).toMatchObject([{ kind: 'freight', amount: '12.4000', currency: 'USD', basis: 'weight' }]);
    expect(ready.boxList.map((box) => box.boxId)).toEqual(placed.parts.map((part) => `${part.confirmationId}U000001`));

    for (const part of [first, second]) {
      const labels = await printed(id, part?.id);
      expect(labels.type).toBe('application/pdf');
      // Where Amazon's partner carries, its label follows that of the box.
      const carried = part === second ? [expect.stringMatching(/^1Z/)] : [];
      const codes = (await scanPages(labels.data)).map((page) => page.code);
      expect(codes).toEqual([`${part?.confirmationId}U000001`, ...carried]);
      // Kept: Amazon is asked once.
      await outside.control('faults', { platform: 'amazon', status500: 9, match: 'labels' });
      expect((await printed(id, part?.id)).data.equals(labels.data)).toBe(true);
      await outside.control('faults', { clear: true });
    }
    const untracked = await outside.server.call(shipFba, { id }, as());
    expect(untracked.data).toMatchObject({ fields: [{ path: 'trackingNumber' }] });
    await outside.server.ok(shipFba, { id, trackingNumber: 'OCEAN-77' }, as());
    const shipped = await reaches(id, 'shipped');
    // Amazon's partner has numbers of its own.
    expect(shipped.boxList.map((box) => box.trackingNumber)).toEqual(['OCEAN-77', '']);
    expect(await balance(0)).toMatchObject({ onHand: 20, reserved: 0 });
    // 10 kg and 6 kg share the freight by weight.
    const landed = shipped.lines.map((line) => Number(line.landedCost) * line.quantity * line.factor);
    const [freight] = shipped.costs;
    expect(landed.reduce((sum, one) => sum + one, 0)).toBeCloseTo(200 + 48 + Number(freight?.baseAmount), 3);
    const fba = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`select id from warehouse where company_id = ${sql.company} and kind = 'platform'`),
    );
    expect([await balance(0, fba?.id), await balance(1, fba?.id)]).toMatchObject([
      { onHand: 0, incoming: 20 },
      { onHand: 0, incoming: 12 },
    ]);
    expect(outside.sandbox.world.clock.now()).toBeGreaterThan(0);

    const notice = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`select id from inbound where company_id = ${sql.company}
        and number = ${shipped.parts[0]?.inboundNo ?? ''}`),
    );
    const goods = [{ productId: floor.productIds[0] ?? 0, quantity: 1 }];
    const byHand = { id: notice?.id ?? 0, goods, idempotencyKey: randomUUID() };
    const refused = await outside.server.call(receiveInboundCall, byHand, as());
    expect(refused.data).toMatchObject({ error: 'transit.receivedByAmazon' });
    // While the shop has to be authorized anew people receive: what they took in does not come in again.
    const become = (state: string) =>
      floor.tx((tx) =>
        tx.rows(sql`update shop set state = ${state} where company_id = ${sql.company} and id = ${shopId}`),
      );
    await become('expired');
    await outside.server.ok(receiveInboundCall, { ...byHand, idempotencyKey: randomUUID() }, as());
    await become('authorized');
    expect((await see(id)).received).toBe(1);

    await outside.control('clock/advance', { seconds: 2 * 86_400 });
    const [east, west] = shipped.parts.map((part) => part.confirmationId);
    await outside.control('inbound/receive', { confirmationId: east, counts: { [skus[0] ?? '']: 4 } });
    await refreshed(id, (now) => now.received === 4);
    expect(await balance(0, fba?.id)).toMatchObject({ onHand: 4, incoming: 16 });
    // What cannot be taken in of one part keeps the other from nothing, and says why.
    const stand = (state: string) =>
      floor.tx((tx) =>
        tx.rows(sql`update inbound set state = ${state} where company_id = ${sql.company} and id = ${notice?.id ?? 0}`),
      );
    await stand('done');
    await outside.control('inbound/receive', { confirmationId: east, counts: { [skus[0] ?? '']: 9 } });
    await outside.control('inbound/receive', { confirmationId: west, counts: { [skus[1] ?? '']: 2 } });
    const stuck = await refreshed(id, (now) => now.parts[0]?.readError !== null && now.parts[1]?.received === 2);
    expect(stuck.parts.map((part) => [part.received, part.readError !== null])).toEqual([
      [4, true],
      [2, false],
    ]);
    await stand('receiving');
    await outside.control('inbound/receive', { confirmationId: east, counts: { [skus[0] ?? '']: 9 }, close: true });
    await outside.control('inbound/receive', { confirmationId: west, close: true });
    // As if it had gone to Germany: what is lost there is paid in euros.
    await floor.tx((tx) =>
      tx.rows(
        sql`update fba_shipment set marketplace_id = 'A1PA6795UKMFR9' where company_id = ${sql.company} and id = ${id}`,
      ),
    );
    const closed = await refreshed(id, (now) => now.state === 'closed');
    expect(closed.received).toBe(25);
    expect([await balance(0, fba?.id), await balance(1, fba?.id)]).toMatchObject([
      { onHand: 19, incoming: 0 },
      { onHand: 12, incoming: 0 },
    ]);
    const cases = await outside.server.ok(listFbaCases, { shipmentId: id }, as());
    const [lost] = cases.rows;
    const short = { kind: 'short', quantity: 1, sellerSku: skus[0], state: 'open', late: false, currency: 'EUR' };
    expect(cases.rows).toMatchObject([short]);
    const moved = { id: lost?.id ?? 0, version: 1, dueOn: lost?.dueOn ?? '', state: 'reimbursed' as const };
    expect((await outside.server.call(saveFbaCase, moved, as())).data).toMatchObject({ fields: [{ path: 'amount' }] });
    await outside.server.ok(saveFbaCase, { ...moved, amount: '11.50' }, as());
    expect((await outside.server.ok(listFbaCases, { shipmentId: id }, as())).rows).toMatchObject([{ currency: 'EUR' }]);
    expect((await see(id)).openCases).toBe(0);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('says what Amazon refuses, and goes on when that is mended', async () => {
    const bagged = outside.sandbox.world.amazon.listings.all.find((one) => one.n === 5)?.sku ?? '';
    await floor.tx((tx) =>
      tx.rows(sql`insert into sku_mapping (company_id, shop_id, seller_sku, product_id, created_by)
        values (${sql.company}, ${shopId}, ${bagged}, ${floor.productIds[2] ?? 0}, 'test')`),
    );
    const head = { shopId, warehouseId: floor.warehouseId, name: 'Bags' };
    const made = await outside.server.ok(saveFba, { ...head, lines: [{ sellerSku: bagged, quantity: 3 }] }, as());
    await outside.server.ok(planFba, { id: made.id }, as());
    await outside.until(async () => (await see(made.id)).stepError !== null, 60);
    const stopped = await see(made.id);
    expect(stopped.stepError).toContain('requires prepOwner');
    const lines = [{ sellerSku: bagged, quantity: 3, prepOwner: 'SELLER' as const }];
    const stuck = await outside.server.call(saveFba, { ...head, id: made.id, version: stopped.version, lines }, as());
    expect(stuck.code).not.toBe(200);
    await outside.server.ok(reviseFba, { id: made.id }, as());
    const supplied = await see(made.id);
    expect(supplied).toMatchObject({ state: 'draft', step: '', stepError: null });
    await outside.server.ok(saveFba, { ...head, id: made.id, version: supplied.version, lines }, as());
    await outside.server.ok(planFba, { id: made.id }, as());
    await reaches(made.id, 'planned');
    expect((await outside.server.call(reviseFba, { id: made.id }, as())).data).toMatchObject({
      error: 'transit.notStopped',
    });
    await outside.server.ok(cancelFba, { id: made.id, reason: 'again' }, as());
    await reaches(made.id, 'cancelled');
    expect((await outside.server.call(retryFba, { id: made.id }, as())).code).not.toBe(200);
  });

  it('stops with words where Amazon gives no answer for long', async () => {
    const id = await draft([[2, 3]], 'Silent');
    await outside.control('faults', { platform: 'amazon', status500: 9999, match: 'inbound' });
    await outside.server.ok(planFba, { id }, as());
    await outside.server.app.database.owner.query(
      `update document_event set at = at - interval '2 hours' where company_id = $1 and doc_kind = 'fba_shipment' and doc_id = $2`,
      [as().companyId, id],
    );
    await outside.until(async () => (await see(id)).stepError !== null, 60);
    expect(await see(id)).toMatchObject({ state: 'draft', step: 'plan' });
    await outside.control('faults', { clear: true });
    await outside.server.ok(retryFba, { id }, as());
    await reaches(id, 'planned');
    await outside.server.ok(cancelFba, { id, reason: 'again' }, as());
    await reaches(id, 'cancelled');
  });

  it('keeps what is agreed with Amazon when a later step is refused, and asks for that step alone again', async () => {
    const { server } = outside;
    const id = await draft([[1, 3]], 'Kept');
    await server.ok(planFba, { id }, as());
    const { lines } = await reaches(id, 'planned');
    const boxes = [{ ...size, contents: [{ lineId: lines[0]?.id ?? 0, quantity: 3 }] }];
    await server.ok(packFba, { id, boxes }, as());
    const packed = await reaches(id, 'packed');
    const place = { id, placementId: packed.placements[0]?.id ?? '', readyOn: day(9) };
    const soon = await server.call(placeFba, { ...place, readyOn: day(0) }, as());
    expect(soon.data).toMatchObject({ fields: [{ path: 'readyOn' }] });

    await outside.control('inbound/fail', { operation: 'generateTransportationOptions' });
    await server.ok(placeFba, place, as());
    await stops(id);
    await server.ok(reviseFba, { id }, as());
    expect((await server.call(packFba, { id, boxes }, as())).data).toMatchObject({ error: 'transit.placementFinal' });
    await server.ok(placeFba, place, as());
    const placed = await reaches(id, 'placed');
    expect(placed.costs).toMatchObject([{ kind: 'placement', amount: '0.9000' }]);
    const offers = ({ parts }: FbaDetail) => parts.map((part) => part.transports.map((one) => one.id));
    await server.ok(placeFba, place, as());
    const again = await reaches(id, 'placed');
    expect(again.parts.map((part) => [part.confirmationId, part.boxes, part.units])).toEqual([
      [placed.parts[0]?.confirmationId, 1, 3],
    ]);
    expect(offers(again)).not.toEqual(offers(placed));

    await outside.control('inbound/fail', { operation: 'confirmDeliveryWindowOptions' });
    const [part] = again.parts;
    const own = part?.transports.find((one) => one.solution === 'USE_YOUR_OWN_CARRIER');
    await server.ok(transportFba, { id, choices: [{ partId: part?.id ?? 0, transportId: own?.id ?? '' }] }, as());
    const { version, ...stopped } = await stops(id);
    expect(stopped.parts[0]?.windowFrom).toBeNull();
    const costs = [{ kind: 'insurance' as const, amount: '2', currency: 'USD' }];
    const late = await server.call(costFba, { id, version: version - 1, costs }, as());
    expect(late).toMatchObject({ status: 409, data: { error: 'transit.stale' } });
    await server.ok(costFba, { id, version, costs }, as());
    await server.ok(retryFba, { id }, as());
    expect((await reaches(id, 'transport')).parts[0]?.windowFrom).not.toBeNull();

    await outside.control('inbound/fail', { operation: 'updateShipmentTrackingDetails' });
    await server.ok(shipFba, { id, trackingNumber: 'TYPO-1' }, as());
    await stops(id);
    await server.ok(trackFba, { id, tracking: [{ number: 1, trackingNumber: 'OCEAN-1' }] }, as());
    const shipped = await reaches(id, 'shipped');
    expect(shipped.boxList.map((box) => box.trackingNumber)).toEqual(['OCEAN-1']);
  });

  it('makes a plan of what the draft says now, not of what it said before', async () => {
    const { server } = outside;
    const id = await draft([[2, 5]], 'Changed');
    await outside.control('inbound/fail', { operation: 'generatePackingOptions' });
    await server.ok(planFba, { id }, as());
    const { planId } = await stops(id);
    await server.ok(reviseFba, { id }, as());
    const { version } = await see(id);
    const head = { id, version, shopId, warehouseId: floor.warehouseId, name: 'Changed' };
    await server.ok(saveFba, { ...head, lines: [{ sellerSku: skus[2] ?? '', quantity: 3 }] }, as());
    await server.ok(planFba, { id }, as());
    const planned = await reaches(id, 'planned');
    expect(planned.planId).not.toBe(planId);
    const boxes = [{ ...size, contents: [{ lineId: planned.lines[0]?.id ?? 0, quantity: 3 }] }];
    await server.ok(packFba, { id, boxes }, as());
    await reaches(id, 'packed');
    await server.ok(cancelFba, { id, reason: 'enough' }, as());
    await reaches(id, 'cancelled');
  });

  it('is for the marketplace that was chosen, also when the draft is changed', async () => {
    const { server } = outside;
    const canada = 'A2EUQ1WTGCTBG2';
    const input = { shopId, warehouseId: floor.warehouseId, name: 'North' };
    const lines = [{ sellerSku: skus[2] ?? '', quantity: 1 }];
    const elsewhere = await server.call(saveFba, { ...input, lines, marketplaceId: canada }, as());
    expect(elsewhere.data).toMatchObject({ fields: [{ path: 'marketplaceId' }] });
    await floor.tx((tx) =>
      tx.rows(
        sql`update shop set marketplace_ids = marketplace_ids || ${canada}::text where company_id = ${sql.company}`,
      ),
    );
    const [shop] = await server.ok(fbaShops, {}, as());
    expect(shop?.marketplaces.map((one) => one.name)).toContain('加拿大');
    const { id } = await server.ok(saveFba, { ...input, lines, marketplaceId: canada }, as());
    await server.ok(saveFba, { ...input, lines, id, version: (await see(id)).version, remark: 'soon' }, as());
    expect((await see(id)).marketplaceId).toBe(canada);
    await floor.tx((tx) =>
      tx.rows(
        sql`update shop set marketplace_ids = array_remove(marketplace_ids, ${canada}) where company_id = ${sql.company}`,
      ),
    );
  });

  it('shows what it costs, and what lies in a warehouse, to those alone who may see it', async () => {
    const { server } = outside;
    const clerk = await server.member(floor.main.companyId, [rights.fbaShipment.view, rights.fbaShipment.edit]);
    const scope = 'insert into user_scope values ($1, $2, $3, $4)';
    const { owner } = server.app.database;
    await owner.query(scope, [clerk.companyId, clerk.userId, 'shop', shopId]);
    await owner.query(scope, [clerk.companyId, clerk.userId, 'warehouse', floor.warehouseId]);
    const [kept] = (await server.ok(listFba, { text: 'Kept' }, as())).rows;
    const id = kept?.id ?? 0;
    const all = await see(id);
    expect([all.costs.length, all.placements[0]?.fees?.length]).toEqual([1, 1]);
    const shown = await server.ok(getFba, { id }, clerk);
    expect([shown.costs, shown.placements[0]?.fees]).toEqual([[], null]);
    expect(shown.parts.flatMap((part) => part.transports.filter((one) => one.cost))).toEqual([]);

    const far = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`select warehouse_id as id from stock_balance where company_id = ${sql.company}
        and warehouse_id <> ${floor.warehouseId} and product_id = ${floor.productIds[0] ?? 0} and on_hand > 0`),
    );
    const requested = { shopId, warehouseId: far?.id ?? 0, text: skus[0] ?? '' };
    const free = async (who: Person) => (await server.ok(fbaListings, requested, who))[0]?.available;
    expect([await free(as()), await free(clerk)]).toEqual([19, 0]);
  });

  it('takes its boxes from a file, prints FNSKUs that scanners read, and gives the goods back when called off', async () => {
    const id = await draft([[2, 5]], 'Autumn');
    await outside.server.ok(planFba, { id }, as());
    const { number, lines } = await reaches(id, 'planned');
    const title = 'Shipment no.,Box no.,Seller SKU,Quantity,Length (cm),Width (cm),Height (cm),Gross weight (kg)';
    const short = Buffer.from([title, `${number},1,${skus[2]},4,40,30,25,3.5`].join('\n'));
    expect((await upload(outside.server, previewFbaBoxes, short, 'b.csv', as())).data).toMatchObject({
      good: 0,
      bad: 1,
    });
    const rows = [`${number},1,${skus[2]},4,40,30,25,3.5`, `${number},2,${skus[2]},1,20,20,20,1.1`];
    const observed = await upload(
      outside.server,
      previewFbaBoxes,
      Buffer.from([title, ...rows].join('\n')),
      'b.csv',
      as(),
    );
    expect(observed.data).toMatchObject({ good: 2, bad: 0 });
    await outside.server.ok(commitFbaBoxes, { importId: observed.data.importId }, as());
    await reaches(id, 'packed');
    expect(await balance(2)).toMatchObject({ onHand: 40, reserved: 5 });
    const answer = await fetch(`${outside.server.url}/api${fbaUnitLabels.path}?id=${id}&copies=2`, {
      headers: { token: as().token },
    });
    const pages = await scanPages(Buffer.from(await answer.arrayBuffer()));
    expect(pages.map((page) => page.code)).toEqual([lines[0]?.fnsku, lines[0]?.fnsku]);
    await outside.server.ok(cancelFba, { id, reason: 'no room' }, as());
    await reaches(id, 'cancelled');
    expect(await balance(2)).toMatchObject({ onHand: 40, reserved: 0 });
    expect(await floor.wrongs()).toEqual([]);
  });
});

describe('other transit', () => {
  it('holds, sends and lands goods, and is received by the notice it made', async () => {
    const to = await floor.tx((tx) =>
      tx.row<{ id: number }>(sql`insert into warehouse (company_id, code, name, kind, address)
        values (${sql.company}, 'OVERSEAS', 'Overseas', 'overseas', '{}') returning id`),
    );
    await floor.tx((tx) =>
      tx.rows(sql`insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind)
        values (${sql.company}, ${to?.id ?? 0}, 'S-01', 'S', '01', '01', '01', 'storage')`),
    );
    const [one = 0, two = 0] = [floor.productIds[1], floor.productIds[2]];
    const input = {
      ...{
        fromWarehouseId: floor.warehouseId,
        warehouseId: to?.id ?? 0,
        mode: 'sea' as const,
        container: 'msku1234567',
      },
      ...{ departOn: day(-40), etaOn: day(-2), cartons: 3 },
      lines: [
        { productId: one, quantity: 10 },
        { productId: two, quantity: 5 },
      ],
      costs: [{ kind: 'freight' as const, amount: '30', currency: 'CNY', basis: 'quantity' as const }],
    };
    const { id } = await outside.server.ok(saveLeg, input, as());
    await outside.server.ok(moveLeg, { id, to: 'submitted' }, as());
    expect(await balance(2)).toMatchObject({ onHand: 40, reserved: 5 });
    expect((await outside.server.ok(getLeg, { id }, as())).lateDays).toBeGreaterThanOrEqual(2);
    await outside.server.ok(moveLeg, { id, to: 'shipped' }, as());
    const shipped = await outside.server.ok(getLeg, { id }, as());
    expect(shipped.lines.map((line) => [line.goodsCost, line.landedCost])).toEqual([
      ['4.000000', '6.000000'],
      ['7.000000', '9.000000'],
    ]);
    expect([await balance(2), await balance(2, to?.id)]).toMatchObject([
      { onHand: 35, reserved: 0 },
      { onHand: 0, incoming: 5 },
    ]);
    await floor.tx(async (tx) => {
      const inbound = await tx.row<{ id: number }>(sql`select id from inbound where company_id = ${sql.company}
        and source_kind = 'transit_leg' and source_id = ${id}`);
      await receiveInbound(tx, inbound?.id ?? 0, [{ productId: two, quantity: 5 }]);
      await closeInbound(tx, inbound?.id ?? 0);
    });
    const received = await outside.server.ok(getLeg, { id }, as());
    expect([received.state, received.received]).toEqual(['received', 5]);
    expect(await floor.wrongs()).toEqual([]);
  });

  it('takes goods from where pickers take them: what still lies in receiving stays there, and is named', async () => {
    const product = floor.productIds[2] ?? 0;
    const to = await floor.tx(async (tx) => {
      const dock = await tx.row<{
        id: number;
      }>(sql`insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind)
          values (${sql.company}, ${floor.warehouseId}, 'R-77', 'R', '77', '01', '01', 'receiving') returning id`);
      await receiveGoods(tx, {
        ...{ warehouseId: floor.warehouseId, docKind: 'opening', docId: 9_000_001 },
        lines: [{ productId: product, locationId: dock?.id ?? 0, quantity: 7, unitCost: '7' }],
      });
      return tx.row<{ id: number }>(sql`insert into warehouse (company_id, code, name, kind, address)
        values (${sql.company}, 'NEXT', 'Next', 'overseas', '{}') returning id`);
    });
    const { onHand = 0 } = (await balance(2)) ?? {};
    const leg = { fromWarehouseId: floor.warehouseId, warehouseId: to?.id ?? 0, mode: 'sea' as const };
    const lines = [{ productId: product, quantity: onHand - 6 }];
    const { id } = await outside.server.ok(saveLeg, { ...leg, lines }, as());
    await outside.server.ok(moveLeg, { id, to: 'submitted' }, as());
    const refused = await outside.server.call(moveLeg, { id, to: 'shipped' }, as());
    expect(refused.data).toMatchObject({ error: 'warehouse.nothingInBins' });
    expect(refused.msg).toContain(floor.skus[2]);
    await outside.server.ok(moveLeg, { id, to: 'cancelled' }, as());
    expect(await balance(2)).toMatchObject({ onHand, reserved: 0 });
  });
});

describe('the files', () => {
  it('of shipments and legs hold what the lists show', async () => {
    const { server } = outside;
    await server.ok(
      saveLeg,
      { supplier: 'Porto', warehouseId: floor.warehouseId, mode: 'sea', container: 'CSNU1', lines: [legLine()] },
      as(),
    );
    const shipments = (await server.ok(listFba, {}, as())).rows;
    expect(shipments.length).toBeGreaterThan(0);
    expect(await exportedRows(server, exportFba, {}, as())).toMatchObject(
      shipments.map((row) => ({
        ...{ 单号: row.number, 名称: row.name, 店铺: row.shopName, 发货仓: row.warehouseName },
        ...{ 亚马逊货件号: row.confirmationIds.join(' '), 'SKU 数': String(row.skus), 数量: String(row.units) },
        ...{ 已接收: String(row.received), 箱数: String(row.boxes), 未结申诉: String(row.openCases) },
        状态: expect.stringMatching(/^\p{Script=Han}/u),
      })),
    );
    const [first] = shipments;
    const some = { filter: { text: first?.number ?? '' } };
    expect((await exportedRows(server, exportFba, some, as())).map((row) => row.单号)).toEqual([first?.number]);
    const legs = (await server.ok(listLegs, {}, as())).rows;
    expect(await exportedRows(server, exportLegs, {}, as())).toMatchObject(
      legs.map((row) => ({
        ...{ 单号: row.number, 起运地: row.fromName, 目的仓: row.warehouseName, 柜号: row.container },
        ...{ 离港日期: row.departOn ?? '', 预计到达: row.etaOn ?? '', 到达日期: row.arrivedOn ?? '' },
        ...{ 延误天数: String(row.lateDays), 数量: String(row.units), 已收: String(row.received) },
        ...{ 运输方式: '海运', 状态: expect.stringMatching(/^\p{Script=Han}/u) },
      })),
    );
    expect(await exportedRows(server, exportLegs, { filter: { text: 'CSNU1' } }, as())).toHaveLength(1);
  });
});

/** Shipments count in days of UTC. */
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const legLine = () => ({ productId: floor.productIds[0] ?? 0, quantity: 6, goodsCost: '2' });
/** Asks Amazon again and again until it is so. */
async function refreshed(id: number, so: (now: FbaDetail) => boolean): Promise<FbaDetail> {
  await outside.until(async () => {
    await outside.server.ok(refreshFba, { id }, as());
    return so(await see(id));
  }, 60);
  return see(id);
}
