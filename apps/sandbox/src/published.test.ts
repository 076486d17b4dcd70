import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from './main.ts';
import type { AmazonModule, UpsClient, UpsModule } from './publishedTypes.ts';
import { call, dig, digList, digText, loadClient, redirectPlatforms, startForTest } from './testing.ts';

/**
 * Other people's clients of the real platforms, run against the sandbox. They know nothing of it: Amazon's and
 * Shopify's SDKs call the real host names, which the hook sends here with the host name kept.
 */
let box: Sandbox;
let restore: () => void;
const SHOP = 'tradewind-demo.myshopify.com';
const US = 'ATVPDKIKX0DER';
const CLIENT = ['amzn1.application-oa2-client.demo', 'amzn1.oa2-cs.v1.demo'] as const;

beforeAll(async () => {
  box = await startForTest();
  restore = redirectPlatforms(box);
});
afterAll(async () => {
  restore();
  await box.close();
});

describe("Amazon's own SDK", () => {
  async function refreshToken(): Promise<string> {
    const query = new URLSearchParams({
      application_id: 'amzn1.sp.solution.demo-0001',
      state: 's',
      redirect_uri: 'http://127.0.0.1:9/cb',
      version: 'beta',
      auto: '1',
    });
    const consent = await call(`https://sellercentral.amazon.com/apps/authorize/consent?${query}`);
    const back = new URL(consent.headers.get('location') ?? '');
    const answer = await call('https://api.amazon.com/auth/o2/token', {
      form: {
        grant_type: 'authorization_code',
        code: back.searchParams.get('spapi_oauth_code') ?? '',
        client_id: CLIENT[0],
        client_secret: CLIENT[1],
      },
    });
    return digText(answer.body, 'refresh_token');
  }

  it('logs in, lists, reads items and address, confirms, and sees it shipped', async () => {
    const { OrdersSpApi, Orders_v2026SpApi, LwaAuthClient, SellersSpApi } = await loadClient<AmazonModule>(
      '@amazon-sp-api-release/amazon-sp-api-sdk-js',
    );
    const refresh = await refreshToken();
    const token: string = await new LwaAuthClient(...CLIENT, refresh).getAccessToken();
    expect(token).toMatch(/^Atza\|/);
    const host = 'https://sellingpartnerapi-na.amazon.com';

    const sellers = new SellersSpApi.SellersApi(new SellersSpApi.ApiClient(host).applyXAmzAccessTokenToRequest(token));
    const participations = await sellers.getMarketplaceParticipations();
    expect(participations.payload?.[0]?.marketplace?.id).toBe(US);

    const orders = new OrdersSpApi.OrdersV0Api(new OrdersSpApi.ApiClient(host).applyXAmzAccessTokenToRequest(token));
    const listed = await orders.getOrders([US, 'A2EUQ1WTGCTBG2'], {
      lastUpdatedAfter: '2026-01-01T00:00:00Z',
      orderStatuses: ['Unshipped', 'PartiallyShipped'],
    });
    const order = listed.payload?.orders?.[0];
    expect(order?.orderStatus).toBe('Unshipped');
    expect(Number(order?.orderTotal?.amount)).toBeGreaterThan(0);
    const orderId = String(order?.amazonOrderId);
    const items = (await orders.getOrderItems(orderId)).payload?.orderItems ?? [];
    expect(items[0]?.sellerSKU).toBeTruthy();

    // The same orders through the new version: created times come as dates, items inside.
    const search = new Orders_v2026SpApi.SearchOrdersApi(
      new Orders_v2026SpApi.ApiClient(host).applyXAmzAccessTokenToRequest(token),
    );
    const found = await search.searchOrders({
      lastUpdatedAfter: new Date('2026-01-01T00:00:00Z'),
      includedData: ['RECIPIENT', 'FULFILLMENT'],
      maxResultsPerPage: 100,
    });
    const twin = found.orders?.find((one) => one.orderId === orderId);
    expect(twin?.createdTime).toBeInstanceOf(Date);
    expect(Number.isNaN(twin?.createdTime?.getTime())).toBe(false);
    expect(twin?.recipient?.deliveryAddress?.countryCode).toBe('US');
    expect(twin?.orderItems?.[0]?.product?.sellerSku).toBe(items[0]?.sellerSKU);

    // The SDK takes a restricted token by itself for the path it calls.
    const restricted = new OrdersSpApi.OrdersV0Api(
      new OrdersSpApi.ApiClient(host).enableAutoRetrievalRestrictedDataToken(...CLIENT, refresh, ['shippingAddress']),
    );
    const address = await restricted.getOrderAddress(orderId);
    expect(address.payload?.shippingAddress?.addressLine1).toBeTruthy();
    await expect(orders.getOrderAddress(orderId)).rejects.toThrow();

    const confirmation = {
      marketplaceId: US,
      packageDetail: {
        packageReferenceId: '1',
        carrierCode: 'UPS',
        carrierName: 'UPS',
        shippingMethod: 'Ground',
        trackingNumber: '1Z999AA10123456784',
        shipDate: '2026-11-21T01:00:00.000Z',
        orderItems: items.map((item) => ({ orderItemId: item.orderItemId, quantity: item.quantityOrdered })),
      },
    };
    await orders.confirmShipment(orderId, OrdersSpApi.ConfirmShipmentRequest.constructFromObject(confirmation));
    expect((await orders.getOrder(orderId)).payload?.orderStatus).toBe('Shipped');
    const state = await call(`${box.url}/control/state?orderId=${orderId}`);
    expect(dig(state.body, 'orders', 0, 'confirmations')).toBe(1);
  });

  it('is refused with a wrong secret', async () => {
    const { LwaAuthClient } = await loadClient<AmazonModule>('@amazon-sp-api-release/amazon-sp-api-sdk-js');
    await expect(new LwaAuthClient(CLIENT[0], 'wrong', await refreshToken()).getAccessToken()).rejects.toThrow();
  });

  it('runs a feed to its result', async () => {
    const { FeedsSpApi, LwaAuthClient } = await loadClient<AmazonModule>('@amazon-sp-api-release/amazon-sp-api-sdk-js');
    await call(`${box.url}/control/settings`, { body: { feedStepMs: 20 } });
    const token = await new LwaAuthClient(...CLIENT, await refreshToken()).getAccessToken();
    const feeds = new FeedsSpApi.FeedsApi(
      new FeedsSpApi.ApiClient('https://sellingpartnerapi-na.amazon.com').applyXAmzAccessTokenToRequest(token),
    );
    const contentType = 'text/tab-separated-values; charset=UTF-8';
    const document = await feeds.createFeedDocument(
      FeedsSpApi.CreateFeedDocumentSpecification.constructFromObject({ contentType }),
    );
    await fetch(String(document.url), {
      method: 'PUT',
      headers: { 'content-type': contentType },
      body: 'order-id\tquantity\n',
    });
    const made = await feeds.createFeed(
      FeedsSpApi.CreateFeedSpecification.constructFromObject({
        feedType: 'POST_FLAT_FILE_FULFILLMENT_DATA',
        marketplaceIds: [US],
        inputFeedDocumentId: document.feedDocumentId,
      }),
    );
    await new Promise((done) => setTimeout(done, 100));
    const feed = await feeds.getFeed(String(made.feedId));
    expect(feed.processingStatus).toBe('DONE');
    const result = await feeds.getFeedDocument(String(feed.resultFeedDocumentId));
    expect(await (await fetch(String(result.url))).text()).toContain('records processed');
  });
});

