import {
  closeManifest,
  getManifest,
  openManifest,
  printManifest,
  scanOntoManifest,
} from '@tradewind/contract/logistics.ts';
import { changeOrderLines, chooseFreight, getOrder, sendAgain } from '@tradewind/contract/orders.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../core/database/sql.ts';
import type { Outside } from '../channels/testing/sandbox.ts';
import { type OrderWorld, walk } from '../orders/orders.testing.ts';
import { labelFile } from './parcel/label.ts';
import { buyLabel } from './parcel/purchase.ts';
import { quoteBox } from './parcel/quote.ts';
import { settlePurchase } from './parcel/recover.ts';
import { voidLabel } from './parcel/void.ts';
import { anotherShop, openPlatformShop, type PlatformShop } from './testing/platform-shop.ts';

let shop: PlatformShop;
let outside: Outside;
let world: OrderWorld;

beforeAll(async () => {
  shop = await openPlatformShop('shopee', 'platform');
  ({ outside, world } = shop);
});
afterAll(() => outside.close());
afterEach(() => outside.control('faults', { clear: true }));

const app = () => outside.server.app;
const ok: Outside['server']['ok'] = (call, input) => outside.server.ok(call, input, world.main);
const platformChannelId = async () =>
  (
    await world.one<{ id: number }>(sql`select id from shipping_channel
    where company_id = ${world.main.companyId} and carrier = 'platform'`)
  ).id;
const parcelOf = (outboundId: number) =>
  world.one<{
    id: number;
    state: string;
    carrier: string;
    trackingNumber: string | null;
    labelCost: string | null;
  }>(sql`
    select id, state, carrier, tracking_number, label_cost from parcel
    where company_id = ${world.main.companyId} and outbound_id = ${outboundId} order by id desc limit 1`);

describe('an order that its platform carries', () => {
  it('may not go by another channel', async () => {
    const { outboundId } = await shop.packed();
    const own = await app().database.owner.query(
      `insert into shipping_channel (company_id, name, carrier, platform_carrier_code) values ($1, 'Own', 'own', 'OTHER') returning id`,
      [world.main.companyId],
    );
    const channelId = Number(own.rows[0].id);
    await expect(buyLabel(app(), world.main.ctx, { outboundId, channelId })).rejects.toMatchObject({
      code: 'logistics.platformMust',
    });
    expect((await parcelOf(outboundId)).trackingNumber).toBeNull();
  });

  it('is arranged once, though the platform’s answers get lost', async () => {
    const { no, outboundId } = await shop.packed();
    await outside.control('faults', { platform: 'shopee', failHalfway: 1 });
    await buyLabel(app(), world.main.ctx, { outboundId }).catch(() => {});
    await outside.control('faults', { clear: true });
    const { id } = await parcelOf(outboundId);
    await settlePurchase(app(), world.main.ctx, id);
    const state = (await parcelOf(outboundId)).state;
    if (state !== 'labelled') await buyLabel(app(), world.main.ctx, { outboundId });
    expect(await parcelOf(outboundId)).toMatchObject({ state: 'labelled', carrier: 'platform' });
    expect(shop.told(no)).toHaveLength(1);
  });

  it('is arranged with the lines that the platform knows, although a gift and another unit lie in the box', async () => {
    const { id, no } = await shop.waiting();
    const { lines } = await ok(getOrder, { id });
    const before = lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
    const more = before.map(({ lineId, quantity }) => ({ lineId, quantity: quantity + 1 }));
    const gift = { productId: world.productIds[0] ?? 0, quantity: 2 };
    await ok(changeOrderLines, { id, seen: before, lines: [...more, gift] });
    await walk(world, id, 'pack');
    const { outboundId } = await world.one<{ outboundId: number }>(sql`select id as "outboundId" from outbound
      where company_id = ${world.main.companyId} and order_id = ${id}`);
    await buyLabel(app(), world.main.ctx, { outboundId });
    expect(shop.told(no)).toHaveLength(1);
  });

  it('is given back where the platform allows it, or says that it is not', async () => {
    const { outboundId } = await shop.packed();
    const parcelId = await buyLabel(app(), world.main.ctx, { outboundId });
    const answer = await voidLabel(app(), world.main.ctx, parcelId, 'test');
    const { state } = await world.one<{ state: string }>(
      sql`select state from parcel where company_id = ${world.main.companyId} and id = ${parcelId}`,
    );
    expect(state).toBe(answer.voided ? 'voided' : 'labelled');
  });

  it('gets the platform’s own label and number, and the platform hears of one shipment', async () => {
    const { no, outboundId, id } = await shop.packed();
    const offers = await quoteBox(app(), world.main.ctx, { outboundId });
    expect(offers).toMatchObject({ carrier: 'platform' });
    expect(offers.quotes.length).toBeGreaterThan(0);
    const parcelId = await buyLabel(app(), world.main.ctx, { outboundId });
    const parcel = await parcelOf(outboundId);
    expect(parcel).toMatchObject({ id: parcelId, state: 'labelled', carrier: 'platform' });
    expect(parcel.trackingNumber).toBeTruthy();
    const file = await labelFile(app(), world.main.ctx, parcelId, 'pdf');
    expect(file.data.subarray(0, 5).toString()).toBe('%PDF-');
    expect(await buyLabel(app(), world.main.ctx, { outboundId })).toBe(parcelId);
    await walk(world, id, 'ship');
    await outside.server.startWorker();
    await outside.until(async () => {
      const { state } = await world.one<{ state: string }>(
        sql`select confirm_state as state from sales_order where company_id = ${world.main.companyId} and id = ${id}`,
      );
      return state === 'confirmed';
    });
    expect(shop.told(no)).toHaveLength(1);
  });
});

