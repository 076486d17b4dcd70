import type { Tx } from '../../../core/database/database.ts';

/** A shipment as the software of a shop is told it. */
export interface ToldShipment {
  orderNo: string;
  carrierCode: string;
  carrierName: string;
  serviceName: string;
  trackingNumber: string;
  trackingUrl: string | null;
  shippedAt: Date;
  toldAt: Date;
  lines: { lineId: string; sku: string; quantity: number }[];
}

export interface AvailableStock {
  sku: string;
  available: number;
}

/** What shops of the seller's own come for; the areas that know it say it. */
export interface OwnShopDesk {
  /** Told after `at`, or at the same moment after this order; oldest first. */
  shipments(tx: Tx, shopId: number, after: { at: Date; orderNo: string }, limit: number): Promise<ToldShipment[]>;
  /** What may be sold of these seller SKUs, or of all mapped ones after `afterSku`, by SKU. */
  stock(
    tx: Tx,
    shopId: number,
    which: { skus: readonly string[] } | { afterSku: string; limit: number },
  ): Promise<AvailableStock[]>;
}

let desk: OwnShopDesk | undefined;

/** The area of orders says here what has been shipped and what is left. */
export function registerOwnShopDesk(served: OwnShopDesk): void {
  desk = served;
}

export function ownShopDesk(): OwnShopDesk {
  if (!desk) throw new Error('Nobody serves shops of their own');
  return desk;
}
