/** The graphs of Wayfair's supplier API, as far as they are imitated. Source: developer.wayfair.io, orders, shipping, inventory, cancellations, catalogue. */
const FEED = `
  scalar IsoDateTime
  scalar Int32
  type ItemStatus { key: String message: String }
  type TransactionStatus {
    id: String handle: String status: String submittedAt: IsoDateTime completedAt: IsoDateTime
    itemCount: Int errorCount: Int errors: [ItemStatus] completedCount: Int completed: [ItemStatus]
    processingCount: Int processing: [ItemStatus]
  }`;

export const ORDERS_SDL = `${FEED}
  enum SortOrder { ASC DESC }
  enum ShipSpeed { GROUND NEXT_DAY SECOND_DAY_AIR THREE_DAY CURBSIDE WHITE_GLOVE_GOLD WILL_CALL }
  enum inventoryFeedKind { DIFFERENTIAL TRUE_UP }
  enum TransactionField { id handle status submittedAt }
  enum LabelEventField { id eventDate pickupDate poNumber }
  input TransactionStatusFilterInput { field: TransactionField! equals: String }
  input LabelGenerationEventFilterInput { field: LabelEventField! equals: String }
  type Address {
    name: String address1: String address2: String address3: String city: String state: String country: String
    postalCode: String phoneNumber: String
  }
  type Shipping { shipSpeed: ShipSpeed carrierCode: String }
  type Warehouse { id: Int name: String address: Address }
  type Product {
    partNumber: String quantity: String price: Float pieceCount: Int totalCost: Float name: String weight: Float
    totalWeight: Float estShipDate: IsoDateTime fillDate: IsoDateTime sku: String isCancelled: Boolean customComment: String
  }
  type PurchaseOrder {
    id: String storePrefix: String poNumber: String poDate: String orderId: String supplierId: Int
    estimatedShipDate: IsoDateTime scheduledDeliveryDate: IsoDateTime customerName: String customerAddress1: String
    customerAddress2: String customerCity: String customerState: String customerPostalCode: String customerCountry: String
    customerEmail: String salesChannelName: String orderType: String packingSlipUrl: String shippingInfo: Shipping
    warehouse: Warehouse products: [Product] shipTo: Address billTo: Address
  }
  type Url { url: String }
  type Customs { required: Boolean url: String }
  type LabelInfo {
    poNumber: Int fullPoNumber: String numberOfLabels: Int carrier: String carrierCode: String trackingNumber: String
  }
  type LabelGenerationEvent {
    id: Int eventDate: IsoDateTime pickupDate: IsoDateTime poNumber: Int billOfLading: Url consolidatedShippingLabel: Url
    customsDocument: Customs generatedShippingLabels: [LabelInfo] shippingLabelInfo: [LabelInfo] purchaseOrder: PurchaseOrder
  }
  type Query {
    getDropshipPurchaseOrders(
      limit: Int32 = 10 fromDate: IsoDateTime hasResponse: Boolean sortOrder: SortOrder poNumbers: [String]
    ): [PurchaseOrder]
    labelGenerationEvents(filters: [LabelGenerationEventFilterInput] limit: Int32 = 10 offset: Int32 = 0): [LabelGenerationEvent]
    transactions(filters: [TransactionStatusFilterInput] limit: Int32 = 10 offset: Int32 = 0): [TransactionStatus]
  }
  input AcceptedLineItemInput { partNumber: String! quantity: Int! unitPrice: Float! estimatedShipDate: IsoDateTime! }
  input RegistrationInput { poNumber: String! warehouseId: String requestForPickupDate: IsoDateTime }
  input ShipAddressInput {
    name: String! streetAddress1: String! streetAddress2: String city: String! state: String postalCode: String country: String!
  }
  input PackageCodeInput { type: String! value: String! }
  input PackageInput { code: PackageCodeInput! weight: Float! }
  input ShippedItemInput { partNumber: String! quantity: Int! }
  input SmallParcelInput { package: PackageInput! items: [ShippedItemInput!]! }
  input LargeParcelInput { partNumber: String! packages: [PackageInput!]! }
  input ShipNoticeInput {
    poNumber: String! supplierId: Int! packageCount: Int! weight: Float volume: Float carrierCode: String! shipSpeed: ShipSpeed
    trackingNumber: String! shipDate: IsoDateTime! sourceAddress: ShipAddressInput! destinationAddress: ShipAddressInput!
    smallParcelShipments: [SmallParcelInput!] largeParcelShipments: [LargeParcelInput!]
  }
  input inventoryInput {
    supplierId: Int! supplierPartNumber: String! quantityOnHand: Int! quantityBackordered: Int quantityOnOrder: Int
    itemNextAvailabilityDate: IsoDateTime discontinued: Boolean productNameAndOptions: String
  }
  type PurchaseOrderMutator {
    accept(poNumber: String! shipSpeed: ShipSpeed! lineItems: [AcceptedLineItemInput!]!): TransactionStatus
    register(registrationInput: RegistrationInput!): LabelGenerationEvent
    shipment(notice: ShipNoticeInput!): TransactionStatus
  }
  type InventoryMutator {
    save(inventory: [inventoryInput]! feedKind: inventoryFeedKind dryRun: Boolean): TransactionStatus
  }
  type Mutation { purchaseOrders: PurchaseOrderMutator inventory: InventoryMutator }`;

export const CANCELLATIONS_SDL = `
  type CancelledOrder { poNumber: String }
  type CancelledQuantity { originalQuantity: Int cancelledQuantity: Int }
  type CancelledProduct { partNumber: String cancellationQuantity: CancelledQuantity }
  type CancelReason { reason: String }
  type CancellationRequest {
    requestId: ID status: String requestedAt: String cancellationReason: CancelReason purchaseOrder: CancelledOrder
    cancelledProduct: CancelledProduct
  }
  type Answered { requestId: ID status: String errorCode: String errorMessage: String }
  input PurchaseOrdersInput { poNumbers: [String!]! }
  input WarehousesInput { warehouseIds: [Int!]! status: String fromDatetime: String toDatetime: String }
  input ConfirmationInput { requestId: ID! }
  input RejectionInput { requestId: ID! reason: String! }
  type Query {
    lineItemCancellationRequestByPurchaseOrders(poInput: PurchaseOrdersInput!): [CancellationRequest]
    lineItemCancellationRequestByWarehouses(warehouseInput: WarehousesInput!): [CancellationRequest]
  }
  type Mutation {
    confirmLineItemCancellationRequest(confirmationInputs: [ConfirmationInput!]!): [Answered]
    rejectLineItemCancellationRequest(rejectionInputs: [RejectionInput!]!): [Answered]
  }`;

export const CATALOG_SDL = `
  input PaginationOptions { page: Int! pageSize: Int! }
  type Sku { sku: String productName: String isLive: Boolean displaySku: String }
  type CatalogProduct { supplierPartNumber: String status: String upc: String skus: [Sku] }
  type PageInfo { page: Int pageSize: Int hasNextPage: Boolean totalPages: Int }
  type Catalog { supplierId: Int products: [CatalogProduct] pageInfo: PageInfo }
  type Query { supplierCatalog(supplierId: Int!, paginationOptions: PaginationOptions): Catalog }`;
