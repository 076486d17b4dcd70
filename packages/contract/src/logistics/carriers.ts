import { z } from 'zod';

/** Carriers that sell labels to accounts of the company. */
export const ACCOUNT_CARRIERS = [
  'ups',
  'yunexpress',
  'yanwen',
  'fourpxDirect',
  'edis',
  'usps',
  'fedex',
  'dhlExpress',
  'dhlParcelDe',
] as const;
/** platform: the order's platform sells the label and carries it. own: handed over without a bought label, its number is typed in. */
export const CARRIERS = [...ACCOUNT_CARRIERS, 'platform', 'own'] as const;
export const carrier = z.enum(CARRIERS);
export const accountCarrier = z.enum(ACCOUNT_CARRIERS);
export type AccountCarrier = z.output<typeof accountCarrier>;

/** Whether labels of this carrier are bought by an account. */
export function hasAccounts(one: string): one is AccountCarrier {
  return (ACCOUNT_CARRIERS as readonly string[]).includes(one);
}
