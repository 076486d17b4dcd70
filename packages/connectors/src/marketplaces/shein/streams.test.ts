import { describe, expect, it } from 'vitest';
import { sum } from '../../money.ts';
import { scripted } from '../../testing.ts';
import { ACCESS, connect, no, ok } from './fixtures.ts';

const after = '2026-11-02T00:00:00Z';

describe('statements', () => {
  const item = {
    skuCode: 'I32',
    sellerCurrencyPrice: '12.98',
    costPrice: 0,
    couponAmount: '0.50',
    sellerRealTax: '1.86',
    commissionAmount: '1.30',
    performanceCost: '0.20',
    incomeAmount: '9.10',
  };
  const check = (more: object = {}) => ({
    checkOrderNo: 'B24',
    checkStatus: 1,
    secondOrderType: 1,
    incomeExpenditureType: 1,
    bzOrderNo: 'GSU1',
    businessCompletedTime: '2026-11-02 08:00:00',
    currencyCode: 'USD',
    estimateIncomeMoneyTotal: '9.10',
    reportOrderNo: null,
    itemList: [item],
    ...more,
  });
  const list = async (answered: object) => {
    const { fetch } = scripted(ok({ count: 1, list: [{ checkOrderNo: 'B24' }] }), ok(answered));
    return connect(fetch).listSettlements(ACCESS, { postedAfter: after });
  };

  it('come part by part and add up to what SHEIN says', async () => {
    const { lines, unreadable } = await list(check());
    expect(unreadable).toEqual([]);
    expect(lines.map((line) => [line.type, line.kind, line.amount])).toEqual([
      ['sellerCurrencyPrice', 'sale', '12.98'],
      ['couponAmount', 'discount', '-0.50'],
      ['sellerRealTax', 'tax', '-1.86'],
      ['commissionAmount', 'commission', '-1.30'],
      ['performanceCost', 'fulfilment', '-0.20'],
      ['rest_of_income', 'other', '-0.02'],
    ]);
    expect(Number(sum(lines.map((line) => line.amount)))).toBe(9.1);
    expect(lines[0]).toMatchObject({
      reference: 'B24/0/sellerCurrencyPrice',
      platformOrderNo: 'GSU1',
      currency: 'USD',
      postedAt: '2026-11-02T00:00:00.000Z',
    });
  });

  it('turn round where money is taken back', async () => {
    const { lines } = await list(check({ incomeExpenditureType: 2, originalOrderNo: 'GSU7', reportOrderNo: 'R1' }));
    expect([lines[0]?.kind, lines[0]?.amount, lines[0]?.platformOrderNo, lines[0]?.settlementId]).toEqual([
      'refund',
      '-12.98',
      'GSU7',
      'R1',
    ]);
    expect(Number(sum(lines.map((line) => line.amount)))).toBe(-9.1);
  });

  it('without items are one amount; unreadable ones are set aside', async () => {
    expect((await list(check({ itemList: [] }))).lines.map((line) => line.amount)).toEqual(['9.10']);
    const { lines, unreadable } = await list(check({ currencyCode: 7 }));
    expect([lines, unreadable.length]).toEqual([[], 1]);
  });
});

describe('returns', () => {
  const answered = (more: object = {}) => ({
    returnOrderNo: 'NP1',
    returnOrderStatus: 6,
    orderNo: 'GSU1',
    platformExpressNo: 'PQ7',
    requestReturnTime: '2026-11-01 15:42:01',
    lastUpdateTime: '2026-11-02 15:42:01',
    returnGoodsInfoList: [1, 2].map(() => ({
      skuSn: 'MUG-RED',
      sku: 'I0',
      currency: 'EUR',
      sellerCurrencyPrice: '115.99',
      returnReasonList: [
        { language: 'CN', reason: '不要了' },
        { language: 'EN', reason: 'Do not like it' },
      ],
    })),
    ...more,
  });
  const list = async (one: object) => {
    const { fetch } = scripted(ok({ count: 1, returnOrderList: [{ returnOrderNo: 'NP1' }] }), ok([one]));
    return connect(fetch).listReturns(ACCESS, { updatedAfter: after });
  };

  it('are read with what comes back and why', async () => {
    expect((await list(answered())).returns).toEqual([
      {
        returnNo: 'NP1',
        platformOrderNo: 'GSU1',
        state: 'shipped',
        reason: 'Do not like it',
        lines: [{ sellerSku: 'MUG-RED', quantity: 2 }],
        refundAmount: '231.98',
        currency: 'EUR',
        trackingNumber: 'PQ7',
        createdAt: '2026-11-01T07:42:01.000Z',
        updatedAt: '2026-11-02T07:42:01.000Z',
      },
    ]);
  });

  it.each([
    [1, 'closed'],
    [2, 'requested'],
    [3, 'closed'],
    [5, 'received'],
    [7, 'approved'],
    [8, 'shipped'],
    [9, 'refunded'],
  ])('in state %i are %s', async (returnOrderStatus, state) => {
    expect((await list(answered({ returnOrderStatus }))).returns[0]?.state).toBe(state);
  });

  it('in a state nobody knows are set aside', async () => {
    expect((await list(answered({ returnOrderStatus: 4 }))).unreadable[0]?.reason).toBe(
      'returnOrderStatus: "4" is unknown',
    );
  });
});

