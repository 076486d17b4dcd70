import { z } from 'zod';

/**
 * Amazon's inbound models as far as they are used here: what an operation takes and answers, and nothing besides, so
 * that a misspelt field is found on either side.
 * Source: fulfillmentInbound_2024-03-20.json and fulfillmentInboundV0.json of amzn/selling-partner-api-models.
 */
export interface Operation {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** With {braces} where an id stands. */
  path: string;
  status: number;
  query: z.ZodType;
  body: z.ZodType;
  answer: z.ZodType;
}

const text = (most = 1024) => z.string().min(1).max(most);
const id = z.string().regex(/^[a-zA-Z0-9-]{38}$/);
const shortId = z.string().regex(/^[a-zA-Z0-9-]{36,38}$/);
const instant = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/);
const date = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
const many = z.number().int().min(1).max(500_000);
const size = z.number().min(0).max(100_000);
const money = z.strictObject({ amount: z.number(), code: z.string().length(3) });
const wordOf = (all: readonly string[]) => z.enum(all);
const owner = z.enum(['AMAZON', 'SELLER', 'NONE']);

const address = z.strictObject({
  name: text(50),
  companyName: text(50).optional(),
  addressLine1: text(180),
  addressLine2: text(60).optional(),
  city: text(30),
  districtOrCounty: text(50).optional(),
  stateOrProvinceCode: text(64).optional(),
  postalCode: text(32),
  countryCode: z.string().regex(/^[A-Z]{2}$/),
  phoneNumber: text(20).optional(),
  email: text().optional(),
});
const goods = { msku: text(255), quantity: many, expiration: date.optional() };
const lot = { manufacturingLotCode: text(256).optional() };
const itemInput = z.strictObject({ ...goods, ...lot, labelOwner: owner, prepOwner: owner });
const item = z.strictObject({
  ...{ ...goods, ...lot, asin: text(10), fnsku: text(10), labelOwner: text() },
  prepInstructions: z.array(
    z.strictObject({ fee: money.optional(), prepOwner: text().optional(), prepType: text().optional() }),
  ),
});
const measures = {
  dimensions: z.strictObject({ length: size, width: size, height: size, unitOfMeasurement: z.enum(['IN', 'CM']) }),
  weight: z.strictObject({ value: size, unit: z.enum(['LB', 'KG']) }),
  quantity: z.number().int().min(1).max(10_000),
  contentInformationSource: z.enum(['BOX_CONTENT_PROVIDED', 'MANUAL_PROCESS', 'BARCODE_2D']),
};
const incentives = z.array(
  z.strictObject({
    ...{ type: z.enum(['FEE', 'DISCOUNT']), description: text(), value: money },
    target: z.enum(['Placement Services', 'Fulfillment Fee Discount']),
  }),
);
const offered = z.enum(['OFFERED', 'ACCEPTED', 'EXPIRED']);
const mode = wordOf([
  ...['GROUND_SMALL_PARCEL', 'FREIGHT_LTL', 'FREIGHT_FTL_PALLET', 'FREIGHT_FTL_NONPALLET'],
  ...['OCEAN_LCL', 'OCEAN_FCL', 'AIR_SMALL_PARCEL', 'AIR_SMALL_PARCEL_EXPRESS'],
]);
const solution = z.enum(['AMAZON_PARTNERED_CARRIER', 'USE_YOUR_OWN_CARRIER']);
const contact = z.strictObject({ name: text(50), phoneNumber: text(20), email: text().optional() });
const prep = {
  msku: text(255),
  prepCategory: wordOf([
    ...['ADULT', 'BABY', 'FC_PROVIDED', 'FRAGILE', 'GRANULAR', 'HANGER', 'LIQUID', 'PERFORATED'],
    ...['SET', 'SHARP', 'SMALL', 'TEXTILE', 'UNKNOWN', 'NONE'],
  ]),
  prepTypes: z.array(
    wordOf([
      ...['ITEM_BLACK_SHRINKWRAP', 'ITEM_BLANKSTK', 'ITEM_BOXING', 'ITEM_BUBBLEWRAP', 'ITEM_CAP_SEALING'],
      ...['ITEM_DEBUNDLE', 'ITEM_HANG_GARMENT', 'ITEM_LABELING', 'ITEM_NO_PREP', 'ITEM_POLYBAGGING'],
      ...['ITEM_RMOVHANG', 'ITEM_SETCREAT', 'ITEM_SETSTK', 'ITEM_SIOC', 'ITEM_SUFFOSTK', 'ITEM_TAPING'],
    ]),
  ),
};
const ownerOnly = z.enum(['AMAZON_ONLY', 'NONE_ONLY', 'SELLER_ONLY']).optional();
const window = { startDate: instant, endDate: instant, availabilityType: z.string() };

