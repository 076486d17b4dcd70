import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, call, digText, loadClient, startForTest } from '../testing.ts';

/** Amazon's own client for vendors: what is missing or misspelt here would be undefined there. */
interface Client {
  applyXAmzAccessTokenToRequest(token: string): Client;
}
type Area<Api extends string, T> = { ApiClient: new (host: string) => Client } & Record<Api, new (client: Client) => T>;
interface Sdk {
  VendorordersSpApi: Area<
    'VendorOrdersApi',
    {
      getPurchaseOrders(options: object): Promise<{
        payload?: {
          orders?: {
            purchaseOrderNumber: string;
            purchaseOrderState: string;
            orderDetails: {
              purchaseOrderDate: Date;
              items: { netCost: { amount: string; currencyCode: string }; orderedQuantity: { amount: number } }[];
            };
          }[];
        };
      }>;
      getPurchaseOrdersStatus(options: object): Promise<{
        payload?: { ordersStatus?: { purchaseOrderStatus: string; itemStatus: unknown[] }[] };
      }>;
      submitAcknowledgement(body: unknown): Promise<{ payload?: { transactionId?: string } }>;
    }
  >;
  VendortransactionstatusSpApi: Area<
    'VendorTransactionApi',
    { getTransaction(id: string): Promise<{ payload?: { transactionStatus?: { status: string } } }> }
  >;
  VendordfordersSpApi: Area<
    'VendorOrdersApi',
    {
      getOrders(
        after: Date,
        before: Date,
        options: object,
      ): Promise<{
        orders?: {
          purchaseOrderNumber: string;
          orderDetails: { orderStatus: string; shipToParty: { addressLine1: string }; items: unknown[] };
        }[];
      }>;
    }
  >;
}

let box: Sandbox;
let sdk: Sdk;
let token: string;
const host = () => `${box.url}/amazonvc/spapi`;

beforeAll(async () => {
  box = await startForTest();
  box.world.settings.feedStepMs = 20;
  sdk = await loadClient<Sdk>('@amazon-sp-api-release/amazon-sp-api-sdk-js');
  const back = encodeURIComponent('http://127.0.0.1:9/back');
  const page = await call(
    `${box.url}/amazonvc/vendorcentral/apps/authorize/consent?application_id=amzn1.sp.solution.demo-0001&state=s&redirect_uri=${back}&auto=1`,
  );
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('spapi_oauth_code') ?? '';
  const form = { grant_type: 'authorization_code', code, ...AMAZON_CREDENTIALS };
  token = digText((await call(`${box.url}/amazonvc/lwa/auth/o2/token`, { form })).body, 'access_token');
});
afterAll(() => box.close());

describe("Amazon's own SDK for vendors", () => {
  it('lists purchase orders, takes one on, and hears what became of it', async () => {
    const { VendorOrdersApi, ApiClient } = sdk.VendorordersSpApi;
    const orders = new VendorOrdersApi(new ApiClient(host()).applyXAmzAccessTokenToRequest(token));
    const listed = await orders.getPurchaseOrders({
      createdAfter: new Date(Date.now() - 6 * 86_400_000),
      limit: 10,
      sortOrder: 'ASC',
    });
    const order = listed.payload?.orders?.find((one) => one.purchaseOrderState === 'New');
    expect(order?.orderDetails.purchaseOrderDate).toBeInstanceOf(Date);
    expect(order?.orderDetails.items[0]?.netCost.currencyCode).toBe('USD');
    expect(order?.orderDetails.items[0]?.orderedQuantity.amount).toBeGreaterThan(0);
    const answered = await orders.submitAcknowledgement({
      acknowledgements: [
        {
          purchaseOrderNumber: order?.purchaseOrderNumber,
          sellingParty: { partyId: '999US' },
          acknowledgementDate: new Date().toISOString(),
          items: order?.orderDetails.items.map((item, index) => ({
            itemSequenceNumber: String(index + 1),
            orderedQuantity: item.orderedQuantity,
            netCost: item.netCost,
            itemAcknowledgements: [{ acknowledgementCode: 'Accepted', acknowledgedQuantity: item.orderedQuantity }],
          })),
        },
      ],
    });
    const { VendorTransactionApi, ApiClient: Transactions } = sdk.VendortransactionstatusSpApi;
    const transactions = new VendorTransactionApi(new Transactions(host()).applyXAmzAccessTokenToRequest(token));
    const look = async () =>
      (await transactions.getTransaction(answered.payload?.transactionId ?? '')).payload?.transactionStatus?.status;
    await expect.poll(look).toBe('Success');
    const status = await orders.getPurchaseOrdersStatus({ purchaseOrderNumber: order?.purchaseOrderNumber });
    expect(status.payload?.ordersStatus?.[0]?.purchaseOrderStatus).toBe('OPEN');
  });

  it('lists direct orders with a restricted token, and not without', async () => {
    const { VendorOrdersApi, ApiClient } = sdk.VendordfordersSpApi;
    const window = [new Date(Date.now() - 6 * 86_400_000), new Date()] as const;
    const bare = new VendorOrdersApi(new ApiClient(host()).applyXAmzAccessTokenToRequest(token));
    await expect(bare.getOrders(...window, { limit: 5 })).rejects.toThrow();
    const path = '/vendor/directFulfillment/orders/2021-12-28/purchaseOrders';
    const made = await call(`${host()}/tokens/2021-03-01/restrictedDataToken`, {
      headers: { 'x-amz-access-token': token },
      body: { restrictedResources: [{ method: 'GET', path }] },
    });
    const opened = new ApiClient(host()).applyXAmzAccessTokenToRequest(digText(made.body, 'restrictedDataToken'));
    const { orders } = await new VendorOrdersApi(opened).getOrders(...window, { limit: 5 });
    expect(orders?.[0]?.orderDetails.orderStatus).toBe('NEW');
    expect(orders?.[0]?.orderDetails.shipToParty.addressLine1).toBeTruthy();
    expect(orders?.[0]?.orderDetails.items.length).toBeGreaterThan(0);
  });
});
