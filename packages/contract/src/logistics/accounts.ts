import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, flag, id, ok, requiredText, text } from '../call.ts';
import { keyField, named } from '../keys.ts';
import { accountCarrier } from './carriers.ts';

const service = z.object({ code: z.string(), name: z.string() });
const carrierAccount = z.object({
  id: z.number(),
  carrier: z.string(),
  name: z.string(),
  accountNumber: z.string(),
  /** The end of the first key; the server never shows a secret again. */
  keyEnd: z.string(),
  /** Connected on the carrier's page (`getAuthUrl`), without keys of its own. */
  byConsent: z.boolean(),
  sandbox: z.boolean(),
  enabled: z.boolean(),
  /** authorized, or failed with `lastError`. */
  state: z.string(),
  lastError: z.string().nullable(),
  channels: z.number().int(),
  createdAt: z.string(),
});

export const listCarriers = defineCall({
  method: 'GET',
  path: '/seller/logistics/carriers',
  access: [rights.carrier.view, rights.rateCard.view],
  summary: 'Lists the carriers that sell labels to accounts of the company, and the keys that each of them issues.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({
        carrier: accountCarrier,
        platformCode: z.string(),
        accountNumber: z.object({ label: named, pattern: z.string(), example: z.string() }),
        keys: z.array(keyField),
        keysHelp: named,
        /** Whether it takes our commercial invoice electronically. */
        takesPapers: z.boolean(),
        /** Whether an account without keys may be connected on the carrier's page. */
        consent: z.boolean(),
        /** Whether it sells delivery against a signature. */
        signature: z.boolean(),
        /** Empty: each account has its own (`accountServices`). */
        services: z.array(service),
        /** Account number and keys of the stand-in; null where this installation has none. */
        trial: z.object({ accountNumber: z.string(), keys: z.record(z.string(), z.string()) }).nullable(),
      }),
    ),
  }),
});
export const accountServices = defineCall({
  method: 'GET',
  path: '/seller/logistics/accountServices',
  access: [rights.carrier.view, rights.rateCard.add, rights.rateCard.edit],
  summary: 'Lists the services that a carrier account may book.',
  input: z.strictObject({ id: id() }),
  result: z.object({ list: z.array(service) }),
});
export const getUpsAuth = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/getUpsAuth',
  access: [rights.carrier.view, rights.rateCard.add, rights.rateCard.edit],
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
  result: carrierAccount.extend({
    /** Keys that are not secret; secret ones are empty. */
    keys: z.record(z.string(), z.string()),
  }),
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
      carrier: accountCarrier.default('ups'),
      name: requiredText(60),
      accountNumber: requiredText(30).transform((number) => number.toUpperCase()),
      keys: z.record(z.string().max(40), text(2048)),
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
export const getAuthUrl = defineCall({
  method: 'GET',
  path: '/seller/upsAuth/getAuthUrl',
  access: [rights.carrier.authorize],
  secret: true,
  notInSample: true,
  summary: 'Returns the address of the carrier’s page on which the user authorizes an account without keys.',
  // No idempotency key: each address is good once.
  input: z.strictObject({
    id: id(),
    /** The address of the user's browser; a loopback address is used for the return. */
    origin: z.url().max(200).optional(),
  }),
  result: z.object({ url: z.string() }),
});
/** Why a carrier's authorization failed; the page with the result has the texts. */
export const AUTHORIZATION_REFUSALS = [
  'state',
  'browser',
  'user',
  'account',
  'denied',
  'exchange',
  'unavailable',
] as const;
export type AuthorizationRefusal = (typeof AUTHORIZATION_REFUSALS)[number];
/** The page with the result of an authorization: code 200 is success, 400 failure. */
export const logisticsResultPath = (carrier: string, refusal?: AuthorizationRefusal): string =>
  `/#/logisticsAuthResult?carrier=${carrier}&${refusal ? `code=400&reason=${refusal}` : 'code=200'}`;
export const testCarrierAccount = defineCall({
  method: 'POST',
  path: '/seller/logistics/testCarrierAccount',
  access: [rights.carrier.authorize, rights.carrier.refresh],
  summary: 'Requests a token from the carrier with the account’s credentials, and returns the result.',
  input: z.strictObject({ id: id() }),
  result: z.object({ authorized: z.boolean(), error: z.string().nullable() }),
});
