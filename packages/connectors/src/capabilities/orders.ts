import type { Address, Decimal, Instant, ShopAccess } from '../types.ts';

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
  /**
   * The platform keeps amounts of this order from the seller, or does not know them yet (Temu), or one of them cannot be
   * read. These are written as 0 here, in the order and in its lines, and mean nothing.
   */
  amountsUnknown?: true;
  buyerName?: string;
  buyerEmail?: string;
  buyerNote?: string;
  /** The platform's own name for the buyer: orders of one buyer share it, and a buyer's data may be erased by it (`PlatformPush.forget`). */
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

export interface OrderPage {
  records: OrderRecord[];
  /** Continues this listing; absent on the last page. */
  nextCursor?: string;
  /** Everything updated up to here has been listed once the last page is read. */
  listedUntil: Instant;
}

/** Numbers of all orders placed in a window, for comparing with ours. */
export interface OrderNoPage {
  orders: { platformOrderNo: string; orderedAt: Instant }[];
  nextCursor?: string;
}

export interface OrderCalls {
  /** Orders updated since `updatedAfter`, oldest first where the platform can; `cursor` continues a listing. */
  listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage>;
  getOrder(access: ShopAccess, platformOrderNo: string): Promise<OrderRecord>;
  /** Numbers of the orders placed in a window; absent where the platform cannot list by that time. */
  listOrderNos?(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage>;
}
