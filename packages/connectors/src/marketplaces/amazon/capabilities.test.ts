import { describe, expect, it } from 'vitest';
import { sum } from '../../money.ts';
import { failure, kindOfFailure, scripted } from '../../testing.ts';
import { cancelFeed } from './cancel.ts';
import { ACCESS, connect, NOW } from './fixtures.ts';
import { readReturnState, readTable } from './returns.ts';

const money = (text: string, currency = 'USD') => `{"currencyAmount":${text},"currencyCode":"${currency}"}`;
const part = (type: string, amount: string, inner = '[]', currency = 'USD') =>
  `{"breakdownType":"${type}","breakdownAmount":${money(amount, currency)},"breakdowns":${inner}}`;
const transaction = (id: string, total: string, more: string, status = '"RELEASED"') =>
  `{"transactionId":"${id}","transactionStatus":${status},"postedDate":"2026-10-30T10:00:00Z","totalAmount":${money(total)},
    "relatedIdentifiers":[{"relatedIdentifierName":"ORDER_ID","relatedIdentifierValue":"113-1"},
      {"relatedIdentifierName":"FINANCIAL_EVENT_GROUP_ID","relatedIdentifierValue":"g1"}],${more}}`;
const settle = async (...transactions: string[]) => {
  const { fetch, sent } = scripted({ text: `{"payload":{"transactions":[${transactions.join(',')}]}}` });
  const page = await connect(fetch).listSettlements(ACCESS, { postedAfter: '2026-10-29T00:00:00Z' });
  return { ...page, sent };
};

