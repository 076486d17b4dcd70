import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  documentCalls,
  id,
  idempotencyKey,
  integer,
  list,
  ok,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';

/** settled: a person matched the lines with which the platform paid. refused: nothing comes of it. */
export const PLATFORM_CLAIM_STATES = ['open', 'settled', 'refused'] as const;
export type PlatformClaimState = (typeof PLATFORM_CLAIM_STATES)[number];
export const PLATFORM_CLAIM_STEPS: Readonly<Record<PlatformClaimState, readonly PlatformClaimState[]>> = {
  open: ['settled', 'refused'],
  settled: ['open'],
  refused: ['open'],
};
export const platformClaimMay = mayBy({
  edit: ['open'],
  match: ['open'],
  refuse: ['open'],
  reopen: ['settled', 'refused'],
  delete: ['open'],
} satisfies DocumentActs<PlatformClaimState>);
export const PLATFORM_CLAIM_REASONS = [
  'lost',
  'damaged',
  'receivedShort',
  'returnMissing',
  'wrongFee',
  'other',
] as const;
export type PlatformClaimReason = (typeof PLATFORM_CLAIM_REASONS)[number];
const { view, match, export: exports } = rights.settlement;
const BASE = '/seller/settlement/claim';
/** What a person writes down of a claim. */
const facts = {
  shopId: id(),
  reason: z.enum(PLATFORM_CLAIM_REASONS),
  amount: positiveDecimal(2),
  currency: currency(),
  claimedOn: day(),
  /** The platform's number of the case. */
  caseNo: text(80).default(''),
  platformOrderNo: text(80).default(''),
  sellerSku: text(120).default(''),
  units: integer(1, 1_000_000).optional(),
  note: text(500).default(''),
};
const row = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(PLATFORM_CLAIM_STATES),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  reason: z.enum(PLATFORM_CLAIM_REASONS),
  amount: z.string(),
  currency: z.string(),
  /** By its lines; null before. */
  received: z.string().nullable(),
  claimedOn: z.string(),
  caseNo: z.string(),
  platformOrderNo: z.string(),
  sellerSku: z.string(),
  units: z.number().int().nullable(),
  note: z.string(),
  createdBy: z.string(),
  closedAt: z.string().nullable(),
});
export type PlatformClaimRow = z.output<typeof row>;
export const platformClaimFilter = z.strictObject({
  state: z.enum(PLATFORM_CLAIM_STATES).optional(),
  shopIds: list(id(), 200).optional(),
  reason: z.enum(PLATFORM_CLAIM_REASONS).optional(),
  /** The prefix of its number, of its case or of its order. */
  text: text(80).optional(),
});
export type PlatformClaimFilter = z.output<typeof platformClaimFilter>;
const line = z.object({
  id: z.number(),
  postedAt: z.string(),
  type: z.string(),
  amount: z.string(),
  currency: z.string(),
  settlementNumber: z.string().nullable(),
  platformOrderNo: z.string().nullable(),
  sellerSku: z.string().nullable(),
});
export type PlatformClaimLine = z.output<typeof line>;

const claim = documentCalls(BASE, [view], {
  list: 'Lists claims on platforms, newest first.',
  filter: platformClaimFilter,
  row,
  tabs: 'Returns the number of claims on platforms by status.',
  one: 'Returns a claim on a platform with the settlement lines that paid it, and its history.',
  detail: { lines: z.array(line) },
});
export const listPlatformClaims = claim.list;
export const platformClaimTabs = claim.tabs;
export const getPlatformClaim = claim.get;
export const exportPlatformClaims = claim.export([exports], 'Exports the claims on platforms that match the filter.');
export const reopenPlatformClaim = claim.act('reopen', [match], 'Opens a claim again, and lets go of its lines.');
export const deletePlatformClaim = claim.act('delete', [match], 'Deletes an open claim on a platform.');
export const savePlatformClaim = defineCall({
  ...{ method: 'POST', path: `${BASE}/save`, access: [match] },
  summary: 'Writes a claim on a platform down, or changes an open one.',
  input: z.strictObject({ id: id().optional(), ...facts, ...idempotencyKey }),
  result: z.object({ id: z.number(), number: z.string() }),
});
export const platformClaimCandidates = defineCall({
  ...{ method: 'GET', path: `${BASE}/candidates`, access: [view] },
  summary:
    'Returns settlement lines that may have paid a claim: of its shop and currency, since its day, the nearest amount first.',
  input: z.strictObject({ id: id() }),
  result: z.object({ lines: z.array(line) }),
});
export const matchPlatformClaim = defineCall({
  ...{ method: 'POST', path: `${BASE}/match`, access: [match] },
  summary: 'Settles a claim by the settlement lines with which the platform paid it. A line settles one claim.',
  input: z.strictObject({ id: id(), lineIds: list(id(), 50), ...idempotencyKey }),
  result: ok,
});
export const refusePlatformClaim = defineCall({
  ...{ method: 'POST', path: `${BASE}/refuse`, access: [match] },
  summary: 'Closes a claim of which nothing comes, with the reason.',
  input: z.strictObject({ id: id(), note: requiredText(500), ...idempotencyKey }),
  result: ok,
});
