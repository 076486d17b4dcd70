/** The part of the Admin API's schema that the sandbox serves; names and types as Shopify documents them. */
export const SDL = /* GraphQL */ `
directive @idempotent(key: String!) on FIELD
scalar DateTime
scalar Decimal
scalar URL
scalar UnsignedInt64
scalar BigInt
scalar Money

type Query {
  shop: Shop!
  orders(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: OrderSortKeys = PROCESSED_AT, query: String): OrderConnection!
  order(id: ID!): Order
  locations(first: Int, after: String, query: String): LocationConnection!
  location(id: ID): Location
  productVariants(first: Int, after: String, reverse: Boolean, query: String): ProductVariantConnection!
  productVariant(id: ID!): ProductVariant
  inventoryItems(first: Int, after: String, query: String): InventoryItemConnection!
  inventoryItem(id: ID!): InventoryItem
  fulfillmentOrders(first: Int, after: String, includeClosed: Boolean = false, query: String): FulfillmentOrderConnection!
  fulfillmentOrder(id: ID!): FulfillmentOrder
  fulfillment(id: ID!): Fulfillment
  webhookSubscriptions(first: Int, after: String, topics: [WebhookSubscriptionTopic!]): WebhookSubscriptionConnection!
  webhookSubscription(id: ID!): WebhookSubscription
  job(id: ID!): Job
  currentAppInstallation: AppInstallation!
  return(id: ID!): Return
  shopifyPaymentsAccount: ShopifyPaymentsAccount
}

type Mutation {
  fulfillmentCreate(fulfillment: FulfillmentInput!, message: String): FulfillmentCreatePayload
  fulfillmentTrackingInfoUpdate(fulfillmentId: ID!, trackingInfoInput: FulfillmentTrackingInput!, notifyCustomer: Boolean): FulfillmentTrackingInfoUpdatePayload
  fulfillmentEventCreate(fulfillmentEvent: FulfillmentEventInput!): FulfillmentEventCreatePayload
  fulfillmentCancel(id: ID!): FulfillmentCancelPayload
  fulfillmentOrderHold(fulfillmentHold: FulfillmentOrderHoldInput!, id: ID!): FulfillmentOrderHoldPayload
  fulfillmentOrderReleaseHold(externalId: String, holdIds: [ID!], id: ID!): FulfillmentOrderReleaseHoldPayload
  orderCancel(orderId: ID!, reason: OrderCancelReason!, refund: Boolean, refundMethod: OrderCancelRefundMethodInput, restock: Boolean!, notifyCustomer: Boolean = false, staffNote: String): OrderCancelPayload
  webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
  webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  inventorySetQuantities(input: InventorySetQuantitiesInput!): InventorySetQuantitiesPayload
  refundCreate(input: RefundInput!): RefundCreatePayload
  returnApproveRequest(input: ReturnApproveRequestInput!): ReturnApproveRequestPayload
  returnDeclineRequest(input: ReturnDeclineRequestInput!): ReturnDeclineRequestPayload
  productVariantsBulkUpdate(productId: ID!, variants: [ProductVariantsBulkInput!]!, allowPartialUpdates: Boolean = false): ProductVariantsBulkUpdatePayload
}

enum OrderSortKeys { CREATED_AT CUSTOMER_NAME DESTINATION FINANCIAL_STATUS FULFILLMENT_STATUS ID ORDER_NUMBER PO_NUMBER PROCESSED_AT RELEVANCE TOTAL_ITEMS_QUANTITY TOTAL_PRICE UPDATED_AT }
enum CurrencyCode { USD EUR GBP CAD AUD JPY }
enum CountryCode { US GB DE FR CA AU }
enum OrderDisplayFinancialStatus { AUTHORIZED EXPIRED PAID PARTIALLY_PAID PARTIALLY_REFUNDED PENDING REFUNDED VOIDED }
enum OrderDisplayFulfillmentStatus {
    # A later version's word: sent by the fault unknownStatus only.
    BEING_PONDERED FULFILLED IN_PROGRESS ON_HOLD OPEN PARTIALLY_FULFILLED PENDING_FULFILLMENT REQUEST_DECLINED RESTOCKED SCHEDULED UNFULFILLED }
enum OrderCancelReason { CUSTOMER DECLINED FRAUD INVENTORY OTHER STAFF }
enum OrderCancelUserErrorCode { INVALID NOT_FOUND NO_REFUND_PERMISSION }
enum FulfillmentHoldReason { AWAITING_PAYMENT AWAITING_RETURN_ITEMS HIGH_RISK_OF_FRAUD INCORRECT_ADDRESS INVENTORY_OUT_OF_STOCK ONLINE_STORE_POST_PURCHASE_CROSS_SELL OTHER UNKNOWN_DELIVERY_DATE }
enum FulfillmentOrderHoldUserErrorCode { DUPLICATE_FULFILLMENT_HOLD_HANDLE FULFILLMENT_ORDER_NOT_FOUND FULFILLMENT_ORDER_HOLD_LIMIT_REACHED TAKEN }
enum FulfillmentOrderReleaseHoldUserErrorCode { FULFILLMENT_ORDER_NOT_FOUND INVALID_ACCESS }
enum FulfillmentOrderStatus { CANCELLED CLOSED IN_PROGRESS INCOMPLETE ON_HOLD OPEN SCHEDULED }
enum FulfillmentOrderRequestStatus { ACCEPTED CANCELLATION_ACCEPTED CANCELLATION_REJECTED CANCELLATION_REQUESTED CLOSED REJECTED SUBMITTED UNSUBMITTED }
enum FulfillmentStatus { CANCELLED ERROR FAILURE OPEN PENDING SUCCESS }
enum FulfillmentDisplayStatus { ATTEMPTED_DELIVERY CANCELED CARRIER_PICKED_UP CONFIRMED DELAYED DELIVERED FAILURE FULFILLED IN_TRANSIT LABEL_PRINTED LABEL_PURCHASED LABEL_VOIDED MARKED_AS_FULFILLED NOT_DELIVERED OUT_FOR_DELIVERY READY_FOR_PICKUP PICKED_UP SUBMITTED }
enum FulfillmentEventStatus { ATTEMPTED_DELIVERY CARRIER_PICKED_UP CONFIRMED DELAYED DELIVERED FAILURE IN_TRANSIT LABEL_PRINTED LABEL_PURCHASED OUT_FOR_DELIVERY READY_FOR_PICKUP }
enum ReturnStatus { CANCELED CLOSED DECLINED OPEN REQUESTED }
enum ReturnDeclineReason { FINAL_SALE OTHER RETURN_PERIOD_ENDED }
enum RefundLineItemRestockType { CANCEL NO_RESTOCK RETURN }
enum OrderTransactionKind { AUTHORIZATION CAPTURE CHANGE EMV_AUTHORIZATION REFUND SALE SUGGESTED_REFUND VOID }
enum ProductStatus { ACTIVE ARCHIVED DRAFT UNLISTED }
enum BalanceTransactionSortKeys { AMOUNT FEE ID NET ORDER_NAME PAYMENT_METHOD_NAME PAYOUT_DATE PAYOUT_STATUS PROCESSED_AT TRANSACTION_TYPE }
enum ShopifyPaymentsTransactionType { ADJUSTMENT CHARGE REFUND TRANSFER }
enum WebhookSubscriptionFormat { JSON XML }
enum WebhookSubscriptionTopic { APP_UNINSTALLED BULK_OPERATIONS_FINISH FULFILLMENTS_CREATE FULFILLMENTS_UPDATE FULFILLMENT_ORDERS_CANCELLED INVENTORY_LEVELS_UPDATE ORDERS_CANCELLED ORDERS_CREATE ORDERS_DELETE ORDERS_EDITED ORDERS_FULFILLED ORDERS_PAID ORDERS_PARTIALLY_FULFILLED ORDERS_UPDATED PRODUCTS_CREATE PRODUCTS_UPDATE REFUNDS_CREATE RETURNS_REQUEST SHOP_UPDATE }

type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type MoneyV2 { amount: Decimal! currencyCode: CurrencyCode! }
type MoneyBag { shopMoney: MoneyV2! presentmentMoney: MoneyV2! }
type UserError { field: [String!] message: String! }
type Job { id: ID! done: Boolean! }
type AppInstallation { id: ID! accessScopes: [AccessScope!]! }
type AccessScope { handle: String! description: String! }

type Shop { id: ID! name: String! email: String! myshopifyDomain: String! primaryDomain: Domain! currencyCode: CurrencyCode! ianaTimezone: String! timezoneOffset: String! weightUnit: String! plan: ShopPlan! shopAddress: ShopAddress! }
type Domain { id: ID! host: String! url: URL! }
type ShopPlan { displayName: String! publicDisplayName: String! partnerDevelopment: Boolean! shopifyPlus: Boolean! }
type ShopAddress { address1: String city: String countryCodeV2: CountryCode }

type OrderConnection { edges: [OrderEdge!]! nodes: [Order!]! pageInfo: PageInfo! }
type OrderEdge { cursor: String! node: Order! }
type Order {
  id: ID! legacyResourceId: UnsignedInt64! name: String! number: Int! createdAt: DateTime! updatedAt: DateTime! processedAt: DateTime!
  cancelledAt: DateTime cancelReason: OrderCancelReason closed: Boolean! closedAt: DateTime confirmed: Boolean! test: Boolean! edited: Boolean!
  displayFinancialStatus: OrderDisplayFinancialStatus displayFulfillmentStatus: OrderDisplayFulfillmentStatus! fullyPaid: Boolean! unpaid: Boolean! fulfillable: Boolean! requiresShipping: Boolean!
  currencyCode: CurrencyCode! presentmentCurrencyCode: CurrencyCode! email: String phone: String note: String tags: [String!]! sourceName: String poNumber: String
  customer: Customer shippingAddress: MailingAddress billingAddress: MailingAddress shippingLine: ShippingLine
  currentTotalPriceSet: MoneyBag! totalPriceSet: MoneyBag! subtotalPriceSet: MoneyBag currentSubtotalPriceSet: MoneyBag! totalTaxSet: MoneyBag currentTotalTaxSet: MoneyBag! totalShippingPriceSet: MoneyBag! totalDiscountsSet: MoneyBag totalRefundedSet: MoneyBag! netPaymentSet: MoneyBag! totalOutstandingSet: MoneyBag!
  totalWeight: UnsignedInt64 subtotalLineItemsQuantity: Int! currentSubtotalLineItemsQuantity: Int!
  lineItems(first: Int, after: String): LineItemConnection!
  shippingLines(first: Int, after: String): ShippingLineConnection!
  fulfillmentOrders(first: Int, after: String, query: String): FulfillmentOrderConnection!
  fulfillments(first: Int, query: String): [Fulfillment!]!
  transactions(first: Int): [OrderTransaction!]!
  refunds(first: Int): [Refund!]!
  paymentGatewayNames: [String!]!
  returns(first: Int, after: String, query: String): ReturnConnection!
}
type Customer { id: ID! displayName: String! firstName: String lastName: String email: String phone: String }
type MailingAddress { id: ID! name: String firstName: String lastName: String company: String address1: String address2: String city: String province: String provinceCode: String zip: String country: String countryCode: String countryCodeV2: CountryCode phone: String }
type ShippingLine { id: ID title: String! code: String source: String originalPriceSet: MoneyBag! discountedPriceSet: MoneyBag! }
type ShippingLineConnection { edges: [ShippingLineEdge!]! nodes: [ShippingLine!]! pageInfo: PageInfo! }
type ShippingLineEdge { cursor: String! node: ShippingLine! }
type OrderTransaction { id: ID! kind: String! status: String! gateway: String createdAt: DateTime! amountSet: MoneyBag! parentTransaction: OrderTransaction fees: [TransactionFee!]! }
type TransactionFee { amount: MoneyV2! type: String! }

type LineItemConnection { edges: [LineItemEdge!]! nodes: [LineItem!]! pageInfo: PageInfo! }
type LineItemEdge { cursor: String! node: LineItem! }
type LineItem { id: ID! sku: String title: String! name: String! variantTitle: String quantity: Int! currentQuantity: Int! unfulfilledQuantity: Int! fulfillableQuantity: Int! refundableQuantity: Int! requiresShipping: Boolean! originalUnitPriceSet: MoneyBag! discountedUnitPriceSet: MoneyBag! originalTotalSet: MoneyBag! discountedTotalSet: MoneyBag! taxLines: [TaxLine!]! variant: ProductVariant product: Product vendor: String }
type TaxLine { title: String! rate: Float priceSet: MoneyBag! }

type FulfillmentOrderConnection { edges: [FulfillmentOrderEdge!]! nodes: [FulfillmentOrder!]! pageInfo: PageInfo! }
type FulfillmentOrderEdge { cursor: String! node: FulfillmentOrder! }
type FulfillmentOrder { id: ID! orderId: ID! orderName: String! createdAt: DateTime! updatedAt: DateTime! fulfillAt: DateTime status: FulfillmentOrderStatus! requestStatus: FulfillmentOrderRequestStatus! assignedLocation: FulfillmentOrderAssignedLocation! destination: FulfillmentOrderDestination fulfillmentHolds: [FulfillmentHold!]! supportedActions: [FulfillmentOrderSupportedAction!]! order: Order! lineItems(first: Int, after: String): FulfillmentOrderLineItemConnection! }
type FulfillmentHold { id: ID! handle: String heldByRequestingApp: Boolean! reason: FulfillmentHoldReason! reasonNotes: String displayReason: String! }
type FulfillmentOrderSupportedAction { action: String! externalUrl: URL }
type FulfillmentOrderAssignedLocation { name: String! countryCode: CountryCode! location: Location }
type FulfillmentOrderDestination { id: ID! firstName: String lastName: String address1: String address2: String city: String province: String zip: String countryCode: CountryCode phone: String email: String }
type FulfillmentOrderLineItemConnection { edges: [FulfillmentOrderLineItemEdge!]! nodes: [FulfillmentOrderLineItem!]! pageInfo: PageInfo! }
type FulfillmentOrderLineItemEdge { cursor: String! node: FulfillmentOrderLineItem! }
type FulfillmentOrderLineItem { id: ID! sku: String totalQuantity: Int! remainingQuantity: Int! lineItem: LineItem! }

type Fulfillment { id: ID! legacyResourceId: UnsignedInt64! name: String! status: FulfillmentStatus! displayStatus: FulfillmentDisplayStatus createdAt: DateTime! updatedAt: DateTime! deliveredAt: DateTime inTransitAt: DateTime estimatedDeliveryAt: DateTime totalQuantity: Int! trackingInfo(first: Int): [FulfillmentTrackingInfo!]! fulfillmentLineItems(first: Int, after: String): FulfillmentLineItemConnection! events(first: Int, after: String): FulfillmentEventConnection! location: Location order: Order! }
type FulfillmentTrackingInfo { company: String number: String url: URL }
type FulfillmentLineItemConnection { edges: [FulfillmentLineItemEdge!]! nodes: [FulfillmentLineItem!]! pageInfo: PageInfo! }
type FulfillmentLineItemEdge { cursor: String! node: FulfillmentLineItem! }
type FulfillmentLineItem { id: ID! quantity: Int lineItem: LineItem! }
type FulfillmentEventConnection { edges: [FulfillmentEventEdge!]! nodes: [FulfillmentEvent!]! pageInfo: PageInfo! }
type FulfillmentEventEdge { cursor: String! node: FulfillmentEvent! }
type FulfillmentEvent { id: ID! status: FulfillmentEventStatus! happenedAt: DateTime! message: String }

type LocationConnection { edges: [LocationEdge!]! nodes: [Location!]! pageInfo: PageInfo! }
type LocationEdge { cursor: String! node: Location! }
type Location { id: ID! legacyResourceId: UnsignedInt64! name: String! isActive: Boolean! fulfillsOnlineOrders: Boolean! address: LocationAddress! }
type LocationAddress { address1: String city: String provinceCode: String zip: String countryCode: String }

type ProductVariantConnection { edges: [ProductVariantEdge!]! nodes: [ProductVariant!]! pageInfo: PageInfo! }
type ProductVariantEdge { cursor: String! node: ProductVariant! }
type ProductVariant { id: ID! legacyResourceId: UnsignedInt64! sku: String title: String! displayName: String! price: Money! compareAtPrice: Money image: Image @deprecated(reason: "Use \`media\` instead.") media(first: Int, after: String, last: Int, before: String, reverse: Boolean = false): MediaConnection! barcode: String inventoryQuantity: Int updatedAt: DateTime! createdAt: DateTime! product: Product! inventoryItem: InventoryItem! }
type Product { id: ID! legacyResourceId: UnsignedInt64! title: String! status: ProductStatus! onlineStoreUrl: URL vendor: String! handle: String! }
type Image { url: URL! }
enum MediaContentType { EXTERNAL_VIDEO IMAGE MODEL_3D VIDEO }
enum MediaStatus { FAILED PROCESSING READY UPLOADED }
enum MediaPreviewImageStatus { FAILED PROCESSING READY UPLOADED }
interface Media { id: ID! alt: String mediaContentType: MediaContentType! preview: MediaPreviewImage status: MediaStatus! }
type MediaImage implements Media { id: ID! alt: String mediaContentType: MediaContentType! preview: MediaPreviewImage status: MediaStatus! image: Image }
type MediaPreviewImage { image: Image status: MediaPreviewImageStatus! }
type MediaConnection { edges: [MediaEdge!]! nodes: [Media!]! pageInfo: PageInfo! }
type MediaEdge { cursor: String! node: Media! }
type InventoryItemConnection { edges: [InventoryItemEdge!]! nodes: [InventoryItem!]! pageInfo: PageInfo! }
type InventoryItemEdge { cursor: String! node: InventoryItem! }
type InventoryItem { id: ID! legacyResourceId: UnsignedInt64! sku: String tracked: Boolean! requiresShipping: Boolean! measurement: InventoryItemMeasurement! inventoryLevel(locationId: ID!): InventoryLevel inventoryLevels(first: Int, after: String): InventoryLevelConnection! variant: ProductVariant! }
type InventoryItemMeasurement { id: ID! weight: Weight }
type Weight { unit: String! value: Float! }
type InventoryLevelConnection { edges: [InventoryLevelEdge!]! nodes: [InventoryLevel!]! pageInfo: PageInfo! }
type InventoryLevelEdge { cursor: String! node: InventoryLevel! }
type InventoryLevel { id: ID! item: InventoryItem! location: Location! quantities(names: [String!]!): [InventoryQuantity!]! }
type InventoryQuantity { id: ID! name: String! quantity: Int! }

type ReturnConnection { edges: [ReturnEdge!]! nodes: [Return!]! pageInfo: PageInfo! }
type ReturnEdge { cursor: String! node: Return! }
type Return { id: ID! name: String! status: ReturnStatus! createdAt: DateTime! closedAt: DateTime totalQuantity: Int! order: Order! returnLineItems(first: Int, after: String): ReturnLineItemTypeConnection! refunds(first: Int, after: String): RefundConnection! reverseFulfillmentOrders(first: Int, after: String): ReverseFulfillmentOrderConnection! }
type ReturnLineItemTypeConnection { edges: [ReturnLineItemTypeEdge!]! nodes: [ReturnLineItemType!]! pageInfo: PageInfo! }
type ReturnLineItemTypeEdge { cursor: String! node: ReturnLineItemType! }
interface ReturnLineItemType { id: ID! quantity: Int! customerNote: String returnReasonNote: String! returnReasonDefinition: ReturnReasonDefinition }
type ReturnLineItem implements ReturnLineItemType { id: ID! quantity: Int! customerNote: String returnReasonNote: String! returnReasonDefinition: ReturnReasonDefinition fulfillmentLineItem: FulfillmentLineItem! }
type ReturnReasonDefinition { id: ID! handle: String! name: String! }
type RefundConnection { edges: [RefundEdge!]! nodes: [Refund!]! pageInfo: PageInfo! }
type RefundEdge { cursor: String! node: Refund! }
type Refund { id: ID! createdAt: DateTime note: String totalRefundedSet: MoneyBag! return: Return }
type ReverseFulfillmentOrderConnection { edges: [ReverseFulfillmentOrderEdge!]! nodes: [ReverseFulfillmentOrder!]! pageInfo: PageInfo! }
type ReverseFulfillmentOrderEdge { cursor: String! node: ReverseFulfillmentOrder! }
type ReverseFulfillmentOrder { id: ID! lineItems(first: Int, after: String): ReverseFulfillmentOrderLineItemConnection! reverseDeliveries(first: Int, after: String): ReverseDeliveryConnection! }
type ReverseFulfillmentOrderLineItemConnection { edges: [ReverseFulfillmentOrderLineItemEdge!]! nodes: [ReverseFulfillmentOrderLineItem!]! pageInfo: PageInfo! }
type ReverseFulfillmentOrderLineItemEdge { cursor: String! node: ReverseFulfillmentOrderLineItem! }
type ReverseFulfillmentOrderLineItem { id: ID! totalQuantity: Int! dispositions: [ReverseFulfillmentOrderDisposition!]! }
type ReverseFulfillmentOrderDisposition { id: ID! type: String! quantity: Int! }
type ReverseDeliveryConnection { edges: [ReverseDeliveryEdge!]! nodes: [ReverseDelivery!]! pageInfo: PageInfo! }
type ReverseDeliveryEdge { cursor: String! node: ReverseDelivery! }
type ReverseDelivery { id: ID! deliverable: ReverseDeliveryDeliverable }
union ReverseDeliveryDeliverable = ReverseDeliveryShippingDeliverable
type ReverseDeliveryShippingDeliverable { tracking: ReverseDeliveryTrackingV2 }
type ReverseDeliveryTrackingV2 { number: String url: URL }

type ShopifyPaymentsAccount { id: ID! balanceTransactions(first: Int, after: String, sortKey: BalanceTransactionSortKeys = PROCESSED_AT, query: String, hideTransfers: Boolean = false): ShopifyPaymentsBalanceTransactionConnection! }
type ShopifyPaymentsBalanceTransactionConnection { edges: [ShopifyPaymentsBalanceTransactionEdge!]! nodes: [ShopifyPaymentsBalanceTransaction!]! pageInfo: PageInfo! }
type ShopifyPaymentsBalanceTransactionEdge { cursor: String! node: ShopifyPaymentsBalanceTransaction! }
type ShopifyPaymentsBalanceTransaction { id: ID! type: ShopifyPaymentsTransactionType! test: Boolean! transactionDate: DateTime! amount: MoneyV2! fee: MoneyV2! net: MoneyV2! sourceOrderTransactionId: BigInt associatedOrder: ShopifyPaymentsAssociatedOrder associatedPayout: ShopifyPaymentsBalanceTransactionAssociatedPayout! }
type ShopifyPaymentsAssociatedOrder { id: ID! name: String! }
type ShopifyPaymentsBalanceTransactionAssociatedPayout { id: ID status: String }

type WebhookSubscriptionConnection { edges: [WebhookSubscriptionEdge!]! nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
type WebhookSubscriptionEdge { cursor: String! node: WebhookSubscription! }
type WebhookSubscription { id: ID! legacyResourceId: UnsignedInt64! topic: WebhookSubscriptionTopic! uri: String! callbackUrl: URL! format: WebhookSubscriptionFormat! createdAt: DateTime! updatedAt: DateTime! }

input FulfillmentInput { lineItemsByFulfillmentOrder: [FulfillmentOrderLineItemsInput!]! notifyCustomer: Boolean = false trackingInfo: FulfillmentTrackingInput }
input FulfillmentOrderLineItemsInput { fulfillmentOrderId: ID! fulfillmentOrderLineItems: [FulfillmentOrderLineItemInput!] }
input FulfillmentOrderLineItemInput { id: ID! quantity: Int! }
input FulfillmentTrackingInput { company: String number: String numbers: [String!] url: URL urls: [URL!] }
input FulfillmentEventInput { fulfillmentId: ID! status: FulfillmentEventStatus! happenedAt: DateTime message: String city: String country: String province: String zip: String address1: String estimatedDeliveryAt: DateTime latitude: Float longitude: Float }
input OrderCancelRefundMethodInput { originalPaymentMethodsRefund: Boolean }
input WebhookSubscriptionInput { uri: String callbackUrl: URL format: WebhookSubscriptionFormat includeFields: [String!] filter: String metafieldNamespaces: [String!] }
input InventorySetQuantitiesInput { name: String! reason: String! referenceDocumentUri: String ignoreCompareQuantity: Boolean quantities: [InventoryQuantityInput!]! }
input InventoryQuantityInput { inventoryItemId: ID! locationId: ID! quantity: Int! compareQuantity: Int changeFromQuantity: Int }

input RefundInput { orderId: ID! note: String notify: Boolean currency: CurrencyCode allowOverRefunding: Boolean refundLineItems: [RefundLineItemInput!] shipping: ShippingRefundInput transactions: [OrderTransactionInput!] }
input RefundLineItemInput { lineItemId: ID! quantity: Int! restockType: RefundLineItemRestockType locationId: ID }
input ShippingRefundInput { amount: Money fullRefund: Boolean }
input OrderTransactionInput { orderId: ID! parentId: ID amount: Money! gateway: String! kind: OrderTransactionKind! }
input ReturnApproveRequestInput { id: ID! notifyCustomer: Boolean }
input ReturnDeclineRequestInput { id: ID! declineReason: ReturnDeclineReason! declineNote: String notifyCustomer: Boolean }
input ProductVariantsBulkInput { id: ID price: Money compareAtPrice: Money }

type FulfillmentCreatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type FulfillmentTrackingInfoUpdatePayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type FulfillmentEventCreatePayload { fulfillmentEvent: FulfillmentEvent userErrors: [UserError!]! }
type FulfillmentCancelPayload { fulfillment: Fulfillment userErrors: [UserError!]! }
type OrderCancelUserError { field: [String!] message: String! code: OrderCancelUserErrorCode }
input FulfillmentOrderHoldInput { externalId: String handle: String notifyMerchant: Boolean = false reason: FulfillmentHoldReason! reasonNotes: String }
type FulfillmentOrderHoldUserError { code: FulfillmentOrderHoldUserErrorCode field: [String!] message: String! }
type FulfillmentOrderReleaseHoldUserError { code: FulfillmentOrderReleaseHoldUserErrorCode field: [String!] message: String! }
type FulfillmentOrderHoldPayload { fulfillmentHold: FulfillmentHold fulfillmentOrder: FulfillmentOrder userErrors: [FulfillmentOrderHoldUserError!]! }
type FulfillmentOrderReleaseHoldPayload { fulfillmentOrder: FulfillmentOrder userErrors: [FulfillmentOrderReleaseHoldUserError!]! }
type OrderCancelPayload { job: Job orderCancelUserErrors: [OrderCancelUserError!]! userErrors: [UserError!]! }
type RefundCreatePayload { order: Order refund: Refund userErrors: [UserError!]! }
type ReturnUserError { code: String field: [String!] message: String! }
type ReturnApproveRequestPayload { return: Return userErrors: [ReturnUserError!]! }
type ReturnDeclineRequestPayload { return: Return userErrors: [ReturnUserError!]! }
type WebhookSubscriptionCreatePayload { webhookSubscription: WebhookSubscription userErrors: [UserError!]! }
type WebhookSubscriptionDeletePayload { deletedWebhookSubscriptionId: ID userErrors: [UserError!]! }
type InventorySetQuantitiesUserError { field: [String!] message: String! code: String }
type InventoryAdjustmentGroup { id: ID! createdAt: DateTime! reason: String! referenceDocumentUri: String changes: [InventoryChange!]! }
type InventoryChange { name: String! delta: Int! quantityAfterChange: Int item: InventoryItem location: Location }
type ProductVariantsBulkUpdateUserError { field: [String!] message: String! code: String }
type ProductVariantsBulkUpdatePayload { product: Product productVariants: [ProductVariant!] userErrors: [ProductVariantsBulkUpdateUserError!]! }
type InventorySetQuantitiesPayload { inventoryAdjustmentGroup: InventoryAdjustmentGroup userErrors: [InventorySetQuantitiesUserError!]! }
`;