describe('Amazon settlements', () => {
  // The shape of a Shipment as Amazon answers it: articles tell their fees, the whole only groups.
  const shipment = transaction(
    't1',
    '294.46',
    `"transactionType":"Shipment","description":"Order Payment",
     "items":[{"relatedIdentifiers":[{"itemRelatedIdentifierName":"ORDER_ADJUSTMENT_ITEM_ID","itemRelatedIdentifierValue":"62"}],
       "contexts":[{"contextType":"ProductContext","sku":"LAMP-1"}],
       "breakdowns":[${part('Tax', '89.8', `[${part('OurPriceTax', '80')},${part('ShippingTax', '9.8')}]`)},
         ${part('ProductCharges', '320')},${part('Shipping', '39.2')},
         ${part('AmazonFees', '-154.54', `[${part('FBAPerUnitFulfillmentFee', '-45.54')},${part('Commission', '-60')},${part('ShippingChargeback', '-49')}]`)}]}],
     "breakdowns":[${part('Sales', '449', `[${part('Tax', '89.8', 'null')}]`)},${part('Expenses', '-154.54', `[${part('AmazonFees', '-154.54', 'null')}]`)}]`,
  );

  it('tell each amount once, by article, to the cent though Amazon writes JSON numbers', async () => {
    const { lines, unreadable, sent } = await settle(shipment);
    expect(unreadable).toEqual([]);
    expect(lines.map(({ kind, type, amount }) => [kind, type, amount])).toEqual([
      ['tax', 'Tax', '89.8'],
      ['sale', 'ProductCharges', '320'],
      ['shipping', 'Shipping', '39.2'],
      ['fulfilment', 'FBAPerUnitFulfillmentFee', '-45.54'],
      ['commission', 'Commission', '-60'],
      ['commission', 'ShippingChargeback', '-49'],
    ]);
    expect(lines[4]).toMatchObject({
      reference: 't1/0/AmazonFees/Commission',
      settlementId: 'g1',
      platformOrderNo: '113-1',
      platformLineId: '62',
      sellerSku: 'LAMP-1',
      currency: 'USD',
    });
    expect(sum(lines.map((line) => line.amount))).toBe('294.46');
    expect(sent[0]?.url.searchParams.has('transactionStatus')).toBe(false);
  });

  it('count money once that was held back first', async () => {
    const held = shipment.replace('"t1"', '"t0"').replace('"RELEASED"', '"DEFERRED_RELEASED"');
    const both = await settle(held, shipment);
    expect(both.lines).toHaveLength(6);
    expect([both.held, both.released]).toEqual([[], ['t0']]);
    expect((await settle(shipment.replace('"RELEASED"', 'null'))).lines).toHaveLength(6);
  });

  it('say what is held back now, and until when, without a line of it', async () => {
    const context = '"contexts":[{"contextType":"DeferredContext","maturityDate":"2026-12-01T00:00:00Z"}],';
    const held = shipment.replace('"RELEASED"', '"DEFERRED"').replace('"items"', `${context}"items"`);
    const page = await settle(held);
    expect(page.lines).toEqual([]);
    expect(page.held).toMatchObject([{ reference: 't1', platformOrderNo: '113-1', amount: '294.46', currency: 'USD' }]);
    expect(page.held?.[0]?.until).toMatch(/^2026-12-01T00:00:00/);
  });

  it('give back on a refund what they took, and name what no part explains', async () => {
    const refund = transaction(
      't2',
      '-17.00',
      `"transactionType":"Refund","description":"Refund Order","items":[{"breakdowns":[${part('ProductCharges', '-20')},
        ${part('AmazonFees', '2.5', `[${part('Commission', '3')},${part('RefundCommission', '-0.5')}]`)}]}]`,
    );
    const { lines } = await settle(refund);
    expect(lines.map(({ kind, type, amount }) => [kind, type, amount])).toEqual([
      ['refund', 'ProductCharges', '-20'],
      ['commission', 'Commission', '3'],
      ['commission', 'RefundCommission', '-0.5'],
      ['refund', 'Refund Order', '0.50'],
    ]);
  });

  it.each([
    ['Transfer', 'Disbursement', 'payout'],
    ['ProductAdsPayment', 'ProductAdsPayment', 'advertising'],
    ['ServiceFee', 'FBAStorageBilling', 'storage'],
    ['ServiceFee', 'Subscription', 'other'],
    ['FBAInventoryReimbursement', 'Lost', 'adjustment'],
    ['GuaranteeClaim', 'A-to-z', 'refund'],
    ['PostageBilling', 'Shipping label', 'fulfilment'],
  ])('%s (%s) is %s', async (type, description, kind) => {
    const { lines } = await settle(
      transaction('t3', '-12.5', `"transactionType":"${type}","description":"${description}"`),
    );
    expect(lines).toMatchObject([{ kind, type: description, amount: '-12.5', reference: 't3/' }]);
  });

  it('of two currencies are set aside, and so is what has no id', async () => {
    const odd = transaction(
      't4',
      '5',
      `"transactionType":"Shipment","breakdowns":[${part('ProductCharges', '5', '[]', 'CAD')}]`,
    );
    const { lines, unreadable } = await settle(odd, shipment, '{"transactionType":"Shipment"}');
    expect(lines).toHaveLength(6);
    expect(unreadable.map((one) => one.reason)).toEqual([
      'breakdowns/ProductCharges: CAD in a transaction of USD',
      expect.stringContaining('transactionId'),
    ]);
  });

  it('walk long times in windows and a page that is empty', async () => {
    const { fetch, sent } = scripted(
      { json: { payload: { transactions: [], nextToken: 'n1' } } },
      { json: { payload: {} } },
    );
    const connector = connect(fetch);
    const first = await connector.listSettlements(ACCESS, { postedAfter: '2026-10-10T00:00:00Z' });
    expect(sent[0]?.url.searchParams.get('postedBefore')).toBe('2026-10-24T00:00:00Z');
    const go = (cursor: string | undefined) =>
      connector.listSettlements(ACCESS, { postedAfter: '2026-10-10T00:00:00Z', cursor: cursor ?? '' });
    const second = await go(first.nextCursor);
    expect(sent[1]?.url.searchParams.get('nextToken')).toBe('n1');
    const third = await go(second.nextCursor);
    expect(sent[2]?.url.searchParams.get('postedAfter')).toBe('2026-10-24T00:00:00Z');
    expect([third.nextCursor, third.listedUntil]).toEqual([undefined, '2026-11-02T11:57:50Z']);
  });
});

