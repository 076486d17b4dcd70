import type { PlatformInbound } from './inbound.ts';
import type { Address, Decimal, HttpOptions, Instant, ParcelItem, ShopAccess, Tokens } from './types.ts';

/**
 * What every marketplace offers, whatever it calls it. `MarketplaceConnector` is the client: it keeps nothing and knows
 * no database. `MarketplaceDefinition` says how shops of the platform are connected. A capability that a platform does
 * not have is a method that is not there.
 */

/** The platform's states told in ours. */
export type PlatformOrderStatus = 'unpaid' | 'toShip' | 'partiallyShipped' | 'shipped' | 'cancelled' | 'refunded';

/** How fast the service is that a buyer chose, slowest first; `scheduled` for a day of theirs, `freight` for what needs two people. */
export type ServiceLevel =
  | 'economy'
  | 'standard'
  | 'expedited'
  | 'secondDay'
  | 'nextDay'
  | 'sameDay'
  | 'scheduled'
  | 'freight';

export interface ChosenService {
  /** In the platform's own words. */
  name: string;
  /** Absent where the words do not say. */
  level?: ServiceLevel;
}

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
  /** Shopify: fulfilment order ids; others: the platform's package or shipment ids. */
  fulfilmentRefs?: string[];
  status: PlatformOrderStatus;
  /** Who ships: the seller, or the platform's own warehouses (only recorded). */
  fulfilledBy: 'seller' | 'platform';
  /** Where it differs from order to order: whether the seller's parcel has to go by the platform's logistics. */
  platformShipping?: boolean;
  orderedAt: Instant;
  /** Where the platform tells when the buyer paid. */
  paidAt?: Instant;
  updatedAt: Instant;
  shipBy?: Instant;
  /** What the buyer chose at the checkout, or the retailer for them. */
  service?: ChosenService;
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
  /** The platform's own name for the buyer, where it may ask for a buyer's data to be erased by that (`PlatformPush.forget`). */
  buyerRef?: string;
  /** The buyer asked for cancellation while the platform still lists the order as open (Amazon). */
  cancelRequested?: boolean;
  /** Must not be shipped for now, in the platform's own word (Shopify ON_HOLD, Amazon UNFULFILLABLE). */
  hold?: string;
  /** Absent where the platform shows it only later, or masked. */
  shipTo?: Address;
  /** Goods for a retailer's own stores and distribution centres, which take deliveries by appointment. */
  docking?: { facility: string; facilityType: FacilityType; timeZone: string; shipFrom?: Instant };
  lines: PlatformOrderLine[];
}

export type FacilityType = 'store' | 'RDC' | 'SDC' | 'BDC' | 'DFC';

/** One record of a page: read, or set aside with what the platform really said and why we could not read it. */
export type OrderRecord =
  | { ok: true; order: PlatformOrder }
  | { ok: false; platformOrderNo?: string; raw: unknown; reason: string };

/** A record of a page other than an order that could not be read. */
export interface Unreadable {
  raw: unknown;
  reason: string;
}

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
  /** Goods in bulk: how they travel, and what is in which carton. */
  freight?: Freight;
}

/** A shipment in bulk as the buyer's warehouse wants it announced. Days are YYYY-MM-DD, quantities pieces. */
export interface Freight {
  /** The seller's name for it, never used twice. */
  shipmentNo: string;
  mode: 'SmallParcel' | 'LessThanTruckLoad' | 'TruckLoad';
  /** The carrier by its Standard Carrier Alpha Code. */
  scac: string;
  billOfLading: string;
  /** The carrier's own number of the freight. */
  pro: string;
  terms: 'prepaid' | 'collect';
  shippedDay: string;
  deliveryDay: string | null;
  cartons: {
    number: number;
    sscc: string;
    palletNo: number | null;
    lengthCm: Decimal;
    widthCm: Decimal;
    heightCm: Decimal;
    grossKg: Decimal;
    lines: { platformLineId: string; quantity: number }[];
  }[];
  pallets: { number: number; sscc: string }[];
}

