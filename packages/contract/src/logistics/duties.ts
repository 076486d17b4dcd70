// Duty, import VAT and fees by destination: rates that the company keeps, and what a parcel owes by them.
import { z } from 'zod';
import { anyOrder, rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  integer,
  list,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';
import { countryCode } from '../countries.ts';
import { importCalls } from '../imports.ts';

const hsPrefix = () =>
  z
    .string()
    .transform((code) => code.replace(/[\s.]/g, ''))
    .pipe(z.string().regex(/^\d{0,10}$/));
const percent = () => positiveDecimal(3).refine((value) => Number(value) <= 1000);
const optional = <T extends z.ZodType>(shape: T) =>
  z.preprocess((value) => (value === '' ? null : value), shape.nullable()).default(null);

/** On each day one row counts for goods: of the longest prefix, and of those with one prefix that of their origin. */
export const dutyRateFields = {
  country: countryCode(),
  /** Empty: all goods. */
  hsPrefix: hsPrefix().default(''),
  /** Null: from anywhere. */
  origin: optional(countryCode()),
  dutyPercent: percent().default('0'),
  vatPercent: percent().default('0'),
  /** Once for each HS heading of six digits in the parcel. */
  fee: positiveDecimal(2).default('0'),
  /** Goods of a parcel up to this owe no duty, or no import VAT. */
  dutyFreeUpTo: positiveDecimal(2).default('0'),
  vatFreeUpTo: positiveDecimal(2).default('0'),
  /** Of the fee and of both limits. */
  currency: currency(),
  validFrom: day(),
  /** The last day; null: until another row takes its place. */
  validTo: optional(day()),
  note: text(200).default(''),
};
export const dutyRate = z.object({
  id: z.number(),
  country: z.string(),
  hsPrefix: z.string(),
  origin: z.string().nullable(),
  dutyPercent: z.string(),
  vatPercent: z.string(),
  fee: z.string(),
  dutyFreeUpTo: z.string(),
  vatFreeUpTo: z.string(),
  currency: z.string(),
  validFrom: z.string(),
  validTo: z.string().nullable(),
  note: z.string(),
  version: z.number().int(),
});
export type DutyRate = z.output<typeof dutyRate>;

/** What a parcel owes, in dollars as its goods are declared. `duty`, `vat` and `fee` of the lines add up to the sums. */
export const dutyEstimate = z.object({
  currency: z.literal('USD'),
  value: z.string(),
  lines: z.array(
    z.object({
      hsCode: z.string(),
      origin: z.string(),
      value: z.string(),
      /** Null where no row is for these goods: nothing is estimated of them. */
      rateId: z.number().nullable(),
      dutyPercent: z.string(),
      duty: z.string(),
      vatPercent: z.string(),
      vat: z.string(),
      fee: z.string(),
    }),
  ),
  duty: z.string(),
  vat: z.string(),
  fee: z.string(),
  total: z.string(),
});
export type DutyEstimate = z.output<typeof dutyEstimate>;

/** What goods owe at the border beside a rate: as the carrier quotes it, else by the company's duty rates. */
export const borderDuty = z.object({
  /** DDP: the sender pays it with the label. DAP: the recipient pays it. */
  terms: z.enum(['DAP', 'DDP']),
  /** none: the carrier quotes nothing, and the company keeps no rate for the goods. */
  by: z.enum(['carrier', 'rates', 'none']),
  amount: z.string().nullable(),
  currency: z.string(),
  /** Some of the goods have no rate. */
  partial: z.boolean(),
});
export type BorderDuty = z.output<typeof borderDuty>;

const BASE = '/seller/logistics/dutyRate';
const view = [rights.carrier.view, rights.rateCard.view];
export const dutyRateFilter = {
  country: countryCode().optional(),
  /** Rows for goods of this HS code. */
  hsCode: z
    .string()
    .regex(/^\d{1,10}$/)
    .optional(),
  /** Rows in force on this day. */
  day: day().optional(),
};

export const listDutyRates = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: view },
  summary: 'Lists the rates of duty, import VAT and fees that the company keeps by destination and HS code.',
  input: z.strictObject({ ...paging, ...dutyRateFilter }),
  result: pageOf(dutyRate),
});
export const saveDutyRate = defineCall({
  ...{ method: 'POST', path: `${BASE}/save`, access: [rights.carrier.edit, rights.rateCard.edit] },
  summary: 'Adds a duty rate, or changes the one with `id`. Refuses one that overlaps another, and names both.',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    ...dutyRateFields,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deleteDutyRates = bulkCall(
  `${BASE}/delete`,
  [rights.carrier.delete, rights.rateCard.delete],
  'Deletes duty rates. Estimates that are kept with parcels stay.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
export const exportDutyRates = exportCall(
  `${BASE}/export`,
  view,
  'Exports the duty rates that match the filter to a file, which can be imported again.',
  z.strictObject({ filter: z.strictObject(dutyRateFilter).optional() }),
);
export const {
  template: dutyRateTemplate,
  preview: previewDutyRates,
  errors: dutyRateErrors,
  commit: commitDutyRates,
} = importCalls({
  of: 'duty rates',
  access: [rights.rateCard.import],
  paths: {
    template: `${BASE}/importTemplate`,
    preview: `${BASE}/importPreview`,
    errors: `${BASE}/importErrors`,
    commit: `${BASE}/importCommit`,
  },
  kinds: ['xls', 'xlsx', 'csv'],
});

export const estimateDuty = defineCall({
  method: 'POST',
  path: '/seller/logistics/estimateDuty',
  access: [...anyOrder('view'), rights.tracking.view, rights.scanStation.pack, rights.outbound.pack],
  mode: 'read',
  summary:
    'Estimates duty, import VAT and fees of a packed box by the company’s rates, beside what its carrier says of them.',
  input: z.strictObject({ outboundId: id() }),
  result: z.object({
    terms: z.enum(['DAP', 'DDP']),
    /** Null where the box crosses no border or the company keeps no rate for the destination. */
    estimate: dutyEstimate.nullable(),
    /** Null where the carrier says nothing of it, or not now: `refusal` is why. */
    landed: z.object({ currency: z.string(), duty: z.string(), vat: z.string(), fees: z.string() }).nullable(),
    refusal: z.string().nullable(),
  }),
});