const nothing = z.undefined();
const none = z.strictObject({});
const whole = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
const paging = (most: number) => ({
  pageSize: whole(1, most).optional(),
  paginationToken: z.string().max(1024).optional(),
});
const paged = (most: number) => z.strictObject(paging(most));
const pages = <S extends z.ZodType>(key: string, shape: S) =>
  z.strictObject({
    [key]: z.array(shape),
    pagination: z.strictObject({ nextToken: text().optional() }).optional(),
  });
const accepted = z.strictObject({ operationId: shortId });

const BASE = '/inbound/fba/2024-03-20';
const PLAN = `${BASE}/inboundPlans/{inboundPlanId}`;
const SHIPMENT = `${PLAN}/shipments/{shipmentId}`;
const V0 = '/fba/inbound/v0/shipments/{shipmentId}';

const read = (name: string, path: string, query: z.ZodType, answer: z.ZodType): Operation => ({
  ...{ name, path, query, answer, status: 200, body: nothing },
  method: 'GET',
});
const order = (name: string, path: string, body: z.ZodType = nothing, more: Partial<Operation> = {}): Operation => ({
  ...{ name, path, body, status: 202, query: none, answer: accepted },
  method: 'POST',
  ...more,
});

const planning = [
  order(
    'createInboundPlan',
    `${BASE}/inboundPlans`,
    z.strictObject({
      name: text(40).optional(),
      sourceAddress: address.required({ phoneNumber: true }),
      destinationMarketplaces: z.array(text(20)).length(1),
      items: z.array(itemInput).min(1).max(2000),
    }),
    { answer: z.strictObject({ inboundPlanId: id, operationId: shortId }) },
  ),
  read(
    'listInboundPlans',
    `${BASE}/inboundPlans`,
    z.strictObject({
      ...paging(30),
      status: z.enum(['ACTIVE', 'VOIDED', 'SHIPPED']).optional(),
      sortBy: z.enum(['LAST_UPDATED_TIME', 'CREATION_TIME']).optional(),
      sortOrder: z.enum(['ASC', 'DESC']).optional(),
    }),
    pages(
      'inboundPlans',
      z.strictObject({
        ...{ inboundPlanId: id, name: z.string(), createdAt: instant, lastUpdatedAt: instant },
        ...{ marketplaceIds: z.array(text(20)), sourceAddress: address },
        status: z.enum(['ACTIVE', 'VOIDED', 'SHIPPED', 'ERRORED']),
      }),
    ),
  ),
  order('cancelInboundPlan', `${PLAN}/cancellation`, nothing, { method: 'PUT' }),
  read('listInboundPlanItems', `${PLAN}/items`, paged(1000), pages('items', item)),
  read(
    'getInboundOperationStatus',
    `${BASE}/operations/{operationId}`,
    none,
    z.strictObject({
      ...{ operation: text(), operationId: shortId, operationStatus: z.enum(['SUCCESS', 'FAILED', 'IN_PROGRESS']) },
      operationProblems: z.array(
        z.strictObject({
          ...{ code: text(256), message: text(2048), details: z.string().max(8192).optional() },
          severity: z.enum(['WARNING', 'ERROR']),
        }),
      ),
    }),
  ),
  read(
    'listPrepDetails',
    `${BASE}/items/prepDetails`,
    z.strictObject({
      marketplaceId: text(20),
      // Each SKU is a parameter of its own; what is special in lists and addresses is encoded twice.
      mskus: z.preprocess(
        (answered) => (answered === undefined || Array.isArray(answered) ? answered : [answered]),
        z
          .array(text(255).regex(/^([^%+,]|%(25|2B|2C))*$/))
          .min(1)
          .max(100),
      ),
    }),
    z.strictObject({
      mskuPrepDetails: z.array(
        z.strictObject({
          ...{ ...prep, labelOwnerConstraint: ownerOnly, prepOwnerConstraint: ownerOnly },
          allOwnersConstraint: z.literal('MUST_MATCH').optional(),
        }),
      ),
    }),
  ),
  order(
    'setPrepDetails',
    `${BASE}/items/prepDetails`,
    z.strictObject({ marketplaceId: text(20), mskuPrepDetails: z.array(z.strictObject(prep)).min(1).max(100) }),
  ),
];

