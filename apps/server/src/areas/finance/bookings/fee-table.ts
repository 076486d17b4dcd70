import type { PlatformFee } from '@tradewind/connectors/capabilities/settlements.ts';
import { Decimal, money } from '../../../core/money.ts';

export interface FeeRule {
  /** Percent of the platform's fee base. */
  percent: string;
  of: 'revenue' | 'total';
  /** Per order, in its currency. */
  fixed: string;
  /** The platform collects and pays sales tax itself. */
  taxByPlatform: boolean;
  /** The actual platform fee that replaces the estimate. */
  settledBy: PlatformFee['kind'];
}

/** A marketplace that collects and pays sales tax itself and keeps a commission. */
const marketplace = (percent: string, more: Partial<FeeRule> = {}): FeeRule => ({
  ...{ percent, of: 'revenue', fixed: '0', taxByPlatform: true, settledBy: 'commission' },
  ...more,
});

/**
 * Platform fees until the platform reports the actual ones, where the shop has no experience of its own: the rate of
 * most categories by the platforms' published fee pages. Retailers that buy at a price list charge none.
 */
export const FEE_TABLE: Readonly<Record<string, FeeRule>> = {
  amazon: marketplace('15'),
  shopify: { percent: '2.9', of: 'total', fixed: '0.30', taxByPlatform: false, settledBy: 'payment' },
  ebay: marketplace('13.25', { of: 'total', fixed: '0.40' }),
  walmart: marketplace('15'),
  tiktok: marketplace('6'),
  shopee: marketplace('8'),
  lazada: marketplace('6'),
  aliexpress: marketplace('8'),
  shein: marketplace('10'),
  lowes: marketplace('15'),
  wish: marketplace('15'),
  joom: marketplace('15'),
  tophatter: marketplace('12'),
};

const NOTHING: FeeRule = { percent: '0', of: 'revenue', fixed: '0', taxByPlatform: false, settledBy: 'commission' };
export const feeRule = (platform: string): FeeRule => FEE_TABLE[platform] ?? NOTHING;

/** In the order's currency, to the cent. */
export function estimateFee(
  rule: Pick<FeeRule, 'percent' | 'of' | 'fixed'>,
  order: { goods: string; shipping: string; discount: string; total: string },
): string {
  const revenue = new Decimal(order.goods).plus(order.shipping).minus(order.discount);
  const from = rule.of === 'total' ? new Decimal(order.total) : revenue;
  if (from.lte(0)) return money(0);
  return money(from.times(rule.percent).div(100).plus(rule.fixed).toDecimalPlaces(2));
}
