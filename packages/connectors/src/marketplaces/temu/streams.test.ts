import { describe, expect, it } from 'vitest';
import { scripted } from '../../testing.ts';
import { ACCESS, connect, no, ok } from './fixtures.ts';

describe('listings', () => {
  const sku = (more: object = {}) => ({
    goodsId: 601,
    skuId: 175,
    skuSn: 'MUG',
    goodsName: 'Mug',
    specName: 'Red',
    stock: 4,
    status4VO: 2,
    ...more,
  });
  const prices = ok({
    openapiGoodsSupplierPriceDTOList: [
      { openapiSkuSupplierPriceDTOList: [{ skuId: 175, supplierPrice: { amount: '12.50', currency: 'USD' } }] },
    ],
  });

  it('come active ones first, then the others, with prices where they may be seen', async () => {
    const first = await connect(scripted(ok({ total: 1, skuList: [sku()] }), prices).fetch).listListings(ACCESS, {});
    expect(first.listings[0]).toEqual({
      itemId: '601',
      variantId: '175',
      sellerSku: 'MUG',
      title: 'Mug · Red',
      state: 'active',
      quantity: 4,
      price: '12.50',
      currency: 'USD',
      fulfilledBy: 'seller',
    });
    const cursor = first.nextCursor ?? '';
    const { fetch, sent } = scripted(ok({ total: 1, skuList: [sku({ status4VO: 3 })] }), no(3_000_032, 'no'));
    const second = await connect(fetch).listListings(ACCESS, { cursor });
    expect(JSON.parse(sent[0]?.body ?? '').skuStatusFilterType).toBe(3);
    expect([second.listings[0]?.state, second.listings[0]?.price, second.nextCursor]).toEqual([
      'inactive',
      undefined,
      undefined,
    ]);
  });

  it('are set aside in a state nobody knows', async () => {
    const page = await connect(
      scripted(ok({ total: 1, skuList: [sku({ status4VO: 99 })] }), prices).fetch,
    ).listListings(ACCESS, {});
    expect([page.listings, page.unreadable[0]?.reason]).toEqual([[], 'status4VO: "99" is unknown']);
  });

  it('take prices as a wish that Temu looks at, one by one', async () => {
    const items = ['175', '176'].map((variantId) => ({
      ...{ itemId: '601', variantId, sellerSku: variantId, price: '9.90', currency: 'USD' },
    }));
    const answer = ok({ successSkuList: [175], failedSkuReasonMap: { 176: 'too high' } });
    expect(await connect(scripted(answer).fetch).pushPrice(ACCESS, items)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'refused', code: 'FAILED', detail: 'too high' },
    ]);
  });

  it('take quantities article by article, and say which were refused', async () => {
    const items = ['175', '176'].map((variantId) => ({ itemId: '601', variantId, sellerSku: variantId, quantity: 1 }));
    const statuses = [
      { skuId: 175, stockEditStatus: true },
      { skuId: 176, stockEditStatus: false, errorCode: 7, errorMsg: 'locked' },
    ];
    const answer = ok({ operateResult: false, skuStockEditStatusInfoList: statuses });
    expect(await connect(scripted(answer).fetch).pushStock(ACCESS, items)).toEqual([
      { outcome: 'accepted' },
      { outcome: 'refused', code: '7', detail: 'locked' },
    ]);
    const nothing = ok({ operateResult: false, msg: 'closed' });
    expect(await connect(scripted(nothing).fetch).pushStock(ACCESS, items)).toEqual(
      items.map(() => ({ outcome: 'refused', code: 'FAILED', detail: 'closed' })),
    );
  });
});

it.each([
  [1, 2, 'requested'],
  [2, 2, 'shipped'],
  [3, 2, 'received'],
  [4, 2, 'received'],
  [4, 1, 'approved'],
  [5, 1, 'refunded'],
  [6, 2, 'closed'],
  [7, 2, 'rejected'],
  [8, 2, 'requested'],
  [9, 2, 'received'],
  [10, 2, 'requested'],
  [11, 2, 'requested'],
])('a return in state %i of type %i is %s', async (parentAfterSalesStatus, afterSalesType, state) => {
  const head = { parentAfterSalesSn: 'A-1', parentOrderSn: 'PO-1', createAt: 1_699_000_000, updateAt: 1_699_999_000 };
  const page = ok({ total: 1, data: [{ ...head, parentAfterSalesStatus, afterSalesType }] });
  const lines = ok({
    total: 1,
    data: [{ parentAfterSalesSn: 'A-1', applyAfterSalesGoodsNumber: 2, productList: [{ extCode: 'MUG' }] }],
  });
  const { returns } = await connect(scripted(page, lines).fetch).listReturns(ACCESS, {
    updatedAfter: '2023-11-01T00:00:00Z',
  });
  expect(returns[0]).toMatchObject({ returnNo: 'A-1', state, lines: [{ sellerSku: 'MUG', quantity: 2 }] });
});
