/** What the judges' tests use of clients that come without types of their own. */
export interface UpsClient {
  token: string | null;
  createShipment(payload: unknown): Promise<unknown>;
  cancelShipment(trackingNumber: string): Promise<unknown>;
  getWaybill(trackingNumber: string): Promise<unknown>;
  getTrackingDetails(trackingNumber: string): Promise<unknown>;
}

export interface UpsModule {
  API: new (options: {
    baseUrl: string;
    authUrl: string;
    clientId: string;
    clientSecret: string;
    transactionSrc: string;
  }) => UpsClient;
}

interface FedexClient {
  rateAndTransitTimes(request: unknown): Promise<unknown>;
  createShipment(request: unknown, options?: { customer_transaction_id?: string }): Promise<unknown>;
  trackByTrackingNumber(request: unknown): Promise<unknown>;
  groundEndOfDayClose(request: unknown): Promise<unknown>;
  cancelShipment(request: unknown): Promise<unknown>;
  validateAddress(request: unknown): Promise<unknown>;
}

export interface FedexModule {
  default: new (options: { url: string; api_key: string; secret_key: string }) => FedexClient;
}

interface ApiClient {
  applyXAmzAccessTokenToRequest(token: string): ApiClient;
  enableAutoRetrievalRestrictedDataToken(
    id: string,
    secret: string,
    refreshToken: string,
    dataElements: string[],
  ): ApiClient;
}

interface Area {
  ApiClient: new (host: string) => ApiClient;
}

interface Model {
  constructFromObject(value: unknown): unknown;
}

interface OrderItem {
  orderItemId: string;
  sellerSKU: string;
  quantityOrdered: number;
}

interface OrderV0 {
  amazonOrderId: string;
  orderStatus: string;
  orderTotal: { amount: string };
}

interface OrdersV0 {
  getOrders(
    marketplaceIds: string[],
    options: { lastUpdatedAfter: string; orderStatuses: string[] },
  ): Promise<{ payload?: { orders?: OrderV0[] } }>;
  getOrder(orderId: string): Promise<{ payload?: OrderV0 }>;
  getOrderItems(orderId: string): Promise<{ payload?: { orderItems?: OrderItem[] } }>;
  getOrderAddress(orderId: string): Promise<{ payload?: { shippingAddress?: { addressLine1?: string } } }>;
  confirmShipment(orderId: string, body: unknown): Promise<void>;
}

interface Order2026 {
  orderId: string;
  createdTime?: Date;
  recipient?: { deliveryAddress?: { countryCode?: string } };
  orderItems?: { product?: { sellerSku?: string } }[];
}

interface Feeds {
  createFeedDocument(body: unknown): Promise<{ feedDocumentId: string; url: string }>;
  createFeed(body: unknown): Promise<{ feedId: string }>;
  getFeed(feedId: string): Promise<{ processingStatus: string; resultFeedDocumentId: string }>;
  getFeedDocument(id: string): Promise<{ url: string }>;
}

export interface AmazonModule {
  LwaAuthClient: new (id: string, secret: string, refreshToken: string) => { getAccessToken(): Promise<string> };
  SellersSpApi: Area & {
    SellersApi: new (
      client: ApiClient,
    ) => { getMarketplaceParticipations(): Promise<{ payload?: { marketplace?: { id?: string } }[] }> };
  };
  OrdersSpApi: Area & { OrdersV0Api: new (client: ApiClient) => OrdersV0; ConfirmShipmentRequest: Model };
  Orders_v2026SpApi: Area & {
    SearchOrdersApi: new (
      client: ApiClient,
    ) => {
      searchOrders(options: {
        lastUpdatedAfter: Date;
        includedData: string[];
        maxResultsPerPage: number;
      }): Promise<{ orders?: Order2026[] }>;
    };
  };
  FeedsSpApi: Area & {
    FeedsApi: new (client: ApiClient) => Feeds;
    CreateFeedDocumentSpecification: Model;
    CreateFeedSpecification: Model;
  };
}
