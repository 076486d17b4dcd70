import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../main.ts';
import { AMAZON_CREDENTIALS, call, digText, loadClient, redirectPlatforms, startForTest } from '../testing.ts';

/** Amazon's own client, made from its models: a field that is missing or misspelt here would be undefined there. */
interface Client {
  applyXAmzAccessTokenToRequest(token: string): Client;
  disableRateLimiter(): void;
}
interface Area {
  ApiClient: new (host: string) => Client;
}
type With<Api extends string, T, Models extends string = never> = Area &
  Record<Api, new (client: Client) => T> &
  Record<Models, { constructFromObject(value: unknown): unknown }>;
interface Ordered {
  operationId: string;
}
interface Goods {
  msku: string;
  fnsku: string;
  quantity: number;
}
interface Inbound {
  listPrepDetails(
    place: string,
    mskus: string[],
  ): Promise<{ mskuPrepDetails: { msku: string; prepCategory: string }[] }>;
  createInboundPlan(body: unknown): Promise<Ordered & { inboundPlanId: string }>;
  getInboundPlan(plan: string): Promise<{
    name: string;
    createdAt: Date;
    packingOptions: { status: string }[];
    placementOptions: { status: string }[];
    shipments: { shipmentId: string; status: string }[];
  }>;
  getInboundOperationStatus(id: string): Promise<{ operationStatus: string; operationProblems: object[] }>;
  generatePackingOptions(plan: string): Promise<Ordered>;
  listPackingOptions(
    plan: string,
    options: object,
  ): Promise<{ packingOptions: { packingOptionId: string; packingGroups: string[] }[] }>;
  confirmPackingOption(plan: string, option: string): Promise<Ordered>;
  listPackingGroupItems(plan: string, group: string, options: object): Promise<{ items: Goods[] }>;
  setPackingInformation(plan: string, body: unknown): Promise<Ordered>;
  generatePlacementOptions(plan: string, body: unknown): Promise<Ordered>;
  listPlacementOptions(
    plan: string,
    options: object,
  ): Promise<{
    placementOptions: { placementOptionId: string; shipmentIds: string[]; fees: { value: { amount: number } }[] }[];
  }>;
  confirmPlacementOption(plan: string, option: string): Promise<Ordered>;
  generateTransportationOptions(plan: string, body: unknown): Promise<Ordered>;
  listTransportationOptions(
    plan: string,
    options: object,
  ): Promise<{
    transportationOptions: {
      transportationOptionId: string;
      shippingSolution: string;
      quote?: { cost: { amount: number } };
    }[];
  }>;
  confirmTransportationOptions(plan: string, body: unknown): Promise<Ordered>;
  generateDeliveryWindowOptions(plan: string, shipment: string): Promise<Ordered>;
  listDeliveryWindowOptions(
    plan: string,
    shipment: string,
    options: object,
  ): Promise<{ deliveryWindowOptions: { deliveryWindowOptionId: string; startDate: Date; endDate: Date }[] }>;
  confirmDeliveryWindowOptions(plan: string, shipment: string, window: string): Promise<Ordered>;
  getShipment(
    plan: string,
    shipment: string,
  ): Promise<{ status: string; shipmentConfirmationId: string; destination: { address: { city: string } } }>;
  listShipmentBoxes(
    plan: string,
    shipment: string,
    options: object,
  ): Promise<{ boxes: { boxId: string; weight: { value: number }; items: Goods[] }[] }>;
  listShipmentItems(plan: string, shipment: string, options: object): Promise<{ items: Goods[] }>;
  updateShipmentTrackingDetails(plan: string, shipment: string, body: unknown): Promise<Ordered>;
}
type InboundBodies =
  | 'CreateInboundPlanRequest'
  | 'SetPackingInformationRequest'
  | 'GeneratePlacementOptionsRequest'
  | 'GenerateTransportationOptionsRequest'
  | 'ConfirmTransportationOptionsRequest'
  | 'UpdateShipmentTrackingDetailsRequest';
