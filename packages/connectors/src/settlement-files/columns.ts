import { z } from 'zod';
import { SETTLEMENT_KINDS } from '../capabilities/settlements.ts';

export const isZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
};
const pattern = z.string().refine((text) => {
  try {
    new RegExp(text, 'i');
    return true;
  } catch {
    return false;
  }
}, 'not a regular expression');
/** The title of a column, or several of which the first one that is there counts. A * at its end stands for any. */
const title = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);
const kind = z.enum(SETTLEMENT_KINDS);
const sign = z.enum(['same', 'opposite']).default('same');

/** What the columns of a table say: data, so that a company can keep one for each platform. */
export const settlementColumns = z.strictObject({
  settlementId: title.optional(),
  /** The day on which the settlement is paid, in each of its rows. */
  depositDay: title.optional(),
  date: title,
  order: title.optional(),
  orderLine: title.optional(),
  sku: title.optional(),
  quantity: title.optional(),
  type: title.optional(),
  amountType: title.optional(),
  description: title.optional(),
  currency: title.optional(),
  /** What the row comes to. What its parts do not explain becomes a line of its own. */
  amount: title.optional(),
  /** `opposite`: a positive amount is taken from the seller. */
  amountSign: sign,
  parts: z
    .array(z.strictObject({ column: title, kind: kind.optional(), sign }))
    .max(60)
    .default([]),
  /** Where amounts have no sign: the column that says which ones are taken. */
  taken: z.strictObject({ column: title, when: pattern }).optional(),
  /** By the type, the type of the amount and the description; the first one that fits. */
  kinds: z.array(z.strictObject({ when: pattern, kind })).default([]),
  /** Rows that state a settlement, by their type. Their amount is no line. */
  header: z
    .strictObject({
      when: pattern,
      total: title,
      sign: z.enum(['same', 'opposite', 'positive']).default('same'),
      settlementId: title.optional(),
      from: title.optional(),
      to: title.optional(),
      depositDay: title.optional(),
      accountTail: title.optional(),
    })
    .optional(),
  /** What the rows above the table say of its settlement: the first group of each pattern. Their cells are parted by blanks. */
  above: z
    .strictObject({
      settlementId: pattern,
      currency: pattern,
      /** When it is paid: the day of all rows, whatever their own. */
      day: pattern,
      total: pattern,
      /** Amounts that no row of the table holds; the groups `type` and `amount`. */
      lines: z.array(z.strictObject({ when: pattern, kind })).default([]),
    })
    .optional(),
  /** Rows that are no transactions, by what they begin with. */
  skip: pattern.optional(),
  dateOrder: z.enum(['mdy', 'dmy']).optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** Of times without a zone, by its IANA name; UTC otherwise. */
  zone: z.string().refine(isZone, 'not a time zone').optional(),
});
export type SettlementColumns = z.output<typeof settlementColumns>;
export type SettlementColumnsInput = z.input<typeof settlementColumns>;