describe("Shopify's own library", () => {
  const browser = {
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
  };

  async function library(hostName: string) {
    await import('@shopify/shopify-api/adapters/node');
    const { shopifyApi, ApiVersion, LogSeverity } = await import('@shopify/shopify-api');
    return shopifyApi({
      apiKey: 'tradewind-demo-app',
      apiSecretKey: 'hush',
      scopes: ['read_orders', 'write_orders', 'write_merchant_managed_fulfillment_orders'],
      hostName,
      hostScheme: 'http',
      apiVersion: ApiVersion.July26,
      isEmbeddedApp: false,
      logger: { level: LogSeverity.Error },
    });
  }

  it('begins, comes back, verifies the signature, queries and refreshes', async () => {
    const results: unknown[] = [];
    const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
      const work = async () => {
        const shopify = await library(`127.0.0.1:${port}`);
        const raw = { rawRequest: request, rawResponse: response };
        if (request.url?.startsWith('/auth'))
          await shopify.auth.begin({ shop: SHOP, callbackPath: '/back', isOnline: false, ...raw });
        else {
          const { session } = await shopify.auth.callback({ ...raw, expiring: true });
          results.push(session);
          response.end('ok');
        }
      };
      work().catch((error: unknown) => {
        results.push(error);
        response.statusCode = 500;
        response.end(String(error));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    const { port } = server.address() as AddressInfo;
    const begun = await call(`http://127.0.0.1:${port}/auth`, { headers: browser });
    const authorize = begun.headers.get('location') ?? '';
    expect(authorize).toContain(`https://${SHOP}/admin/oauth/authorize?`);
    const cookies = begun.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    const allowed = await call(`${authorize}&auto=1`);
    const back = allowed.headers.get('location') ?? '';
    const spoiled = await call(back.replace(/code=[0-9a-f]{4}/, 'code=0000'), {
      headers: { ...browser, cookie: cookies },
    });
    expect(spoiled.status).toBe(500);
    results.length = 0;
    const done = await call(back, { headers: { ...browser, cookie: cookies } });
    expect(done.body).toBe('ok');

    const shopify = await library(`127.0.0.1:${port}`);
    const { Session } = await import('@shopify/shopify-api');
    const session = results[0];
    if (!(session instanceof Session)) throw new Error('no session');
    expect(session.refreshToken).toMatch(/^shprt_/);
    const client = new shopify.clients.Graphql({ session });
    const answer: unknown = await client.request(
      'query($n:Int!){orders(first:$n,sortKey:UPDATED_AT,query:"financial_status:paid status:open"){nodes{id name fulfillmentOrders(first:1){nodes{id}}}}}',
      {
        variables: { n: 2 },
      },
    );
    const fulfillmentOrderId = digText(answer, 'data', 'orders', 'nodes', 0, 'fulfillmentOrders', 'nodes', 0, 'id');
    const fulfilled: unknown = await client.request(
      'mutation($f:FulfillmentInput!){fulfillmentCreate(fulfillment:$f){fulfillment{id status} userErrors{message}}}',
      {
        variables: {
          f: {
            lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }],
            trackingInfo: { company: 'UPS', number: '1Z999AA10123456784' },
          },
        },
      },
    );
    expect(digText(fulfilled, 'data', 'fulfillmentCreate', 'fulfillment', 'status')).toBe('SUCCESS');

    const renewed = await shopify.auth.refreshToken({ shop: SHOP, refreshToken: session.refreshToken ?? '' });
    expect(renewed.session.accessToken).not.toBe(session.accessToken);
    expect(renewed.session.refreshToken).not.toBe(session.refreshToken);
    server.close();
  });

  it('accepts the webhooks the sandbox signs and refuses a changed byte', async () => {
    const shopify = await library('127.0.0.1:9');
    const verdicts: { valid: boolean; spoiled: boolean }[] = [];
    const server = http.createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', async () => {
        const rawBody = Buffer.concat(parts).toString('utf8');
        const raw = { rawRequest: request, rawResponse: response };
        const valid = (await shopify.webhooks.validate({ rawBody, ...raw })).valid;
        const spoiled = (await shopify.webhooks.validate({ rawBody: rawBody.replace('"USD"', '"USE"'), ...raw })).valid;
        verdicts.push({ valid, spoiled });
        response.end();
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()));
    const authorized = await call(`${box.url}/control/shopify/authorize`, { body: {} });
    await call(`${box.url}/shopify/${SHOP}/admin/api/2026-07/graphql.json`, {
      headers: { 'x-shopify-access-token': digText(authorized.body, 'access_token') },
      body: {
        query:
          'mutation($u:String!){webhookSubscriptionCreate(topic:ORDERS_CREATE,webhookSubscription:{uri:$u}){userErrors{message}}}',
        variables: { u: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` },
      },
    });
    await call(`${box.url}/control/orders`, { body: { shop: 'shopify', count: 1 } });
    await expect.poll(() => verdicts).toEqual([{ valid: true, spoiled: false }]);
    server.close();
  });
});

describe('ups-api', () => {
  const client = async (): Promise<UpsClient> =>
    new (await loadClient<UpsModule>('ups-api')).API({
      baseUrl: `${box.url}/ups/api/`,
      authUrl: `${box.url}/ups/`,
      clientId: 'ups-client-demo',
      clientSecret: 'ups-secret-demo',
      transactionSrc: 'judge',
    });
  const shipment = {
    Shipper: {
      Name: 'Demo',
      ShipperNumber: 'A1B2C3',
      Address: {
        AddressLine: ['1 Dock Rd'],
        City: 'Timonium',
        StateProvinceCode: 'MD',
        PostalCode: '21093',
        CountryCode: 'US',
      },
    },
    ShipTo: {
      Name: 'Pat',
      Address: {
        AddressLine: ['9 Elm St'],
        City: 'Alpharetta',
        StateProvinceCode: 'GA',
        PostalCode: '30005',
        CountryCode: 'US',
      },
    },
    PaymentInformation: { ShipmentCharge: { Type: '01', BillShipper: { AccountNumber: 'A1B2C3' } } },
    Service: { Code: '03' },
    ReferenceNumber: { Value: 'JUDGE-1' },
    Package: { Packaging: { Code: '02' }, PackageWeight: { UnitOfMeasurement: { Code: 'LBS' }, Weight: '2' } },
  };

  it('takes its token after a 401, ships, tracks, reprints and voids', async () => {
    const ups = await client();
    expect(ups.token).toBeNull();
    const bought = await ups.createShipment({
      Request: { RequestOption: 'nonvalidate' },
      Shipment: shipment,
      LabelSpecification: { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: { Height: '6', Width: '4' } },
    });
    expect(ups.token).toBeTruthy();
    const number = digText(bought, 'ShipmentResponse', 'ShipmentResults', 'PackageResults', 'TrackingNumber');
    const tracked = await ups.getTrackingDetails(number);
    expect(digText(tracked, 'trackResponse', 'shipment', 0, 'package', 0, 'currentStatus', 'type')).toBe('M');
    const waybill = await ups.getWaybill(number);
    const pdf = Buffer.from(
      digText(waybill, 'LabelRecoveryResponse', 'LabelResults', 'LabelImage', 'GraphicImage'),
      'base64',
    );
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const voided = await ups.cancelShipment(number);
    expect(digText(voided, 'VoidShipmentResponse', 'SummaryResult', 'Status', 'Code')).toBe('1');
    await expect(ups.cancelShipment(number)).rejects.toThrow(/190117/);
    const log = await call(`${box.url}/control/log?limit=50`);
    const first = digList(log.body).find(
      (one) => digText(one, 'path').endsWith('/shipments/v1/ship') && dig(one, 'status') === 401,
    );
    expect(first).toBeDefined();
  });

  it('hears what is wrong with a shipment', async () => {
    const wrong = {
      ...shipment,
      ShipTo: { ...shipment.ShipTo, Address: { ...shipment.ShipTo.Address, PostalCode: '02108' } },
    };
    const label = { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: { Height: '6', Width: '4' } };
    await expect(
      (await client()).createShipment({ Request: {}, Shipment: wrong, LabelSpecification: label }),
    ).rejects.toThrow(/120802/);
  });
});
