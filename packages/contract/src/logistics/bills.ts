import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  decimal,
  defineCall,
  documentCalls,
  exportCall,
  flag,
  id,
  idempotencyKey,
  integer,
  list,
  MEGABYTE,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  requiredText,
  text,
} from '../call.ts';
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { trackingFilter } from './tracking.ts';

/** draft: its rows are being read; checked: every line has its reason; settled: accepted, and booked. */
export const CARRIER_BILL_STATES = ['draft', 'checking', 'checked', 'settled'] as const;
export type CarrierBillState = (typeof CARRIER_BILL_STATES)[number];
export const CARRIER_BILL_STEPS: Readonly<Record<CarrierBillState, readonly CarrierBillState[]>> = {
  draft: ['checking'],
  checking: ['checked'],
  checked: ['checking', 'settled'],
  settled: [],
};
export const carrierBillMay = mayBy({
  check: ['checked'],
  claim: ['checked', 'settled'],
  settle: ['checked'],
  delete: ['draft', 'checked'],
} satisfies DocumentActs<CarrierBillState>);

/**
 * Why a line differs. duty: duty and import VAT are not what was estimated; unknown: no parcel of ours; price: nothing of what was billed explains it; uncompared: neither a
 * rate card nor a label has a price; credit: money back.
 */
export const BILL_REASONS = [
  'weight',
  'size',
  'zone',
  'surcharge',
  'duty',
  'price',
  'duplicate',
  'voided',
  'unknown',
  'uncompared',
  'credit',
  'ok',
] as const;
export type BillReason = (typeof BILL_REASONS)[number];
export const BILL_LINES_MOST = 50_000;

/** What a column of an invoice says. `amount` is missing where all money stands in columns of charges. */
export const BILL_FIELDS = [
  'trackingNumber',
  'reference',
  'service',
  'day',
  'weight',
  'length',
  'width',
  'height',
  'zone',
  'charge',
  'amount',
  'claimReference',
] as const;
export type BillField = (typeof BILL_FIELDS)[number];
export const WEIGHT_UNITS = ['kg', 'g', 'lb', 'oz'] as const;
export const SIDE_UNITS = ['cm', 'mm', 'in'] as const;
const title = () => requiredText(100);
/**
 * Which column says what: titles of the file. `parts` are columns of single charges. With `charge`, each row is one
 * charge, and rows of a tracking number become one line.
 */
export const billMapping = z.strictObject({
  columns: z.partialRecord(z.enum(BILL_FIELDS), title()),
  parts: z.array(title()).max(30).default([]),
  weightUnit: z.enum(WEIGHT_UNITS).default('kg'),
  sideUnit: z.enum(SIDE_UNITS).default('cm'),
});
export type BillMapping = z.output<typeof billMapping>;

export const CLAIM_DAYS = 30;
/** Amounts and percentages within which a line is right: the larger one counts. */
const terms = {
  tolerancePercent: positiveDecimal(2).default('0'),
  toleranceAmount: positiveDecimal(2).default('0'),
  /** Days within which a claim must be opened, from the invoice on; before there is one, from the shipping of the parcel on. */
  claimDays: integer(1, 730).default(CLAIM_DAYS),
};
const issuer = z.object({
  id: z.number(),
  name: z.string(),
  carrierAccountId: z.number().nullable(),
  warehouseId: z.number().nullable(),
  currency: z.string(),
  tolerancePercent: z.string(),
  toleranceAmount: z.string(),
  claimDays: z.number().int(),
  mapping: billMapping.nullable(),
});
export type BillIssuer = z.output<typeof issuer>;

const money = () => z.string();
const billRow = z.object({
  id: z.number(),
  number: z.string(),
  issuerId: z.number(),
  issuerName: z.string(),
  accountNumber: z.string(),
  currency: z.string(),
  billedOn: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  state: z.enum(CARRIER_BILL_STATES),
  fileName: z.string(),
  lineCount: z.number().int(),
  /** Lines that are not as they should be. */
  wrongCount: z.number().int(),
  amount: money(),
  /** Of the lines that have an expected price. */
  expected: money(),
  /** Charged too much, after tolerance. */
  overcharged: money(),
  createdBy: z.string(),
  createdAt: z.string(),
  checkedAt: z.string().nullable(),
  settledAt: z.string().nullable(),
});
export type CarrierBillRow = z.output<typeof billRow>;

