// Compliance papers: what proves that a product may be sold or carried.
import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, day, defineCall, id, idempotencyKey, integer, list, positiveDecimal, text } from '../call.ts';
import { BATTERY_KINDS } from './batteries.ts';
import { countryOrAll } from './customs.ts';
import { PAPER_KINDS } from './words.ts';

/** Days before its expiry from which a paper counts as expiring soon. */
export const PAPER_WARNING_DAYS = 60;
/** `upcoming`: not valid yet; `soon`: it expires within the days of the warning. */
export const PAPER_STATES = ['valid', 'soon', 'expired', 'upcoming'] as const;
const optionalDay = z.preprocess((value) => (value === '' ? null : value), day().nullable());

const paper = z.object({
  id: z.number(),
  productId: z.number(),
  kind: z.enum(PAPER_KINDS),
  country: z.string(),
  number: z.string(),
  validFrom: z.string().nullable(),
  /** The last day on which it holds; null: it does not expire. */
  expiresOn: z.string().nullable(),
  state: z.enum(PAPER_STATES),
  /** What a UN38.3 report says of the battery in a unit; null elsewhere. */
  battery: z.enum(BATTERY_KINDS).nullable(),
  /** Of one battery: watt-hours, or grams of lithium. */
  batteryContent: z.string().nullable(),
  /** Batteries in a unit. */
  batteryCount: z.number().int().nullable(),
  remark: z.string(),
  files: z.number(),
  version: z.number(),
});
export type PaperRow = z.output<typeof paper>;

export const listPapers = defineCall({
  method: 'GET',
  path: '/seller/product/papers',
  access: [rights.product.view],
  summary: 'Lists the compliance papers of a product.',
  input: z.strictObject({ productId: id() }),
  result: z.object({ list: z.array(paper) }),
});
export const savePaper = defineCall({
  method: 'POST',
  path: '/seller/product/savePaper',
  access: [rights.product.edit],
  summary:
    'Adds a compliance paper of a product, or updates the one with `id`. Its files are attachments (`compliance_paper`).',
  input: z.strictObject({
    id: id().optional(),
    version: integer(1).optional(),
    productId: id(),
    kind: z.enum(PAPER_KINDS),
    country: countryOrAll().default('*'),
    number: text(100).default(''),
    validFrom: optionalDay.default(null),
    expiresOn: optionalDay.default(null),
    battery: z.enum(BATTERY_KINDS).nullable().default(null),
    batteryContent: positiveDecimal(2).nullable().default(null),
    batteryCount: integer(1, 1000).nullable().default(null),
    remark: text(500).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const deletePapers = bulkCall(
  '/seller/product/deletePapers',
  [rights.product.edit],
  'Deletes compliance papers.',
  z.strictObject({ ids: list(id(), 200), ...idempotencyKey }),
);