describe('Amazon returns', () => {
  const HEAD =
    'Order ID\tReturn request date\tReturn request status\tAmazon RMA ID\tCurrency code\tTracking ID\tMerchant SKU\tReturn quantity\tReturn Reason\tReturn delivery date\tRefunded Amount';
  const report = (...rows: string[]) => [HEAD, ...rows].join('\r\n');
  const read = async (text: string, status = 'DONE') => {
    const { fetch, sent } = scripted(
      { status: 202, json: { reportId: 'r1' } },
      { json: { processingStatus: status, reportDocumentId: 'd1' } },
      { json: { url: 'https://store.example/x' } },
      { text },
    );
    const connector = connect(fetch);
    const requested = await connector.listReturns(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    const page = connector.listReturns(ACCESS, { updatedAfter: '', cursor: requested.nextCursor ?? '' });
    return { page: await page, sent };
  };

  it('are grouped by their number, whatever the date is written like', async () => {
    const { page, sent } = await read(
      report(
        '113-1\t14-Jul-2025\tApproved\tD1RRMA\tUSD\t9202\tA\t1\tCR-DEFECTIVE\t\t',
        '113-1\t14-Jul-2025\tApproved\tD1RRMA\tUSD\t9202\tB\t2\tCR-DEFECTIVE\t\t',
        '113-2\t2026-09-29\tCompleted\tD2RRMA\tUSD\t\tA\t1\tCR-UNWANTED\t2026-10-01\t273.60',
      ),
    );
    expect(page.unreadable).toEqual([]);
    expect(page.returns).toMatchObject([
      {
        returnNo: 'D1RRMA',
        state: 'approved',
        reason: 'CR-DEFECTIVE',
        trackingNumber: '9202',
        createdAt: '2025-07-14T00:00:00.000Z',
        lines: [
          { sellerSku: 'A', quantity: 1 },
          { sellerSku: 'B', quantity: 2 },
        ],
      },
      { returnNo: 'D2RRMA', state: 'refunded', refundAmount: '273.60', currency: 'USD' },
    ]);
    const requested = JSON.parse(sent[0]?.body ?? '');
    expect(requested.reportType).toBe('GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE');
    expect(Date.parse(requested.dataEndTime) - Date.parse(requested.dataStartTime)).toBeLessThan(60 * 86_400_000);
    expect(sent[3]?.headers.get('x-amz-access-token')).toBeNull();
  });

  it('that cannot be read are set aside, the others stay', async () => {
    const { page } = await read(
      report(
        '113-1\tsoon\tApproved\tD1\tUSD\t\tA\t1\tr\t\t',
        '113-2\t14-Jul-2025\tPondering\tD2\tUSD\t\tA\t1\tr\t\t',
        '113-3\t14-Jul-2025\tApproved\tD3\tUSD\t\tA\tsome\tr\t\t',
        '113-4\t14-Jul-2025\tApproved\tD4\tUSD\t\tA\t1\tr\t\tfree',
        '113-5\t14-Jul-2025\tApproved\tD5\tUSD\t\tA\t1\tr\t\t',
      ),
    );
    expect(page.returns.map((one) => one.returnNo)).toEqual(['D5']);
    expect(page.unreadable.map((one) => one.reason)).toEqual([
      'Return request date: "soon" is no day',
      'Return request status: "Pondering" is unknown',
      'Return quantity: no quantity',
      'Refunded Amount: "free" is no amount',
    ]);
  });

  it('of a report that Amazon calls cancelled or fatal', async () => {
    expect((await read('', 'CANCELLED')).page.returns).toEqual([]);
    expect(await kindOfFailure(read('', 'FATAL'))).toBe('unavailable');
  });

  it.each([
    ['Pending', false, false, 'requested'],
    ['Approved', false, false, 'approved'],
    ['Approved', true, false, 'received'],
    ['Approved', true, true, 'refunded'],
    ['Denied', false, false, 'rejected'],
    ['Closed', false, false, 'closed'],
    ['Completed', false, true, 'refunded'],
    ['Thinking', true, true, undefined],
  ])('%s, back %s, paid %s: %s', (status, delivered, refunded, state) => {
    expect(readReturnState(status, delivered, refunded)).toBe(state);
  });

  it('are read in the encoding of any marketplace', () => {
    const bytes = Buffer.from('Item Name\nLampe für Küche', 'latin1');
    expect(readTable(bytes)).toEqual([{ 'item name': 'Lampe für Küche' }]);
  });
});

describe('Amazon cancellation', () => {
  it('is the documented envelope, with nothing of ours running out of its element', () => {
    const xml = cancelFeed('A2SELLER', {
      platformOrderNo: '113-1',
      reason: 'badAddress',
      lines: [{ platformLineId: '9<0>&', quantity: 1 }],
    });
    expect(xml).toContain('<MerchantIdentifier>A2SELLER</MerchantIdentifier>');
    expect(xml).toContain(
      '<AmazonOrderID>113-1</AmazonOrderID><StatusCode>Failure</StatusCode><Item><AmazonOrderItemCode>9&#60;0&#62;&#38;</AmazonOrderItemCode><CancelReason>ShippingAddressUndeliverable</CancelReason></Item>',
    );
  });
});

describe('Amazon listings', () => {
  const item = (sku: string, createdDate: string, more: object = {}) => ({
    sku,
    summaries: [
      {
        marketplaceId: 'ATVPDKIKX0DER',
        asin: 'B0DEMO0001',
        productType: 'LAMP',
        status: ['BUYABLE'],
        itemName: 'Lamp',
        createdDate,
        lastUpdatedDate: createdDate,
      },
    ],
    offers: [
      { marketplaceId: 'ATVPDKIKX0DER', offerType: 'B2B', price: { currencyCode: 'USD', amount: '9.00' } },
      { marketplaceId: 'ATVPDKIKX0DER', offerType: 'B2C', price: { currencyCode: 'USD', amount: '10.00' } },
    ],
    fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 4 }],
    ...more,
  });

  it('are read with what pushing needs', async () => {
    const fba = item('F', '2026-01-01T00:00:00Z', {
      fulfillmentAvailability: [{ fulfillmentChannelCode: 'AMAZON_NA' }],
    });
    const blocked = item('X', '2026-01-02T00:00:00Z');
    Object.assign(blocked.summaries[0] ?? {}, { status: [] });
    Object.assign(blocked, { issues: [{ enforcements: { actions: [{ action: 'SEARCH_SUPPRESSED' }] } }] });
    const { fetch, sent } = scripted({
      json: { numberOfResults: 3, items: [item('A', '2026-01-01T00:00:00Z'), fba, blocked, { sku: '' }] },
    });
    const page = await connect(fetch).listListings(ACCESS, {});
    expect(page.listings[0]).toEqual({
      itemId: 'B0DEMO0001',
      variantId: 'ATVPDKIKX0DER/A',
      sellerSku: 'A',
      title: 'Lamp',
      state: 'active',
      quantity: 4,
      price: '10.00',
      currency: 'USD',
      fulfilledBy: 'seller',
      refs: { partner: 'A2SELLER', marketplaceId: 'ATVPDKIKX0DER', productType: 'LAMP' },
    });
    expect(page.listings.slice(1)).toMatchObject([{ fulfilledBy: 'platform' }, { state: 'blocked' }]);
    expect(page.unreadable).toHaveLength(1);
    expect(sent[0]?.url.pathname).toBe('/listings/2021-08-01/items/A2SELLER');
  });

  it('beyond the end of a search begin a new one, each told once', async () => {
    const at = '2026-01-01T00:00:00Z';
    const { fetch, sent } = scripted(
      { json: { numberOfResults: 1001, items: [item('A', at), item('B', '2026-01-02T00:00:00Z')] } },
      { json: { numberOfResults: 2, items: [item('B', '2026-01-02T00:00:00Z'), item('C', '2026-01-02T00:00:00Z')] } },
    );
    const connector = connect(fetch);
    const first = await connector.listListings(ACCESS, {});
    const second = await connector.listListings(ACCESS, { cursor: first.nextCursor ?? '' });
    expect(sent[1]?.url.searchParams.get('createdAfter')).toBe('2026-01-02T00:00:00.000Z');
    expect([...first.listings, ...second.listings].map((one) => one.sellerSku)).toEqual(['A', 'B', 'C']);
    expect(second.nextCursor).toBeUndefined();
  });

  it('end with a word where Amazon tells of no more, and go on to the next marketplace', async () => {
    const same = { json: { numberOfResults: 1001, items: [item('A', '2026-01-01T00:00:00Z')] } };
    const stuck = connect(scripted(same).fetch);
    const first = await stuck.listListings(ACCESS, {});
    expect(await failure(stuck.listListings(ACCESS, { cursor: first.nextCursor ?? '' }))).toMatchObject({
      kind: 'rejected',
      code: 'TOO_MANY_LISTINGS',
    });
    const two = { ...ACCESS, marketplaceIds: ['ATVPDKIKX0DER', 'A2EUQ1WTGCTBG2'] };
    const { fetch, sent } = scripted({ json: { numberOfResults: 0, items: [] } });
    const connector = connect(fetch);
    const next = await connector.listListings(two, {});
    expect((await connector.listListings(two, { cursor: next.nextCursor ?? '' })).nextCursor).toBeUndefined();
    expect(sent.map((one) => one.url.searchParams.get('marketplaceIds'))).toEqual(two.marketplaceIds);
  });

  it('take patches that leave the rest of the offer alone', async () => {
    const { fetch, sent } = scripted(
      { json: { sku: 'A/1', status: 'ACCEPTED', submissionId: 's', issues: [] } },
      { status: 404, json: { errors: [{ code: 'NotFound', message: 'SKU not found' }] } },
    );
    const push = { itemId: 'B0', sellerSku: 'A/1', refs: { marketplaceId: 'ATVPDKIKX0DER', productType: 'LAMP' } };
    const connector = connect(fetch);
    expect(await connector.pushStock(ACCESS, [{ ...push, quantity: 12 }])).toEqual([{ outcome: 'accepted' }]);
    expect(sent[0]?.url.pathname).toBe('/listings/2021-08-01/items/A2SELLER/A%2F1');
    expect([sent[0]?.method, JSON.parse(sent[0]?.body ?? '')]).toEqual([
      'PATCH',
      {
        productType: 'LAMP',
        patches: [
          {
            op: 'merge',
            path: '/attributes/fulfillment_availability',
            value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 12 }],
          },
        ],
      },
    ]);
    expect(await connector.pushPrice(ACCESS, [{ ...push, price: '22.99', currency: 'USD' }])).toMatchObject([
      { outcome: 'refused', code: 'NotFound' },
    ]);
    expect(sent[1]?.body).toContain('"our_price":[{"schedule":[{"value_with_tax":22.99}]}]');
    const denied = scripted({ status: 403, json: { errors: [{ code: 'Unauthorized', message: 'denied' }] } });
    expect(await kindOfFailure(connect(denied.fetch).pushStock(ACCESS, [{ ...push, quantity: 1 }]))).toBe('rejected');
  });

  it('are left alone where Amazon keeps the goods', async () => {
    const { fetch, sent } = scripted({ json: { sku: 'A', status: 'ACCEPTED', submissionId: 's' } });
    const push = (sellerSku: string, more: object = {}) => ({ itemId: 'B0', sellerSku, quantity: 1, ...more });
    const outcomes = await connect(fetch).pushStock(ACCESS, [push('F', { refs: { channel: 'AMAZON_NA' } }), push('A')]);
    expect(outcomes).toMatchObject([{ outcome: 'refused', code: 'FBA' }, { outcome: 'accepted' }]);
    expect(sent.map((one) => one.url.pathname)).toEqual(['/listings/2021-08-01/items/A2SELLER/A']);
  });

  it('know their tickets', async () => {
    expect(await kindOfFailure(connect(scripted({}).fetch).pushResult(ACCESS, 'nonsense'))).toBe('rejected');
  });
});

