import type { RateQuote } from '@tradewind/connectors/types.ts';
import type { Quote } from '@tradewind/contract/logistics.ts';
import { Decimal } from '../../../core/money.ts';

/** `day` plus this many working days (Monday to Friday): YYYY-MM-DD. */
export function addWorkingDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = count; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    const weekday = date.getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

/**
 * Rates of a carrier for comparison: allowed ones only, cheapest first, the faster of two at the same price. On time
 * means: no later than the slowest allowed service would arrive if the box shipped on its ship-by day. A late box may
 * make up for the delay with a faster service.
 */
export function compareQuotes(
  rates: readonly RateQuote[],
  input: { allowed: readonly string[]; today: string; shipByDay: string | null },
): Quote[] {
  const offered = rates.filter((rate) => input.allowed.length === 0 || input.allowed.includes(rate.serviceCode));
  const known = offered.flatMap((rate) => (rate.transitDays === undefined ? [] : [rate.transitDays]));
  const promised =
    input.shipByDay === null || known.length === 0 ? null : addWorkingDays(input.shipByDay, Math.max(...known));
  const quotes = offered.map((rate): Quote => {
    const arrivesOnDay = rate.transitDays === undefined ? null : addWorkingDays(input.today, rate.transitDays);
    return {
      serviceCode: rate.serviceCode,
      serviceName: rate.serviceName,
      amount: rate.amount,
      listAmount: rate.listAmount,
      currency: rate.currency,
      transitDays: rate.transitDays ?? null,
      arrivesOnDay,
      inTime: promised === null || arrivesOnDay === null ? null : arrivesOnDay <= promised,
      surcharges: rate.surcharges,
    };
  });
  return quotes.sort((a, b) => new Decimal(a.amount).cmp(b.amount) || (a.transitDays ?? 99) - (b.transitDays ?? 99));
}

export type ChoiceReason = 'byHand' | 'fixed' | 'onlyOne' | 'cheapest';

/** Picks a rate: the packer's choice, the channel's fixed service, else the cheapest. */
export function chooseQuote(
  quotes: readonly Quote[],
  input: { wanted?: string | undefined; fixed: string },
): { quote: Quote; reason: ChoiceReason } | undefined {
  const desired = input.wanted || input.fixed;
  const quote = desired ? quotes.find((one) => one.serviceCode === desired) : quotes[0];
  if (!quote) return undefined;
  if (input.wanted) return { quote, reason: 'byHand' };
  if (input.fixed) return { quote, reason: 'fixed' };
  return { quote, reason: quotes.length === 1 ? 'onlyOne' : 'cheapest' };
}
