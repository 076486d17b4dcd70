import type { HttpOptions, Instant, KeyField, Decimal as Money } from './types.ts';

/**
 * What every third-party warehouse offers, whatever it calls it: one contract for zipto, Unidoor, GoodCang, ECCANG,
 * Winit and 4PX. Lengths are mm, weights grams, quantities integers; SKUs are the provider's own codes (the caller maps).
 * Errors are ConnectorErrors; a write whose answer was lost is `uncertain`, and is looked up by its client number
 * before it is sent again.
 */
export interface WmsConnector {
  provider: string;
  /** What this one really has; pages hide the rest. */
  capabilities: WmsCapabilities;
  /** Asks something cheap: throws `unauthorized` for wrong keys. */
  check(access: WmsAccess): Promise<void>;
  warehouses(access: WmsAccess): Promise<WmsWarehouse[]>;
  shippingMethods(access: WmsAccess, warehouse: string): Promise<WmsShippingMethod[]>;

  putProduct(access: WmsAccess, product: WmsProduct): Promise<WmsProductState>;
  products(access: WmsAccess, skus: readonly string[]): Promise<WmsProductState[]>;

  createInbound(access: WmsAccess, inbound: WmsInbound): Promise<{ inboundNo: string; status: WmsInboundStatus }>;
  /** By our number; undefined: it never came there. */
  findInbound(access: WmsAccess, clientInboundNo: string): Promise<WmsInboundState | undefined>;
  inbound(access: WmsAccess, inboundNo: string): Promise<WmsInboundState>;
  cancelInbound(access: WmsAccess, inboundNo: string): Promise<void>;
  /** Carton labels as PDF. */
  inboundLabels?(access: WmsAccess, inboundNo: string): Promise<Buffer>;

  /** An order that is there already under our number is that order; said to be there and not found: `uncertain`. */
  createOutbound(access: WmsAccess, order: WmsOutbound): Promise<WmsCreated>;
  findOutbound(access: WmsAccess, clientOrderNo: string): Promise<WmsOutboundState | undefined>;
  outbound(access: WmsAccess, orderNo: string): Promise<WmsOutboundState>;
  /** Changed since, oldest first. */
  outbounds(access: WmsAccess, since: Instant, cursor?: string): Promise<WmsPage<WmsOutboundState>>;
  /** pending: asked the floor to stop it; the order's status tells how it ended. */
  cancelOutbound(access: WmsAccess, orderNo: string, reason: string): Promise<'cancelled' | 'pending' | 'refused'>;

  inventory(access: WmsAccess, warehouse: string, cursor?: string): Promise<WmsPage<WmsStock>>;
  /** Their ledger, for explaining differences. */
  stockLedger?(
    access: WmsAccess,
    warehouse: string,
    from: Instant,
    to: Instant,
    cursor?: string,
  ): Promise<WmsPage<WmsStockEntry>>;
  fees?(access: WmsAccess, from: Instant, to: Instant, cursor?: string): Promise<WmsPage<WmsFee>>;
  /** How long after its day a fee may still change; a few days where nothing is said. */
  feesChangeDays?: number;
  balances?(access: WmsAccess): Promise<{ currency: string; amount: Money }[]>;
  quote?(access: WmsAccess, order: WmsOutbound): Promise<WmsQuote[]>;
  /** Checks the signature of a push and reads it; throws `unauthorized` for a forged one. */
  readPush?(secret: string, headers: Readonly<Record<string, string | undefined>>, body: string): WmsPush;
}

export interface WmsCapabilities {
  cancelIntercept: boolean;
  labels: boolean;
  push: boolean;
  fees: boolean;
  quote: boolean;
  batches: boolean;
  stockLedger: boolean;
}

/** Keys as the seller types them: names by the connector's own definition. */
export interface WmsAccess {
  keys: Readonly<Record<string, string>>;
  /** ECCANG runs under many brands: the host is part of the access. */
  baseUrl?: string;
}

export interface WmsPage<T> {
  rows: T[];
  next?: string;
}

export interface WmsWarehouse {
  code: string;
  name: string;
  /** ISO 3166-1 alpha-2 */
  country: string;
}

export interface WmsShippingMethod {
  code: string;
  name: string;
  carrier?: string;
  countries?: string[];
  maxWeightGrams?: number;
  /** later: the number is not in the answer to the order but read afterwards. */
  tracking: 'immediate' | 'later' | 'none';
}

export interface WmsProduct {
  sku: string;
  nameEn: string;
  nameZh: string;
  barcode?: string;
  hsCode?: string;
  originCountry?: string;
  declaredValueUsd: Money;
  /** Of the houses it is to be sent to: customs ask there. None known: the United States. */
  countries?: readonly string[];
  weightGrams: number;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  battery: boolean;
}
export interface WmsProductState {
  sku: string;
  status: 'draft' | 'review' | 'active' | 'rejected' | 'disabled';
  /** As their scales say. */
  measured?: { weightGrams: number; lengthMm: number; widthMm: number; heightMm: number };
  problem?: string;
}

