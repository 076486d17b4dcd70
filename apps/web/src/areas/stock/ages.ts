const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since an instant. */
export const ageOf = (since: string): number => Math.max(0, Math.floor((Date.now() - Date.parse(since)) / DAY_MS));
