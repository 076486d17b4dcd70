import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, list, pageOf, paging } from '../call.ts';
import { exactlyOne, picksOne } from '../catalog/shared.ts';
import { SET_ASIDE_STATES } from './settlement-set-aside.ts';

const filter = z.strictObject({
  id: id().optional(),
  connectionId: id().optional(),
  state: z.enum(SET_ASIDE_STATES).optional(),
});
export type ReceivingSetAsideFilter = z.output<typeof filter>;
const row = z.object({
  id: z.number(),
  connectionId: z.number(),
  provider: z.string(),
  /** How the provider names the seller. */
  account: z.string(),
  state: z.enum(SET_ASIDE_STATES),
  reason: z.string(),
  /** As the provider wrote it; null once it is not open. */
  raw: z.unknown(),
  /** How often the provider listed it. */
  times: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** When it was read again, or is being read again. */
  triedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
});
export type ReceivingSetAsideRow = z.output<typeof row>;

const BASE = '/seller/receiptShop/setAside';
const chosen = z
  .strictObject({ ids: list(id(), 1000).optional(), filter: filter.optional(), ...idempotencyKey })
  .refine(exactlyOne, picksOne);

export const listReceivingSetAside = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: [rights.storeCollection.view] },
  summary: 'Lists lines of receiving accounts that could not be read, newest first.',
  input: filter.extend(paging),
  result: pageOf(row),
});
export const retryReceivingSetAside = bulkCall(
  `${BASE}/retry`,
  [rights.storeCollection.sync],
  'Reads lines of receiving accounts that were set aside again. Lines that can be read now join the statement once.',
  chosen,
);
export const dismissReceivingSetAside = bulkCall(
  `${BASE}/dismiss`,
  [rights.storeCollection.sync],
  'Marks lines of receiving accounts as needing nothing. They no longer count when a month is closed.',
  chosen,
);
