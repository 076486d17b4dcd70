import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { call, dig, digList, digText, startForTest } from '../testing.ts';
import { AUDIENCE, WAYFAIR_APP } from './supplier.ts';

let box: Sandbox;
/** An article of the catalogue, whichever it was made from. */
const SKU = () => box.world.catalog.items[0]?.sku ?? '';
let token = '';
const login = (more: Record<string, string> = {}) =>
  call(`${box.url}/wayfair/sso/oauth/token`, {
    body: {
      grant_type: 'client_credentials',
      client_id: WAYFAIR_APP.clientId,
      client_secret: WAYFAIR_APP.clientSecret,
      audience: AUDIENCE,
      ...more,
    },
  });
const GRAPHS = {
  orders: '/api/v1/graphql',
  cancellations: '/io/v1/supplier-order-api/graphql',
  catalog: '/io/v1/supplier-catalog-api/graphql',
};
const ask = (graph: keyof typeof GRAPHS, query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  call(`${box.url}/wayfair${GRAPHS[graph]}`, {
    body: { query, variables },
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const control = (path: string, body: unknown) => call(`${box.url}/control/${path}`, { body });
const message = (answer: { body: unknown }) => digText(answer.body, 'errors', 0, 'message');

interface Part {
  partNumber: string;
  quantity: string;
  price: number;
  estShipDate: string;
}
async function newOrder(): Promise<{ poNumber: string; products: Part[] }> {
  const made = await control('orders', { shop: 'wayfair', lines: [{ sku: SKU(), quantity: 2 }] });
  const poNumber = digText(made.body, 'orderIds', 0);
  const answered = await ask(
    'orders',
    `{ getDropshipPurchaseOrders(poNumbers: ["${poNumber}"]) { products { partNumber quantity price estShipDate } } }`,
  );
  const products = digList(answered.body, 'data', 'getDropshipPurchaseOrders', 0, 'products') as Part[];
  return { poNumber, products };
}
const FEED = '{ handle status errorCount errors { key message } completedCount }';
const accept = (poNumber: string, products: Part[], more: object = {}) =>
  ask(
    'orders',
    `mutation($poNumber: String!, $shipSpeed: ShipSpeed!, $lineItems: [AcceptedLineItemInput!]!) {
      purchaseOrders { accept(poNumber: $poNumber, shipSpeed: $shipSpeed, lineItems: $lineItems) ${FEED} } }`,
    {
      poNumber,
      shipSpeed: 'GROUND',
      lineItems: products.map((one) => ({
        partNumber: one.partNumber,
        quantity: Number(one.quantity),
        unitPrice: one.price,
        estimatedShipDate: one.estShipDate,
        ...more,
      })),
    },
  );
const PLACE = { name: 'A', streetAddress1: '1 Main St', city: 'Austin', country: 'US' };
const ship = (poNumber: string, trackingNumber: string, quantity: number, more: object = {}) =>
  ask('orders', `mutation($notice: ShipNoticeInput!) { purchaseOrders { shipment(notice: $notice) ${FEED} } }`, {
    notice: {
      poNumber,
      supplierId: 2603,
      packageCount: 1,
      weight: 1,
      carrierCode: 'FDEG',
      shipSpeed: 'GROUND',
      trackingNumber,
      shipDate: new Date().toISOString(),
      sourceAddress: PLACE,
      destinationAddress: PLACE,
      smallParcelShipments: [
        {
          package: { code: { type: 'TRACKING_NUMBER', value: trackingNumber }, weight: 1 },
          items: [{ partNumber: SKU(), quantity }],
        },
      ],
      ...more,
    },
  });
const feedOf = (answer: { body: unknown }, mutation: string) => {
  const feed = dig(answer.body, 'data', 'purchaseOrders', mutation);
  const errors = digList(feed, 'errors');
  return [dig(feed, 'status'), errors.length > 0 ? digText(errors[0], 'message') : undefined];
};

beforeAll(async () => {
  box = await startForTest();
});
afterAll(() => box.close());
beforeEach(async () => {
  await control('reset', { seed: 7 });
  token = digText((await login()).body, 'access_token');
});

describe('tokens', () => {
  it('are given for the right keys and audience, until the application is taken back', async () => {
    expect(dig((await login()).body, 'expires_in')).toBe(43_200);
    expect((await login({ client_secret: 'wrong' })).status).toBe(401);
    expect((await login({ audience: 'https://elsewhere.example/' })).status).toBe(403);
    expect((await login({ grant_type: 'password' })).status).toBe(403);
    await control('revoke', { shop: 'wayfair' });
    expect((await login()).status).toBe(401);
  });

  it('are wanted, as Bearer, by every graph and paper', async () => {
    for (const graph of ['orders', 'cancellations', 'catalog'] as const)
      expect((await ask(graph, '{ __typename }', {}, { authorization: token })).status).toBe(401);
    const paper = await call(`${box.url}/wayfair/api/v1/packing_slip/CS1`);
    expect(paper.status).toBe(401);
  });
});

describe('purchase orders', () => {
  const list = (args: string) => ask('orders', `{ getDropshipPurchaseOrders(${args}) { poNumber poDate } }`);
  const numbers = async (args: string) =>
    digList((await list(args)).body, 'data', 'getDropshipPurchaseOrders').map((one) => digText(one, 'poNumber'));

  it('come from a moment on, that moment with them, as many as are asked for', async () => {
    const all = await list('limit: 200, sortOrder: ASC');
    const third = digText(all.body, 'data', 'getDropshipPurchaseOrders', 2, 'poDate');
    expect(third).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\.000000 -05:00$/);
    const every = await numbers('limit: 200, sortOrder: ASC');
    expect(await numbers(`limit: 3, fromDate: "${third}", sortOrder: ASC`)).toEqual(every.slice(2, 5));
    expect(await numbers('sortOrder: DESC')).toEqual(every.reverse().slice(0, 10));
  });

  it('are refused in the words of the graph: 200 for what it means, 400 for what it does not know', async () => {
    const many = await list('limit: 5000');
    expect([many.status, message(many)]).toEqual([200, 'limit has to be between 1 and 2000']);
    const strange = await ask('orders', '{ getDropshipPurchaseOrders { status } }');
    expect([strange.status, message(strange)]).toEqual([400, expect.stringContaining('Cannot query field "status"')]);
    expect((await ask('orders', '{ orders')).status).toBe(400);
  });

  it('are accepted as they stand, once', async () => {
    const { poNumber, products } = await newOrder();
    expect(await numbers(`poNumbers: ["${poNumber}"], hasResponse: false`)).toEqual([poNumber]);
    const dearer = await accept(poNumber, products, { unitPrice: 1 });
    expect(feedOf(dearer, 'accept')).toEqual(['ERROR', expect.stringContaining('differ')]);
    expect(feedOf(await accept(poNumber, products), 'accept')).toEqual(['NEW', undefined]);
    expect(await numbers(`poNumbers: ["${poNumber}"], hasResponse: false`)).toEqual([]);
    expect(feedOf(await accept(poNumber, products), 'accept')[1]).toContain('already been responded to');
  });

  it('are shipped after that, parcel by parcel, none of them twice', async () => {
    const { poNumber, products } = await newOrder();
    expect(feedOf(await ship(poNumber, 'T1', 1), 'shipment')[1]).toContain('not been accepted');
    await accept(poNumber, products);
    expect(feedOf(await ship(poNumber, 'T1', 3), 'shipment')[1]).toContain(`More of part ${SKU()}`);
    expect(feedOf(await ship(poNumber, 'T1', 1, { carrierCode: 'FedEx' }), 'shipment')[1]).toContain('carrier code');
    expect(feedOf(await ship(poNumber, 'T1', 1, { packageCount: 2 }), 'shipment')[1]).toContain('packageCount');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(feedOf(await ship(poNumber, 'T1', 1, { shipDate: later }), 'shipment')[1]).toContain('future');
    expect(feedOf(await ship(poNumber, 'T1', 1), 'shipment')).toEqual(['NEW', undefined]);
    expect(feedOf(await ship(poNumber, 'T1', 1), 'shipment')[1]).toContain('already exists');
    expect(feedOf(await ship(poNumber, 'T2', 1), 'shipment')).toEqual(['NEW', undefined]);
    const state = await call(`${box.url}/control/state?shop=wayfair&orderId=${poNumber}`);
    expect([dig(state.body, 'orders', 0, 'confirmations'), dig(state.body, 'orders', 0, 'status')]).toEqual([
      2,
      'shipped',
    ]);
  });

  it('are registered each time anew, and have their papers only then', async () => {
    const { poNumber, products } = await newOrder();
    const register = () =>
      ask(
        'orders',
        `mutation { purchaseOrders { register(registrationInput: { poNumber: "${poNumber}" }) {
        id shippingLabelInfo { trackingNumber } } } }`,
      );
    const paper = (kind: string) =>
      call(`${box.url}/wayfair/api/v1/${kind}/${poNumber}`, { headers: { authorization: `Bearer ${token}` } });
    expect(message(await register())).toContain('not been accepted');
    await accept(poNumber, products);
    expect((await paper('shipping_label')).status).toBe(404);
    const first = dig((await register()).body, 'data', 'purchaseOrders', 'register', 'id');
    const second = dig((await register()).body, 'data', 'purchaseOrders', 'register', 'id');
    expect(first).not.toBe(second);
    expect((await paper('shipping_label')).headers.get('content-type')).toBe('application/pdf');
    const events = (value: string) =>
      ask('orders', `{ labelGenerationEvents(filters: [{ field: poNumber, equals: "${value}" }]) { id } }`);
    expect(message(await events(poNumber))).toContain('digits');
    expect(digList((await events(poNumber.slice(2))).body, 'data', 'labelGenerationEvents')).toHaveLength(2);
  });
});

describe('the rest', () => {
  it('works on stock after it has taken it in', async () => {
    const save = (rows: object[], feedKind = 'DIFFERENTIAL') =>
      ask(
        'orders',
        `mutation($inventory: [inventoryInput!]!, $feedKind: inventoryFeedKind) {
        inventory { save(inventory: $inventory, feedKind: $feedKind) ${FEED} } }`,
        { inventory: rows, feedKind },
      );
    const row = (supplierPartNumber: string, quantityOnHand: number, supplierId = 2603) => ({
      supplierId,
      supplierPartNumber,
      quantityOnHand,
    });
    expect(message(await save([row(SKU(), 3)], 'TRUE_UP'))).toContain('full feed');
    const taken = await save([row(SKU(), 3), row('NONE', 1), row(SKU(), 1, 9), row(SKU(), -1)]);
    const feed = dig(taken.body, 'data', 'inventory', 'save');
    expect([dig(feed, 'status'), dig(feed, 'errorCount')]).toEqual(['NEW', 3]);
    await control('clock/advance', { seconds: 5 });
    const handle = digText(feed, 'handle');
    const done = await ask('orders', `{ transactions(filters: [{ field: handle, equals: "${handle}" }]) ${FEED} }`);
    expect(dig(done.body, 'data', 'transactions', 0, 'status')).toBe('COMPLETE');
    const listed = await call(`${box.url}/control/listings?shop=wayfair&sku=${SKU()}`);
    expect(dig(listed.body, 0, 'quantity')).toBe(3);
  });

  it('shows its catalogue to the supplier that is selected', async () => {
    const query = `query($supplierId: Int!, $paginationOptions: PaginationOptions) {
      supplierCatalog(supplierId: $supplierId, paginationOptions: $paginationOptions) {
        products { supplierPartNumber } pageInfo { hasNextPage } } }`;
    const page = (pageSize: number, supplier = '2603') =>
      ask(
        'catalog',
        query,
        { supplierId: 2603, paginationOptions: { page: 1, pageSize } },
        { 'X-SELECTED-SUPPLIER-ID': supplier },
      );
    expect(digList((await page(25)).body, 'data', 'supplierCatalog', 'products')).toHaveLength(25);
    expect(message(await page(30))).toContain('10, 20 or 25');
    expect(message(await page(25, '7'))).toContain('X-SELECTED-SUPPLIER-ID');
  });

  it('lets a supplier agree to what was asked, once', async () => {
    const { poNumber } = await newOrder();
    const requests = async () =>
      digList(
        (
          await ask(
            'cancellations',
            `{ lineItemCancellationRequestByPurchaseOrders(poInput: { poNumbers: ["${poNumber}"] }) {
          requestId status } }`,
          )
        ).body,
        'data',
        'lineItemCancellationRequestByPurchaseOrders',
      );
    expect(await requests()).toEqual([]);
    await control('orders/cancel', { shop: 'wayfair', orderId: poNumber });
    const [requested] = await requests();
    expect(digText(requested, 'status')).toBe('PENDING');
    const confirm = async () => {
      const answer = await ask(
        'cancellations',
        `mutation { confirmLineItemCancellationRequest(
        confirmationInputs: [{ requestId: "${digText(requested, 'requestId')}" }]) { status } }`,
      );
      return digText(answer.body, 'data', 'confirmLineItemCancellationRequest', 0, 'status');
    };
    expect([await confirm(), await confirm()]).toEqual(['SUCCESS', 'FAILURE']);
    expect(feedOf(await ship(poNumber, 'T1', 1), 'shipment')[1]).toContain('is cancelled');
  });
});
