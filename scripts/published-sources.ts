/** Which published descriptions are carried, where from, and which of their operations we use. */
interface Published {
  /** Below packages/connectors/src. */
  to: string;
  source: string;
  licence: string;
  /** By file of the source, the operations by their id. */
  operations: Record<string, string[]>;
  /** Where an original points at a wrong type: by file and place (its names joined by |), the type that is meant. */
  mended?: Record<string, Record<string, string>>;
}

const AMAZON = {
  source: 'https://github.com/amzn/selling-partner-api-models at 34dc93fe45f37c9a0b2e56823c808f68b4f81754',
  licence: 'Apache-2.0, Copyright Amazon.com, Inc. or its affiliates. Shortened: see scripts/published.ts',
};

const EBAY_LICENCE =
  'eBay API License Agreement: the contract is not carried, only names, types and limits of what is used here';

export const PUBLISHED: Record<string, Published> = {
  amazon: {
    to: 'marketplaces/amazon/published',
    ...AMAZON,
    operations: {
      'orders_2026-01-01.json': ['searchOrders', 'getOrder'],
      'ordersV0.json': ['confirmShipment'],
      'sellers.json': ['getMarketplaceParticipations'],
      'listingsItems_2021-08-01.json': ['searchListingsItems', 'patchListingsItem'],
      'feeds_2021-06-30.json': ['createFeedDocument', 'createFeed', 'getFeed', 'getFeedDocument'],
      'reports_2021-06-30.json': ['createReport', 'getReport', 'getReportDocument'],
      'finances_2024-06-19.json': ['listTransactions'],
    },
  },
  amazonInbound: {
    to: 'marketplaces/amazon/inbound/published',
    ...AMAZON,
    operations: {
      'fulfillmentInbound_2024-03-20.json': [
        ...['createInboundPlan', 'listInboundPlans', 'cancelInboundPlan', 'listInboundPlanItems'],
        ...['getInboundOperationStatus', 'generatePackingOptions', 'listPackingOptions', 'confirmPackingOption'],
        ...['listPackingGroupItems', 'setPackingInformation', 'generatePlacementOptions', 'listPlacementOptions'],
        ...['confirmPlacementOption', 'generateTransportationOptions', 'listTransportationOptions'],
        ...['confirmTransportationOptions', 'generateDeliveryWindowOptions', 'listDeliveryWindowOptions'],
        ...['confirmDeliveryWindowOptions', 'getShipment', 'listShipmentBoxes', 'updateShipmentTrackingDetails'],
        ...['listPrepDetails', 'setPrepDetails'],
      ],
      'fulfillmentInboundV0.json': ['getLabels', 'getShipmentItemsByShipmentId'],
    },
  },
  amazonvc: {
    to: 'marketplaces/amazonvc/published',
    ...AMAZON,
    operations: {
      'vendorOrders.json': [
        'getPurchaseOrders',
        'getPurchaseOrder',
        'submitAcknowledgement',
        'getPurchaseOrdersStatus',
      ],
      'vendorShipments.json': ['SubmitShipmentConfirmations'],
      'vendorInvoices.json': ['submitInvoices'],
      'vendorTransactionStatus.json': ['getTransaction'],
      'vendorDirectFulfillmentOrders_2021-12-28.json': ['getOrders', 'getOrder', 'submitAcknowledgement'],
      'vendorDirectFulfillmentShipping_2021-12-28.json': [
        ...['submitShipmentConfirmations', 'createShippingLabels', 'getShippingLabel'],
      ],
      'vendorDirectFulfillmentInventoryV1.json': ['submitInventoryUpdate'],
      'vendorDirectFulfillmentTransactions_2021-12-28.json': ['getTransactionStatus'],
      'tokens_2021-03-01.json': ['createRestrictedDataToken'],
      'listingsItems_2021-08-01.json': ['searchListingsItems'],
    },
  },
  ebay: {
    to: 'marketplaces/ebay/published',
    source:
      "eBay's OpenAPI contracts as kept by https://github.com/hendt/ebay-api at af51f9fdd8c77ea45d40c68014d23749800566ed",
    licence: EBAY_LICENCE,
    operations: {
      'sell_fulfillment_v1_oas3.json': [
        'getOrder',
        'getOrders',
        'getShippingFulfillments',
        'createShippingFulfillment',
      ],
      'sell_inventory_v1_oas3.json': ['getInventoryItems', 'getOffers', 'bulkUpdatePriceQuantity'],
      'sell_finances_v1_oas3.json': ['getTransactions', 'getPayouts'],
      'commerce_identity_v1_oas3.json': ['getUser'],
      'commerce_notification_v1_oas3.json': [
        ...['getPublicKey', 'getTopic', 'getSubscriptions', 'createSubscription', 'updateSubscription'],
        ...['getDestinations', 'createDestination', 'updateDestination', 'getConfig', 'updateConfig'],
      ],
    },
  },
  ebayEdis: {
    to: 'marketplaces/ebay/published',
    source:
      "eBay's OpenAPI contract as kept by https://github.com/YosefHayim/ebay-mcp at 993608c607df4d8f5f77430ffba7ddbb8988c6e6",
    licence: EBAY_LICENCE,
    operations: {
      'sell_edelivery_international_shipping_oas3.json': [
        ...['getServices', 'getAddressPreferences', 'getConsignPreferences', 'createPackage', 'confirmPackage'],
        ...['cancelPackage', 'getPackage', 'getPackagesByLineItemID', 'getLabels', 'getHandoverSheet'],
      ],
    },
  },
  edis: {
    to: 'carriers/edis/published',
    source:
      "eBay's OpenAPI contract as kept by https://github.com/YosefHayim/ebay-mcp at 993608c607df4d8f5f77430ffba7ddbb8988c6e6",
    licence: EBAY_LICENCE,
    operations: {
      'sell_edelivery_international_shipping_oas3.json': [
        ...['getServices', 'getAddressPreferences', 'getConsignPreferences', 'getBatteryQualifications'],
        ...['createPackage', 'confirmPackage', 'cancelPackage', 'getPackage', 'getPackagesByLineItemID', 'getLabels'],
        ...['getTracking', 'getActualCosts', 'createBundle', 'getBundleLabel'],
      ],
    },
  },
  ups: {
    to: 'carriers/ups/published',
    source: 'https://github.com/UPS-API/api-documentation at e6f36df4da29ac1b448c898a79aac48f653bbb44',
    licence: 'MIT, Copyright (c) 2023 UPS-API. Shortened: see scripts/published.ts',
    operations: {
      'OAuthClientCredentials.json': ['CreateToken'],
      'OAuthAuthCode.json': ['AuthorizeClient', 'GenerateToken', 'RefreshToken'],
      'Rating.json': ['Rate'],
      'Shipping.json': ['Shipment', 'VoidShipment', 'LabelRecovery'],
      'Tracking.json': ['getSingleTrackResponseUsingGET', 'Reference Tracking API'],
      'UPSTrackAlert.json': ['processSubscriptionTypeForTrackingNumber'],
      'AddressValidation.json': ['AddressValidation'],
      'TimeInTransit.json': ['TimeInTransit'],
      'LandedCost.json': ['LandedCost'],
      'Paperless.json': ['Upload', 'PushToImageRepository'],
      'Pickup.json': ['Pickup Creation', 'Pickup Pending Status', 'Pickup Cancel'],
    },
    // Each is one of two, of which the other triggers a pickup that was agreed on before.
    mended: {
      'Pickup.json': {
        'paths|/pickupcreation/{version}/pickup|post|requestBody|content|application/json|schema':
          'PICKUPCreationRequestWrapper',
        'paths|/pickupcreation/{version}/pickup|post|responses|200|content|application/json|schema':
          'PICKUPCreationResponseWrapper',
      },
    },
  },
  yunexpress: {
    to: 'carriers/yunexpress/published',
    source:
      'https://github.com/evan-lc/yunexpress-sdk at 9fe5d9d1db92c1ca678c3332845bad4cc45db764, by the author of that SDK, not by YunExpress',
    licence: 'MIT, as its package.json says (it has no licence text). Shortened: see scripts/published.ts',
    operations: {
      'openapi.json': [
        ...['createPackage', 'getWaybillDetail', 'getLabel', 'cancelOrder', 'getPriceTrial', 'getProducts'],
        ...['getTrackingInfo', 'modifyWeight', 'holdOrder', 'getLastMileCarriers', 'getCountryCodes'],
      ],
    },
  },
  usps: {
    to: 'carriers/usps/published',
    source:
      "USPS's OpenAPI descriptions (developers.usps.com) as kept by https://github.com/karrioapi/karrio at deea10f8568b2d48c71bbcc11ec11c62cdaf2a6a, modules/connectors/usps and usps_international",
    licence: 'none named: the descriptions are not carried, only names, types and limits of what is used here',
    operations: {
      'payments.json': ['post-payments-payment-authorization'],
      'shipping-options.json': ['post-options-search'],
      'domestic-labels.json': [
        ...['post-label', 'post-return-label', 'delete-label-by-tracking', 'patch-label-edit'],
        ...['post-label-reprint-by-tracking', 'post-label-reprint-by-idempotency'],
      ],
      'international-labels.json': [
        ...['post-international-label', 'delete-international-label-by-tracking'],
        ...['post-label-reprint-by-tracking', 'post-label-reprint-by-idempotency'],
      ],
      'addresses.json': ['get-address'],
      'scan-forms.json': ['post-scan-form'],
      'carrier-pickup.json': [
        ...['post-carrier-pickup', 'get-carrier-pickup-confirmation-number'],
        'delete-carrier-pickup-confirmation-number',
      ],
      'tracking.json': ['get-package-tracking'],
    },
  },
  walmart: {
    to: 'marketplaces/walmart/published',
    source:
      'https://github.com/highsidelabs/walmart-api-php at 575b6116d21bfbc484e431a95434dadca0fe7eb8 (2023), resources/schemas/models/us/mp',
    licence: 'BSD-3-Clause, Copyright (c) 2023, Highside Labs. Shortened: see scripts/published.ts',
    operations: {
      'auth.json': ['tokenAPI', 'getTokenDetail'],
      'feeds.json': ['getFeedItemStatus'],
      'inventory.json': ['updateInventoryForAnItem', 'updateBulkInventory'],
      'items.json': ['getAllItems'],
      'notifications.json': ['getAllSubscriptions', 'createSubscription', 'updateSubscription'],
      'orders.json': [
        ...['getAllOrders', 'getAnOrder', 'acknowledgeOrders', 'shippingUpdates', 'cancelOrderLines'],
        'refundOrderLines',
      ],
      'price.json': ['updatePrice', 'priceBulkUploads'],
      'reports.json': ['getAvailableV1ReconReportDates'],
      'returns.json': ['getReturns'],
    },
    // By the examples beside them.
    mended: {
      'orders.json': {
        'components|schemas|Order|properties|orderLines': 'OrderLinesType',
        'components|schemas|GetOrderResponseRecord|properties|orderLines': 'OrderLinesType',
        'components|schemas|OrderShipmentRecord|properties|orderLines': 'ShippingLinesType',
        'paths|/v3/orders/{purchaseOrderId}|get|responses|200|content|application/json|schema': 'GetOrderResponse',
      },
    },
  },
  mirakl: {
    to: 'marketplaces/mirakl/published',
    source:
      "Mirakl's OpenAPI description for sellers as kept by https://github.com/api-evangelist/mirakl at 17e47e7c74289c77811a1ff1a0069b14518c33d4",
    licence: 'none named: the description is not carried, only names, types and limits of what is used here',
    operations: {
      'mirakl-mmp-seller-openapi.json': [
        ...['A01', 'SH21', 'PC01', 'OR11', 'OR21', 'OR23', 'OR24', 'OR29', 'ST01', 'ST11', 'OF21', 'STO01', 'STO02'],
        ...['STO03', 'PRI01', 'PRI02', 'PRI03', 'RT11', 'TL02'],
      ],
    },
  },
  dhlExpress: {
    to: 'carriers/dhlExpress/published',
    source:
      "DHL's OpenAPI description of the MyDHL API as kept by https://github.com/Korbeil/dhl-express-php-api at b028d43b2248cacfbca70c741fedb7fc94ea43e4, resources",
    licence: 'none named: the description is not carried, only names, types and limits of what is used here',
    operations: {
      'mydhl.json': [
        ...['exp-api-address-validate', 'exp-api-rates-many', 'exp-api-landed-cost', 'exp-api-shipments'],
        ...['exp-api-shipments-documentimage', 'exp-api-shipments-img-upload', 'exp-api-shipments-tracking-multi'],
        ...['exp-api-pickups', 'exp-api-pickups-cancel'],
      ],
    },
  },
};
