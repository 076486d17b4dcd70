/** What an installation's calls to a platform have cost; shared by all calls of a connector. */
export interface Meter {
  calls: number;
  /** Time spent waiting for the platform's limits, in milliseconds. */
  waitedMs: number;
  /** Calls that may go at once, by account and kind ("account\nkind"), as of the last call. */
  left?: Map<string, number>;
}

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
  /** Waits so many milliseconds; tests let `now` and the stand-in's clock go on instead. */
  sleep?: (ms: number) => Promise<void>;
  /** Multiplies the platform's limits; the sandbox's are as much higher. */
  rateFactor?: number;
  meter?: Meter;
}

/** What a shop's authorization yields; kept encrypted by the caller. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  accessExpiresAt?: Instant;
  refreshExpiresAt?: Instant;
  scope?: string;
  /** What else must be kept secret and goes with each call: keys of the seller's own, a shop's cipher ... */
  keys?: Record<string, string>;
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
  /** Further boxes of the same shipment, for carriers with `boxes`; weight and sides above are those of the first. */
  further?: readonly Piece[];
  /** From the buyer back to the warehouse, for carriers with `returns`; `from` is the buyer. */
  isReturn?: boolean;
  customs?: CustomsFacts;
  /** Delivered only against a signature, for carriers whose definition says `signature`. */
  signature?: true;
}

/** A box of a shipment beside the first. */
export interface Piece {
  weightGrams: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
}

/** What customs must know beside the goods. */
export interface CustomsFacts {
  /** DDP: the sender pays duty and import VAT. DAP: the recipient does (called DDU by many). */
  terms: 'DDP' | 'DAP';
  /** EU import one-stop shop number under which VAT was paid already. */
  ioss?: string;
  /** The sender's EORI or other exporter number. */
  eori?: string;
  /** The sender's VAT number in the country of arrival. */
  vat?: string;
  invoiceNumber?: string;
}

export interface ParcelItem {
  sku: string;
  description: string;
  quantity: number;
  unitValueUsd: Decimal;
  /** The same in euros, for parcels into the EU. */
  unitValueEur?: Decimal;
  hsCode?: string;
  originCountry?: string;
  weightGrams: number;
  /** In the item, packed with it, or alone. */
  battery?: 'inside' | 'packed' | 'alone';
  /** What the battery is; absent where its report does not say. Small: at most 100 Wh, or 2 g of lithium. */
  lithium?: { chemistry: 'ion' | 'metal'; isSmall: boolean };
  material?: string;
  nameZh?: string;
  /** For carriers that label a platform's own orders alone. */
  sale?: Sale;
}

/** A line of an order, as its platform names it. */
export interface Sale {
  orderNo: string;
  lineId: string;
  listingId?: string;
}

/** A key that a seller types: by the connector's own name; secret ones are masked. */
export interface KeyField {
  name: string;
  /** zh, en */
  label: readonly [string, string];
  secret: boolean;
  optional?: boolean;
  /** One of these, the first unless chosen. */
  options?: readonly { value: string; label: readonly [string, string] }[];
}

export interface CarrierAccess {
  /** As the seller typed them, by the names of the carrier's definition. */
  keys: Readonly<Record<string, string>>;
  accountNumber: string;
  tokens?: Tokens;
}

/** A service that a carrier sells on an account. */
export interface CarrierService {
  code: string;
  name: string;
}

export interface RateQuote {
  serviceCode: string;
  serviceName: string;
  /** What we pay: the negotiated price where there is one. */
  amount: Decimal;
  listAmount: Decimal;
  currency: string;
  billingWeightGrams?: number;
  /** Business days. */
  transitDays?: number;
  /** YYYY-MM-DD: the day that the carrier promises for a parcel of today. */
  arrivesOn?: string;
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
  /** Of `Parcel.further`, in its order. `shipmentId`: where it is not that of the first. */
  further?: { trackingNumber: string; shipmentId?: string; label: PurchasedLabel['label'] }[];
  /** What the carrier remarks on a label that it sold nevertheless, in its words: an address that it corrected ... */
  remarks?: string[];
}

/** A label found again by our reference. What was paid is not always told a second time. */
export type RecoveredLabel = Omit<PurchasedLabel, 'amount' | 'currency'> & { amount?: Decimal; currency?: string };

export type TrackingStage =
  | 'created'
  | 'pickedUp'
  | 'inTransit'
  | 'customs'
  | 'availableForPickup'
  | 'outForDelivery'
  | 'deliveryFailed'
  | 'delivered'
  | 'exception'
  | 'returning'
  | 'returned'
  | 'lost'
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
  /** `uncertain`: by this the platform tells later what came of it (`MarketplaceConnector.writeResult`). */
  readonly ticket: string | undefined;
  constructor(
    platform: string,
    kind: FailureKind,
    message: string,
    more: {
      status?: number;
      code?: string;
      retryAfterMs?: number;
      raw?: string;
      ticket?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = 'ConnectorError';
    this.platform = platform;
    this.kind = kind;
    this.status = more.status;
    this.code = more.code;
    this.retryAfterMs = more.retryAfterMs;
    this.raw = more.raw;
    this.ticket = more.ticket;
  }
}
