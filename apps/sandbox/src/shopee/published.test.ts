import type { ShopeeSDK } from '@congminh1254/shopee-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digText, loadClient, redirectPlatforms, startForTest } from '../testing.ts';

/**
 * Somebody else's client of Shopee, run against the stand-in. It knows nothing of it: it calls the real host names, which
 * the hook sends here.
 */
let box: Sandbox;
let restore: () => void;
let sdk: ShopeeSDK;
const SHOP_ID = 226_000_411;
const seconds = (ms: number) => Math.floor(ms / 1000);

async function client(partner_key: string): Promise<ShopeeSDK> {
  const { ShopeeSDK } = await loadClient<typeof import('@congminh1254/shopee-sdk')>('@congminh1254/shopee-sdk');
  return new ShopeeSDK({ partner_id: 2_000_411, partner_key });
}

beforeAll(async () => {
  box = await startForTest();
  restore = redirectPlatforms(box);
  sdk = await client('tradewind-demo-partner-key');
  const link = sdk.getAuthorizationUrl('http://127.0.0.1:9/cb', { state: 's-1' });
  const consent = await call(`${link}&auto=1`);
  const back = new URL(consent.headers.get('location') ?? '').searchParams;
  expect([back.get('state'), back.get('shop_id')]).toEqual(['s-1', String(SHOP_ID)]);
  await sdk.authenticateWithCode(back.get('code') ?? '', SHOP_ID);
});
afterAll(async () => {
  restore();
  await box.close();
});

describe("another's client of Shopee", () => {
  it('renews its tokens, and goes on with the new ones', async () => {
    const before = await sdk.getAuthToken();
    const after = await sdk.refreshToken(SHOP_ID);
    expect(after?.refresh_token).not.toBe(before?.refresh_token);
    expect(digText(await sdk.shop.getShopInfo(), 'region')).toBe('SG');
  });

  it('lists, reads, ships by Shopee, and prints', async () => {
    const list = await sdk.order.getOrderList({
      time_range_field: 'update_time',
      time_from: seconds(Date.now()) - 10 * 86_400,
      time_to: seconds(Date.now()),
      page_size: 50,
      order_status: 'READY_TO_SHIP',
    });
    const order_sn = digText(list, 'response', 'order_list', 0, 'order_sn');
    const detail = await sdk.order.getOrderDetail({
      order_sn_list: [order_sn],
      response_optional_fields: 'item_list,package_list,total_amount,recipient_address',
    });
    const order = dig(detail, 'response', 'order_list', 0);
    expect(dig(order, 'create_time')).toBeInstanceOf(Date);
    expect(dig(order, 'total_amount')).toBeGreaterThan(0);
    expect(digText(order, 'recipient_address', 'name')).toContain('***');
    expect(digText(order, 'package_list', 0, 'logistics_status')).toBe('LOGISTICS_READY');

    const parameter = await sdk.logistics.getShippingParameter({ order_sn });
    const address = dig(parameter, 'response', 'pickup', 'address_list', 0);
    const pickup = {
      address_id: Number(dig(address, 'address_id')),
      pickup_time_id: digText(address, 'time_slot_list', 0, 'pickup_time_id'),
    };
    await sdk.logistics.shipOrder({ order_sn, pickup });
    await expect(sdk.logistics.shipOrder({ order_sn, pickup })).rejects.toThrow();
    const number = async () =>
      digText(await sdk.logistics.getTrackingNumber({ order_sn }), 'response', 'tracking_number');
    await expect.poll(number).toMatch(/^SPXSG/);

    const shipping_document_type = 'NORMAL_AIR_WAYBILL';
    const document = { order_sn, shipping_document_type };
    await sdk.logistics.createShippingDocument({
      order_list: [{ ...document, tracking_number: await number() }],
    });
    const status = async () =>
      digText(
        await sdk.logistics.getShippingDocumentResult({ order_list: [document] }),
        ...['response', 'result_list', 0, 'status'],
      );
    await expect.poll(status).toBe('READY');
    const label: unknown = await sdk.logistics.downloadShippingDocument({
      shipping_document_type,
      order_list: [{ order_sn }],
    });
    expect(Buffer.isBuffer(label) && label.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('finds listings, sets stock and price, and sees what was released', async () => {
    const items = await sdk.product.getItemList({ offset: 0, page_size: 5, item_status: 'NORMAL' });
    const item_id = Number(dig(items, 'response', 'item', 0, 'item_id'));
    const answered = await sdk.product.getItemBaseInfo({ item_id_list: [item_id] });
    expect(dig(answered, 'response', 'item_list', 0, 'has_model')).toBe(false);
    const stock = await sdk.product.updateStock({
      item_id,
      stock_list: [{ model_id: 0, seller_stock: [{ stock: 11 }] }],
    });
    expect(dig(stock, 'response', 'success_list', 0, 'stock')).toBe(11);
    await sdk.product.updatePrice({ item_id, price_list: [{ model_id: 0, original_price: 8.88 }] });
    const released = await sdk.payment.getEscrowList({
      release_time_from: seconds(Date.now()) - 86_400,
      release_time_to: seconds(Date.now()) + 60,
    });
    const order_sn = digText(released, 'response', 'escrow_list', 0, 'order_sn');
    const income = await sdk.payment.getEscrowDetailBatch({ order_sn_list: [order_sn] });
    expect(dig(income, 'response', 0, 'escrow_detail', 'order_income', 'commission_fee')).toBeGreaterThan(0);
  });

  it('is refused with a wrong key', async () => {
    const stranger = await client('another-key');
    await expect(stranger.authenticateWithCode('x', SHOP_ID)).rejects.toThrow(/error_sign|Wrong sign/);
  });
});
