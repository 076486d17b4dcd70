import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import { WALMART_APP, WALMART_SHOP } from './oauth.ts';

let box: Sandbox;
/** An article of the catalogue, whichever it was made from. */
const SKU = () => box.world.catalog.items[0]?.sku ?? '';
let token = '';
const BASIC = `Basic ${Buffer.from(`${WALMART_APP.clientId}:${WALMART_APP.clientSecret}`).toString('base64')}`;
const HEAD = { 'WM_QOS.CORRELATION_ID': 'c-1', 'WM_SVC.NAME': 'Test', accept: 'application/json' };
const REDIRECT = 'http://127.0.0.1:9/cb';

const consent = (more: Record<string, string> = {}) =>
  call(
    `${box.url}/walmart/login/authorize?${new URLSearchParams({
      responseType: 'code',
      clientId: WALMART_APP.clientId,
      redirectUri: REDIRECT,
      clientType: 'seller',
      nonce: 'n',
      state: 's',
      auto: '1',
      ...more,
    })}`,
  );
const grant = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  call(`${box.url}/walmart/api/v3/token`, {
    form,
    headers: { ...HEAD, authorization: BASIC, 'WM_PARTNER.ID': WALMART_SHOP, ...headers },
  });
async function codeOf(): Promise<string> {
  return new URL((await consent()).headers.get('location') ?? '').searchParams.get('code') ?? '';
}
const ask = (path: string, init: { method?: string; headers?: Record<string, string>; body?: unknown } = {}) =>
  call(`${box.url}/walmart/api${path}`, {
    ...init,
    headers: { ...HEAD, 'WM_SEC.ACCESS_TOKEN': token, ...init.headers },
  });
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const orderCode = (answer: Answer) => [answer.status, dig(answer.body, 'errors', 'error', 0, 'code')];
const gatewayCode = (answer: Answer) => [answer.status, dig(answer.body, 'error', 0, 'code')];
const days = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();

async function newOrder(more: object = {}): Promise<{ id: string; lines: string[] }> {
  const made = await control('orders', { shop: 'walmart', count: 1, ...more });
  const id = digText(made.body, 'orderIds', 0);
  const answered = await ask(`/v3/orders/${id}`);
  return {
    id,
    lines: digList(answered.body, 'order', 'orderLines', 'orderLine').map((line) => digText(line, 'lineNumber')),
  };
}
const shipment = (lines: string[], more: object = {}, line: object = {}) => ({
  orderShipment: {
    orderLines: {
      orderLine: lines.map((lineNumber) => ({
        lineNumber,
        orderLineStatuses: {
          orderLineStatus: [
            {
              status: 'Shipped',
              statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
              trackingInfo: {
                shipDateTime: Date.now(),
                carrierName: { carrier: 'UPS' },
                methodCode: 'Standard',
                trackingNumber: '1Z1',
                ...more,
              },
            },
          ],
        },
        ...line,
      })),
    },
  },
});
const ship = (id: string, body: object) => ask(`/v3/orders/${id}/shipping`, { method: 'POST', body });
const statesOf = (answer: Answer) =>
  digList(answer.body, 'order', 'orderLines', 'orderLine').map((line) =>
    digText(line, 'orderLineStatuses', 'orderLineStatus', 0, 'status'),
  );

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  token = digText((await grant({ grant_type: 'client_credentials' })).body, 'access_token');
});

