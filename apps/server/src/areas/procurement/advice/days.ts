const DAY_MS = 86_400_000;

/** Days since 1970, so that spans are differences. */
export const numberOf = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

export const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);

/** Months since year 0, and their first day. */
export const monthOf = (number: number): number => {
  const date = new Date(number * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};
export const firstDayOf = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;
