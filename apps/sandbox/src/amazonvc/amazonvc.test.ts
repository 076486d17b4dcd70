import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, type Answer, call, dig, digList, digText, startForTest } from '../testing.ts';
import type { SandboxOrder } from '../world/orders.ts';

let box: Sandbox;
let token = '';
let restricted = '';
const api = (path: string, init: Parameters<typeof call>[1] = {}, as = token): Promise<Answer> =>
  call(`${box.url}/amazonvc/spapi${path}`, { ...init, headers: { 'x-amz-access-token': as, ...init.headers } });
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const codeOf = (answer: Answer) => [answer.status, digText(answer.body, 'errors', 0, 'code')];
const DIRECT = '/vendor/directFulfillment/orders/2021-12-28';
const LABELS = '/vendor/directFulfillment/shipping/2021-12-28/shippingLabels';
const SHIPPING = '/vendor/directFulfillment/shipping/2021-12-28/shipmentConfirmations';
const parties = { sellingParty: { partyId: '999US' }, shipFromParty: { partyId: 'WH01' } };
const week = () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  return `createdAfter=${at(6.5)}&createdBefore=${at(0)}`;
};

async function exchange(): Promise<string> {
  const back = encodeURIComponent('http://127.0.0.1:9/back');
  const page = await call(
    `${box.url}/amazonvc/vendorcentral/apps/authorize/consent?application_id=amzn1.sp.solution.demo-0001&state=s&redirect_uri=${back}&auto=1`,
  );
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('spapi_oauth_code') ?? '';
  const form = { grant_type: 'authorization_code', code, ...AMAZON_CREDENTIALS };
  return digText((await call(`${box.url}/amazonvc/lwa/auth/o2/token`, { form })).body, 'access_token');
}

async function opened(...paths: [method: string, path: string][]): Promise<string> {
  const restrictedResources = paths.map(([method, path]) => ({ method, path }));
  const made = await api('/tokens/2021-03-01/restrictedDataToken', { body: { restrictedResources } });
  return digText(made.body, 'restrictedDataToken');
}

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  await control('settings', { feedStepMs: 20 });
  token = await exchange();
  restricted = await opened(
    ['GET', `${DIRECT}/purchaseOrders`],
    ['GET', `${DIRECT}/purchaseOrders/{purchaseOrderNumber}`],
    ['GET', `${LABELS}/{purchaseOrderNumber}`],
    ['POST', `${LABELS}/{purchaseOrderNumber}`],
  );
});

const orders = (direct: boolean): SandboxOrder[] =>
  [...box.world.shop('amazonvc').byId.values()].filter(
    (one) => (one.seq % 2 === 1) === direct && one.status === 'unshipped' && one.lines.length === 1,
  );
const first = (direct: boolean): SandboxOrder => {
  const [order] = orders(direct);
  if (!order) throw new Error('no order');
  return order;
};
/** Writes and waits for what becomes of it. */
async function outcome(path: string, body: unknown, door = '/vendor/transactions/v1/transactions') {
  const answer = await api(path, { body });
  if (answer.status !== 202) return { status: `${answer.status}`, words: digText(answer.body, 'errors', 0, 'message') };
  const answered = answer.body as { payload?: { transactionId: string }; transactionId?: string };
  const id = answered.payload?.transactionId ?? answered.transactionId ?? '';
  const look = async () => {
    const observed = (await api(`${door}/${id}`)).body as Record<string, unknown>;
    return dig('payload' in observed ? observed.payload : observed, 'transactionStatus') as {
      status: string;
      errors?: unknown;
    };
  };
  await expect.poll(async () => (await look()).status).not.toBe('Processing');
  const { status, errors } = await look();
  // The model of direct fulfilment puts the list into an object of its own.
  const list = door === direct && errors !== undefined ? dig(errors, 'errors') : errors;
  return { status, words: list === undefined ? '' : digText(list, 0, 'message') };
}
const direct = '/vendor/directFulfillment/transactions/2021-12-28/transactions';

