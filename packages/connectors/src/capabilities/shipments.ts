import type { Decimal, Instant, ShopAccess } from '../types.ts';

export interface ShipmentConfirmation {
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

export type ConfirmResult = { outcome: 'confirmed' } | { outcome: 'alreadyConfirmed'; detail: string };

/** A carrier by the name under which the platform accepts it in `ShipmentNotice.carrierCode`. */
export interface PlatformCarrier {
  code: string;
  name: string;
}

/** A way of delivery that a shop offers. */
export interface ShippingOption {
  code: string;
  name: string;
  shippedBy: 'seller' | 'platform';
  /** Those that the platform accepts for it, where the seller ships. */
  carriers: PlatformCarrier[];
}

export interface ShipmentCalls {
  /** What came of a write that was `uncertain` and left a ticket. @throws ConnectorError as the write itself does */
  writeResult?(access: ShopAccess, ticket: string): Promise<void>;
  /** Safe to repeat: told twice, the platform still knows one shipment. */
  confirmShipment(access: ShopAccess, notice: ShipmentConfirmation): Promise<ConfirmResult>;
  /** The platform never says of an order that it was shipped: what it was told is the last that is known. */
  neverTellsShipped?: true;
  /** The carriers the platform accepts in `confirmShipment`. */
  listCarriers?(access: ShopAccess): Promise<PlatformCarrier[]>;
  /** The ways of delivery of this shop. */
  listShippingOptions?(access: ShopAccess): Promise<ShippingOption[]>;
}