describe('login', () => {
  it('gives a code for the seller, taken once, for the same address and by the same seller', async () => {
    expect((await consent({ clientId: 'other' })).status).toBe(400);
    expect((await consent({ clientType: 'buyer' })).status).toBe(400);
    expect((await consent({ redirectUri: 'https://evil.example/cb' })).status).toBe(400);
    const form = { grant_type: 'authorization_code', code: await codeOf(), redirect_uri: REDIRECT };
    const input = await grant(form);
    expect(dig(input.body, 'expires_in')).toBe(900);
    expect((await grant(form)).status).toBe(400);
    const other = { ...form, code: await codeOf() };
    expect(dig((await grant(other, { 'WM_PARTNER.ID': '7' })).body, 'error')).toBe('invalid_grant');
    expect((await grant({ grant_type: 'client_credentials' }, { authorization: 'Basic eDp5' })).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: digText(input.body, 'refresh_token') };
    expect((await grant(refresh)).body).not.toHaveProperty('refresh_token');
  });

  it('wants its headers and a token that stands', async () => {
    expect(gatewayCode(await ask('/v3/orders', { headers: { 'WM_QOS.CORRELATION_ID': '' } }))).toEqual([
      400,
      'INVALID_REQUEST_HEADER.GMP_GATEWAY_API',
    ]);
    const bearer = { 'WM_SEC.ACCESS_TOKEN': '', authorization: `Bearer ${token}` };
    expect(gatewayCode(await ask('/v3/orders', { headers: bearer }))[0]).toBe(401);
    await control('clock/advance', { seconds: 901 });
    expect(gatewayCode(await ask('/v3/orders'))).toEqual([401, 'UNAUTHORIZED.GMP_GATEWAY_API']);
    expect((await ask('/v3/nothing')).status).toBe(404);
  });
});

