import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  documentCalls,
  exportCall,
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
import { type DocumentActs, mayBy } from '../document-acts.ts';
import { billMapping } from '../logistics/bills.ts';

/** open: its lines are compared and may be compared again; confirmed: its differences are booked. */
export const STATEMENT_STATES = ['open', 'confirmed'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];
export const STATEMENT_STEPS: Readonly<Record<StatementState, readonly StatementState[]>> = {
  open: ['confirmed'],
  confirmed: ['open'],
};
export const statementMay = mayBy({
  match: ['open'],
  decide: ['open'],
  confirm: ['open'],
  delete: ['open'],
  undo: ['confirmed'],
} satisfies DocumentActs<StatementState>);

/**
 * matched: ours is the same; different: ours has another amount; theirs: nothing of ours; ours: nothing of theirs;
 * duplicate: another line has the same fee.
 */
export const STATEMENT_RESULTS = ['different', 'theirs', 'ours', 'duplicate', 'matched'] as const;
export type StatementResult = (typeof STATEMENT_RESULTS)[number];
export const STATEMENT_LINES_MOST = 20_000;
/** What the columns of a provider's statement say. */
export const STATEMENT_FIELDS = ['reference', 'trackingNumber', 'charge', 'amount', 'day'] as const;

const { view, import: imports, match, confirm, export: exports } = rights.providerReconciliation;
const BASE = '/seller/finance/statement';
const money = () => z.string();
const row = z.object({
  id: z.number(),
  number: z.string(),
  issuerId: z.number(),
  issuerName: z.string(),
  warehouseId: z.number(),
  warehouseName: z.string(),
  currency: z.string(),
  billedOn: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  state: z.enum(STATEMENT_STATES),
  fileName: z.string(),
  lineCount: z.number(),
  /** Of the provider's lines. */
  amount: money(),
  /** Of our fees beside them. */
  ours: money(),
  /** Lines that are not as ours. */
  wrongCount: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  confirmedBy: z.string(),
  confirmedAt: z.string().nullable(),
});
export type StatementRow = z.output<typeof row>;
export const statementFilter = z.strictObject({
  state: z.enum(STATEMENT_STATES).optional(),
  warehouseId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** Prefix of its number. */
  text: text(60).optional(),
});
export type StatementFilter = z.output<typeof statementFilter>;

const statement = documentCalls(BASE, [view], {
  list: 'Lists the statements of warehouse providers, newest first. Needs the right to see costs.',
  filter: statementFilter,
  row,
  tabs: 'Returns the number of statements by state.',
  one: 'Returns a statement with its lines counted by result, and its history.',
  detail: {
    results: z.partialRecord(z.enum(STATEMENT_RESULTS), z.number()),
    tolerancePercent: z.string(),
    toleranceAmount: z.string(),
    /** Of the lines whose difference is to be booked. */
    toBook: money(),
    /** The account that the differences change. */
    account: z.enum(['warehouse_prepaid', 'warehouse_payable']),
  },
});
export const listStatements = statement.list;
export const statementTabs = statement.tabs;
export const getStatement = statement.get;
export const matchStatement = statement.act('match', [match], 'Compares all lines of a statement with our fees again.');
export const confirmStatement = statement.act(
  'confirm',
  [confirm],
  'Books the chosen differences of a statement once: warehouse fees against the prepayment, or what is owed.',
);
export const undoStatement = statement.act('undo', [confirm], 'Takes back the bookings of a confirmed statement.');
export const deleteStatement = statement.act('delete', [imports], 'Deletes a statement that is not confirmed.');

