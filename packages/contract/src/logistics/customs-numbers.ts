import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, ok, requiredText, text } from '../call.ts';
import { countryCode } from '../countries.ts';

export const CUSTOMS_NUMBER_KINDS = ['ioss', 'eori', 'vat'] as const;
export type CustomsNumberKind = (typeof CUSTOMS_NUMBER_KINDS)[number];

/** Shapes as customs publish them: IM and 10 digits; a country and up to 15 characters; national VAT numbers differ. */
export const CUSTOMS_NUMBER_SHAPES: Readonly<Record<CustomsNumberKind, { pattern: RegExp; example: string }>> = {
  ioss: { pattern: /^IM\d{10}$/, example: 'IM2760000742' },
  eori: { pattern: /^[A-Z]{2}[A-Z0-9]{1,15}$/, example: 'DE123456789012345' },
  vat: { pattern: /^[A-Z0-9]{5,20}$/, example: 'GB123456789' },
};

/** Who pays duty and import VAT: the sender (DDP) or the recipient (DAP, called DDU by many). */
export const DUTY_TERMS = ['DAP', 'DDP'] as const;

const customsNumber = z.object({
  id: z.number(),
  kind: z.enum(CUSTOMS_NUMBER_KINDS),
  /** Of arrival, for VAT numbers; empty for the others. */
  country: z.string(),
  number: z.string(),
  /** Null: of the company. A marketplace that collects VAT has its own for its shops. */
  shopId: z.number().nullable(),
  shopName: z.string().nullable(),
  note: z.string(),
});

export const listCustomsNumbers = defineCall({
  method: 'GET',
  path: '/seller/logistics/listCustomsNumbers',
  access: [rights.carrier.view],
  summary: 'Lists the IOSS, EORI and VAT numbers that travel with parcels across a border.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(customsNumber) }),
});
export const saveCustomsNumber = defineCall({
  method: 'POST',
  path: '/seller/logistics/saveCustomsNumber',
  access: [rights.carrier.add, rights.carrier.edit],
  summary: 'Adds or changes a customs number of the company or of one shop.',
  input: z.strictObject({
    id: id().optional(),
    kind: z.enum(CUSTOMS_NUMBER_KINDS),
    country: countryCode().nullable().default(null),
    number: requiredText(20).transform((number) => number.toUpperCase().replace(/[\s.-]/g, '')),
    shopId: id().nullable().default(null),
    note: text(200).default(''),
  }),
  result: z.object({ id: z.number() }),
});
export const deleteCustomsNumber = defineCall({
  method: 'POST',
  path: '/seller/logistics/deleteCustomsNumber',
  access: [rights.carrier.delete],
  summary: 'Deletes a customs number.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