export const carrierBillFilter = z.strictObject({
  state: z.enum(CARRIER_BILL_STATES).optional(),
  issuerId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of a bill's number. */
  text: text(60).optional(),
});
export type CarrierBillFilter = z.output<typeof carrierBillFilter>;

const view = [rights.carrier.view] as const;
const edit = [rights.carrier.edit] as const;
const BASE = '/seller/logistics/bill';
const bill = documentCalls(BASE, view, {
  list: 'Lists bills of carriers and warehouses, newest first.',
  filter: carrierBillFilter,
  row: billRow,
  tabs: 'Returns the number of carrier bills by status.',
  one: 'Returns a carrier bill with its lines counted by reason, and its history.',
  detail: {
    tolerancePercent: z.string(),
    toleranceAmount: z.string(),
    reasons: z.partialRecord(z.enum(BILL_REASONS), z.number().int()),
    /** Parcels of the same channels that were shipped in its days and that no bill names; up to 10,000. */
    missing: z.number().int(),
    /** Lines that a claim may be made of. */
    claimable: z.number().int(),
  },
});
export const listCarrierBills = bill.list;
export const carrierBillTabs = bill.tabs;
export const getCarrierBill = bill.get;
export const checkCarrierBill = bill.act('check', edit, 'Checks all lines of a bill again, with the terms of today.');
export const settleCarrierBill = bill.act(
  'settle',
  edit,
  'Accepts a checked bill: its credits close their claims, and differences from label costs are booked to the orders.',
);
export const deleteCarrierBill = bill.act(
  'delete',
  [rights.carrier.delete],
  'Deletes a bill that is not settled and has no claims.',
);

const part = z.object({ code: z.string(), amount: money() });
const billLine = z.object({
  id: z.number(),
  line: z.number().int(),
  trackingNumber: z.string(),
  reference: z.string(),
  service: z.string(),
  day: z.string().nullable(),
  weightGrams: z.number().nullable(),
  lengthMm: z.number().nullable(),
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  zone: z.string(),
  amount: money(),
  parts: z.array(part),
  reason: z.enum(BILL_REASONS),
  expected: money().nullable(),
  expectedParts: z.array(part),
  expectedZone: z.string(),
  difference: money().nullable(),
  tolerance: money(),
  parcelId: z.number().nullable(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  parcelGrams: z.number().nullable(),
  /** The line that billed the parcel before. */
  twiceNumber: z.string().nullable(),
  twiceLine: z.number().nullable(),
  claimId: z.number().nullable(),
  claimNumber: z.string().nullable(),
});
export type CarrierBillLine = z.output<typeof billLine>;
export const billLineFilter = z.strictObject({
  billId: id(),
  reason: z.enum(BILL_REASONS).optional(),
  /** Prefix of a tracking number or reference. */
  text: text(60).optional(),
});
export type BillLineFilter = z.output<typeof billLineFilter>;
export const listBillLines = defineCall({
  ...{ method: 'GET', path: `${BASE}/lines`, access: view },
  summary: 'Lists the lines of a carrier bill with what they should cost.',
  input: billLineFilter.extend(paging),
  result: pageOf(billLine),
});
export const exportBillLines = exportCall(
  `${BASE}/export`,
  view,
  'Exports the lines of a carrier bill that match the filter to a file.',
  billLineFilter.extend(idempotencyKey),
);
export const listUnbilledParcels = defineCall({
  ...{ method: 'GET', path: `${BASE}/unbilled`, access: view },
  summary: 'Lists parcels of the channels and days of a carrier bill that no bill names.',
  input: z.strictObject({ billId: id(), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      trackingNumber: z.string().nullable(),
      orderNo: z.string(),
      channelName: z.string(),
      country: z.string(),
      weightGrams: z.number(),
      shippedAt: z.string(),
    }),
  ),
});

