import { z } from 'zod';
import { lax, laxText } from '../../lax.ts';
import { fromMinor, magnitude } from '../../money.ts';
import { keysOf } from '../../pages.ts';
import { amount, currencyCode, instant } from '../../read.ts';
import type { LegName, LineKind, LineState, StatementLeg } from '../connector.ts';
import { fxOfPair, legsOf } from '../legs.ts';
import { chinaDay, stateBy } from '../rows.ts';

/** Whole units of the currency's smallest coin. */
export const money = z
  .object({ currency: currencyCode, value: z.union([z.string().regex(/^-?\d{1,18}$/), z.number().int()]) })
  .transform(({ currency, value }) => ({ currency, amount: fromMinor(value, currency) }));

export const line = z.object({
  transactionId: z.string().min(1),
  transactionTime: instant,
  transactionType: z.string().min(1),
  transactionAmount: money,
  feeAmount: money.nullish(),
  accountBalance: lax(money),
  transactionStatus: z.string(),
  extTransactionId: laxText,
  counterparty: laxText,
  accountId: laxText,
  remark: laxText,
  foreignExchangeQuote: lax(z.object({ quoteCurrencyPair: laxText, quotePrice: lax(amount) })),
});

const STATES: Readonly<Record<string, LineState>> = {
  INIT: 'PENDING',
  PROCESSING: 'PENDING',
  PENDING: 'PENDING',
  SUCCESS: 'SUCCESS',
  FAIL: 'FAILED',
  REFUNDED: 'REVERSED',
};

function kindOf(type: string, isOut: boolean): LineKind {
  switch (type) {
    case 'COLLECTION':
    case 'FUND_COLLECTION':
      return 'MARKETPLACE_RECEIPT';
    case 'TRANSFER':
      return isOut ? 'TRANSFER_OUT' : 'TRANSFER_IN';
    case 'WITHDRAWAL':
      return 'WITHDRAWAL';
    case 'CONVERSION':
      return isOut ? 'FX_SELL' : 'FX_BUY';
    case 'CHARGE':
      return 'FEE';
    default:
      return 'ADJUSTMENT';
  }
}

export function turn(one: z.output<typeof line>, raw: unknown): StatementLeg[] {
  const { amount: value, currency } = one.transactionAmount;
  const kind = kindOf(one.transactionType, value.startsWith('-'));
  const leg: LegName = kind === 'FX_SELL' || kind === 'FX_BUY' ? kind : 'MAIN';
  const { quoteCurrencyPair, quotePrice } = one.foreignExchangeQuote ?? {};
  const fx = leg === 'MAIN' ? undefined : fxOfPair(leg, currency, quoteCurrencyPair, quotePrice);
  const balance = one.accountBalance?.currency === currency ? one.accountBalance.amount : undefined;
  return legsOf(
    {
      id: one.transactionId,
      at: one.transactionTime,
      valueDate: chinaDay(Date.parse(one.transactionTime)),
      status: stateBy(STATES, one.transactionStatus),
      rawKind: one.transactionType,
      rawStatus: one.transactionStatus,
      accountId: one.accountId,
      counterparty: one.counterparty,
      reference: one.remark ?? one.extTransactionId,
      raw,
    },
    [{ leg, kind, amount: value, currency, balanceAfter: balance, ...fx }],
    one.feeAmount ? { amount: magnitude(one.feeAmount.amount), currency: one.feeAmount.currency } : undefined,
  );
}

const known = z.object({ transactionAmount: z.object({ currency: z.unknown() }) });

/** Both sides of an exchange have one number. */
export const idsOf = (rows: readonly unknown[]): string[] =>
  keysOf(rows, 'transactionId').map(
    (id, index) => `${id} ${known.safeParse(rows[index]).data?.transactionAmount.currency}`,
  );
