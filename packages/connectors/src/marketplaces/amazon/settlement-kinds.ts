import type { SettlementKind } from '../../capabilities/settlements.ts';

/** What Amazon's words say of an amount: the same for the finances API and for settlement files. */
export function kindOfFee(type: string): SettlementKind {
  if (/storage/i.test(type)) return 'storage';
  if (/^fba|fulfil|pick.*pack|weight|removal|inbound/i.test(type)) return 'fulfilment';
  if (/advert|^ads|sponsored|coupon|deal/i.test(type)) return 'advertising';
  if (/payment|codcharge/i.test(type)) return 'payment';
  // Referral, closing, per item, shipping holdback, digital services: all that Amazon keeps of a sale.
  return 'commission';
}

export function kindOfPart(type: string, refund: boolean): SettlementKind {
  if (/tax|vat|gst/i.test(type)) return 'tax';
  if (/(fee|commission|chargeback)$/i.test(type)) return kindOfFee(type);
  if (refund) return 'refund';
  if (/promo|discount|rebate|points/i.test(type)) return 'discount';
  if (/ship|giftwrap/i.test(type)) return 'shipping';
  if (/charge|principal|product|sales/i.test(type)) return 'sale';
  return 'other';
}

/** What no part explains is named by what the transaction is about. */
export function kindOfWhole({
  transactionType: type,
  description = '',
}: {
  transactionType: string;
  description?: string | undefined;
}): SettlementKind {
  const words = `${type} ${description}`;
  if (/transfer|disbursement/i.test(type)) return 'payout';
  if (/productads|advert|coupon|deal|vine/i.test(words)) return 'advertising';
  if (/storage/i.test(words)) return 'storage';
  if (/reserve/i.test(words)) return 'reserve';
  if (/\bloan|lending|capital services/i.test(words)) return 'loan';
  if (/adjust|reimburs|safe-?t|correction|debt/i.test(words)) return 'adjustment';
  if (/refund|guarantee|chargeback|retrocharge/i.test(type)) return 'refund';
  if (/fba|inbound|removal|disposal|postage|shippingservices|label/i.test(words)) return 'fulfilment';
  return 'other';
}

/**
 * An amount of a settlement file. It names a type ("ItemFees") and a description ("Commission") beside the transaction's
 * type ("Order"). What a fee is taxed with stands in a row of its own.
 */
export function kindOfAmount(transactionType: string, amountType: string, description: string): SettlementKind {
  const refund = /refund/i.test(transactionType);
  if (/^itemwithheldtax$/i.test(amountType)) return 'tax';
  if (/^itemprice$/i.test(amountType)) return kindOfPart(description, refund);
  if (/^promotion$/i.test(amountType)) return kindOfPart(`Promotion ${description}`, refund);
  if (/tax|\b(vat|gst)\b/i.test(description)) return 'feeTax';
  if (/^itemfees$/i.test(amountType)) return kindOfFee(description);
  // Money that moves between the seller's bank and Amazon.
  if (/^(transfer of funds|payable to amazon|successful charge)/i.test(description || transactionType)) return 'payout';
  return kindOfWhole({ transactionType, description: `${amountType} ${description}` });
}
