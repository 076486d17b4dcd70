/**
 * What every connector offers, whatever the outside system calls it. A connector is a pure client: it keeps nothing,
 * reads no configuration of its own and knows no database. Tokens come in with the call and go out with the result.
 */

/** Amounts are decimal strings ("24.99"), instants ISO 8601 in UTC, quantities integers. */
export type Decimal = string;
export type Instant = string;

export interface HttpOptions {
  /** Base addresses by the connector's own names, e.g. {api, token, consent}. Default: the platform's production. */
  baseUrls?: Record<string, string>;
  timeoutMs?: number;
  fetch?: typeof fetch;
  /** Milliseconds since 1970; for tests and for sandboxes with a clock of their own. */
  now?: () => number;
}

/** OAuth credentials of our app with the platform. */
export interface AppCredentials {
  clientId: string;
  clientSecret: string;
  /** Amazon: application id of the consent page (amzn1.sp.solution...). */
  applicationId?: string;
  /** Amazon: the app is not published yet (the consent page then wants `version=beta`). */
  draft?: boolean;
  /** Shopify: pushes may be signed with the old secret for an hour after it was changed. */
  previousClientSecret?: string;
}

/** What a shop's authorization yields; kept encrypted by the caller. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  accessExpiresAt?: Instant;
  refreshExpiresAt?: Instant;
  scope?: string;
}

export interface ShopAccess {
  tokens: Tokens;
  /** Amazon: selling partner id; Shopify: shop domain. */
  account: string;
  /** Amazon: marketplace ids of the shop. */
  marketplaceIds?: string[];
  /** Amazon: 'na' | 'eu' | 'fe'. */
  region?: string;
}

export interface Address {
  name: string;
  company?: string;
  line1: string;
  line2?: string;
  city: string;
  state?: string;
  postalCode: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
  phone?: string;
  email?: string;
  residential?: boolean;
}

/** The platform's states told in ours. */
export type PlatformOrderStatus = 'unpaid' | 'toShip' | 'partiallyShipped' | 'shipped' | 'cancelled' | 'refunded';

export interface PlatformOrderLine {
  platformLineId: string;
  /** Shopify: the fulfilment order line that this line ships by. */
  fulfilmentRef?: string;
  /** Empty where the platform lets a line have none (Shopify). */
  sellerSku: string;
  platformItemId?: string;
  title: string;
  quantity: number;
  /** Per unit, in the order's currency. */
  unitPrice: Decimal;
  discount: Decimal;
  tax: Decimal;
}

export interface PlatformOrder {
  platformOrderNo: string;
  /** What the buyer or seller sees, where it differs from the key (Shopify "#1001"). */
  displayNo?: string;
  /** Shopify: fulfilment order ids. */
  fulfilmentRefs?: string[];
  status: PlatformOrderStatus;
  /** Who ships: the seller, or the platform's own warehouses (only recorded). */
  fulfilledBy: 'seller' | 'platform';
  orderedAt: Instant;
  updatedAt: Instant;
  shipBy?: Instant;
  marketplaceId?: string;
  currency: string;
  /** All amounts of the order as the buyer pays them. */
  goodsAmount: Decimal;
  shippingAmount: Decimal;
  taxAmount: Decimal;
  discountAmount: Decimal;
  totalAmount: Decimal;
  buyerName?: string;
  buyerEmail?: string;
  buyerNote?: string;
  /** The buyer asked for cancellation while the platform still lists the order as open (Amazon). */
  cancelRequested?: boolean;
  /** Must not be shipped for now, in the platform's own word (Shopify ON_HOLD, Amazon UNFULFILLABLE). */
  hold?: string;
  shipTo?: Address;
  lines: PlatformOrderLine[];
}

/** One record of a page: read, or set aside with what the platform really said and why we could not read it. */
export type OrderRecord =
  | { ok: true; order: PlatformOrder }
  | { ok: false; platformOrderNo?: string; raw: unknown; reason: string };

export interface OrderPage {
  records: OrderRecord[];
  /** Continues this listing; absent on the last page. */
  nextCursor?: string;
  /** Everything updated up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

export interface ShipmentNotice {
  platformOrderNo: string;
  /** Unique per parcel of the order, a positive integer; the same one again edits instead of adding. */
  packageNo: number;
  carrierCode: string;
  carrierName: string;
  serviceName: string;
  trackingNumber: string;
  trackingUrl?: string;
  shippedAt: Instant;
  marketplaceId?: string;
  fulfilmentRefs?: string[];
  lines: { platformLineId: string; fulfilmentRef?: string; quantity: number }[];
}

export type ConfirmResult = { outcome: 'confirmed' } | { outcome: 'alreadyConfirmed'; detail: string };

/** Fees the platform charged for an order, as far as it already says so. */
export interface PlatformFee {
  platformOrderNo: string;
  kind: 'commission' | 'fulfilment' | 'payment' | 'other';
  description: string;
  amount: Decimal;
  currency: string;
  postedAt: Instant;
  /** Unique key of the platform's transaction line. */
  reference: string;
}