export const listBillIssuers = defineCall({
  ...{ method: 'GET', path: `${BASE}/issuers`, access: view },
  summary: 'Lists the carriers and warehouses that send bills, with the terms of their checks.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(issuer) }),
});
export const saveBillIssuer = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveIssuer`, access: edit },
  summary: 'Adds who sends bills, or changes the terms of its checks.',
  input: z.strictObject({
    id: id().optional(),
    name: requiredText(60),
    carrierAccountId: id().nullable().default(null),
    warehouseId: id().nullable().default(null),
    currency: currency(),
    ...terms,
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});

const problem = z.object({ line: z.number().int(), message: z.string() });
export const uploadCarrierBill = defineCall({
  ...{ method: 'POST', path: `${BASE}/upload`, access: edit },
  summary: 'Reads the titles of an invoice and proposes which column says what. Nothing is imported.',
  input: z.strictObject({ issuerId: id() }),
  result: z.object({
    importId: z.number(),
    titles: z.array(z.string()),
    /** The first rows. */
    sample: z.array(z.array(z.string())),
    total: z.number().int(),
    mapping: billMapping,
    /** The mapping is that of an earlier bill. */
    remembered: z.boolean(),
  }),
  upload: { maxBytes: 20 * MEGABYTE, kinds: ['xls', 'xlsx', 'csv'] },
});
const kept = { importId: id(), mapping: billMapping };
export const previewCarrierBill = defineCall({
  ...{ method: 'POST', path: `${BASE}/preview`, access: edit, mode: 'read' },
  summary: 'Reads an uploaded invoice by a mapping of its columns. Nothing is imported.',
  input: z.strictObject(kept),
  result: z.object({
    lines: z.number().int(),
    amount: money(),
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    problemCount: z.number().int(),
    /** The first ones. */
    problems: z.array(problem),
  }),
});
export const carrierBillErrors = defineCall({
  ...{ method: 'POST', path: `${BASE}/errors`, access: edit, mode: 'read' },
  summary: 'Downloads the rows of an uploaded invoice that cannot be read, with their problems.',
  input: z.strictObject(kept),
  result: z.unknown(),
  download: true,
});
export const importCarrierBill = defineCall({
  ...{ method: 'POST', path: `${BASE}/import`, access: edit },
  summary: 'Imports an uploaded invoice and checks it. Large ones are read by a job. Remembers the mapping.',
  input: z.strictObject({
    ...kept,
    issuerId: id(),
    number: requiredText(40),
    accountNumber: text(40).default(''),
    currency: currency(),
    billedOn: day(),
    /** Import the other rows if some cannot be read. */
    skipBad: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), queued: z.boolean() }),
});

/** suspected: we found it; opened: the carrier has it; paid: a credit closed it. */
export const CLAIM_STATES = ['suspected', 'opened', 'accepted', 'refused', 'paid'] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];
export const CLAIM_STEPS: Readonly<Record<ClaimState, readonly ClaimState[]>> = {
  suspected: ['opened', 'paid'],
  opened: ['accepted', 'refused', 'paid'],
  accepted: ['refused', 'paid'],
  refused: ['opened', 'paid'],
  paid: [],
};
/** Why a parcel's own course is a reason to claim what it costs. late: silent for longer than its lane is used to. */
export const COURSE_REASONS = ['lost', 'late'] as const;
export type CourseReason = (typeof COURSE_REASONS)[number];
export const CLAIM_REASONS = [
  ...BILL_REASONS.filter((reason) => reason !== 'ok' && reason !== 'credit' && reason !== 'uncompared'),
  ...COURSE_REASONS,
] as const;
export type ClaimReason = (typeof CLAIM_REASONS)[number];
export const claimMay = mayBy({
  open: ['suspected', 'refused'],
  accept: ['opened'],
  refuse: ['opened', 'accepted'],
  delete: ['suspected'],
} satisfies DocumentActs<ClaimState>);

const claimRow = z.object({
  id: z.number(),
  number: z.string(),
  state: z.enum(CLAIM_STATES),
  issuerId: z.number(),
  issuerName: z.string(),
  reason: z.enum(CLAIM_REASONS),
  /** Null: no bill names its parcel yet. */
  billId: z.number().nullable(),
  billNumber: z.string().nullable(),
  trackingNumber: z.string(),
  parcelId: z.number().nullable(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  currency: z.string(),
  asked: money(),
  accepted: money().nullable(),
  paid: money(),
  /** The carrier's number of it. */
  reference: z.string(),
  deadline: z.string(),
  /** Not opened, and the deadline is near or over. */
  due: z.boolean(),
  createdBy: z.string(),
  createdAt: z.string(),
  version: z.number().int(),
});
export type CarrierClaimRow = z.output<typeof claimRow>;
export const carrierClaimFilter = z.strictObject({
  state: z.enum(CLAIM_STATES).optional(),
  reason: z.enum(CLAIM_REASONS).optional(),
  issuerId: id().optional(),
  billId: id().optional(),
  /** Whether a bill names the parcel. */
  billed: flag().optional(),
  /** Not opened, with a deadline in the next seven days or past. */
  due: flag().optional(),
  /** Prefix of a number, tracking number or the carrier's reference. */
  text: text(60).optional(),
});
export type CarrierClaimFilter = z.output<typeof carrierClaimFilter>;

const CLAIMS = '/seller/logistics/claim';
const claim = documentCalls(CLAIMS, view, {
  list: 'Lists claims against carriers and warehouses, newest first.',
  filter: carrierClaimFilter,
  row: claimRow,
  tabs: 'Returns the number of claims by status, and of those whose deadline is near.',
  one: 'Returns a claim with its evidence, its credits and its history.',
  detail: {
    evidence: z.object({
      billed: z.record(z.string(), z.unknown()),
      parcel: z.record(z.string(), z.unknown()).nullable(),
      quotes: z.array(z.record(z.string(), z.unknown())),
      events: z.array(z.object({ at: z.string(), stage: z.string(), description: z.string(), place: z.string() })),
    }),
    remark: z.string(),
    credits: z.array(
      z.object({ billId: z.number(), billNumber: z.string(), line: z.number(), amount: money(), currency: z.string() }),
    ),
  },
});
export const listCarrierClaims = claim.list;
export const carrierClaimTabs = claim.tabs;
export const getCarrierClaim = claim.get;
export type CarrierClaimDetail = z.output<(typeof getCarrierClaim)['result']>;
export const exportCarrierClaims = claim.export(view, 'Exports the claims that match the filter to a file.');
export const deleteCarrierClaim = claim.act('delete', [rights.carrier.delete], 'Drops a claim that was not opened.');
export const makeCarrierClaims = defineCall({
  ...{ method: 'POST', path: `${CLAIMS}/make`, access: edit },
  summary: 'Makes suspected claims with their evidence of these lines of a bill, or of all that charge too much.',
  input: z.strictObject({ billId: id(), lineId: id().optional(), ...idempotencyKey }),
  result: z.object({ made: z.number().int() }),
});
export const claimParcels = bulkCall(
  `${CLAIMS}/ofParcels`,
  edit,
  'Makes suspected claims for what parcels cost that are lost or silent for too long, billed or not; one for each parcel and reason.',
  z
    .strictObject({ ids: list(id(), 1000).optional(), filter: trackingFilter.optional(), ...idempotencyKey })
    .refine((input) => (input.ids === undefined) !== (input.filter === undefined), { error: 'ids | filter' }),
);
export const openCarrierClaim = defineCall({
  ...{ method: 'POST', path: `${CLAIMS}/open`, access: edit },
  summary: 'Records that the carrier has received a claim, also again after it was refused.',
  input: z.strictObject({ id: id(), version: integer(1), reference: text(60).default(''), ...idempotencyKey }),
  result: ok,
});
export const answerCarrierClaim = defineCall({
  ...{ method: 'POST', path: `${CLAIMS}/answer`, access: edit },
  summary:
    'Records the answer of the carrier: an amount that it accepts, or 0 and why it refuses. 0 for an accepted claim gives up what is not credited yet.',
  input: z.strictObject({
    id: id(),
    version: integer(1),
    accepted: decimal(2).refine((value) => !value.startsWith('-')),
    remark: text(500).default(''),
    ...idempotencyKey,
  }),
  result: ok,
});
