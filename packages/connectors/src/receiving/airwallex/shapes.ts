import { z } from 'zod';
import { lax, laxText } from '../../lax.ts';
import { amount, currencyCode, instant } from '../../read.ts';
import type { LineKind, LineState } from '../connector.ts';

const seconds = z.number().int().positive();

export const login = z.object({ token: z.string().min(1), expires_at: instant });
export const granted = z.object({
  access_token: z.string().min(1),
  refresh_token: laxText,
  expires_in: seconds,
  refresh_token_expires_in: lax(seconds),
  scope: laxText,
});
export const account = z.object({ id: z.string().min(1) });

export const balances = z.array(
  z.object({
    currency: currencyCode,
    available_amount: amount,
    pending_amount: lax(amount),
    reserved_amount: lax(amount),
    total_amount: amount,
  }),
);

export const page = z.object({ has_more: z.boolean(), items: z.array(z.unknown()) });

/** A global account takes several currencies: each of them is an account of its own. */
export const globalAccount = z.object({
  id: z.string().min(1),
  account_name: laxText,
  account_number: laxText,
  iban: laxText,
  country_code: laxText,
  currencies: z
    .array(z.union([currencyCode, z.object({ currency: currencyCode }).transform((one) => one.currency)]))
    .min(1),
  institution: lax(z.object({ name: laxText })),
  status: laxText,
});

export const transaction = z.object({
  id: z.string().min(1),
  amount,
  fee: lax(amount),
  currency: currencyCode,
  client_rate: lax(amount),
  currency_pair: laxText,
  source_id: laxText,
  source_type: z.string().min(1),
  transaction_type: laxText,
  status: z.string(),
  created_at: instant,
  settled_at: lax(instant),
  description: laxText,
});
export type Transaction = z.output<typeof transaction>;

export const STATES: Readonly<Record<string, LineState>> = {
  PENDING: 'PENDING',
  SETTLED: 'SUCCESS',
  CANCELLED: 'FAILED',
};

const KINDS: Readonly<Record<string, LineKind>> = {
  DEPOSIT: 'MARKETPLACE_RECEIPT',
  FEE: 'FEE',
  CARD_PURCHASE: 'CARD_SPEND',
  ISSUING: 'CARD_SPEND',
  REFUND: 'REVERSAL',
  PAYOUT_REVERSAL: 'REVERSAL',
  ADJUSTMENT: 'ADJUSTMENT',
};

/** Payouts to the seller's own bank say so in their description alone. */
export function kindOf({ source_type, description = '', amount: signedAmount }: Transaction): LineKind {
  if (source_type === 'CONVERSION') return signedAmount.startsWith('-') ? 'FX_SELL' : 'FX_BUY';
  if (source_type === 'PAYOUT' || source_type === 'TRANSFER')
    return /withdraw|own (bank )?account/i.test(description) ? 'WITHDRAWAL' : 'SUPPLIER_PAYMENT';
  return KINDS[source_type] ?? 'ADJUSTMENT';
}
