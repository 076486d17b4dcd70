import { z } from 'zod';
import { lax, laxList } from '../../lax.ts';
import { shaped } from '../../marketplaces/ebay/client.ts';
import { money } from '../../marketplaces/ebay/orderShape.ts';
import { sum } from '../../money.ts';
import { malformed } from '../../read.ts';
import type { CarrierAccess } from '../../types.ts';
import { anyText, grams, someText } from '../../wms/convert.ts';
import type { ActualCharge } from '../connector.ts';
import { CARRIER, type EdisClient, sellerOf } from './client.ts';

const DONE = '200';
/** Kinds of cost as eBay lists them; others keep their number. */
const KINDS: Readonly<Record<string, string>> = {
  '01': 'shipping',
  '02': 'domestic',
  '03': 'return',
  '04': 'burning',
  '05': 'customs',
  '06': 'weightGap',
  '07': 'compensation',
};

const cost = z.object({
  trackingNumber: anyText,
  resultCode: someText,
  costType: someText,
  chargeWeight: grams,
  billingTime: anyText,
  amount: lax(money),
});
const answer = z.object({ actualCosts: laxList(cost) });

export function createCharge({ ask }: EdisClient) {
  /** All that was billed for a package, each kind of cost a part. */
  return async function charge(
    access: CarrierAccess,
    { trackingNumber }: { trackingNumber: string },
  ): Promise<ActualCharge | null> {
    const query = { tracking_numbers: trackingNumber };
    const read = await ask(sellerOf(access), { method: 'GET', path: '/actual_costs', query });
    const rows = shaped(answer, read, 'actual_costs').actualCosts.filter(
      (one) => one.resultCode === DONE && (one.trackingNumber ?? trackingNumber) === trackingNumber,
    );
    const parts = rows.flatMap(({ amount, costType }) => (amount ? [{ costType, ...amount }] : []));
    const [first] = parts;
    if (!first) return null;
    if (parts.some(({ currency }) => currency !== first.currency))
      throw malformed(CARRIER, 'actual_costs: several currencies', JSON.stringify(rows));
    const weight = Math.max(0, ...rows.map(({ chargeWeight = 0 }) => chargeWeight));
    const at = rows
      .flatMap(({ billingTime }) => (Number.isNaN(Date.parse(billingTime ?? '')) ? [] : [billingTime ?? '']))
      .map((time) => new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(time) ? time : `${time}Z`).toISOString())
      .toSorted()
      .at(-1);
    return {
      amount: sum(parts.map(({ value }) => value)),
      currency: first.currency,
      ...(weight > 0 ? { billedWeightGrams: weight } : {}),
      parts: parts.map(({ costType, value }) => ({ code: KINDS[costType] ?? costType, amount: value })),
      ...(at ? { at } : {}),
    };
  };
}