export interface WmsInbound {
  clientInboundNo: string;
  warehouse: string;
  transport: 'sea' | 'air' | 'rail' | 'truck' | 'express';
  trackingNumbers: string[];
  /** yyyy-mm-dd */
  eta?: string;
  cartons: {
    code: string;
    weightGrams?: number;
    lengthMm?: number;
    widthMm?: number;
    heightMm?: number;
    items: { sku: string; quantity: number; batch?: string; expiresOn?: string }[];
  }[];
}
export type WmsInboundStatus =
  | 'draft'
  | 'submitted'
  | 'rejected'
  | 'inTransit'
  | 'arrived'
  | 'receiving'
  | 'received'
  | 'putAway'
  | 'closedShort'
  | 'exception'
  | 'cancelled';
export interface WmsInboundState {
  clientInboundNo: string;
  inboundNo: string;
  status: WmsInboundStatus;
  /** received: as far as their stock tells of it, on hand or waiting to be put away; damaged goods are among them. */
  items: { sku: string; planned: number; received: number; putAway: number; damaged: number }[];
  /** Where the provider tells receipts one by one: each has its own id, and is booked once. */
  receipts?: {
    receiptId: string;
    at: Instant;
    lines: { sku: string; quantity: number; damaged: boolean; batch?: string }[];
  }[];
  problem?: string;
}

export interface WmsOutbound {
  clientOrderNo: string;
  warehouse: string;
  shippingMethod: string;
  platform: string;
  platformOrderNo: string;
  recipient: {
    name: string;
    company?: string;
    phone?: string;
    email?: string;
    country: string;
    state?: string;
    city: string;
    postalCode: string;
    line1: string;
    line2?: string;
  };
  items: { lineId: string; sku: string; quantity: number; declaredUsd: Money; hsCode?: string }[];
  /** A label that the seller bought elsewhere. */
  label?: { trackingNumber: string; pdf: Buffer };
  tax?: { ioss?: string; vat?: string; eori?: string };
  /** Delivered against a signature only; for providers with `signatures`. */
  signature?: true;
}
export type WmsOutboundStatus =
  | 'draft'
  | 'accepted'
  | 'processing'
  | 'picking'
  | 'packed'
  | 'shipped'
  | 'partlyShipped'
  | 'delivered'
  | 'onHold'
  | 'exception'
  | 'cancelling'
  | 'cancelled'
  | 'rejected'
  | 'returned';
/** An order as they took it. */
export interface WmsCreated {
  orderNo: string;
  status: WmsOutboundStatus;
}
export interface WmsOutboundState {
  clientOrderNo: string;
  orderNo: string;
  status: WmsOutboundStatus;
  /** Their own word for it. */
  rawStatus: string;
  updatedAt: Instant;
  packages: {
    packageNo: string;
    carrier?: string;
    trackingNumber?: string;
    weightGrams?: number;
    shippedAt?: Instant;
    items?: { sku: string; quantity: number }[];
  }[];
  /** It left, and there will be no number: untracked mail, fetched by the buyer. */
  untracked?: boolean;
  problem?: string;
}

export interface WmsStock {
  sku: string;
  batch?: string;
  /** on hand = available + allocated + damaged + frozen; what is on its way or waits to be put away is not in it. */
  onHand: number;
  available: number;
  allocated: number;
  damaged: number;
  frozen: number;
  inTransit: number;
  pendingPutAway: number;
}
export interface WmsStockEntry {
  entryId: string;
  at: Instant;
  sku: string;
  delta: number;
  balance?: number;
  kind: 'receipt' | 'ship' | 'adjust' | 'transfer' | 'return' | 'damage' | 'count';
  refNo?: string;
}

export interface WmsFee {
  feeId: string;
  at: Instant;
  refType: 'outbound' | 'inbound' | 'storage' | 'return' | 'other';
  refNo?: string;
  feeType: string;
  /** freeze and unfreeze are holds: no cost. */
  direction: 'charge' | 'refund' | 'freeze' | 'unfreeze' | 'topUp';
  amount: Money;
  currency: string;
}
export interface WmsQuote {
  shippingMethod: string;
  amount: Money;
  currency: string;
  days?: { min: number; max: number };
}
export interface WmsPush {
  eventId: string;
  type: string;
  /** What to look at again: pushes are hints, the truth is read. */
  orderNo?: string;
  inboundNo?: string;
}

/** A provider as installations and pages know it. */
export interface WmsDefinition {
  provider: string;
  /** zh, en */
  name: readonly [string, string];
  /**
   * A marketplace's own network: it knows goods by the seller's SKU of the listing, to the letter, and takes them in by
   * its own shipments (FBA, WFS). No notice of arrival of ours goes there.
   */
  marketplace?: boolean;
  /** An order there may ask for a signature on delivery. */
  signatures?: boolean;
  /** The keys a seller types, in order; secret ones are masked. `options`: one of these, the first unless chosen. */
  keys: readonly KeyField[];
  /** The seller also types a host. */
  hosted?: boolean;
  /** Keys and base addresses by which the stand-in of the sandbox is spoken to. */
  sandbox: { keys: Readonly<Record<string, string>>; baseUrls: Readonly<Record<string, string>> };
  create(options: { http: HttpOptions; sandbox: boolean }): WmsConnector;
}
