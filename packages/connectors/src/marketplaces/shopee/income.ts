import { z } from 'zod';
import type { SettlementKind, SettlementLine } from '../../capabilities/settlements.ts';
import { isZero, magnitude, negate, sum } from '../../money.ts';
import { amount } from '../../read.ts';
import type { Instant } from '../../types.ts';

/** What goes into an order's escrow, as Shopee's formula for `escrow_amount` names it; [kind, its sign there]. */
const PARTS: Readonly<Record<string, readonly [SettlementKind, 1 | -1]>> = {
  original_cost_of_goods_sold: ['sale', 1],
  original_shopee_discount: ['discount', -1],
  shopee_discount: ['discount', 1],
  voucher_from_seller: ['discount', -1],
  seller_coin_cash_back: ['discount', -1],
  trade_in_bonus_by_seller: ['discount', -1],
  seller_return_refund: ['refund', 1],
  buyer_paid_shipping_fee: ['shipping', 1],
  actual_shipping_fee: ['fulfilment', -1],
  shopee_shipping_rebate: ['fulfilment', 1],
  shipping_fee_discount_from_3pl: ['fulfilment', 1],
  reverse_shipping_fee: ['fulfilment', -1],
  final_return_to_seller_shipping_fee: ['fulfilment', -1],
  fbs_fee: ['storage', -1],
  rsf_seller_protection_fee_claim_amount: ['adjustment', 1],
  fsf_seller_protection_fee_claim_amount: ['adjustment', 1],
  commission_fee: ['commission', -1],
  seller_transaction_fee: ['payment', -1],
  campaign_fee: ['advertising', -1],
  order_ams_commission_fee: ['advertising', -1],
  ads_escrow_top_up_fee_or_technical_support_fee: ['advertising', -1],
  service_fee: ['other', -1],
  seller_order_processing_fee: ['other', -1],
  overseas_return_service_fee: ['other', -1],
  delivery_seller_protection_fee_premium_amount: ['other', -1],
  shipping_seller_protection_fee_amount: ['other', -1],
  buyer_paid_packaging_fee: ['other', 1],
  escrow_tax: ['tax', -1],
  final_escrow_product_gst: ['tax', -1],
  sales_tax_on_lvg: ['tax', -1],
  shipping_fee_sst: ['tax', -1],
  reverse_shipping_fee_sst: ['tax', -1],
  vat_on_imported_goods: ['tax', -1],
  withholding_tax: ['tax', -1],
  withholding_vat_tax: ['tax', -1],
  withholding_pit_tax: ['tax', -1],
  withholding_cit_tax: ['tax', -1],
  th_import_duty: ['tax', -1],
};

export const incomeShape = z.object(Object.fromEntries(Object.keys(PARTS).map((field) => [field, amount.nullish()])));

export interface Release {
  orderSn: string;
  releasedAt: Instant;
  payout: string;
  currency: string;
}

/**
 * The lines of an order's release. They add up to what was paid out: what Shopee took or gave beyond the parts it names
 * is a line of its own, so that nothing is lost when it invents a fee.
 */
export function incomeLines(release: Release, income: z.output<typeof incomeShape>): SettlementLine[] {
  const line = (type: string, kind: SettlementKind, value: string): SettlementLine[] =>
    isZero(value)
      ? []
      : [
          {
            reference: `${release.orderSn}/${Date.parse(release.releasedAt) / 1000}/${type}`,
            platformOrderNo: release.orderSn,
            kind,
            type,
            amount: value,
            currency: release.currency,
            postedAt: release.releasedAt,
          },
        ];
  const lines = Object.entries(PARTS).flatMap(([field, [kind, sign]]) => {
    const value = income[field];
    if (value === undefined || value === null) return [];
    return line(field, kind, sign === 1 ? value : negate(value));
  });
  const rest = sum([release.payout, ...lines.map((one) => negate(one.amount))]);
  return [...lines, ...line('rest_of_escrow', 'adjustment', rest)];
}

/** What is already told line by line, or only moves money that was told before. */
const SKIPPED = new Set([
  'ESCROW_VERIFIED_ADD',
  'ESCROW_VERIFIED_MINUS',
  'FAST_ESCROW_DISBURSE',
  'FAST_ESCROW_DISBURSE_REMAIN',
  'WITHDRAWAL_COMPLETED',
]);

function walletKind(type: string): SettlementKind {
  if (type.startsWith('WITHDRAWAL')) return 'payout';
  if (/REFUND_(VERIFIED_)?ADD|_FOR_RR_|FAST_ESCROW_DEDUCT/.test(type)) return 'refund';
  if (/ADS|AFFILIATE|CAMPAIGN/.test(type)) return 'advertising';
  if (type.includes('TAX')) return 'tax';
  return /ADJUSTMENT|COMPENSATE/.test(type) ? 'adjustment' : 'other';
}

export interface Transaction {
  type: string;
  status: string | undefined;
  amount: string;
  flow: string | undefined;
  at: Instant;
  orderSn: string | undefined;
  /** Return or withdrawal. */
  about: string | undefined;
}

/** A movement of the seller's wallet; Shopee gives them no number, so they are known by all that is said of them. */
export function walletLine(answered: Transaction, currency: string): SettlementLine | undefined {
  if (SKIPPED.has(answered.type) || answered.status === 'FAILED') return undefined;
  const size = magnitude(answered.amount);
  const signed = answered.flow === 'MONEY_OUT' ? negate(size) : answered.flow === 'MONEY_IN' ? size : answered.amount;
  const about = [answered.orderSn, answered.about].filter(Boolean).join('/');
  return {
    reference: `wallet/${Date.parse(answered.at) / 1000}/${answered.type}/${about}/${signed}`,
    ...(answered.orderSn ? { platformOrderNo: answered.orderSn } : {}),
    kind: walletKind(answered.type),
    type: answered.type,
    amount: signed,
    currency,
    postedAt: answered.at,
  };
}