describe('articles', () => {
  it('have no quantity where SHEIN tells none, or one that cannot be read', async () => {
    const sku = (skuCode: string, ...counts: unknown[]) => ({
      skuCode,
      inventoryList: counts.map((inventoryNum, index) => ({ warehouseId: `W${index}`, inventoryNum })),
    });
    const skus = [sku('A', '5'), sku('B', 2, 3), sku('C', null), sku('D', 2, 'some'), sku('E'), sku('F', 0)];
    const data = [{ spuName: 'a1', skcList: [{ skcName: 's', skcShelfStatus: '1', skuList: skus }] }];
    const { fetch } = scripted(ok({ meta: { count: 1 }, data }));
    const { listings } = await connect(fetch).listListings(ACCESS, {});
    expect(listings.map((one) => [one.variantId, one.state, one.quantity])).toEqual([
      ['A', 'active', 5],
      ['B', 'active', 5],
      ['C', 'active', undefined],
      ['D', 'active', undefined],
      ['E', 'active', undefined],
      ['F', 'active', 0],
    ]);
  });
});

describe('stock', () => {
  const item = { itemId: 'a1', variantId: 'I1', sellerSku: 'MUG', refs: { warehouse: 'WH1' }, quantity: 5 };
  const stock = (locked: number, usable: number) =>
    ok([
      {
        goodsInventory: [
          {
            skuList: [
              {
                skuCode: 'I1',
                totalInventoryQuantity: locked + usable,
                totalLockedQuantity: locked,
                totalUsableInventory: usable,
              },
            ],
          },
        ],
      },
    ]);
  const push = async (quantity: number, before: object, answer: object = ok({ successList: [], failedList: [] })) => {
    const { fetch, sent } = scripted(before, answer);
    const outcome = await connect(fetch).pushStock(ACCESS, [{ ...item, quantity }]);
    const [row] = sent[1] ? JSON.parse(sent[1].body).updateSkuInventoryQuantityRequests : [];
    return { outcome: outcome[0], row, calls: sent.length };
  };

  it('is told with what buyers’ orders hold of it', async () => {
    const { outcome, row } = await push(5, stock(2, 9));
    expect(outcome).toEqual({ outcome: 'accepted' });
    expect(row).toMatchObject({
      skuCode: 'I1',
      invType: 'VI',
      warehouseCode: 'WH1',
      changeType: 'OVERWRITE',
      changeQuantity: 7,
    });
    expect(row.idempotencyKey).toBeTruthy();
  });

  it('is taken down to nothing by what is there', async () => {
    expect((await push(0, stock(0, 9))).row).toMatchObject({ changeType: 'SUB', changeQuantity: 9 });
    expect(await push(0, stock(0, 0))).toEqual({ outcome: { outcome: 'accepted' }, row: undefined, calls: 1 });
    expect((await push(0, stock(3, 9))).row).toMatchObject({ changeType: 'OVERWRITE', changeQuantity: 3 });
  });

  it('is refused one by one', async () => {
    const failedList = [{ skuCode: 'I1', reason: 'less than what orders hold', code: '1' }];
    expect((await push(5, stock(0, 1), ok({ failedList }))).outcome).toEqual({
      outcome: 'refused',
      code: '1',
      detail: 'less than what orders hold',
    });
    expect((await push(5, ok([{ goodsInventory: [] }]))).outcome).toMatchObject({ code: 'NO_SUCH_SKU' });
    expect((await push(5, stock(0, 1), no('9', 'no')))?.outcome).toMatchObject({ outcome: 'refused', code: '9' });
    const several = { ...item, refs: { warehouse: 'several' } };
    const [outcome] = await connect(scripted(stock(0, 1)).fetch).pushStock(ACCESS, [several]);
    expect(outcome).toMatchObject({ code: 'SEVERAL_WAREHOUSES' });
  });
});

describe('prices', () => {
  it('are what buyers pay, or what SHEIN pays the seller, to the cent', async () => {
    const { fetch, sent } = scripted(ok({}));
    const item = { itemId: 'a1', variantId: 'I1', sellerSku: 'MUG', price: '12.30', currency: 'USD' };
    await connect(fetch).pushPrice(ACCESS, [
      { ...item, refs: { price: 'sale', site: 'shein-us' } },
      { ...item, refs: { price: 'cost', skc: 'sk1' } },
    ]);
    expect(sent.map((one) => one.body)).toEqual([
      '{"productPriceList":[{"productCode":"I1","site":"shein-us","currency":"USD","shopPrice":12.30,"specialPrice":12.30}]}',
      '{"spu_name":"a1","skc_info_list":[{"skc_name":"sk1","sku_info_list":[{"sku_code":"I1","cost":12.30,"currency":"USD"}]}]}',
    ]);
  });
});
