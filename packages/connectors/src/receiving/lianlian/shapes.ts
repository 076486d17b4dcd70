import { z } from 'zod';
import { lax, laxText, laxWhole } from '../../lax.ts';
import { amount, currencyCode } from '../../read.ts';
import { receivingAccount } from '../accounts.ts';
import type { LineKind, LineState } from '../connector.ts';
import { inSeconds } from '../rows.ts';

const id = z.union([z.string().min(1), z.number().int()]).transform(String);

export const balances = z.object({ data: z.array(z.object({ currency: currencyCode, balance: amount })) });

/** A page: rows, and how many there are where LianLian says it. */
export const page = z.object({
  data: z.union([
    z.array(z.unknown()).transform((list) => ({ list, total: undefined })),
    z.object({ list: z.array(z.unknown()), total: laxWhole }),
  ]),
});

export const account = z
  .object({
    accountId: id,
    currency: currencyCode,
    country: laxText,
    bankName: laxText,
    accountNumber: laxText,
    iban: laxText,
    holder: laxText,
    platform: laxText,
    shopName: laxText,
    status: laxText,
  })
  .transform((one) =>
    receivingAccount({ ...one, id: one.accountId, number: one.accountNumber ?? one.iban, shop: one.shopName }),
  );

export const receipt = z.object({
  transactionId: id,
  amount,
  currency: currencyCode,
  fee: lax(amount),
  payer: laxText,
  remark: laxText,
  status: z.string(),
  transactionTime: inSeconds,
});

export const withdrawal = z.object({
  withdrawId: id,
  amount,
  currency: currencyCode,
  targetAmount: lax(amount),
  targetCurrency: lax(currencyCode),
  rate: lax(amount),
  fee: lax(amount),
  bankName: laxText,
  remark: laxText,
  status: z.string(),
  createTime: inSeconds,
});

export const entry = z.object({
  entryId: id,
  /** Of the order that the entry belongs to. */
  orderId: lax(id),
  entryType: z.string().min(1),
  direction: z.enum(['IN', 'OUT']),
  amount,
  currency: currencyCode,
  balance: lax(amount),
  fee: lax(amount),
  rate: lax(amount),
  counterCurrency: lax(currencyCode),
  counterparty: laxText,
  remark: laxText,
  status: z.string(),
  createTime: inSeconds,
});

export const STATES: Readonly<Record<string, LineState>> = {
  PROCESSING: 'PENDING',
  SUCCESS: 'SUCCESS',
  FAILED: 'FAILED',
  RETURNED: 'REVERSED',
};

/** LianLian publishes no list of entry types; their texts say what they are. */
const KINDS: readonly (readonly [RegExp, LineKind | 'RECEIPT' | 'WITHDRAWAL' | 'FX'])[] = [
  [/fee|手续费/i, 'FEE'],
  [/collect|receipt|receive|收款|入账/i, 'RECEIPT'],
  [/withdraw|提现/i, 'WITHDRAWAL'],
  [/conver|exchange|换汇|兑换/i, 'FX'],
  [/\bvat\b|tax|缴税/i, 'VAT_PAYMENT'],
  [/supplier|供应商/i, 'SUPPLIER_PAYMENT'],
  [/refund|退款/i, 'REFUND'],
  [/revers|冲正/i, 'REVERSAL'],
  [/top ?-?up|充值/i, 'TOPUP'],
  [/card|卡消费/i, 'CARD_SPEND'],
];

export function kindOf(type: string, direction: 'IN' | 'OUT') {
  const known = KINDS.find(([pattern]) => pattern.test(type.replaceAll('_', ' ')))?.[1];
  if (known) return known;
  if (!/transfer|转账/i.test(type)) return 'ADJUSTMENT';
  return direction === 'IN' ? 'TRANSFER_IN' : 'TRANSFER_OUT';
}