// ---- purchase orders: the platform itself buys, and is answered, sent to and billed

/** What the seller says to a line of a purchase order, in pieces; together they are what was ordered. */
export interface AnsweredLine {
  platformLineId: string;
  accepted: number;
  backordered: number;
  /** On which day what is backordered leaves. */
  backorderDay: string | null;
  rejected: number;
  /** Why, in the platform's own word. */
  reason: string | null;
}

export interface PlatformBill {
  number: string;
  /** YYYY-MM-DD */
  day: string;
  platformOrderNo: string;
  currency: string;
  lines: { platformLineId: string; quantity: number; unitPrice: Decimal }[];
  goodsAmount: Decimal;
  taxPercent: Decimal;
  taxAmount: Decimal;
  totalAmount: Decimal;
  netDueDays: number;
  /** Who is paid; the code by which the platform knows the seller is the order's where it is empty. */
  remitTo: BilledParty;
  /** Who pays, where it is another than the order says. */
  billTo: BilledParty | null;
}

export interface BilledParty {
  code: string;
  name: string;
  line1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  taxId: string;
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
  unreadable: Unreadable[];
  nextCursor?: string;
  /** Everything posted up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

// ---- cancellation

export const CANCEL_REASONS = ['outOfStock', 'buyerAsked', 'badAddress', 'wrongPrice', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

export interface CancelNotice {
  platformOrderNo: string;
  reason: CancelReason;
  note?: string;
  marketplaceId?: string;
  /** All lines of the order; platforms that cancel by line take these. */
  lines: { platformLineId: string; fulfilmentRef?: string; quantity: number }[];
}
/** `requested`: the platform or the buyer still has to agree; the order's state says how it ended. */
export type CancelResult = { outcome: 'cancelled' | 'alreadyCancelled' | 'requested'; detail?: string };

// ---- the platform's own logistics

/** What is needed to hand a parcel over to the platform's logistics. Lines as in ShipmentNotice. */
export interface PlatformParcelRequest {
  platformOrderNo: string;
  packageNo: number;
  marketplaceId?: string;
  fulfilmentRefs?: string[];
  shipFrom?: Address;
  weightGrams: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
  lines: { platformLineId: string; fulfilmentRef?: string; quantity: number }[];
  /** Customs data of what is in it, by SKU, where the parcel crosses a border. */
  items?: ParcelItem[];
  /** The option chosen (`PlatformShippingOption.id`); absent: the platform's first. */
  optionId?: string;
}

export interface PlatformShippingOption {
  /** Given back in `optionId`; only this connector understands it. */
  id: string;
  name: string;
  carrierName: string;
  /** What the seller pays for it, where the platform says so. */
  amount?: Decimal;
  currency?: string;
  handOver: 'pickup' | 'dropOff' | 'unknown';
}

export interface PlatformParcel {
  /** The platform's name for the parcel; asks for its label later. */
  ref: string;
  /** Some platforms tell it minutes later: ask `findParcel` again. */
  trackingNumber?: string;
  carrierName: string;
  amount?: Decimal;
  currency?: string;
}

