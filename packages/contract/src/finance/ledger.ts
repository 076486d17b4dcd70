import { z } from 'zod';

export const ledgerLine = z.object({
  entryId: z.number(),
  onDay: z.string(),
  at: z.string(),
  docKind: z.string(),
  docId: z.number(),
  step: z.string(),
  text: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  account: z.string(),
  accountName: z.string(),
  party: z.string(),
  amount: z.string(),
  currency: z.string(),
  rate: z.string(),
  baseAmount: z.string(),
  actor: z.string(),
});
export type LedgerLine = z.output<typeof ledgerLine>;
