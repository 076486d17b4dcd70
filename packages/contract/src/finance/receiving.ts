import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { defineCall, id, idempotencyKey, ok, requiredText, text } from '../call.ts';
import { keyField, named } from '../keys.ts';

const bind = [rights.storeCollection.bind] as const;
const BASE = '/seller/receiptShop';

/** expiring: the seller has to agree again within seven days. expired: nothing is read until then. */
export const RECEIVING_STATES = ['active', 'expiring', 'expired', 'revoked', 'error'] as const;
export type ReceivingState = (typeof RECEIVING_STATES)[number];

const wallet = z.object({
  id: z.number(),
  moneyAccountId: z.number(),
  name: z.string(),
  currency: z.string(),
  available: z.string().nullable(),
  pending: z.string().nullable(),
  frozen: z.string().nullable(),
  /** As the provider says. */
  total: z.string().nullable(),
  asOf: z.string().nullable(),
  /** What it says, less the opening balance and all lines that succeeded: to explain unless it is zero. */
  gap: z.string().nullable(),
});
const connection = z.object({
  id: z.number(),
  provider: z.string(),
  account: z.string(),
  state: z.enum(RECEIVING_STATES),
  endsAt: z.string().nullable(),
  lastError: z.string().nullable(),
  readUntil: z.string().nullable(),
  connectedBy: z.string(),
  /** Lines that the provider has not finished. */
  pendingLines: z.number().int(),
  /** Lines that the provider took back after they were matched. */
  reversedMatched: z.number().int(),
  /** Lines that could not be read, and that nobody dismissed. */
  setAside: z.number().int(),
  wallets: z.array(wallet),
});
export type ReceivingConnection = z.output<typeof connection>;
const provider = z.object({
  provider: z.string(),
  name: named,
  /** On the provider's page. */
  consent: z.boolean(),
  /** Empty where it is not connected by keys. */
  keys: z.array(keyField),
  keysHelp: named.nullable(),
  standIn: z.boolean(),
});
export type ReceivingProviderRow = z.output<typeof provider>;

export const listReceivingConnections = defineCall({
  ...{ method: 'GET', path: `${BASE}/connections`, access: [rights.storeCollection.view] },
  summary: 'Lists the providers of receiving accounts that can be connected, and the connections with their balances.',
  input: z.strictObject({}),
  result: z.object({ providers: z.array(provider), list: z.array(connection) }),
});
export const getBankAccountAuth = defineCall({
  ...{
    method: 'GET',
    mode: 'write',
    path: `${BASE}/getBankAccountAuth`,
    access: bind,
    secret: true,
    notInSample: true,
  },
  summary:
    "Returns the address of a provider's page on which the seller allows us to read; good once and for 15 minutes.",
  input: z.strictObject({
    provider: requiredText(30),
    /** Where the browser is, so that it comes back there. */
    origin: z.url().max(200).optional(),
  }),
  result: z.object({ url: z.string() }),
});
export const getBankAccoutToken = defineCall({
  ...{
    method: 'GET',
    mode: 'write',
    path: `${BASE}/getBankAccoutToken`,
    access: bind,
    secret: true,
    notInSample: true,
  },
  summary: 'Connects the receiving account that the seller agreed to. The path is spelled as the specification has it.',
  input: z.strictObject({
    state: requiredText(500),
    code: text(2000).default(''),
    /** What the provider says where the seller refused. */
    error: text(200).default(''),
  }),
  result: z.object({ id: z.number() }),
});
export const connectReceivingKeys = defineCall({
  ...{ method: 'POST', path: `${BASE}/connectByKeys`, access: bind, secret: true, notInSample: true },
  summary: "Connects a receiving account with the seller's own keys, which a harmless call proves first.",
  input: z.strictObject({
    provider: requiredText(30),
    keys: z.record(z.string().max(60), z.string().trim().max(8000)),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const readReceiving = defineCall({
  ...{ method: 'POST', path: `${BASE}/read`, access: [rights.storeCollection.sync] },
  summary: 'Reads the balances and statements of a connection now.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
export const revokeReceiving = defineCall({
  ...{ method: 'POST', path: `${BASE}/revoke`, access: bind, notInSample: true },
  summary: 'Ends a connection and forgets its keys and tokens. Its money accounts and lines stay.',
  input: z.strictObject({ id: id(), ...idempotencyKey }),
  result: ok,
});