interface Sdk {
  FulfillmentinboundSpApi: With<'FbaInboundApi', Inbound, InboundBodies>;
  Fulfillmentinbound_v0SpApi: With<
    'FbaInboundApi',
    {
      getLabels(
        shipment: string,
        pageType: string,
        labelType: string,
        options: object,
      ): Promise<{ payload: { downloadURL: string } }>;
      getShipmentItemsByShipmentId(shipment: string): Promise<{
        payload: { itemData: { sellerSKU: string; quantityShipped: number; quantityReceived: number }[] };
      }>;
    }
  >;
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
    box.world.settings.feedStepMs = 60_000;
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
    const answered = await finances.listTransactions({
      postedAfter: new Date(at - 60_000),
      transactionStatus: 'RELEASED',
    });
    const [one] = answered.payload?.transactions ?? [];
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

  it('leads a shipment to a warehouse of Amazon, from the plan to what was counted', async () => {
    const { FbaInboundApi, ApiClient, ...models } = sdk.FulfillmentinboundSpApi;
    const client = new ApiClient(HOST).applyXAmzAccessTokenToRequest(token);
    client.disableRateLimiter();
    const inbound = new FbaInboundApi(client);
    const body = (name: InboundBodies, value: object) => models[name].constructFromObject(value);
    const done = async (ordered: Promise<Ordered>) => {
      const { operationId } = await ordered;
      const answered = () => inbound.getInboundOperationStatus(operationId);
      await expect
        .poll(answered, { timeout: 10_000 })
        .toMatchObject({ operationStatus: 'SUCCESS', operationProblems: [] });
    };
    const known = box.world.amazon.listings.all.slice(0, 20).map((one) => one.sku);
    const { mskuPrepDetails } = await inbound.listPrepDetails(US, known);
    expect(mskuPrepDetails.map((one) => one.msku)).toEqual(known);
    const msku = mskuPrepDetails.find((one) => one.prepCategory === 'NONE')?.msku ?? '';
    const item = { msku, quantity: 8, labelOwner: 'SELLER', prepOwner: 'NONE' };
    const sourceAddress = {
      ...{ name: 'Tradewind', addressLine1: '1 Dock Road', city: 'Ningbo', postalCode: '315800', countryCode: 'CN' },
      phoneNumber: '+86 574 5555 0000',
    };
    const made = inbound.createInboundPlan(
      body('CreateInboundPlanRequest', { destinationMarketplaces: [US], items: [item], name: 'By SDK', sourceAddress }),
    );
    await done(made);
    const { inboundPlanId: plan } = await made;

    await done(inbound.generatePackingOptions(plan));
    const [packing] = (await inbound.listPackingOptions(plan, { pageSize: 20 })).packingOptions;
    await done(inbound.confirmPackingOption(plan, packing?.packingOptionId ?? ''));
    const packingGroupId = packing?.packingGroups[0] ?? '';
    const group = await inbound.listPackingGroupItems(plan, packingGroupId, { pageSize: 100 });
    expect(group.items).toMatchObject([{ msku, quantity: 8, fnsku: expect.stringMatching(/^X00/) }]);
    const carton = {
      ...{ contentInformationSource: 'BOX_CONTENT_PROVIDED', quantity: 2, weight: { unit: 'KG', value: 4.5 } },
      dimensions: { unitOfMeasurement: 'CM', length: 40, width: 30, height: 25.5 },
      items: [{ ...item, quantity: 4 }],
    };
    const packageGroupings = [{ packingGroupId, boxes: [carton] }];
    await done(inbound.setPackingInformation(plan, body('SetPackingInformationRequest', { packageGroupings })));

    await done(inbound.generatePlacementOptions(plan, body('GeneratePlacementOptionsRequest', {})));
    const [together] = (await inbound.listPlacementOptions(plan, { pageSize: 20 })).placementOptions;
    expect(together?.fees[0]?.value.amount).toBe(2.4);
    const [shipmentId = ''] = together?.shipmentIds ?? [];
    const placementOptionId = together?.placementOptionId ?? '';
    await done(inbound.confirmPlacementOption(plan, placementOptionId));
    const readyToShipWindow = { start: new Date(Date.now() + 86_400_000).toISOString() };
    const shipmentTransportationConfigurations = [{ shipmentId, readyToShipWindow }];
    const moved = { placementOptionId, shipmentTransportationConfigurations };
    await done(inbound.generateTransportationOptions(plan, body('GenerateTransportationOptionsRequest', moved)));
    const ways = (await inbound.listTransportationOptions(plan, { placementOptionId })).transportationOptions;
    expect(ways.map((one) => [one.shippingSolution, one.quote?.cost.amount])).toEqual([
      ['AMAZON_PARTNERED_CARRIER', 24.8],
      ['USE_YOUR_OWN_CARRIER', undefined],
    ]);
    await done(inbound.generateDeliveryWindowOptions(plan, shipmentId));
    const [window] = (await inbound.listDeliveryWindowOptions(plan, shipmentId, {})).deliveryWindowOptions;
    expect([window?.startDate, window?.endDate]).toEqual([expect.any(Date), expect.any(Date)]);
    await done(inbound.confirmDeliveryWindowOptions(plan, shipmentId, window?.deliveryWindowOptionId ?? ''));
    const transportationOptionId = ways[1]?.transportationOptionId ?? '';
    const transportationSelections = [{ shipmentId, transportationOptionId }];
    await done(
      inbound.confirmTransportationOptions(
        plan,
        body('ConfirmTransportationOptionsRequest', { transportationSelections }),
      ),
    );

    const ready = await inbound.getShipment(plan, shipmentId);
    expect([ready.status, ready.destination.address.city]).toEqual(['READY_TO_SHIP', 'Moreno Valley']);
    const confirmation = ready.shipmentConfirmationId;
    const { boxes } = await inbound.listShipmentBoxes(plan, shipmentId, {});
    expect(boxes).toMatchObject(
      ['1', '2'].map((n) => ({ boxId: `${confirmation}U00000${n}`, weight: { value: 4.5 }, items: [{ quantity: 4 }] })),
    );
    const there = await inbound.listShipmentItems(plan, shipmentId, {});
    expect(there.items.map((one) => one.msku)).toEqual([msku, msku]);
    const v0 = sdk.Fulfillmentinbound_v0SpApi;
    const old = new v0.FbaInboundApi(new v0.ApiClient(HOST).applyXAmzAccessTokenToRequest(token));
    const paper = { numberOfPackages: 2, pageSize: 2, pageStartIndex: 0 };
    const labels = await old.getLabels(confirmation, 'PackageLabel_Thermal_NonPCP', 'UNIQUE', paper);
    const pdf = await fetch(labels.payload.downloadURL);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    const spdTrackingItems = boxes.map(({ boxId }, at) => ({ boxId, trackingId: `OCEAN-${at}` }));
    const trackingDetails = { spdTrackingDetail: { spdTrackingItems } };
    const answered = body('UpdateShipmentTrackingDetailsRequest', { trackingDetails });
    await done(inbound.updateShipmentTrackingDetails(plan, shipmentId, answered));
    await call(`${box.url}/control/inbound/receive`, { body: { confirmationId: confirmation, counts: { [msku]: 7 } } });
    const counted = await old.getShipmentItemsByShipmentId(confirmation);
    expect(counted.payload.itemData).toMatchObject([{ sellerSKU: msku, quantityShipped: 8, quantityReceived: 7 }]);
    const whole = await inbound.getInboundPlan(plan);
    expect(whole).toMatchObject({ name: 'By SDK', shipments: [{ shipmentId, status: 'RECEIVING' }] });
    expect(whole.createdAt).toBeInstanceOf(Date);
  });
});
