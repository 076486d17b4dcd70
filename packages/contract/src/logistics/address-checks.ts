import { z } from 'zod';
import { anyOrder } from '../access/modules.ts';
import { defineCall, id } from '../call.ts';
import { shipTo } from '../orders/address.ts';

/** corrected: exactly one spelling, which differs. ambiguous: it may be several addresses. unknown: no such address. */
export const ADDRESS_VERDICTS = ['valid', 'corrected', 'ambiguous', 'unknown'] as const;

/** The place alone: the recipient stays that of the order. */
const place = shipTo.pick({ line1: true, line2: true, city: true, state: true, postalCode: true, country: true });
export type AddressPlace = z.output<typeof place>;

const addressCheck = z.object({
  carrier: z.string(),
  verdict: z.enum(ADDRESS_VERDICTS),
  /** How the carrier spells the address, or which ones it may be. Empty without the right to see buyers. */
  suggestions: z.array(place),
  /** Null: the carrier does not say. */
  residential: z.boolean().nullable(),
  /** In the carrier's words. */
  detail: z.string(),
  checkedAt: z.string(),
});
export type AddressCheck = z.output<typeof addressCheck>;

export const getAddressCheck = defineCall({
  method: 'GET',
  path: '/seller/logistics/addressCheck',
  access: anyOrder('view'),
  summary: 'Returns what a carrier answered about the current address of an order, and which carrier can check it.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    /** Null: this address was not checked. */
    check: addressCheck.nullable(),
    /** Null: no carrier account of the company checks addresses of the country. */
    carrier: z.string().nullable(),
  }),
});
export const checkOrderAddress = defineCall({
  method: 'POST',
  path: '/seller/logistics/checkAddress',
  access: [...anyOrder('edit'), ...anyOrder('ship')],
  summary: 'Checks the address of an order with a carrier of the company. The same address is sent once a day.',
  input: z.strictObject({ id: id() }),
  result: addressCheck,
});