const line = z.object({
  id: z.number(),
  /** In the file; 0: a fee of ours that the statement lacks. */
  line: z.number(),
  trackingNumber: z.string(),
  reference: z.string(),
  feeType: z.string(),
  day: z.string(),
  amount: money().nullable(),
  ours: money().nullable(),
  difference: money(),
  result: z.enum(STATEMENT_RESULTS),
  /** Whether its difference is booked with the confirmation. */
  takes: z.boolean(),
  booked: money(),
  bookedCurrency: z.string(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  /** The line with the same fee. */
  twiceNumber: z.string().nullable(),
  twiceLine: z.number().nullable(),
});
export type StatementLine = z.output<typeof line>;
export const statementLineFilter = z.strictObject({
  statementId: id(),
  result: z.enum(STATEMENT_RESULTS).optional(),
  /** Prefix of a tracking number or reference. */
  text: text(60).optional(),
});
export type StatementLineFilter = z.output<typeof statementLineFilter>;
export const listStatementLines = defineCall({
  ...{ method: 'GET', path: `${BASE}/lines`, access: [view] },
  summary: 'Lists the lines of a statement beside our fees.',
  input: statementLineFilter.extend(paging),
  result: pageOf(line),
});
export const exportStatementLines = exportCall(
  `${BASE}/export`,
  [exports],
  'Exports the lines of a statement that match the filter to a file.',
  statementLineFilter.extend(idempotencyKey),
);
export const decideStatementLines = defineCall({
  ...{ method: 'POST', path: `${BASE}/decide`, access: [match] },
  summary: 'Says of lines of a statement whether the confirmation books their difference.',
  input: z.strictObject({ id: id(), lineIds: list(id(), 1000), takes: flag(), ...idempotencyKey }),
  result: ok,
});

export const statementIssuers = defineCall({
  ...{ method: 'GET', path: `${BASE}/issuers`, access: [view] },
  summary: 'Lists the third-party warehouses and who sends their bills, where that is known.',
  input: z.strictObject({}),
  result: z.object({
    list: z.array(
      z.object({ warehouseId: z.number(), name: z.string(), issuerId: z.number().nullable(), currency: z.string() }),
    ),
  }),
});
export const uploadStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/upload`, access: [imports] },
  summary: 'Reads the titles of a statement and proposes which column says what. Nothing is imported.',
  input: z.strictObject({ warehouseId: id() }),
  result: z.object({
    importId: z.number(),
    issuerId: z.number(),
    currency: z.string(),
    titles: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    total: z.number(),
    mapping: billMapping,
    remembered: z.boolean(),
  }),
  upload: { maxBytes: 20 * MEGABYTE, kinds: ['xls', 'xlsx', 'csv'] },
});
const kept = { importId: id(), mapping: billMapping };
export const previewStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/preview`, access: [imports], mode: 'read' },
  summary: 'Reads an uploaded statement by a mapping of its columns. Nothing is imported.',
  input: z.strictObject(kept),
  result: z.object({
    lines: z.number(),
    amount: money(),
    fromDay: z.string().nullable(),
    toDay: z.string().nullable(),
    problemCount: z.number(),
    problems: z.array(z.object({ line: z.number(), message: z.string() })),
  }),
});
export const statementErrors = defineCall({
  ...{ method: 'POST', path: `${BASE}/errors`, access: [imports], mode: 'read' },
  summary: 'Downloads the rows of an uploaded statement that cannot be read, with their problems.',
  input: z.strictObject(kept),
  result: z.unknown(),
  download: true,
});
export const importStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/import`, access: [imports] },
  summary: 'Imports an uploaded statement and compares it with our fees. Remembers the mapping.',
  input: z.strictObject({
    ...kept,
    issuerId: id(),
    number: requiredText(40),
    currency: currency(),
    billedOn: day(),
    /** Import the other rows if some cannot be read. */
    skipBad: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});

export const costFilter = z.strictObject({
  connectionId: id().optional(),
  feeType: text(60).optional(),
  from: day().optional(),
  to: day().optional(),
});
export type CostFilter = z.output<typeof costFilter>;
const costRow = z.object({
  key: z.string(),
  connectionId: z.number(),
  name: z.string(),
  feeType: z.string(),
  currency: z.string(),
  charged: money(),
  refunded: money(),
  /** Held back and not released. */
  frozen: money(),
  /** Charged less refunded, and what is frozen. */
  balance: money(),
  orders: z.number(),
});
export type CostRow = z.output<typeof costRow>;
export const listProviderCosts = defineCall({
  ...{ method: 'GET', path: `${BASE}/costs`, access: [view] },
  summary: 'Returns the cost statement: what providers charged, refunded and froze, by fee type.',
  input: costFilter.extend(paging),
  result: pageOf(costRow).extend({
    /** What the providers say is left with them. */
    accounts: z.array(
      z.object({ name: z.string(), balances: z.array(z.object({ currency: z.string(), amount: z.string() })) }),
    ),
  }),
});
export const exportProviderCosts = exportCall(
  `${BASE}/exportCosts`,
  [exports],
  'Exports the cost statement to a file in the background.',
  costFilter.extend(idempotencyKey),
);
export const listCostFees = defineCall({
  ...{ method: 'GET', path: `${BASE}/fees`, access: [view] },
  summary: 'Lists the fees behind a row of the cost statement, with their orders.',
  input: costFilter.extend({ currency: currency().optional(), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      feeId: z.string(),
      at: z.string(),
      feeType: z.string(),
      direction: z.string(),
      refNo: z.string(),
      orderId: z.number().nullable(),
      orderNo: z.string().nullable(),
      amount: money(),
      currency: z.string(),
      settlement: z.string().nullable(),
    }),
  ),
});