describe('an order that its platform does not know', () => {
  it('is not carried by it: sent again to its buyer, it goes by another channel', async () => {
    const source = await world.one<{ id: number; no: string }>(sql`select id, platform_order_no as no from sales_order
      where company_id = ${world.main.companyId} and shop_id = ${shop.shopId} and status = 'shipped' order by id limit 1`);
    const before = shop.told(source.no);
    const shipTo = { name: 'Ann', line1: '1 Elm St', city: 'Austin', state: 'TX', postalCode: '78701', country: 'US' };
    const again = await ok(sendAgain, { id: source.id, kind: 'resend', reason: 'lost', shipTo });
    await walk(world, again.id, 'pack');
    const { outboundId } = await world.one<{ outboundId: number }>(sql`select id as "outboundId" from outbound
      where company_id = ${world.main.companyId} and order_id = ${again.id}`);
    const channelId = await platformChannelId();
    await expect(buyLabel(app(), world.main.ctx, { outboundId, channelId })).rejects.toMatchObject({
      code: 'logistics.notThePlatforms',
    });
    const chosen = await outside.server.call(chooseFreight, { ids: [again.id], channelId }, world.main);
    expect(chosen).toMatchObject({ status: 422, msg: expect.stringContaining('不是平台订单') });
    expect(shop.told(source.no)).toEqual(before);
    const own = await world.one<{ id: number }>(
      sql`select id from shipping_channel where company_id = ${world.main.companyId} and carrier = 'own'`,
    );
    await buyLabel(app(), world.main.ctx, { outboundId, channelId: own.id });
    expect(await parcelOf(outboundId)).toMatchObject({ state: 'labelled', carrier: 'own' });
  });
});

describe("a manifest of a platform's logistics", () => {
  it('takes parcels of that platform only, and has the sheet that the platform makes, asked again after a lost answer', async () => {
    const ebay = await anotherShop(outside, world, 'ebay', 'seller');
    const channelId = await platformChannelId();
    const { outboundId } = await ebay.packed();
    const parcelId = await buyLabel(app(), world.main.ctx, { outboundId, channelId });
    const number = (await parcelOf(outboundId)).trackingNumber ?? '';
    const other = await shop.packed();
    await buyLabel(app(), world.main.ctx, { outboundId: other.outboundId });

    const van = { warehouseId: world.warehouseId, carrier: 'platform' as const, platform: 'ebay' };
    const { id } = await ok(openManifest, { ...van, fill: true });
    expect((await ok(getManifest, { id })).rows.map((row) => row.parcelId)).toEqual([parcelId]);
    const scan = { id, code: (await parcelOf(other.outboundId)).trackingNumber ?? '' };
    expect((await outside.server.call(scanOntoManifest, scan, world.main)).status).toBe(409);
    await ok(closeManifest, { id });
    expect((await ok(getManifest, { id })).carrierPaper).toBe(true);

    const sheet = async () => {
      const answer = await fetch(`${outside.server.url}/api${printManifest.path}`, {
        method: 'POST',
        headers: { token: world.main.token, 'content-type': 'application/json' },
        body: JSON.stringify({ id, paper: 'carrier' }),
      });
      return Buffer.from(await answer.arrayBuffer()).toString('latin1');
    };
    await outside.control('faults', { platform: 'ebay', failHalfway: 1, match: 'handover_sheet' });
    expect(await sheet()).not.toContain('%PDF-');
    const made = await sheet();
    expect(made).toContain('%PDF-');
    expect(made).toContain(number);
    // From now on it is kept.
    await outside.control('faults', { platform: 'ebay', status500: 100 });
    expect(await sheet()).toBe(made);
  });
});