const packing = [
  order('generatePackingOptions', `${PLAN}/packingOptions`),
  read(
    'listPackingOptions',
    `${PLAN}/packingOptions`,
    paged(20),
    pages(
      'packingOptions',
      z.strictObject({
        ...{ packingOptionId: id, status: offered, packingGroups: z.array(id), expiration: instant.optional() },
        ...{ fees: incentives, discounts: incentives },
        supportedConfigurations: z.array(
          z.strictObject({
            boxPackingMethods: z.array(measures.contentInformationSource).optional(),
            shippingRequirements: z.array(z.strictObject({ modes: z.array(mode), solution })).optional(),
          }),
        ),
        supportedShippingConfigurations: z.array(z.strictObject({ shippingMode: mode, shippingSolution: solution })),
      }),
    ),
  ),
  order('confirmPackingOption', `${PLAN}/packingOptions/{packingOptionId}/confirmation`),
  read('listPackingGroupItems', `${PLAN}/packingGroups/{packingGroupId}/items`, paged(100), pages('items', item)),
  order(
    'setPackingInformation',
    `${PLAN}/packingInformation`,
    z.strictObject({
      packageGroupings: z
        .array(
          z.strictObject({
            packingGroupId: id.optional(),
            shipmentId: id.optional(),
            boxes: z
              .array(z.strictObject({ ...measures, items: z.array(itemInput).optional() }))
              .min(1)
              .max(5000),
          }),
        )
        .min(1),
    }),
  ),
  order('generatePlacementOptions', `${PLAN}/placementOptions`, none),
  read(
    'listPlacementOptions',
    `${PLAN}/placementOptions`,
    paged(20),
    pages(
      'placementOptions',
      z.strictObject({
        ...{ placementOptionId: id, status: offered, shipmentIds: z.array(id), expiration: instant.optional() },
        ...{ fees: incentives, discounts: incentives },
      }),
    ),
  ),
  order('confirmPlacementOption', `${PLAN}/placementOptions/{placementOptionId}/confirmation`),
];

const shipping = [
  order(
    'generateTransportationOptions',
    `${PLAN}/transportationOptions`,
    z.strictObject({
      placementOptionId: id,
      shipmentTransportationConfigurations: z
        .array(
          z.strictObject({
            shipmentId: id,
            readyToShipWindow: z.strictObject({ start: instant }),
            contactInformation: contact.optional(),
          }),
        )
        .min(1),
    }),
  ),
  read(
    'listTransportationOptions',
    `${PLAN}/transportationOptions`,
    z.strictObject({ ...paging(20), placementOptionId: id.optional(), shipmentId: id.optional() }),
    pages(
      'transportationOptions',
      z.strictObject({
        ...{ transportationOptionId: id, shipmentId: id, shippingMode: mode, shippingSolution: solution },
        carrier: z.strictObject({ alphaCode: text().optional(), name: text().optional() }),
        preconditions: z.array(z.literal('CONFIRMED_DELIVERY_WINDOW')),
        quote: z
          .strictObject({ cost: money, expiration: instant.optional(), voidableUntil: instant.optional() })
          .optional(),
      }),
    ),
  ),
  order(
    'confirmTransportationOptions',
    `${PLAN}/transportationOptions/confirmation`,
    z.strictObject({
      transportationSelections: z
        .array(z.strictObject({ shipmentId: id, transportationOptionId: id, contactInformation: contact.optional() }))
        .min(1),
    }),
  ),
  order('generateDeliveryWindowOptions', `${SHIPMENT}/deliveryWindowOptions`),
  read(
    'listDeliveryWindowOptions',
    `${SHIPMENT}/deliveryWindowOptions`,
    paged(100),
    pages('deliveryWindowOptions', z.strictObject({ deliveryWindowOptionId: shortId, ...window, validUntil: instant })),
  ),
  order('confirmDeliveryWindowOptions', `${SHIPMENT}/deliveryWindowOptions/{deliveryWindowOptionId}/confirmation`),
];

