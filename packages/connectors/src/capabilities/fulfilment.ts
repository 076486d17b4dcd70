import type { Address, Decimal, ParcelItem, ShopAccess } from '../types.ts';

/** Lines as in ShipmentConfirmation. */
type ParcelLines = { platformLineId: string; fulfilmentRef?: string; quantity: number }[];

/** What is needed to hand a parcel over to the platform's logistics. */
export interface PlatformParcelRequest {
  /** The order that carries the parcel. */
  platformOrderNo: string;
  packageNo: number;
  marketplaceId?: string;
  fulfilmentRefs?: string[];
  shipFrom?: Address;
  weightGrams: number;
  lengthMm?: number;
  widthMm?: number;
  heightMm?: number;
  lines: ParcelLines;
  /** The buyer's other orders in the same parcel; only where the platform's `sharesParcels` says so. */
  otherOrders?: { platformOrderNo: string; lines: ParcelLines }[];
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