describe('purchase orders in bulk', () => {
  const path = '/vendor/orders/v1';
  const item = (order: SandboxOrder, more: object = {}) => ({
    itemSequenceNumber: '1',
    vendorProductIdentifier: order.lines[0]?.sku,
    orderedQuantity: { amount: order.lines[0]?.quantity, unitOfMeasure: 'Eaches' },
    netCost: { amount: ((order.lines[0]?.priceCents ?? 0) / 100).toFixed(2), currencyCode: 'USD' },
    itemAcknowledgements: [
      {
        acknowledgementCode: 'Accepted',
        acknowledgedQuantity: { amount: order.lines[0]?.quantity, unitOfMeasure: 'Eaches' },
      },
    ],
    ...more,
  });
  const acknowledge = (order: SandboxOrder, more: object = {}) =>
    outcome(`${path}/acknowledgements`, {
      acknowledgements: [
        {
          purchaseOrderNumber: order.id,
          sellingParty: { partyId: '999US' },
          acknowledgementDate: new Date().toISOString(),
          items: [item(order, more)],
        },
      ],
    });
  const ship = (order: SandboxOrder, more: object = {}) =>
    outcome('/vendor/shipping/v1/shipmentConfirmations', {
      shipmentConfirmations: [
        {
          shipmentIdentifier: `${order.id}-1`,
          shipmentConfirmationType: 'Original',
          shipmentType: 'SmallParcel',
          shippedDate: new Date().toISOString(),
          ...parties,
          shipToParty: { partyId: 'ABE8' },
          shippedItems: [
            {
              itemSequenceNumber: '1',
              shippedQuantity: { amount: order.lines[0]?.quantity, unitOfMeasure: 'Eaches' },
              itemDetails: { purchaseOrderNumber: order.id },
            },
          ],
          cartons: [{ cartonSequenceNumber: '1', trackingNumber: '1Z999AA10123456784', items: [] }],
          ...more,
        },
      ],
    });

  it('come a week at a time, and their status in descending order only', async () => {
    const page = await api(`${path}/purchaseOrders?${week()}&limit=5&sortOrder=ASC`);
    expect(digList(page.body, 'payload', 'orders')).toHaveLength(5);
    expect(digText(page.body, 'payload', 'orders', 0, 'purchaseOrderState')).toBe('New');
    expect(digText(page.body, 'payload', 'pagination', 'nextToken')).toBeTruthy();
    const long = 'createdAfter=2026-01-01T00:00:00Z&createdBefore=2026-02-01T00:00:00Z';
    expect(codeOf(await api(`${path}/purchaseOrders?${long}`))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${path}/purchaseOrders?${week()}&limit=101`))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${path}/purchaseOrdersStatus?sortOrder=ASC`))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${path}/purchaseOrders/${first(true).id}`))).toEqual([404, 'NotFound']);
  });

  it('are taken on at the price of the order, shipped once, and received by the warehouse', async () => {
    const order = first(false);
    expect(await ship(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/not acknowledged/) });
    const wrong = { netCost: { amount: '0.01', currencyCode: 'USD' } };
    expect(await acknowledge(order, wrong)).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/net cost/),
    });
    expect(await acknowledge(order)).toEqual({ status: 'Success', words: '' });
    const one = async () => (await api(`${path}/purchaseOrders/${order.id}`)).body;
    expect(digText(await one(), 'payload', 'purchaseOrderState')).toBe('Acknowledged');
    expect(await ship(order, { cartons: [] })).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/trackingNumber/),
    });
    expect(await ship(order, { shipmentConfirmationType: 'Replace' })).toMatchObject({ status: 'Failure' });
    expect(await ship(order)).toEqual({ status: 'Success', words: '' });
    expect(await ship(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/already exists/) });
    expect(await ship(order, { shipmentConfirmationType: 'Replace' })).toEqual({ status: 'Success', words: '' });
    const state = await call(`${box.url}/control/state?orderId=${order.id}`);
    expect([dig(state.body, 'orders', 0, 'confirmations'), dig(state.body, 'orders', 0, 'edits')]).toEqual([1, 1]);
    expect(await acknowledge(order)).toMatchObject({ status: 'Failure' });
    await control('collect', { shop: 'amazonvc', orderId: order.id });
    const status = await api(`${path}/purchaseOrdersStatus?purchaseOrderNumber=${order.id}`);
    expect(
      digText(status.body, 'payload', 'ordersStatus', 0, 'itemStatus', 0, 'receivingStatus', 'receiveStatus'),
    ).toBe('RECEIVED');
    expect(digText(await one(), 'payload', 'purchaseOrderState')).toBe('Closed');
  });

  it('are refused with a reason, and what Amazon takes back is seen as that', async () => {
    const [order, other] = orders(false);
    if (!order || !other) throw new Error('no orders');
    const no = (rejectionReason?: string) => ({
      itemAcknowledgements: [
        {
          acknowledgementCode: 'Rejected',
          acknowledgedQuantity: { amount: 1, unitOfMeasure: 'Eaches' },
          ...(rejectionReason ? { rejectionReason } : {}),
        },
      ],
    });
    expect(await acknowledge(order, no())).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/rejectionReason/),
    });
    expect(await acknowledge(order, no('ObsoleteProduct'))).toMatchObject({ status: 'Success' });
    await control('orders/cancel', { shop: 'amazonvc', orderId: other.id, force: true });
    const line = async (id: string) => {
      const status = await api(`${path}/purchaseOrdersStatus?purchaseOrderNumber=${id}`);
      return dig(status.body, 'payload', 'ordersStatus', 0, 'itemStatus', 0);
    };
    expect(digText(await line(order.id), 'acknowledgementStatus', 'confirmationStatus')).toBe('REJECTED');
    expect(dig(await line(other.id), 'orderedQuantity', 'orderedQuantityDetails', 0)).toHaveProperty(
      'cancelledQuantity',
    );
  });
});

describe('what a vendor says of a purchase order', () => {
  const money = (cents: number) => ({ amount: (cents / 100).toFixed(2), currencyCode: 'USD' });
  const eaches = (amount: number) => ({ amount, unitOfMeasure: 'Eaches', unitSize: 1 });
  const answer = (order: SandboxOrder, ...parts: object[]) =>
    outcome('/vendor/orders/v1/acknowledgements', {
      acknowledgements: [
        {
          purchaseOrderNumber: order.id,
          sellingParty: { partyId: '999US' },
          acknowledgementDate: new Date().toISOString(),
          items: [
            {
              itemSequenceNumber: '1',
              netCost: money(order.lines[0]?.priceCents ?? 0),
              itemAcknowledgements: parts,
            },
          ],
        },
      ],
    });
  const part = (acknowledgementCode: string, amount: number, more: object = {}) => ({
    acknowledgementCode,
    acknowledgedQuantity: eaches(amount),
    ...more,
  });
  const carton = (number: string, amount: number, sequence = '1') => ({
    cartonSequenceNumber: sequence,
    cartonIdentifiers: [{ containerIdentificationType: 'SSCC', containerIdentificationNumber: number }],
    items: [{ itemReference: '1', shippedQuantity: eaches(amount) }],
  });
  const notice = (order: SandboxOrder, ref: string, amount: number, cartons: object[], more: object = {}) =>
    outcome('/vendor/shipping/v1/shipmentConfirmations', {
      shipmentConfirmations: [
        {
          shipmentIdentifier: ref,
          shipmentConfirmationType: 'Original',
          shipmentType: 'LessThanTruckLoad',
          shippedDate: new Date().toISOString(),
          ...parties,
          shipToParty: { partyId: 'ABE8' },
          transportationDetails: { carrierScac: 'ABFS' },
          shippedItems: [
            {
              itemSequenceNumber: '1',
              shippedQuantity: eaches(amount),
              itemDetails: { purchaseOrderNumber: order.id },
            },
          ],
          cartons,
          ...more,
        },
      ],
    });
  const invoice = (order: SandboxOrder, id: string, amount: number, more: object = {}) => {
    const cents = order.lines[0]?.priceCents ?? 0;
    return outcome('/vendor/payments/v1/invoices', {
      invoices: [
        {
          invoiceType: 'Invoice',
          id,
          date: new Date().toISOString(),
          remitToParty: { partyId: '999US' },
          invoiceTotal: money(cents * amount),
          items: [
            {
              itemSequenceNumber: 1,
              invoicedQuantity: eaches(amount),
              netCost: money(cents),
              purchaseOrderNumber: order.id,
            },
          ],
          ...more,
        },
      ],
    });
  };
  /** Of ten pieces, made anew. */
  async function ten(): Promise<SandboxOrder> {
    const sku = box.world.catalog.items[0]?.sku;
    for (;;) {
      const made = await control('orders', { shop: 'amazonvc', lines: [{ sku, quantity: 10 }] });
      const order = box.world.shop('amazonvc').byId.get(digText(made.body, 'orderIds', 0));
      if (order && order.seq % 2 === 0) return order;
    }
  }
  const failed = (words: RegExp) => ({ status: 'Failure', words: expect.stringMatching(words) });

  it('is checked line by line', async () => {
    const order = await ten();
    expect(await answer(order, part('Perhaps', 10))).toEqual(failed(/acknowledgementCode/));
    expect(
      await answer(order, part('Accepted', 8), part('Rejected', 3, { rejectionReason: 'ObsoleteProduct' })),
    ).toEqual(failed(/above the quantity ordered/));
    expect(await answer(order, part('Rejected', 3, { rejectionReason: 'Mood' }))).toEqual(failed(/rejectionReason/));
    expect(await answer(order, part('Backordered', 3))).toEqual(failed(/scheduledShipDate/));
    const later = { scheduledShipDate: '2026-12-01T00:00:00Z' };
    expect(await answer(order, part('Accepted', 6), part('Backordered', 3, later))).toMatchObject({
      status: 'Success',
    });
    const status = await api(`/vendor/orders/v1/purchaseOrdersStatus?purchaseOrderNumber=${order.id}`);
    const answered = dig(status.body, 'payload', 'ordersStatus', 0, 'itemStatus', 0, 'acknowledgementStatus');
    expect(answered).toMatchObject({ confirmationStatus: 'PARTIALLY_ACCEPTED', acceptedQuantity: eaches(9) });
  });

  it('is sent in containers of their own numbers, as much as was acknowledged', async () => {
    const [order, other] = [await ten(), await ten()];
    await answer(order, part('Accepted', 6));
    await answer(other, part('Accepted', 10));
    const [one, two] = ['095287654321012346', '006141410000000012'];
    expect(await notice(order, 'N1', 6, [carton('095287654321012345', 6)])).toEqual(failed(/Invalid SSCC/));
    expect(await notice(order, 'N1', 6, [carton(one, 5)])).toEqual(failed(/cartons hold 5/));
    expect(await notice(order, 'N1', 6, [carton(one, 3), carton(one, 3, '2')])).toEqual(failed(/was used/));
    expect(await notice(order, 'N1', 7, [carton(one, 7)])).toEqual(failed(/more than the 6 acknowledged/));
    expect(await notice(order, 'N1', 6, [carton(one, 6)], { transportationDetails: {} })).toEqual(
      failed(/carrierScac/),
    );
    expect(await notice(order, 'N1', 6, [carton(one, 6)])).toMatchObject({ status: 'Success' });
    expect(await notice(other, 'N2', 10, [carton(one, 10)])).toEqual(failed(/was used for another container/));
    expect(await notice(other, 'N2', 10, [carton(two, 10)])).toMatchObject({ status: 'Success' });
  });

  it('is paid for as far as it was shipped, once', async () => {
    const order = await ten();
    await answer(order, part('Accepted', 10));
    expect(await invoice(order, 'I1', 4)).toEqual(failed(/4 invoiced, shipped are 0/));
    await notice(order, 'N1', 6, [carton('095287654321012346', 6)]);
    expect(await invoice(order, 'I1', 7)).toEqual(failed(/7 invoiced, shipped are 6/));
    expect(await invoice(order, 'I1', 4, { invoiceTotal: money(1) })).toEqual(failed(/sum of the items/));
    expect(await invoice(order, 'I1', 4)).toMatchObject({ status: 'Success' });
    expect(await invoice(order, 'I1', 2)).toEqual(failed(/already exists/));
    expect(await invoice(order, 'I2', 3)).toEqual(failed(/7 invoiced, shipped are 6/));
    expect(await invoice(order, 'I2', 2)).toMatchObject({ status: 'Success' });
  });
});

describe('direct fulfilment', () => {
  const acknowledge = (order: SandboxOrder, more: object = {}) =>
    outcome(
      `${DIRECT}/acknowledgements`,
      {
        orderAcknowledgements: [
          {
            purchaseOrderNumber: order.id,
            vendorOrderNumber: order.id,
            acknowledgementDate: new Date().toISOString(),
            acknowledgementStatus: { code: '00', description: 'yes' },
            ...parties,
            itemAcknowledgements: [
              {
                itemSequenceNumber: '1',
                acknowledgedQuantity: { amount: order.lines[0]?.quantity, unitOfMeasure: 'Each' },
              },
            ],
            ...more,
          },
        ],
      },
      direct,
    );
  const label = (order: SandboxOrder, more: object = {}) =>
    api(
      `${LABELS}/${order.id}`,
      {
        body: {
          ...parties,
          containers: [
            {
              containerType: 'Carton',
              containerIdentifier: '1',
              weight: { unitOfMeasure: 'KG', value: '0.5' },
              packedItems: [{ itemSequenceNumber: 1, packedQuantity: { amount: 1, unitOfMeasure: 'Each' } }],
              ...more,
            },
          ],
        },
      },
      restricted,
    );
  const ship = (order: SandboxOrder, shipmentStatus = 'SHIPPED', sequence: unknown = 1) =>
    outcome(
      SHIPPING,
      {
        shipmentConfirmations: [
          {
            purchaseOrderNumber: order.id,
            shipmentDetails: { shippedDate: new Date().toISOString(), shipmentStatus },
            ...parties,
            items: [
              {
                itemSequenceNumber: sequence,
                shippedQuantity: { amount: order.lines[0]?.quantity, unitOfMeasure: 'Each' },
              },
            ],
          },
        ],
      },
      direct,
    );

  it('opens to a restricted token alone, and to both ends of a week', async () => {
    const path = `${DIRECT}/purchaseOrders`;
    expect(codeOf(await api(`${path}?${week()}`))).toEqual([403, 'Unauthorized']);
    expect((await api(`${path}?${week()}`, {}, restricted)).status).toBe(200);
    expect(codeOf(await api(`${path}?createdAfter=2026-11-01T00:00:00Z`, {}, restricted))).toEqual([
      400,
      'InvalidInput',
    ]);
    const other = await opened(['GET', '/orders/v0/orders']);
    expect(codeOf(await api(`${path}?${week()}`, {}, other))).toEqual([403, 'Unauthorized']);
    const page = await api(`${path}?${week()}&status=NEW`, {}, restricted);
    expect(digText(page.body, 'orders', 0, 'orderDetails', 'shipToParty', 'countryCode')).toBe('US');
    expect(codeOf(await api(`${path}?${week()}&status=OLD`, {}, restricted))).toEqual([400, 'InvalidInput']);
  });

  it('goes step by step: taken on, labelled once, shipped once', async () => {
    const order = first(true);
    expect(codeOf(await label(order))).toEqual([400, 'InvalidInput']);
    expect(await ship(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/NEW/) });
    const part = { itemAcknowledgements: [] };
    expect(await acknowledge(order, part)).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/All items/),
    });
    expect(await acknowledge(order, { shipFromParty: { partyId: 'WH09' } })).toMatchObject({ status: 'Failure' });
    expect(await acknowledge(order)).toEqual({ status: 'Success', words: '' });
    expect(await acknowledge(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/ACCEPTED/) });
    expect(await ship(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/label/) });
    expect(codeOf(await label(order, { weight: {} }))).toEqual([400, 'InvalidInput']);
    expect(codeOf(await api(`${LABELS}/${order.id}`, {}, restricted))).toEqual([404, 'NotFound']);
    const made = await label(order);
    expect(made.status).toBe(200);
    expect(codeOf(await label(order))).toEqual([400, 'InvalidInput']);
    const again = await api(`${LABELS}/${order.id}`, {}, restricted);
    expect(again.body).toEqual(made.body);
    expect(Buffer.from(digText(made.body, 'labelData', 0, 'content'), 'base64').toString()).toMatch(/^\^XA.*\^XZ$/);
    expect(await ship(order, 'SHIPPED', '1')).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/integer/),
    });
    expect(await ship(order)).toEqual({ status: 'Success', words: '' });
    expect(await ship(order)).toMatchObject({ status: 'Failure', words: expect.stringMatching(/SHIPPED/) });
    const state = await call(`${box.url}/control/state?orderId=${order.id}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('can be refused, and denied after it was taken on', async () => {
    const [order, other] = orders(true);
    if (!order || !other) throw new Error('no orders');
    expect(await acknowledge(order, { acknowledgementStatus: { code: '03' } })).toMatchObject({ status: 'Success' });
    await acknowledge(other);
    expect(await ship(other, 'FLOOR_DENIAL')).toMatchObject({ status: 'Success' });
    for (const { id } of [order, other]) {
      const observed = await api(`${DIRECT}/purchaseOrders/${id}`, {}, restricted);
      expect(digText(observed.body, 'orderDetails', 'orderStatus')).toBe('CANCELLED');
    }
  });
});

describe('inventory', () => {
  const path = (warehouse: string) => `/vendor/directFulfillment/inventory/v1/warehouses/${warehouse}/items`;
  const update = (items: object[], warehouse = 'WH01', more: object = {}) =>
    outcome(
      path(warehouse),
      { inventory: { sellingParty: { partyId: '999US' }, isFullUpdate: false, items, ...more } },
      direct,
    );
  const item = (vendorProductIdentifier: string | undefined, amount: number) => ({
    vendorProductIdentifier,
    availableQuantity: { amount, unitOfMeasure: 'Each' },
  });

  it('is of a warehouse that Amazon knows, and taken whole or not at all', async () => {
    const { listings } = box.world.shop('amazonvc');
    const [one, two] = listings.all;
    if (!one || !two) throw new Error('no listings');
    expect(await update([item(one.sku, 4)], 'WH09')).toMatchObject({ status: '404' });
    expect(await update([item(one.sku, 4), item('NOPE', 1)])).toMatchObject({
      status: 'Failure',
      words: expect.stringMatching(/NOPE/),
    });
    expect(listings.quantityOf(one, Date.now())).toBe(25);
    expect(await update([item(one.sku, 4)])).toMatchObject({ status: 'Success' });
    expect([one, two].map((listing) => listings.quantityOf(listing, Date.now()))).toEqual([4, 25]);
    expect(await update([item(one.sku, 6)], 'WH01', { isFullUpdate: true })).toMatchObject({ status: 'Success' });
    expect([one, two].map((listing) => listings.quantityOf(listing, Date.now()))).toEqual([6, 0]);
  });
});