const tracked = z.strictObject({ boxId: text().optional(), trackingId: text().optional() });
const shipments = [
  read(
    'getShipment',
    SHIPMENT,
    none,
    z.strictObject({
      ...{ shipmentId: id, placementOptionId: id, name: z.string().optional() },
      status: wordOf([
        ...['UNCONFIRMED', 'WORKING', 'READY_TO_SHIP', 'SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CHECKED_IN'],
        ...['RECEIVING', 'CLOSED', 'CANCELLED', 'DELETED', 'ABANDONED', 'MIXED'],
      ]).optional(),
      ...{ shipmentConfirmationId: text().optional(), selectedTransportationOptionId: id.optional() },
      source: z.strictObject({ sourceType: z.literal('SELLER_FACILITY'), address: address.optional() }),
      destination: z.strictObject({
        destinationType: z.enum(['AMAZON_OPTIMIZED', 'AMAZON_WAREHOUSE']),
        ...{ warehouseId: text().optional(), address: address.optional() },
      }),
      selectedDeliveryWindow: z
        .strictObject({ deliveryWindowOptionId: shortId, ...window, editableUntil: instant.optional() })
        .optional(),
      trackingDetails: z
        .strictObject({ spdTrackingDetail: z.strictObject({ spdTrackingItems: z.array(tracked) }).optional() })
        .optional(),
    }),
  ),
  read(
    'listShipmentBoxes',
    `${SHIPMENT}/boxes`,
    paged(1000),
    pages('boxes', z.strictObject({ ...measures, packageId: id, boxId: text().optional(), items: z.array(item) })),
  ),
  order(
    'updateShipmentTrackingDetails',
    `${SHIPMENT}/trackingDetails`,
    z.strictObject({
      trackingDetails: z.strictObject({
        spdTrackingDetail: z.strictObject({
          spdTrackingItems: z.array(z.strictObject({ boxId: text(), trackingId: text(64) })),
        }),
      }),
    }),
    { method: 'PUT' },
  ),
];

const count = z.number().int().min(0);
const receivedItems = z.strictObject({
  payload: z.strictObject({
    ItemData: z.array(
      z.strictObject({
        ...{ ShipmentId: z.string().optional(), SellerSKU: z.string(), FulfillmentNetworkSKU: z.string().optional() },
        ...{ QuantityShipped: count, QuantityReceived: count.optional(), QuantityInCase: count.optional() },
      }),
    ),
    NextToken: z.string().optional(),
  }),
});
const v0 = [
  read(
    'getLabels',
    `${V0}/labels`,
    z.strictObject({
      PageType: z.enum(
        [
          ...['Letter_2', 'Letter_4', 'Letter_6', 'Letter_6_CarrierLeft', 'A4_2', 'A4_4', 'Plain_Paper'],
          ...['Plain_Paper_CarrierBottom', 'Thermal', 'Thermal_Unified', 'Thermal_NonPCP'],
          'Thermal_No_Carrier_Rotation',
        ].map((page) => `PackageLabel_${page}`),
      ),
      LabelType: z.enum(['BARCODE_2D', 'UNIQUE', 'PALLET']),
      NumberOfPackages: whole(0, 5000).optional(),
      PackageLabelsToPrint: z.string().optional(),
      PageSize: whole(1, 1000).optional(),
      PageStartIndex: whole(0, 5000).optional(),
    }),
    z.strictObject({ payload: z.strictObject({ DownloadURL: z.url() }) }),
  ),
  read('getShipmentItemsByShipmentId', `${V0}/items`, none, receivedItems),
  read(
    'getShipmentItems',
    '/fba/inbound/v0/shipmentItems',
    z.strictObject({ QueryType: z.literal('NEXT_TOKEN'), NextToken: text(), MarketplaceId: text() }),
    receivedItems,
  ),
];

export const OPERATIONS: readonly Operation[] = [...planning, ...packing, ...shipping, ...shipments, ...v0];

export const refusal = z.strictObject({
  errors: z.array(z.strictObject({ code: z.string(), message: z.string(), details: z.string().optional() })).min(1),
});
