import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  defineCall,
  documentHistory,
  flag,
  id,
  idempotencyKey,
  list,
  MEGABYTE,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { LINE_KINDS } from './settlements.ts';

/** booked: its lines are the settlement. witness: the platform lists the settlement itself, the file is compared. */
export const SETTLEMENT_FILE_ROLES = ['booked', 'witness'] as const;
export type SettlementFileRole = (typeof SETTLEMENT_FILE_ROLES)[number];
export const SETTLEMENT_FILE_STEPS = {
  reading: ['read'],
  read: ['confirmed'],
  confirmed: [],
} as const satisfies Record<string, readonly string[]>;
export const SETTLEMENT_FILE_STATES = ['reading', 'read', 'confirmed'] as const;
export type SettlementFileState = (typeof SETTLEMENT_FILE_STATES)[number];
/** Who looks at a settlement's gap confirms it once, with a reason. */
export const settlementFileMay = (
  act: 'confirm',
  { state, gaps }: { state: SettlementFileState; gaps: number },
): boolean => act === 'confirm' && state === 'read' && gaps > 0;

/** Fields that a column may be, besides those with amounts. */
export const SETTLEMENT_FILE_FIELDS = [
  'date',
  'amount',
  'type',
  'order',
  'settlementId',
  'sku',
  'currency',
  'amountType',
  'description',
  'quantity',
  'orderLine',
  'depositDay',
] as const;
export type SettlementFileField = (typeof SETTLEMENT_FILE_FIELDS)[number];

const title = () => text(200).optional();
const kind = z.enum(LINE_KINDS);
/** What the columns of a shop's files say, by their titles. Remembered by shop. */
export const settlementFileColumns = z.strictObject({
  date: requiredText(200),
  /** What the row comes to. What its parts do not explain becomes a line of its own. */
  amount: title(),
  type: title(),
  order: title(),
  settlementId: title(),
  sku: title(),
  currency: title(),
  amountType: title(),
  description: title(),
  quantity: title(),
  orderLine: title(),
  depositDay: title(),
  /** Columns of one kind each. `taken`: a positive amount is taken from the seller. */
  parts: list(
    z.strictObject({ column: requiredText(200), kind: kind.optional(), taken: flag().default(false) }),
    60,
  ).default([]),
  /** What a row is whose type, type of amount and description begin with these words. */
  kinds: list(z.strictObject({ term: requiredText(200), kind }), 200).default([]),
  /** Rows that state a settlement's total, by their type. */
  total: z.strictObject({ term: requiredText(200), column: requiredText(200) }).optional(),
  dateOrder: z.enum(['mdy', 'dmy']).optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** Where the file names none. */
  fileCurrency: currency().optional(),
});
export type SettlementFileColumns = z.output<typeof settlementFileColumns>;

const shownSettlement = z.object({
  /** The platform's number; empty for lines that name none. */
  number: z.string(),
  currency: z.string(),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  depositDay: z.string().nullable(),
  lines: z.number().int(),
  /** What the file states. */
  total: z.string().nullable(),
  linesTotal: z.string(),
  /** Of a preview and of a witness that of the file, of what is booked that of the settlement with all its files. */
  gap: z.string().nullable(),
});
export type SettlementInFile = z.output<typeof shownSettlement>;
const typeTotal = z.object({
  transactionType: z.string(),
  amountType: z.string(),
  description: z.string(),
  kind,
  currency: z.string(),
  amount: z.string(),
  lines: z.number().int(),
});

const preview = z.object({
  importId: z.number(),
  shopId: z.number(),
  platform: z.string(),
  role: z.enum(SETTLEMENT_FILE_ROLES),
  titles: z.array(z.string()),
  /** The first rows. */
  sample: z.array(z.array(z.string())),
  /** Nobody has said what the columns of this shop's files are, and its platform's files are not known. */
  columnsNeeded: z.boolean(),
  /** Those of an earlier file of the shop, or of this request. */
  columns: settlementFileColumns.nullable(),
  /** Why nothing can be read. */
  problem: z.string().nullable(),
  /** An earlier file with the same content. */
  taken: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** A booked file of the same days whose columns were read otherwise: taken again, its lines would be new ones. */
  readOtherwise: z.string().nullable(),
  found: z
    .object({
      format: z.string(),
      lines: z.number().int(),
      zeroRows: z.number().int(),
      settlements: z.array(shownSettlement),
      /** The first ones, and so of the next two. */
      totals: z.array(typeTotal),
      unmapped: z.array(typeTotal),
      setAside: z.array(z.object({ row: z.number().int(), reason: z.string(), raw: z.string() })),
      setAsideCount: z.number().int(),
    })
    .nullable(),
});
export type SettlementFilePreview = z.output<typeof preview>;

const BASE = '/seller/settlement/file';
const view = [rights.settlement.view];
const bring = [rights.settlement.sync];
const kept = { importId: id(), columns: settlementFileColumns.optional() };

