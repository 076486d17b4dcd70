import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, id, ok, requiredText, text } from '../call.ts';

/** What UPS sells under which code. */
export const UPS_SERVICES = {
  '01': 'UPS Next Day Air',
  '02': 'UPS 2nd Day Air',
  '03': 'UPS Ground',
  '07': 'UPS Worldwide Express',
  '08': 'UPS Worldwide Expedited',
  '11': 'UPS Standard',
  '12': 'UPS 3 Day Select',
  '13': 'UPS Next Day Air Saver',
  '14': 'UPS Next Day Air Early',
  '54': 'UPS Worldwide Express Plus',
  '59': 'UPS 2nd Day Air A.M.',
  '65': 'UPS Worldwide Saver',
} as const;

const carrierAccount = z.object({
  id: z.number(),
  carrier: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  /** The end of the client id; the server never shows the secret again. */
  clientIdEnd: z.string(),
  sandbox: z.boolean(),
  enabled: z.boolean(),
  /** authorized, or failed with `lastError`. */
  state: z.string(),
  lastError: z.string().nullable(),
  channels: z.number().int(),
  createdAt: z.string(),
});

export const getUpsAuth = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/getUpsAuth',
  access: [rights.carrier.view],
  summary: 'Lists the carrier accounts of the company.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(carrierAccount) }),
});
export const findUpsDetail = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/findUpsDetail',
  access: [rights.carrier.view],
  summary: 'Returns a carrier account without its secret.',
  input: z.strictObject({ id: id() }),
  result: carrierAccount.extend({ clientId: z.string() }),
});
export const saveOrUpdateUpsAuth = defineCall({
  method: 'POST',
  path: '/seller/upsAuth/saveOrUpdateUpsAuth',
  access: [rights.carrier.add, rights.carrier.edit],
  summary: 'Creates or updates a carrier account. An empty secret keeps the saved one.',
  notInSample: true,
  input: z.strictObject({
    account: z.strictObject({
      id: id().optional(),
      name: requiredText(60),
      accountNumber: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9]{6}$/),
      clientId: requiredText(200),
      clientSecret: text(200).default(''),
      sandbox: flag().default(false),
      enabled: flag().default(true),
      /** Also adds a channel of this name that offers all services; for a new account only. */
      withChannel: flag().default(false),
    }),
  }),
  result: z.object({ id: z.number() }),
  secret: true,
});
export const deleteUpsAuth = defineCall({
  method: 'POST',
  path: '/seller/upsAuth/deleteUpsAuth',
  access: [rights.carrier.delete],
  summary: 'Deletes a carrier account that no channel and no parcel in transit uses.',
  input: z.strictObject({ id: id() }),
  result: ok,
});
export const testCarrierAccount = defineCall({
  method: 'POST',
  path: '/seller/logistics/testCarrierAccount',
  access: [rights.carrier.authorize, rights.carrier.refresh],
  summary: 'Requests a token from the carrier with the account’s credentials, and returns the result.',
  input: z.strictObject({ id: id() }),
  result: z.object({ authorized: z.boolean(), error: z.string().nullable() }),
});
