/**
 * The types of stock warnings. `negative`: a third-party warehouse reports less than zero, or another quantity than our
 * system.
 */
export const STOCK_WARNINGS = [
  'belowSafety',
  'overAged',
  'expiring',
  'expired',
  'disabledLocation',
  'negative',
] as const;