export const uploadSettlementFile = defineCall({
  ...{ method: 'POST', path: `${BASE}/upload`, access: bring },
  summary: 'Keeps a settlement file of a shop and returns what it holds. Nothing is taken.',
  input: z.strictObject({ shopId: id(), columns: settlementFileColumns.optional() }),
  result: preview,
  upload: { maxBytes: 30 * MEGABYTE, kinds: ['csv', 'xls', 'xlsx', 'zip'] },
});
export const previewSettlementFile = defineCall({
  ...{ method: 'POST', path: `${BASE}/preview`, access: bring, mode: 'read' },
  summary: 'Reads an uploaded settlement file once more, by other columns. Nothing is taken.',
  input: z.strictObject(kept),
  result: preview,
});
export const settlementFileSetAside = defineCall({
  ...{ method: 'POST', path: `${BASE}/setAside`, access: bring, mode: 'read' },
  summary: 'Downloads the rows of an uploaded settlement file that are not taken, with the reasons.',
  input: z.strictObject(kept),
  result: z.unknown(),
  download: true,
});
export const takeSettlementFile = defineCall({
  ...{ method: 'POST', path: `${BASE}/take`, access: bring },
  summary:
    'Takes an uploaded settlement file once: its lines are booked, or compared with those that the platform lists. Remembers its columns.',
  input: z.strictObject({
    ...kept,
    /** Take it although a file of the same days was read by other columns. */
    otherColumns: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), queued: z.boolean() }),
});

export const settlementFileFilter = z.strictObject({
  shopIds: list(id(), 200).optional(),
  role: z.enum(SETTLEMENT_FILE_ROLES).optional(),
  state: z.enum(SETTLEMENT_FILE_STATES).optional(),
  /** Only those with a gap that nobody has confirmed. */
  unconfirmed: flag().optional(),
});
export type SettlementFileFilter = z.output<typeof settlementFileFilter>;
const fileRow = z.object({
  id: z.number(),
  name: z.string(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  role: z.enum(SETTLEMENT_FILE_ROLES),
  state: z.enum(SETTLEMENT_FILE_STATES),
  format: z.string(),
  lines: z.number().int(),
  /** Lines that are taken already. */
  taken: z.number().int(),
  setAside: z.number().int(),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  settlements: z.number().int(),
  /** The only currency of the file, with its stated total and its gap; null where there are several, or none. */
  currency: z.string().nullable(),
  total: z.string().nullable(),
  gap: z.string().nullable(),
  /** Settlements that do not come to their total. */
  gaps: z.number().int(),
  reason: z.string().nullable(),
  createdBy: z.string(),
  createdAt: z.string(),
});
export type SettlementFileRow = z.output<typeof fileRow>;

export const listSettlementFiles = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: view },
  summary: 'Lists settlement files that were taken, newest first.',
  input: settlementFileFilter.extend(paging),
  result: pageOf(fileRow),
});
export const getSettlementFile = defineCall({
  ...{ method: 'GET', path: `${BASE}/detail`, access: view },
  summary: 'Returns a settlement file with its settlements and its history.',
  input: z.strictObject({ id: id() }),
  result: fileRow.extend({ parts: z.array(shownSettlement), history: documentHistory }),
});
export const confirmSettlementFile = defineCall({
  ...{ method: 'POST', path: `${BASE}/confirm`, access: [rights.settlement.match] },
  summary: 'Confirms with a reason that a settlement file does not come to its total.',
  input: z.strictObject({ id: id(), reason: requiredText(300), ...idempotencyKey }),
  result: ok,
});

const compared = { currency: z.string(), listed: z.string(), inFile: z.string(), difference: z.string() };
/** Only one side has the order, or both and they differ. */
export const WITNESS_FINDINGS = ['onlyListed', 'onlyInFile', 'different'] as const;
export type WitnessFinding = (typeof WITNESS_FINDINGS)[number];
export const compareSettlementFile = defineCall({
  ...{ method: 'GET', path: `${BASE}/compare`, access: view },
  summary: 'Compares a witness with what the platform lists, by kind. Payouts are left out.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    /** Settlements that the platform lists under the same number; the others are compared by their days. */
    byNumber: z.number().int(),
    byDays: z.number().int(),
    kinds: z.array(z.object({ kind, ...compared })),
  }),
});
export const listSettlementFileDifferences = defineCall({
  ...{ method: 'GET', path: `${BASE}/differences`, access: view },
  summary: 'Lists the orders in which a witness differs from what the platform lists, the largest first.',
  input: z.strictObject({ id: id() }).extend(paging),
  result: pageOf(
    z.object({
      /** Empty for amounts of no order. */
      orderNo: z.string(),
      finding: z.enum(WITNESS_FINDINGS),
      ...compared,
    }),
  ),
});
