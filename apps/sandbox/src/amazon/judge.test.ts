import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, call, digText, loadClient, redirectPlatforms, startForTest } from '../testing.ts';

/** Amazon's own client, made from its models: a field that is missing or misspelt here would be undefined there. */
interface Client {
  applyXAmzAccessTokenToRequest(token: string): Client;
}
interface Area {
  ApiClient: new (host: string) => Client;
}
type With<Api extends string, T, Models extends string = never> = Area &
  Record<Api, new (client: Client) => T> &
  Record<Models, { constructFromObject(value: unknown): unknown }>;
interface Sdk {
  ListingsitemsSpApi: With<
    'ListingsApi',
    {
      searchListingsItems(
        seller: string,
        places: string[],
        options: object,
      ): Promise<{
        numberOfResults: number;
        items: {
          sku: string;
          summaries: { productType: string; createdDate: Date }[];
          offers: { price: { amount: string; currencyCode: string } }[];
          fulfillmentAvailability: { quantity: number }[];
        }[];
        pagination?: { nextToken?: string };
      }>;
      patchListingsItem(seller: string, sku: string, places: string[], body: unknown): Promise<{ status: string }>;
    },
    'ListingsItemPatchRequest'
  >;
  ReportsSpApi: With<
    'ReportsApi',
    {
      createReport(body: unknown): Promise<{ reportId: string }>;
      getReport(id: string): Promise<{ processingStatus: string; reportType: string; createdTime: Date }>;
    },
    'CreateReportSpecification'
  >;
  Finances20240619SpApi: With<
    'DefaultApi',
    {
      listTransactions(options: object): Promise<{
        payload?: {
          transactions?: {
            transactionType: string;
            transactionStatus: string;
            totalAmount: { currencyAmount: number; currencyCode: string };
            items: { breakdowns: { breakdownType: string }[] }[];
          }[];
        };
      }>;
    }
  >;
}

const US = 'ATVPDKIKX0DER';
const HOST = 'https://sellingpartnerapi-na.amazon.com';
let box: Sandbox;
let restore: () => void;
let sdk: Sdk;
let token: string;

beforeAll(async () => {
  box = await startForTest();
  restore = redirectPlatforms(box);
  sdk = await loadClient<Sdk>('@amazon-sp-api-release/amazon-sp-api-sdk-js');
  const made = await call(`${box.url}/control/amazon/authorize`, { body: {} });
  const form = {
    grant_type: 'refresh_token',
    refresh_token: digText(made.body, 'refreshToken'),
    ...AMAZON_CREDENTIALS,
  };
  token = digText((await call(`${box.url}/amazon/lwa/auth/o2/token`, { form })).body, 'access_token');
});
afterAll(async () => {
  restore();
  await box.close();
});

describe("Amazon's own SDK", () => {
  it('searches listings and patches one', async () => {
    const { ListingsApi, ApiClient, ListingsItemPatchRequest } = sdk.ListingsitemsSpApi;
    const listings = new ListingsApi(new ApiClient(HOST).applyXAmzAccessTokenToRequest(token));
    const includedData = ['summaries', 'offers', 'fulfillmentAvailability'];
    const page = await listings.searchListingsItems('A2TRADEWIND01', [US], { includedData, pageSize: 20 });
    expect(page.numberOfResults).toBe(box.world.amazon.listings.all.length);
    const [item] = page.items;
    expect(item?.summaries[0]?.createdDate).toBeInstanceOf(Date);
    expect(item?.offers[0]?.price.currencyCode).toBe('USD');
    expect(item?.fulfillmentAvailability[0]?.quantity).toBeGreaterThan(0);
    const body = ListingsItemPatchRequest.constructFromObject({
      productType: item?.summaries[0]?.productType,
      patches: [
        {
          op: 'replace',
          path: '/attributes/fulfillment_availability',
          value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 2 }],
        },
      ],
    });
    const patched = await listings.patchListingsItem('A2TRADEWIND01', item?.sku ?? '', [US], body);
    expect(patched.status).toBe('ACCEPTED');
    expect(box.world.amazon.listings.bySku(item?.sku ?? '')?.shown).toBe(2);
  });

  it('asks for a report and reads how far it is', async () => {
    const { ReportsApi, ApiClient, CreateReportSpecification } = sdk.ReportsSpApi;
    const reports = new ReportsApi(new ApiClient(HOST).applyXAmzAccessTokenToRequest(token));
    const reportType = 'GET_FLAT_FILE_RETURNS_DATA_BY_RETURN_DATE';
    const made = await reports.createReport(
      CreateReportSpecification.constructFromObject({ reportType, marketplaceIds: [US] }),
    );
    const report = await reports.getReport(made.reportId);
    expect([report.processingStatus, report.reportType]).toEqual(['IN_QUEUE', reportType]);
    expect(report.createdTime).toBeInstanceOf(Date);
  });

  it('reads transactions with the parts of their articles', async () => {
    const order = [...box.world.amazon.byId.values()].find((one) => one.status === 'unshipped');
    if (!order) throw new Error('no order');
    const at = Date.now() - 5000;
    box.world.shipped(order, () =>
      order.parcels.push({
        ...{ ref: '1', carrier: 'UPS', carrierName: '', method: '', numbers: ['1Z'], urls: [], cancelled: false },
        ...{ shippedAt: at, createdAt: at, updatedAt: at, events: [] },
        lines: order.lines.map((line) => ({ lineId: line.id, quantity: line.quantity })),
      }),
    );
    const { DefaultApi, ApiClient } = sdk.Finances20240619SpApi;
    const finances = new DefaultApi(new ApiClient(HOST).applyXAmzAccessTokenToRequest(token));
    const told = await finances.listTransactions({ postedAfter: new Date(at - 60_000), transactionStatus: 'RELEASED' });
    const [one] = told.payload?.transactions ?? [];
    expect([one?.transactionType, one?.transactionStatus, one?.totalAmount.currencyCode]).toEqual([
      'Shipment',
      'RELEASED',
      'USD',
    ]);
    expect(one?.totalAmount.currencyAmount).toBeGreaterThan(0);
    expect(one?.items[0]?.breakdowns.map((part) => part.breakdownType)).toEqual(
      expect.arrayContaining(['ProductCharges', 'AmazonFees']),
    );
  });
});
