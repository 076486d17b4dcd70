import { z } from 'zod';
import { rights } from '../access/modules.ts';
import { bulkCall, defineCall, id, idempotencyKey, list, pageOf, paging } from '../call.ts';
import { exactlyOne, picksOne } from '../catalog/shared.ts';

/** Who said it: the platform's list of settlements, its list of fees, or a file that was uploaded. */
export const SET_ASIDE_SOURCES = ['api', 'fees', 'file'] as const;
export type SetAsideSource = (typeof SET_ASIDE_SOURCES)[number];
/** read: it could be read later. dismissed: a person says that nothing is missing. */
export const SET_ASIDE_STATES = ['open', 'read', 'dismissed'] as const;
export type SetAsideState = (typeof SET_ASIDE_STATES)[number];

const filter = z.strictObject({
  id: id().optional(),
  shopIds: list(id(), 200).optional(),
  source: z.enum(SET_ASIDE_SOURCES).optional(),
  state: z.enum(SET_ASIDE_STATES).optional(),
});
export type SetAsideFilter = z.output<typeof filter>;
const row = z.object({
  id: z.number(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  source: z.enum(SET_ASIDE_SOURCES),
  state: z.enum(SET_ASIDE_STATES),
  fileName: z.string().nullable(),
  /** Of the file. */
  rowNo: z.number().int().nullable(),
  reason: z.string(),
  /** As the platform wrote it, cells of a file parted by tabs. Null where the user may not see buyers' data, and once it is not open. */
  raw: z.unknown(),
  /** How often the platform listed it. */
  times: z.number().int(),
  firstAt: z.string(),
  lastAt: z.string(),
  /** When it was read again, or is being read again. */
  triedAt: z.string().nullable(),
  resolvedBy: z.string().nullable(),
});
export type SetAsideRow = z.output<typeof row>;

const BASE = '/seller/settlement/setAside';
const chosen = z
  .strictObject({ ids: list(id(), 1000).optional(), filter: filter.optional(), ...idempotencyKey })
  .refine(exactlyOne, picksOne);

export const listSettlementSetAside = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: [rights.settlement.view] },
  summary: 'Lists lines of settlements and fees that could not be read, from platforms and from files, newest first.',
  input: filter.extend(paging),
  result: pageOf(row),
});
export const retrySettlementSetAside = bulkCall(
  `${BASE}/retry`,
  [rights.settlement.sync],
  'Reads lines that were set aside again, from the platform or from their file. Lines that can be read now are booked once.',
  chosen,
);
export const dismissSettlementSetAside = bulkCall(
  `${BASE}/dismiss`,
  [rights.settlement.match],
  'Marks lines that were set aside as needing nothing. They no longer count when a month is closed.',
  chosen,
);
