/** Days between payouts, by what a platform usually does: until a shop's own payouts say it. */
const USUAL_DAYS: Readonly<Record<string, number>> = {
  amazon: 14,
  walmart: 14,
  // Mirakl.
  lowes: 14,
  ebay: 7,
  shopify: 3,
  tiktok: 7,
  shopee: 7,
  lazada: 7,
};

const DAY_MS = 86_400_000;
const plus = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * When a shop is expected to be paid next. @param paid the days of its last payouts, newest first @param begun the day
 * of its first line, for a shop that was never paid
 */
export function nextPayout(
  platform: string,
  paid: readonly string[],
  begun: string | undefined,
): { day: string; by: 'payouts' | 'platform' } | undefined {
  const [last = begun] = paid;
  if (last === undefined) return undefined;
  const between = paid.slice(1).map((day, at) => Math.round((Date.parse(paid[at] ?? day) - Date.parse(day)) / DAY_MS));
  const own = median(between);
  if (own !== undefined) return { day: plus(last, own), by: 'payouts' };
  const usual = USUAL_DAYS[platform];
  return usual === undefined ? undefined : { day: plus(last, usual), by: 'platform' };
}

/** Rounded to whole days. */
function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? undefined : Math.round((low + high) / 2);
}
