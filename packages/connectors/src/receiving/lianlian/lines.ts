import type { z } from 'zod';
import { magnitude, negate } from '../../money.ts';
import type { StatementLeg } from '../connector.ts';
import { fxOf, legsOf } from '../legs.ts';
import { chinaDay, stateBy } from '../rows.ts';
import { type entry, kindOf, type receipt, STATES, type withdrawal } from './shapes.ts';

export function receiptLegs(accountId: string, line: z.output<typeof receipt>, raw: unknown): StatementLeg[] {
  const { amount, currency, fee, status } = line;
  return legsOf(
    {
      id: line.transactionId,
      at: line.transactionTime,
      valueDate: chinaDay(Date.parse(line.transactionTime)),
      status: stateBy(STATES, status),
      rawKind: 'RECEIPT',
      rawStatus: status,
      accountId,
      counterparty: line.payer,
      reference: line.remark,
      raw,
    },
    [{ leg: 'MAIN', kind: 'MARKETPLACE_RECEIPT', amount, currency }],
    fee ? { amount: fee, currency } : undefined,
  );
}

/** Money that leaves in another currency is exchanged first: what was bought leaves at once. */
export function withdrawalLegs(line: z.output<typeof withdrawal>, raw: unknown): StatementLeg[] {
  const { amount, currency, targetAmount, targetCurrency, rate, fee, status } = line;
  const sold = negate(magnitude(amount));
  const fx = { fromCurrency: currency, toCurrency: targetCurrency ?? currency, ...(rate ? { rate } : {}) };
  const exchanged = targetCurrency !== undefined && targetCurrency !== currency && targetAmount !== undefined;
  return legsOf(
    {
      id: line.withdrawId,
      at: line.createTime,
      status: stateBy(STATES, status),
      rawKind: 'WITHDRAW',
      rawStatus: status,
      counterparty: line.bankName,
      reference: line.remark,
      raw,
    },
    exchanged
      ? [
          { leg: 'FX_SELL', kind: 'FX_SELL', amount: sold, currency, fx },
          { leg: 'FX_BUY', kind: 'FX_BUY', amount: magnitude(targetAmount), currency: targetCurrency, fx },
          { leg: 'MAIN', kind: 'WITHDRAWAL', amount: negate(magnitude(targetAmount)), currency: targetCurrency },
        ]
      : [{ leg: 'MAIN', kind: 'WITHDRAWAL', amount: sold, currency }],
    fee ? { amount: fee, currency } : undefined,
  );
}

/** Receipts and withdrawals say more in lists of their own: here they are left out, with the fees of withdrawals. */
export function entryLegs(
  line: z.output<typeof entry>,
  raw: unknown,
  withdrawals: ReadonlySet<string>,
): StatementLeg[] {
  const { direction, currency, counterCurrency, rate, fee, status, balance } = line;
  const known = kindOf(line.entryType, direction);
  if (known === 'RECEIPT' || known === 'WITHDRAWAL') return [];
  if (line.orderId && withdrawals.has(line.orderId)) return [];
  const amount = direction === 'OUT' ? negate(magnitude(line.amount)) : magnitude(line.amount);
  const side = direction === 'OUT' ? 'FX_SELL' : 'FX_BUY';
  const fx = known === 'FX' ? fxOf(side, currency, counterCurrency, rate) : undefined;
  const [leg, kind] = known === 'FX' ? ([side, side] as const) : (['MAIN', known] as const);
  return legsOf(
    {
      // Both sides of an exchange are entries of one order.
      id: known === 'FX' ? (line.orderId ?? line.entryId) : line.entryId,
      at: line.createTime,
      status: stateBy(STATES, status),
      rawKind: line.entryType,
      rawStatus: status,
      counterparty: line.counterparty,
      reference: line.remark,
      raw,
    },
    [{ leg, kind, amount, currency, balanceAfter: balance, ...fx }],
    fee ? { amount: fee, currency } : undefined,
  );
}
