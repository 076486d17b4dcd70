import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, ok, requiredText } from '../call.ts';

/** Accounts that a mapping may name, in the order of the choice. */
export const MAPPABLE_ACCOUNTS = [
  'platform_fee',
  'advertising',
  'storage_fee',
  'sales',
  'shipping_income',
  'discount',
  'refund',
  'platform_adjustment',
  'other_income',
  'tax_by_platform',
  'tax_payable',
  'input_tax',
  'import_tax',
  'platform_reserve',
  'platform_in_transit',
  'loan',
  'operating_expense',
  'bank_fee',
  'goods_cost',
  'last_mile',
  'warehouse_fee',
] as const;
export type MappableAccount = (typeof MAPPABLE_ACCOUNTS)[number];

const mapping = {
  platform: requiredText(30),
  /** The platform's term; * stands for any characters. */
  pattern: requiredText(120),
  account: z.enum(MAPPABLE_ACCOUNTS),
};

const dryRun = z.object({
  /** Lines that the mapping would move. */
  lines: z.number().int(),
  from: z.array(
    z.object({
      account: z.string(),
      lines: z.number().int(),
      amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
    }),
  ),
  /** Lines in closed months, which stay where they are. */
  closed: z.number().int(),
  /** Only lines in the person's scope are counted; the mapping counts for all shops of the platform. */
  ofScope: z.boolean(),
});
export type MappingDryRun = z.output<typeof dryRun>;

export const dryRunMapping = defineCall({
  method: 'POST',
  mode: 'read',
  path: '/seller/settlement/dryRunMapping',
  access: [rights.settlement.match],
  summary: 'Returns what a mapping of a platform’s term to an account would move, and changes nothing.',
  input: z.strictObject(mapping),
  result: dryRun,
});
export const saveMapping = defineCall({
  method: 'POST',
  path: '/seller/settlement/saveMapping',
  access: [rights.settlement.match],
  summary: 'Saves a mapping of a platform’s term to an account, and books its lines in open months anew.',
  input: z.strictObject({ ...mapping, ...idempotencyKey }),
  result: z.object({ id: z.number() }),
});
export const retireMapping = defineCall({
  method: 'POST',
  path: '/seller/settlement/retireMapping',
  access: [rights.settlement.match],
  summary: 'Ends a mapping: its lines in open months go back to where they belong without it.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