describe('orders', () => {
  it.each([
    ['limit=201', 400],
    ['page=2', 400],
    ['shipNodeType=Drone', 400],
    ['createdStartDate=yesterday', 400],
    ['createdStartDate=2020-01-01', 400],
    ['poIndex=10', 400],
    ['status=Delivered', 404],
  ])('refuses %s', async (requested, status) => {
    expect((await ask(`/v3/orders?${requested}`)).status).toBe(status);
  });

  it('goes on only by the cursor as it was given', async () => {
    const first = await ask(`/v3/orders?limit=10&createdStartDate=${days(6)}`);
    const cursor = digText(first.body, 'list', 'meta', 'nextCursor');
    expect(cursor).toContain('createdStartDate=20');
    const second = await ask(`/v3/orders${cursor}`);
    const ids = (answer: Answer) =>
      digList(answer.body, 'list', 'elements', 'order').map((one) => digText(one, 'purchaseOrderId'));
    expect(ids(second).filter((id) => ids(first).includes(id))).toEqual([]);
    expect((await ask(`/v3/orders${cursor.replaceAll(':', '%3A')}`)).status).toBe(400);
  });

  it('lists what Walmart ships itself only to who asks for it', async () => {
    const own = await ask(`/v3/orders?limit=200&createdStartDate=${days(6)}`);
    const theirs = await ask(`/v3/orders?limit=200&shipNodeType=WFSFulfilled&createdStartDate=${days(6)}`);
    expect([dig(own.body, 'list', 'meta', 'totalCount'), dig(theirs.body, 'list', 'meta', 'totalCount')]).toEqual([
      38, 2,
    ]);
  });

  it('takes a shipment line by line, and not twice', async () => {
    const { id, lines } = await newOrder({ lines: [{ sku: SKU(), quantity: 2 }] });
    expect(lines).toEqual(['1', '2']);
    expect(statesOf(await ask(`/v3/orders/${id}/acknowledge`, { method: 'POST' }))).toEqual([
      'Acknowledged',
      'Acknowledged',
    ]);
    expect(statesOf(await ship(id, shipment(['2'])))).toEqual(['Acknowledged', 'Shipped']);
    expect(orderCode(await ship(id, shipment(['2'])))).toEqual([400, 'INVALID_REQUEST_CONTENT.GMP_ORDER_API']);
    expect(statesOf(await ship(id, shipment(['1'])))).toEqual(['Shipped', 'Shipped']);
    const state = await call(`${box.url}/control/state?shop=walmart&orderId=${id}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(2);
    expect((await ask(`/v3/orders/${id}/acknowledge`, { method: 'POST' })).status).toBe(400);
  });

  it.each([
    ['an unknown line', () => shipment(['9'])],
    ['a line twice', () => shipment(['1', '1'])],
    ['another carrier in the place of one it knows', () => shipment(['1'], { carrierName: { carrier: 'Xpress' } })],
    ['no carrier', () => shipment(['1'], { carrierName: {} })],
    ['a method it does not know', () => shipment(['1'], { methodCode: 'Fast' })],
    ['no tracking number', () => shipment(['1'], { trackingNumber: '' })],
    ['a moment to come', () => shipment(['1'], { shipDateTime: Date.now() + 3_600_000 })],
    ['no lines', () => ({ orderShipment: {} })],
  ])('refuses %s', async (_what, body) => {
    const { id } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    expect(orderCode(await ship(id, body()))).toEqual([400, 'INVALID_REQUEST_CONTENT.GMP_ORDER_API']);
  });

  it('ships what the buyer wants cancelled only to who insists', async () => {
    const { id } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    await control('orders/cancel', { shop: 'walmart', orderId: id });
    expect((await ship(id, shipment(['1']))).status).toBe(400);
    expect(statesOf(await ship(id, shipment(['1'], {}, { intentToCancelOverride: true })))).toEqual(['Shipped']);
  });

  it('calls off lines for a reason it knows', async () => {
    const { id } = await newOrder({ lines: [{ sku: SKU(), quantity: 2 }] });
    const cancel = (lineNumber: string, cancellationReason: string) =>
      ask(`/v3/orders/${id}/cancel`, {
        method: 'POST',
        body: {
          orderCancellation: {
            orderLines: {
              orderLine: [
                {
                  lineNumber,
                  orderLineStatuses: {
                    orderLineStatus: [
                      {
                        status: 'Cancelled',
                        cancellationReason,
                        statusQuantity: { unitOfMeasurement: 'EACH', amount: '1' },
                      },
                    ],
                  },
                },
              ],
            },
          },
        },
      });
    expect((await cancel('1', 'NO_MOOD')).status).toBe(400);
    expect(statesOf(await cancel('1', 'SELLER_CANCEL_OUT_OF_STOCK'))).toEqual(['Cancelled', 'Created']);
    expect((await ship(id, shipment(['1']))).status).toBe(400);
  });
});

describe('refunds', () => {
  const refund = (id: string, lineNumber: string, amount: number, more: { charge?: object; line?: object } = {}) =>
    ask(`/v3/orders/${id}/refund`, {
      method: 'POST',
      body: {
        orderRefund: {
          purchaseOrderId: id,
          orderLines: {
            orderLine: [
              {
                lineNumber,
                isFullRefund: false,
                refunds: {
                  refund: [
                    {
                      refundComments: 'Return 1',
                      refundCharges: {
                        refundCharge: [
                          {
                            refundReason: 'Customer returned item',
                            charge: {
                              chargeType: 'PRODUCT',
                              chargeName: 'ItemPrice',
                              chargeAmount: { currency: 'USD', amount },
                              ...more.charge,
                            },
                          },
                        ],
                      },
                    },
                  ],
                },
                ...more.line,
              },
            ],
          },
        },
      },
    });
  const INVALID = [400, 'INVALID_REQUEST_CONTENT.GMP_ORDER_API'];

  it('are negative amounts of lines that were shipped, no more than was charged', async () => {
    const { id, lines } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    const [line = ''] = lines;
    expect(orderCode(await refund(id, line, -1))).toEqual(INVALID);
    await ship(id, shipment(lines));
    expect(orderCode(await refund(id, line, 1))).toEqual(INVALID);
    expect(orderCode(await refund(id, '99', -1))).toEqual(INVALID);
    expect(orderCode(await refund(id, line, -100_000))).toEqual(INVALID);
    expect(orderCode(await refund(id, line, -1, { charge: { chargeType: 'GIFT' } }))).toEqual(INVALID);
    const done = await refund(id, line, -1);
    expect(done.status).toBe(200);
    const answered = dig((await ask(`/v3/orders/${id}`)).body, 'order', 'orderLines', 'orderLine', 0);
    expect(digList(answered, 'refund', 'refundCharges', 'refundCharge')).toMatchObject([
      { refundReason: 'Customer returned item', charge: { chargeType: 'PRODUCT', chargeAmount: { amount: -1 } } },
    ]);
  });

  it('of the full price take tax and shipping along', async () => {
    const { id, lines } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    await ship(id, shipment(lines));
    interface Charge {
      chargeAmount: { amount: number };
      tax?: { taxAmount: { amount: number } } | null;
    }
    const total = (charges: Charge[]) =>
      charges.reduce((sum, { chargeAmount, tax }) => sum + chargeAmount.amount + (tax?.taxAmount.amount ?? 0), 0);
    const before = (await ask(`/v3/orders/${id}`)).body;
    const charges = digList(before, 'order', 'orderLines', 'orderLine', 0, 'charges', 'charge') as Charge[];
    const done = await refund(id, lines[0] ?? '', -(charges[0]?.chargeAmount.amount ?? 0));
    expect(statesOf(done)).toEqual(['Refund']);
    const back = digList(done.body, 'order', 'orderLines', 'orderLine', 0, 'refund', 'refundCharges', 'refundCharge');
    const input = (back as { charge: Charge }[]).map((one) => one.charge);
    expect(input.length).toBeGreaterThan(1);
    expect(total(input)).toBeCloseTo(-total(charges), 6);
  });
});

describe('articles', () => {
  it('takes whole quantities, and prices of its currency, of articles it knows', async () => {
    const put = async (path: string, body: unknown) => (await ask(path, { method: 'PUT', body })).status;
    const quantity = (amount: unknown) => ({ sku: SKU(), quantity: { unit: 'EACH', amount } });
    expect(await put(`/v3/inventory?sku=${SKU()}`, quantity(4))).toBe(200);
    expect(await put(`/v3/inventory?sku=${SKU()}`, quantity(-1))).toBe(400);
    expect(await put(`/v3/inventory?sku=${SKU()}`, quantity('4'))).toBe(400);
    expect(await put('/v3/inventory?sku=other', quantity(4))).toBe(400);
    expect(await put('/v3/inventory?sku=NONE', { ...quantity(4), sku: 'NONE' })).toBe(404);
    const price = (currency: string, amount: number) => ({
      sku: SKU(),
      pricing: [{ currentPriceType: 'BASE', currentPrice: { currency, amount } }],
    });
    expect(await put('/v3/price', price('USD', 12.34))).toBe(200);
    expect(await put('/v3/price', price('EUR', 12.34))).toBe(400);
    expect(await put('/v3/price', price('USD', 12.345))).toBe(400);
  });

  it('works through a feed, article by article', async () => {
    const file = (content: unknown, version = '1.4') =>
      `--m\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n${JSON.stringify({
        InventoryHeader: { version },
        Inventory: content,
      })}\r\n--m--\r\n`;
    const send = (body: string) =>
      ask('/v3/feeds?feedType=inventory', {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=m' },
      });
    const rows = [SKU(), 'NONE'].map((sku) => ({ sku, quantity: { unit: 'EACH', amount: 3 } }));
    expect((await send(file(rows, '9'))).status).toBe(400);
    const feedId = digText((await send(file(rows))).body, 'feedId');
    const status = () => ask(`/v3/feeds/${encodeURIComponent(feedId)}?includeDetails=true`);
    expect(dig((await status()).body, 'feedStatus')).toBe('RECEIVED');
    await control('clock/advance', { seconds: 10 });
    const done = await status();
    expect([dig(done.body, 'feedStatus'), dig(done.body, 'itemsFailed')]).toEqual(['PROCESSED', 1]);
    const listed = await call(`${box.url}/control/listings?shop=walmart&sku=${SKU()}`);
    expect(dig(listed.body, 0, 'quantity')).toBe(3);
  });
});

describe('the rest', () => {
  it('names a report’s pages by bytes, and takes no other offset', async () => {
    const { id, lines } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    await ship(id, shipment(lines));
    const dates = await ask('/v3/report/reconreport/availableReconFiles?reportVersion=v1');
    const date = digText(dates.body, 'availableApReportDates', 0);
    const page = (requested: string) =>
      ask(`/v3/report/reconreport/reconFileJson?reportVersion=v1&reportDate=${date}&${requested}`);
    const first = await page('offset=0&noOfRecords=2');
    expect(dig(first.body, 'reportData', 0, 'Transaction Type')).toBe('PaymentSummary');
    expect((await page('offset=2&noOfRecords=2')).status).toBe(400);
    const second = await page(`offset=${dig(first.body, 'nextOffset')}&noOfRecords=2`);
    expect(dig(second.body, 'reportData', 0, 'Purchase Order #')).toBe(id);
  });

  it('sells labels for what is open, and takes them back until they are used', async () => {
    const { id } = await newOrder({ lines: [{ sku: SKU(), quantity: 1 }] });
    const box2 = {
      packageType: 'CUSTOM_PACKAGE',
      boxDimensions: {
        boxDimensionUnit: 'CM',
        boxWeightUnit: 'KG',
        boxWeight: 1,
        boxLength: 9,
        boxWidth: 9,
        boxHeight: 9,
      },
      boxItems: [{ lineNumber: '1', sku: SKU(), quantity: 1 }],
      purchaseOrderId: id,
      carrierName: 'FedEx',
      carrierServiceType: 'FEDEX_2_DAY',
    };
    const buy = (more: object = {}) => ask('/v3/shipping/labels', { method: 'POST', body: { ...box2, ...more } });
    expect((await ask(`/v3/shipping/labels/purchase-orders/${id}`)).status).toBe(404);
    expect((await buy({ carrierServiceType: 'FEDEX_ROCKET' })).status).toBe(400);
    expect((await buy({ boxItems: [{ lineNumber: '4', sku: SKU(), quantity: 1 }] })).status).toBe(400);
    const number = digText((await buy()).body, 'data', 'trackingNo');
    const path = `/v3/shipping/labels/carriers/FedEx/trackings/${number}`;
    expect((await ask(path)).status).toBe(400);
    expect((await ask(path, { headers: { accept: 'application/pdf' } })).status).toBe(200);
    await ship(id, shipment(['1'], { carrierName: { carrier: 'FedEx' }, trackingNumber: number }));
    expect((await ask(path, { method: 'DELETE' })).status).toBe(400);
  });

  it('signs for an address of this machine, once for each event', async () => {
    const event = (more: object = {}) => ({
      events: [
        {
          eventType: 'PO_CREATED',
          eventVersion: 'V1',
          resourceName: 'ORDER',
          eventUrl: 'http://127.0.0.1:9/hook',
          authDetails: { authMethod: 'HMAC', clientSecret: 's' },
          status: 'ACTIVE',
          ...more,
        },
      ],
    });
    const subscribe = async (body: object) =>
      (await ask('/v3/webhooks/subscriptions', { method: 'POST', body })).status;
    expect(await subscribe(event({ eventUrl: 'https://evil.example/' }))).toBe(400);
    expect(await subscribe(event({ authDetails: { authMethod: 'BASIC_AUTH' } }))).toBe(400);
    expect(await subscribe(event({ resourceName: 'ITEM' }))).toBe(400);
    expect(await subscribe(event())).toBe(200);
    expect(await subscribe(event())).toBe(400);
  });
});