export interface PlatformShipping {
  /** `must`: sellers cannot ship orders of this shop otherwise; `may`: as they like, or as the order says. */
  use: 'must' | 'may';
  options(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformShippingOption[]>;
  /** Happens once: after a lost answer `findParcel` is asked, never `arrange` again. */
  arrange(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel>;
  /** The parcel of this order and package number, if the platform knows one. */
  findParcel(access: ShopAccess, request: PlatformParcelRequest): Promise<PlatformParcel | null>;
  label(access: ShopAccess, parcel: PlatformParcel, platformOrderNo: string): Promise<PlatformLabel>;
  cancel?(access: ShopAccess, parcel: PlatformParcel, platformOrderNo: string): Promise<void>;
  /** What is signed when these parcels are picked up: PDFs, as many as it takes. Safe to repeat. */
  handoverSheet?(access: ShopAccess, trackingNumbers: readonly string[]): Promise<Buffer[]>;
}

export interface PlatformLabel {
  format: 'pdf' | 'png' | 'gif' | 'zpl';
  data: Buffer;
}

/** A carrier by the name under which the platform accepts it in `ShipmentNotice.carrierCode`. */
export interface PlatformCarrier {
  code: string;
  name: string;
}

// ---- warehouses that the platform lets ship in the seller's name

export interface WarehouseProvider {
  /** The platform's name for it. */
  code: string;
  /** The seller has already allowed it. */
  authorized: boolean;
}

/** What the seller has from the warehouse's own house: who they are there, and the key to it. */
export interface WarehouseGrant {
  provider: string;
  customerCode: string;
  accessToken: string;
  appKey?: string;
}

export interface PlatformWarehouses {
  providers(access: ShopAccess): Promise<WarehouseProvider[]>;
  /** Safe to repeat. @throws ConnectorError `rejected` in the platform's words */
  authorize(access: ShopAccess, grant: WarehouseGrant): Promise<void>;
}

// ---- listings, stock, prices

export interface PlatformListing {
  /** The platform's key of what is sold: together with `variantId` unique in the shop. */
  itemId: string;
  variantId?: string;
  sellerSku: string;
  title: string;
  state: 'active' | 'inactive' | 'blocked' | 'ended';
  /** What buyers are shown as available; absent where the platform does not say. */
  quantity?: number;
  price?: Decimal;
  currency?: string;
  imageUrl?: string;
  url?: string;
  fulfilledBy: 'seller' | 'platform';
  /** What pushing needs besides (Shopify: inventory item and location); given back as it came. */
  refs?: Record<string, string>;
}

export interface ListingPage {
  listings: PlatformListing[];
  unreadable: Unreadable[];
  nextCursor?: string;
}

export interface StockPush {
  itemId: string;
  variantId?: string;
  sellerSku: string;
  refs?: Record<string, string>;
  /** Absolute: what buyers may buy from now on. */
  quantity: number;
}

export interface PricePush {
  itemId: string;
  variantId?: string;
  sellerSku: string;
  refs?: Record<string, string>;
  price: Decimal;
  currency: string;
}

/** One for each item pushed, in the same order. `pending`: ask `pushResult` with the ticket. */
export type PushOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'pending'; ticket: string }
  | { outcome: 'refused'; code?: string; detail: string };

// ---- settlements and returns

export const SETTLEMENT_KINDS = [
  'sale',
  'shipping',
  'tax',
  'discount',
  'commission',
  'fulfilment',
  'payment',
  'advertising',
  'storage',
  'refund',
  'adjustment',
  'payout',
  'other',
] as const;
export type SettlementKind = (typeof SETTLEMENT_KINDS)[number];

/** One amount of one event, as the platform books it. Signed as the seller sees it: what they get is positive. */
export interface SettlementLine {
  /** Unique in the shop and the same whenever it is listed again. */
  reference: string;
  /** The statement or payout it belongs to, as soon as the platform says so. */
  settlementId?: string;
  platformOrderNo?: string;
  platformLineId?: string;
  sellerSku?: string;
  kind: SettlementKind;
  /** The platform's own word. */
  type: string;
  amount: Decimal;
  currency: string;
  postedAt: Instant;
}

export interface SettlementPage {
  lines: SettlementLine[];
  unreadable: Unreadable[];
  nextCursor?: string;
  /** Everything posted up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

export interface PlatformReturn {
  returnNo: string;
  platformOrderNo: string;
  state: 'requested' | 'approved' | 'shipped' | 'received' | 'refunded' | 'rejected' | 'closed';
  /** The platform's or the buyer's words. */
  reason: string;
  lines: { platformLineId?: string; sellerSku?: string; quantity: number }[];
  refundAmount?: Decimal;
  currency?: string;
  trackingNumber?: string;
  /** The platform decides by itself if the seller has not answered by then. */
  answerBy?: Instant;
  createdAt: Instant;
  updatedAt: Instant;
}

export interface ReturnName {
  returnNo: string;
  platformOrderNo: string;
}
export interface ReturnAnswer extends ReturnName {
  approve: boolean;
  note?: string;
}
export interface ReturnRefund extends ReturnName {
  /** All of it, shipping included. */
  amount: Decimal;
  currency: string;
  shipping: Decimal;
  /** What of it is for which line of the order. */
  lines: { platformLineId: string; quantity: number; amount: Decimal }[];
  /** The same however often this refund is told, another one where a refund that was refused is asked for anew. */
  key: string;
  note?: string;
}

export interface ReturnPage {
  returns: PlatformReturn[];
  unreadable: Unreadable[];
  nextCursor?: string;
  listedUntil: Instant;
}

/** Numbers of all orders placed in a window, for comparing with ours. */
export interface OrderNoPage {
  orders: { platformOrderNo: string; orderedAt: Instant }[];
  nextCursor?: string;
}

// ---- pushes

export interface PushInput {
  headers: Record<string, string | undefined>;
  /** The bytes as they came: signatures are over them. */
  body: Buffer;
  query: Record<string, string>;
  /** The address that the platform was told, where signatures include it. */
  url: string;
}

export interface PlatformPush {
  /** Unique per delivery: the platform's id, or a digest of what was said where it has none. */
  deliveryId: string;
  topic: string;
  account: string;
  platformOrderNo?: string;
  /** Further orders of the same push, where a platform tells of several at once. */
  otherOrderNos?: readonly string[];
  /** The permission was withdrawn or the app removed: the shop is asked at once. */
  revoked?: boolean;
  /** Buyers' data that the platform wants erased. */
  forget?: PlatformForget;
}

/** Whose data: buyers by any of their names (`PlatformOrder.buyerRef`) in all shops, orders of the account, or all of it. */
export interface PlatformForget {
  buyers?: readonly string[];
  platformOrderNos?: readonly string[];
  shop?: true;
}

// ---- shops of the seller's own

/** A call of a shop's own software, as it came. */
export interface ShopCall {
  method: string;
  /** Path and query, as they stand in the request. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface OwnOrder {
  record: OrderRecord;
  /** Each field that does not fit, by its path in the order; empty when the order was read. */
  problems: { field: string; message: string }[];
}

/** There is no platform to ask: the software of the seller's shop brings its orders and fetches what it wants to know. */
export interface OwnShop {
  /** As many orders as one call may bring. */
  mostOrders: number;
  /** Whose shop calls; undefined where the call does not say. */
  accountOf(call: ShopCall): string | undefined;
  /** Signed with the shop's secret, and not long ago. */
  isSigned(call: ShopCall, tokens: Tokens): boolean;
  /** Each order by itself. @throws ConnectorError `malformed` where the body as a whole cannot be read */
  readOrders(body: Buffer, currency: string): OwnOrder[];
}

// ---- the client

export interface MarketplaceConnector {
  platform: string;
  /** Where the browser is sent so that the seller allows our app. Platforms connected by keys have none. */
  consentUrl?(input: { state: string; redirectUri: string; account?: string; region?: string }): string;
  /**
   * Turns the callback's query into tokens. Checks what the platform lets us check (Shopify: hmac, timestamp, domain);
   * the caller has checked `state` before.
   */
  exchange?(input: {
    query: Record<string, string>;
    redirectUri: string;
    region?: string;
  }): Promise<{ tokens: Tokens; account: string }>;
  /**
   * Platforms connected by keys: proves them with one harmless call. `keys` by the names of the definition's fields,
   * `account` the shop's that is connected anew. `issued`: what the seller is shown once, by the names of its labels.
   */
  connect?(input: { keys: Record<string, string>; region?: string; account?: string }): Promise<{
    tokens: Tokens;
    account: string;
    issued?: { key: string; secret: string };
  }>;
  refresh(access: ShopAccess): Promise<Tokens>;
  /** Name, currency and marketplaces of the connected shop; empty where only the seller knows. */
  describeShop(access: ShopAccess): Promise<{ name: string; currency: string; marketplaceIds: string[] }>;

