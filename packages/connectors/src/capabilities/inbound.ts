import type { Address, Decimal, Instant, ShopAccess } from '../types.ts';

/**
 * Goods sent into a platform's own warehouses (Amazon FBA). Each write is an order to the platform to work on it: it
 * answers with the id of an operation, which is asked for until it is done.
 */
export interface PlatformInbound {
  /** A person says `name` of the plan, at most 40 letters; by it a plan is found again whose answer was lost. */
  createPlan(access: ShopAccess, plan: NewPlan): Promise<{ planId: string; operationId: string }>;
  /** The plan of this name that is not void; null where there is none. */
  findPlan(access: ShopAccess, name: string): Promise<string | null>;
  operation(access: ShopAccess, operationId: string): Promise<Operation>;
  cancelPlan(access: ShopAccess, planId: string): Promise<string>;
  planItems(access: ShopAccess, planId: string): Promise<InboundItem[]>;

  /** Which goods may lie in one box together. */
  generatePacking(access: ShopAccess, planId: string): Promise<string>;
  packingOptions(access: ShopAccess, planId: string): Promise<PackingOption[]>;
  confirmPacking(access: ShopAccess, planId: string, optionId: string): Promise<string>;
  packingGroupItems(access: ShopAccess, planId: string, groupId: string): Promise<InboundItem[]>;
  /** Replaces what was told of the boxes before. */
  setPacking(access: ShopAccess, planId: string, groups: readonly PackedGroup[]): Promise<string>;

  /** Into which shipments, to which warehouses, at which fee. */
  generatePlacement(access: ShopAccess, planId: string): Promise<string>;
  placementOptions(access: ShopAccess, planId: string): Promise<PlacementOption[]>;
  confirmPlacement(access: ShopAccess, planId: string, optionId: string): Promise<string>;

  generateTransport(access: ShopAccess, planId: string, requested: TransportRequest): Promise<string>;
  transportOptions(access: ShopAccess, planId: string, placementOptionId: string): Promise<TransportOption[]>;
  confirmTransport(access: ShopAccess, planId: string, chosen: readonly TransportChoice[]): Promise<string>;
  generateWindows(access: ShopAccess, planId: string, shipmentId: string): Promise<string>;
  windows(access: ShopAccess, planId: string, shipmentId: string): Promise<DeliveryWindow[]>;
  confirmWindow(access: ShopAccess, planId: string, shipmentId: string, windowId: string): Promise<string>;

  shipment(access: ShopAccess, planId: string, shipmentId: string): Promise<InboundShipment>;
  shipmentBoxes(access: ShopAccess, planId: string, shipmentId: string): Promise<ShipmentBox[]>;
  /** Labels of the boxes as a PDF for thermal printers, with those of the carrier where the platform pays it. */
  boxLabels(access: ShopAccess, confirmationId: string, requested: LabelRequest): Promise<Buffer>;
  updateTracking(
    access: ShopAccess,
    planId: string,
    shipmentId: string,
    tracking: readonly { boxId: string; trackingNumber: string }[],
  ): Promise<string>;
  /** What the warehouse has counted so far. */
  received(access: ShopAccess, confirmationId: string): Promise<ReceivedItem[]>;

  /** How goods have to be prepared; and whether a person has to say so first. */
  prepDetails(access: ShopAccess, marketplaceId: string, skus: readonly string[]): Promise<PrepDetail[]>;
  /** @returns the last operation, where it takes several */
  setPrep(access: ShopAccess, marketplaceId: string, preps: readonly Prep[]): Promise<string>;
}

export type InboundOwner = 'AMAZON' | 'SELLER' | 'NONE';

export interface PlannedItem {
  sku: string;
  quantity: number;
  labelOwner: InboundOwner;
  prepOwner: InboundOwner;
  /** YYYY-MM-DD */
  expiration?: string;
  lot?: string;
}

export interface NewPlan {
  name: string;
  marketplaceId: string;
  from: Address;
  items: readonly PlannedItem[];
}

export interface Operation {
  name: string;
  state: 'working' | 'done' | 'failed';
  problems: { code: string; message: string; severity: string }[];
}

export interface InboundItem {
  sku: string;
  asin: string;
  fnsku: string;
  quantity: number;
  labelOwner: string;
  expiration?: string;
}

export interface Fee {
  kind: 'FEE' | 'DISCOUNT';
  description: string;
  amount: Decimal;
  currency: string;
}

export interface PackingOption {
  id: string;
  status: string;
  groupIds: string[];
  fees: Fee[];
}

export interface PackedBox {
  lengthCm: Decimal;
  widthCm: Decimal;
  heightCm: Decimal;
  weightKg: Decimal;
  items: readonly PlannedItem[];
}
/** Boxes of a packing group, or of a shipment once the placement is agreed. */
export interface PackedGroup {
  packingGroupId?: string;
  shipmentId?: string;
  boxes: readonly PackedBox[];
}

export interface PlacementOption {
  id: string;
  status: string;
  shipmentIds: string[];
  fees: Fee[];
  expiresAt?: Instant;
}

export interface TransportRequest {
  placementOptionId: string;
  shipmentIds: readonly string[];
  readyAt: Instant;
  contact: { name: string; phone: string; email?: string };
}

export interface TransportOption {
  id: string;
  shipmentId: string;
  /** GROUND_SMALL_PARCEL, FREIGHT_LTL ... */
  mode: string;
  /** AMAZON_PARTNERED_CARRIER or USE_YOUR_OWN_CARRIER */
  solution: string;
  carrier: string;
  /** A delivery window has to be confirmed first. */
  needsWindow: boolean;
  cost?: Decimal;
  currency?: string;
  expiresAt?: Instant;
}

export interface TransportChoice {
  shipmentId: string;
  optionId: string;
}

export interface LabelRequest {
  boxes: number;
  /** Of an option whose solution is AMAZON_PARTNERED_CARRIER. */
  partneredCarrier?: string;
}

export interface DeliveryWindow {
  id: string;
  from: Instant;
  to: Instant;
  availability: string;
}

export interface InboundShipment {
  shipmentId: string;
  /** FBA...: what stands on labels; only once the placement is agreed. */
  confirmationId?: string;
  /** The platform's word: UNCONFIRMED, WORKING, READY_TO_SHIP, SHIPPED, IN_TRANSIT, DELIVERED, CHECKED_IN, RECEIVING, CLOSED ... */
  status: string;
  /** The warehouse it goes to. */
  warehouse: string;
  address?: Address;
  transportOptionId?: string;
  /** When it is awaited there; only once a delivery window is confirmed. */
  window?: { from: Instant; to: Instant };
}

export interface ShipmentBox {
  boxId: string;
  weightKg: number;
  lengthCm: number;
  widthCm: number;
  heightCm: number;
  items: { sku: string; quantity: number; expiration?: string }[];
}

export interface ReceivedItem {
  sku: string;
  shipped: number;
  received: number;
}

export interface Prep {
  sku: string;
  category: string;
  types: readonly string[];
}
export interface PrepDetail extends Prep {
  labelOwnerOnly?: InboundOwner;
  prepOwnerOnly?: InboundOwner;
}
