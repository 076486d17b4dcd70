import type { Tx } from '../../../core/database/database.ts';

/** Position in the updates of a shop: order and time; the next request starts there. */
export interface Reply {
  orderNo: string;
  toldAt: Date;
}
export interface Place {
  at: Date;
  orderNo: string;
}

/** An order that a person has cancelled here and wants cancelled there. */
export interface SentCancellation extends Reply {
  reason: string;
}

/** A shipment, as sent to a shop's software. */
export interface SentShipment extends Reply {
  carrierCode: string;
  carrierName: string;
  serviceName: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  lines: { lineId: string; sku: string; quantity: number }[];
}

export interface AvailableStock {
  sku: string;
  available: number;
}

/** What shops of the seller's own come for; the areas that know it say it. */
export interface OwnShopDesk {
  /** Updates after `at`, or at the same time after this order; oldest first. */
  shipments(tx: Tx, shopId: number, after: Place, limit: number): Promise<SentShipment[]>;
  cancellations(tx: Tx, shopId: number, after: Place, limit: number): Promise<SentCancellation[]>;
  /** Available stock of these seller SKUs, or of all mapped ones after `afterSku`, by SKU. */
  stock(
    tx: Tx,
    shopId: number,
    which: { skus: readonly string[] } | { afterSku: string; limit: number },
  ): Promise<AvailableStock[]>;
}

let desk: OwnShopDesk | undefined;

/** The orders area registers shipments and stock here. */
export function registerOwnShopDesk(served: OwnShopDesk): void {
  desk = served;
}

export function ownShopDesk(): OwnShopDesk {
  if (!desk) throw new Error('Nobody serves shops of their own');
  return desk;
}