export interface FeePage {
  fees: PlatformFee[];
  /** Transactions set aside, like the bad records of an order page. */
  unreadable: { raw: unknown; reason: string }[];
  nextCursor?: string;
  /** Everything posted up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

export interface MarketplaceConnector {
  platform: string;
  /** Where the browser is sent so that the seller allows our app. */
  consentUrl(input: { state: string; redirectUri: string; account?: string; region?: string }): string;
  /**
   * Turns the callback's query into tokens. Checks what the platform lets us check (Shopify: hmac, timestamp, domain);
   * the caller has checked `state` before.
   */
  exchange(input: { query: Record<string, string>; redirectUri: string }): Promise<{ tokens: Tokens; account: string }>;
  refresh(access: ShopAccess): Promise<Tokens>;
  /** Name, currency and marketplaces of the connected shop. */
  describeShop(access: ShopAccess): Promise<{ name: string; currency: string; marketplaceIds: string[] }>;
  /** Orders updated since `updatedAfter`, oldest first where the platform can; `cursor` continues a listing. */
  listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage>;
  getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord>;
  /** Safe to repeat: told twice, the platform still knows one shipment. */
  confirmShipment(access: ShopAccess, notice: ShipmentNotice): Promise<ConfirmResult>;
  listFees?(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<FeePage>;
  /** Subscribes the platform's pushes to `callbackUrl`; absent where a platform has none. */
  subscribe?(access: ShopAccess, callbackUrl: string): Promise<void>;
  /** Checks and reads a push. Returns null when the signature is wrong. */
  readPush?(input: { headers: Record<string, string | undefined>; body: Buffer }): {
    deliveryId: string;
    topic: string;
    account: string;
    platformOrderNo?: string;
  } | null;
}

export interface Parcel {
  /** Our unique reference: by it a purchase can be found again after a crash. */
  reference: string;
  from: Address;
  to: Address;
  weightGrams: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
  description: string;
  /** Customs data where the parcel crosses a border. */
  items: ParcelItem[];
}

export interface ParcelItem {
  sku: string;
  description: string;
  quantity: number;
  unitValueUsd: Decimal;
  hsCode?: string;
  originCountry?: string;
  weightGrams: number;
}

export interface CarrierAccess {
  clientId: string;
  clientSecret: string;
  accountNumber: string;
  tokens?: Tokens;
}

export interface RateQuote {
  serviceCode: string;
  serviceName: string;
  /** What we pay: the negotiated price where there is one. */
  amount: Decimal;
  listAmount: Decimal;
  currency: string;
  billingWeightGrams?: number;
  transitDays?: number;
  surcharges: { code: string; amount: Decimal }[];
}

export interface PurchasedLabel {
  shipmentId: string;
  trackingNumber: string;
  amount: Decimal;
  currency: string;
  /** As the carrier delivers it. `pdf` and `png` can be printed as they are; `zpl` is for label printers. */
  label: { format: 'pdf' | 'png' | 'gif' | 'zpl'; data: Buffer };
  /** Customs papers (PDF) where the parcel crosses a border. */
  customsForms?: Buffer;
}

/** A label found again by our reference. What was paid is not always told a second time. */
export type RecoveredLabel = Omit<PurchasedLabel, 'amount' | 'currency'> & { amount?: Decimal; currency?: string };

export type TrackingStage =
  | 'created'
  | 'pickedUp'
  | 'inTransit'
  | 'outForDelivery'
  | 'delivered'
  | 'exception'
  | 'returning'
  | 'cancelled'
  | 'unknown';

export interface TrackingEvent {
  stage: TrackingStage;
  at: Instant;
  description: string;
  place?: string;
  /** The carrier's own type/code pair. */
  rawCode: string;
}

export interface CarrierConnector {
  carrier: string;
  authenticate(access: CarrierAccess): Promise<Tokens>;
  rates(access: CarrierAccess, parcel: Parcel): Promise<RateQuote[]>;
  buyLabel(access: CarrierAccess, parcel: Parcel, serviceCode: string): Promise<PurchasedLabel>;
  /**
   * A purchase made under our reference and not voided, if the carrier knows one. For use after a crash. `except` leaves
   * out tracking numbers that are known already, so that a second purchase under one reference can be seen.
   */
  findPurchase(access: CarrierAccess, reference: string, except?: readonly string[]): Promise<RecoveredLabel | null>;
  /** A printable PDF (4 x 6 in) of a bought label. */
  labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer>;
  voidLabel(
    access: CarrierAccess,
    shipmentId: string,
    trackingNumber: string,
  ): Promise<{ voided: boolean; detail: string }>;
  track(access: CarrierAccess, trackingNumber: string): Promise<TrackingEvent[]>;
  trackingUrl(trackingNumber: string): string;
}

/** Why a call to the outside failed, in the words the caller's retry policy needs. */
export type FailureKind =
  /** try again later: network, time-out, 5xx */
  | 'unavailable'
  /** try again not before retryAfterMs */
  | 'throttled'
  /** tokens refused: refresh once, then ask the seller */
  | 'unauthorized'
  /** the other side says our request is wrong: a person must act */
  | 'rejected'
  /** the answer cannot be read */
  | 'malformed'
  /** unknown whether the other side did the work (connection lost after sending a write) */
  | 'uncertain';

export class ConnectorError extends Error {
  readonly kind: FailureKind;
  readonly platform: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly raw: string | undefined;
  constructor(
    platform: string,
    kind: FailureKind,
    message: string,
    more: { status?: number; code?: string; retryAfterMs?: number; raw?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ConnectorError';
    this.platform = platform;
    this.kind = kind;
    this.status = more.status;
    this.code = more.code;
    this.retryAfterMs = more.retryAfterMs;
    this.raw = more.raw;
  }
}
