import type { RateQuote } from '@tradewind/connectors/types.ts';
import type { ChoiceRule, LaneDays, Quote } from '@tradewind/contract/logistics.ts';
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

/** The same in calendar days. */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/**
 * Rates of a carrier for comparison: allowed ones only, cheapest first, the faster of two at the same price. On time
 * means: no later than the slowest allowed service would arrive if the box shipped on its ship-by day. A late box may
 * make up for the delay with a faster service. Where the carrier promises no day, the box arrives as nine of ten parcels of
 * the channel did.
 */
export function compareQuotes(
  rates: readonly RateQuote[],
  input: { allowed: readonly string[]; today: string; shipByDay: string | null; lane?: LaneDays | undefined },
): Quote[] {
  const offered = rates.filter((rate) => input.allowed.length === 0 || input.allowed.includes(rate.serviceCode));
  const known = offered.flatMap((rate) => (rate.transitDays === undefined ? [] : [rate.transitDays]));
  const promised =
    input.shipByDay === null || known.length === 0 ? null : addWorkingDays(input.shipByDay, Math.max(...known));
  const quotes = offered.map((rate): Quote => {
    const arrivesOnDay = arrivalOf(rate, input);
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

function arrivalOf(
  { arrivesOn, transitDays }: RateQuote,
  { today, lane }: { today: string; lane?: LaneDays | undefined },
) {
  if (arrivesOn !== undefined) return arrivesOn;
  if (transitDays !== undefined) return addWorkingDays(today, transitDays);
  return lane ? addDays(today, lane.p90) : null;
}

export type ChoiceReason = 'byHand' | 'fixed' | 'onlyOne' | 'cheapest' | 'fastest' | 'cheapestInTime';

/** Picks a rate: the packer's choice, the channel's fixed service, else by the channel's rule. */
export function chooseQuote(
  quotes: readonly Quote[],
  input: { wanted?: string | undefined; fixed: string; rule?: ChoiceRule },
): { quote: Quote; reason: ChoiceReason } | undefined {
  const desired = input.wanted || input.fixed;
  if (!desired) return byRule(quotes, input.rule ?? 'price');
  const quote = quotes.find((one) => one.serviceCode === desired);
  return quote && { quote, reason: input.wanted ? 'byHand' : 'fixed' };
}

/** Of quotes with the cheapest first. `inTime`: of late ones only, the one that arrives first. */
function byRule(quotes: readonly Quote[], rule: ChoiceRule): { quote: Quote; reason: ChoiceReason } | undefined {
  const [cheapest] = quotes;
  if (!cheapest) return undefined;
  if (quotes.length === 1) return { quote: cheapest, reason: 'onlyOne' };
  if (rule === 'price') return { quote: cheapest, reason: 'cheapest' };
  const onTime = quotes.find((one) => one.inTime);
  if (rule === 'inTime' && onTime) return { quote: onTime, reason: 'cheapestInTime' };
  const known = quotes.filter((one) => one.arrivesOnDay !== null);
  const [fastest] = known.toSorted((a, b) => (a.arrivesOnDay ?? '').localeCompare(b.arrivesOnDay ?? ''));
  return fastest ? { quote: fastest, reason: 'fastest' } : { quote: cheapest, reason: 'cheapest' };
}