describe('Amazon order count', () => {
  it('asks by creation time and never of the last two minutes', async () => {
    const { fetch, sent } = scripted(
      {
        json: {
          orders: [{ orderId: '1', createdTime: '2026-11-01T00:00:00Z' }],
          pagination: { nextToken: 't' },
        },
      },
      { json: { orders: [{ orderId: '2', createdTime: '2026-11-02T11:00:00Z' }] } },
    );
    const connector = connect(fetch);
    const window = { orderedFrom: '2026-11-01T00:00:00Z', orderedTo: new Date(NOW).toISOString() };
    const first = await connector.listOrderNos(ACCESS, window);
    expect(sent[0]?.url.searchParams.get('createdBefore')).toBe('2026-11-02T11:57:50Z');
    const second = await connector.listOrderNos(ACCESS, { ...window, cursor: first.nextCursor ?? '' });
    expect(Object.fromEntries(sent[1]?.url.searchParams ?? [])).toMatchObject({
      createdBefore: '2026-11-02T11:57:50Z',
      paginationToken: 't',
    });
    expect([...first.orders, ...second.orders].map((one) => one.platformOrderNo)).toEqual(['1', '2']);
  });

  it('keeps its pace without asking', async () => {
    const connector = connect(scripted({ json: { orders: [] } }).fetch);
    for (let i = 0; i < 20; i++) await connector.listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' });
    expect(await failure(connector.listOrders(ACCESS, { updatedAfter: '2026-11-01T00:00:00Z' }))).toMatchObject({
      kind: 'throttled',
      code: 'PACED',
    });
  });
});
