import type { Parcel, PurchasedLabel, RateQuote, RecoveredLabel } from '@tradewind/connectors/types.ts';

/** The seller of a label: a carrier with the company's account, or the order's platform. */
export interface LabelSeller {
  rates(parcel: Parcel): Promise<RateQuote[]>;
  buy(parcel: Parcel, serviceCode: string): Promise<SoldLabel>;
  /** A valid purchase for this box that the seller knows, beside those `except`. @throws ConnectorError */
  find(except: readonly string[]): Promise<(RecoveredLabel & { carrierName?: string }) | null>;
  void(shipmentId: string, trackingNumber: string): Promise<{ voided: boolean; detail: string }>;
  /** Loads the label again, as a PDF. */
  draw(shipmentId: string, trackingNumber: string): Promise<Buffer>;
  /** Of each box, where the carrier sells them one by one. */
  each?: readonly LabelSeller[];
}
/** `carrierName`: the actual carrier, where the platform chose it. */
export type SoldLabel = PurchasedLabel & { carrierName?: string };