  /** Orders updated since `updatedAfter`, oldest first where the platform can; `cursor` continues a listing. */
  listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage>;
  getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord>;
  /** Numbers of the orders placed in a window; absent where the platform cannot list by that time. */
  listOrderNos?(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage>;

  /**
   * Tells the platform that the order is taken on, where it waits for that; with `lines` which of it, where orders are
   * answered by line. Safe to repeat.
   */
  acknowledge?(access: ShopAccess, order: PlatformOrder, lines?: readonly AnsweredLine[]): Promise<void>;
  /** Bills what was shipped, where the platform itself is the buyer. Safe to repeat. */
  bill?(access: ShopAccess, bill: PlatformBill): Promise<void>;
  /** What came of a write that was `uncertain` and left a ticket. @throws ConnectorError as the write itself does */
  writeResult?(access: ShopAccess, ticket: string): Promise<void>;
  /** Safe to repeat: told twice, the platform still knows one shipment. */
  confirmShipment(access: ShopAccess, notice: ShipmentNotice): Promise<ConfirmResult>;
  /** The platform never says of an order that it was shipped: what it was told is the last that is known. */
  neverTellsShipped?: true;
  /** The carriers the platform accepts in `confirmShipment`. */
  listCarriers?(access: ShopAccess): Promise<PlatformCarrier[]>;
  shipping?: PlatformShipping;
  cancelOrder?(access: ShopAccess, notice: CancelNotice): Promise<CancelResult>;
  /** `asked`: sellers can only agree where the platform or the buyer wants an order called off (`cancelRequested`). */
  cancels?: 'asked';
  /** Only where the platform's own docks are delivered to. */
  docking?: PlatformDocking;
  /** Only where goods are sent into the platform's own warehouses. */
  inbound?: PlatformInbound;
  /** Only where warehouses of the platform's choosing ship for sellers (Temu). */
  warehouses?: PlatformWarehouses;

  listListings?(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage>;
  /** At most `stockBatch` items. Absolute quantities, so safe to repeat. */
  pushStock?(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]>;
  stockBatch?: number;
  pushPrice?(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]>;
  priceBatch?: number;
  /** How a push that was `pending` ended, item by item; null while the platform still works on it. */
  pushResult?(access: ShopAccess, ticket: string): Promise<{ sellerSku: string; outcome: PushOutcome }[] | null>;

  listFees?(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<FeePage>;
  listSettlements?(access: ShopAccess, input: { postedAfter: Instant; cursor?: string }): Promise<SettlementPage>;
  listReturns?(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<ReturnPage>;
  /** Agrees to a return that the buyer asks for, or declines it; never gives money back by that. Safe to repeat. */
  answerReturn?(access: ShopAccess, answer: ReturnAnswer): Promise<void>;
  /** Gives money back for a return. Happens once: after a lost answer `returnRefunded` is asked, never this again. */
  refundReturn?(access: ShopAccess, refund: ReturnRefund): Promise<void>;
  /** Money goes back for all that a return asks for (`PlatformReturn.refundAmount`) or not at all. */
  refundsWhole?: true;
  /** What the platform has given back for a return so far, or for its order where it does not tell them apart. Wherever there is `refundReturn`. */
  returnRefunded?(access: ShopAccess, which: ReturnName): Promise<Decimal>;

  /** Subscribes the platform's pushes to `callbackUrl`; absent where a platform has none or wants them set by hand. */
  subscribe?(access: ShopAccess, callbackUrl: string): Promise<void>;
  /** Checks and reads a push. Null when it is not signed by the platform. @throws ConnectorError `malformed` */
  readPush?(input: PushInput): PlatformPush | null | Promise<PlatformPush | null>;
  /** The platform checks our address by a GET before it sends pushes: what to answer; null when it is none of that. */
  answerChallenge?(input: { query: Record<string, string>; url: string }): string | null;
  /** What to answer an accepted push with, where an empty 200 will not do. */
  pushAnswer?: { contentType: string; body: string };

  /** Only shops of the seller's own have it: nothing is listed of them, they call. */
  ownShop?: OwnShop;
}

// ---- appointments at a retailer's docks

export interface DockRequest {
  /** Ours: the answer names it. The same one again is no second request. */
  reference: string;
  facility: string;
  platformOrderNos: string[];
  /** YYYY-MM-DD */
  readyDay: string;
  /** YYYY-MM-DDTHH:MM by the clock of the place. */
  wantedAt: string;
  scac?: string;
  pallets: number;
  cartons: number;
  weightLb: Decimal;
}

/** `at` as in the request: by the clock of the place. */
export type DockAnswer =
  | { kind: 'confirmed'; reference: string; at: string; routingId?: string; scac?: string; dockDoor?: string }
  | { kind: 'refused'; reference: string; reason: string }
  | { kind: 'received'; platformOrderNo: string };

export interface PlatformDocking {
  /** Safe to repeat. */
  request(access: ShopAccess, asked: DockRequest): Promise<void>;
  /** Everything that was said since; the same may be said again. */
  answers(access: ShopAccess, input: { since: Instant }): Promise<DockAnswer[]>;
}

// ---- how shops are connected

type Bilingual = readonly [zh: string, en: string];

/** What the seller types before or instead of the consent. */
export interface ConnectField {
  name: string;
  label: Bilingual;
  hint?: Bilingual;
  secret?: boolean;
  optional?: boolean;
  /** Asked for in these regions only (their codes). */
  regions?: readonly string[];
  /** Becomes the shop's account (Shopify: its domain). `normalize` answers undefined for what cannot be one. */
  account?: { normalize(text: string): string | undefined };
}

export interface Region {
  code: string;
  name: Bilingual;
  /** Several codes may share one connection of the platform (Amazon: US and CA are `na`). */
  group?: string;
}

export interface MarketplaceDefinition {
  platform: string;
  name: Bilingual;
  /** `consent`: the browser goes to the platform and comes back; `keys`: the seller gives keys of their own. */
  connect: 'consent' | 'keys';
  /** The seller chooses one; empty where the platform has one door. */
  regions: readonly Region[];
  fields: readonly ConnectField[];
  /** Menu module that shows the shop's orders. */
  moduleOf(region: string, marketplaceIds: readonly string[]): number;
  /** The seller's permission ends so many days after it was given, where the tokens don't say when. */
  consentDays?: number;
  /** The platform lets sellers keep a buyer's data so many days after the order arrived or was closed. */
  buyerDataDays?: number;
  /** The platform no longer trades since this day (ISO date, or no more than the year); connected as its last public interface was. */
  closedSince?: string;
  /** Names of the environment variables that hold our app's credentials, by the name the connector knows them by. */
  credentials: { required: Readonly<Record<string, string>>; optional?: Readonly<Record<string, string>> };
  /** Environment variables that put another base address in place of the platform's, by the connector's name of it. */
  addresses: Readonly<Record<string, string>>;
  /** The stand-in's credentials, and its addresses below the sandbox's own. */
  sandbox: {
    app: Readonly<Record<string, string>>;
    baseUrls: Readonly<Record<string, string>>;
    /** Where the account has to be known before the consent: the demo shop's. */
    account?: string;
    /** Platforms connected by keys: what the demo seller would type. */
    keys?: Readonly<Record<string, string>>;
  };
  create(setup: ConnectorSetup): MarketplaceConnector;
}

export interface ConnectorSetup {
  /** By the names of `credentials`. */
  app: Readonly<Record<string, string>>;
  http: HttpOptions;
  /** Speaking to the sandbox: what the platform hides for a while may be shown at once. */
  sandbox: boolean;
}
