import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  bulkCall,
  currency,
  day,
  decimal,
  defineCall,
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
import { ledgerLine } from './ledger.ts';

const view = [rights.storeCollection.view] as const;
const bind = [rights.storeCollection.bind] as const;
const work = [rights.storeCollection.sync] as const;
const BASE = '/seller/finance/bank';
const money = () => z.string();

export const MONEY_ACCOUNT_KINDS = ['bank', 'wallet', 'receiving', 'cash'] as const;
const accountRow = z.object({
  id: z.number(),
  name: z.string(),
  kind: z.enum(MONEY_ACCOUNT_KINDS),
  currency: z.string(),
  holder: z.string(),
  bankName: z.string(),
  tail: z.string(),
  active: z.boolean(),
  /** Of the ledger's cash, in its currency and in base currency. */
  balance: money(),
  baseBalance: money(),
  openingAmount: money(),
  openingOn: z.string().nullable(),
  /** Statement lines that nothing is matched with. */
  openLines: z.number().int(),
  /** As the newest statement says. */
  statementBalance: money().nullable(),
  statementOn: z.string().nullable(),
});
export type MoneyAccountRow = z.output<typeof accountRow>;

export const listMoneyAccounts = defineCall({
  ...{ method: 'GET', path: `${BASE}/accounts`, access: view },
  summary: 'Lists bank accounts, wallets and receiving accounts with their balances.',
  input: z.strictObject({ id: id().optional(), active: flag().optional(), ...paging }),
  result: pageOf(accountRow).extend({ baseCurrency: z.string(), total: z.number().int() }),
});
export const saveMoneyAccount = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveAccount`, access: bind },
  summary: 'Adds or changes a money account and its opening balance. The currency stays once something is booked.',
  input: z.strictObject({
    id: id().optional(),
    name: requiredText(60),
    kind: z.enum(MONEY_ACCOUNT_KINDS),
    currency: currency(),
    holder: text(100).default(''),
    bankName: text(100).default(''),
    tail: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9]{0,8}$/)
      .default(''),
    openingAmount: decimal(2).default('0'),
    openingOn: day().nullable().default(null),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number() }),
});
export const switchMoneyAccount = defineCall({
  ...{ method: 'POST', path: `${BASE}/switchAccount`, access: bind },
  summary: 'Deactivates a money account, or activates it again.',
  input: z.strictObject({ id: id(), active: flag(), ...idempotencyKey }),
  result: ok,
});
export const listMoneyEntries = defineCall({
  ...{ method: 'GET', path: `${BASE}/entries`, access: view },
  summary: 'Lists what was booked on a money account, newest first.',
  input: z.strictObject({ accountId: id(), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      onDay: z.string(),
      docKind: z.string(),
      docId: z.number(),
      text: z.string(),
      amount: money(),
      currency: z.string(),
      rate: z.string(),
      baseAmount: money(),
      actor: z.string(),
    }),
  ),
});

/** api: read from a receiving account's provider. */
export const STATEMENT_SOURCES = ['csv', 'ofx', 'mt940', 'camt', 'api'] as const;
export type StatementSource = (typeof STATEMENT_SOURCES)[number];
/** What a column of a statement says. `amount` is signed; else money in and money out have columns of their own. */
export const BANK_STATEMENT_FIELDS = [
  'day',
  'valueDay',
  'amount',
  'moneyIn',
  'moneyOut',
  'counterparty',
  'reference',
  'externalId',
  'balance',
] as const;
export type StatementField = (typeof BANK_STATEMENT_FIELDS)[number];
export const DAY_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export const statementMapping = z.strictObject({
  columns: z.partialRecord(z.enum(BANK_STATEMENT_FIELDS), requiredText(100)),
  dayOrder: z.enum(DAY_ORDERS).default('ymd'),
  /** "1.234,56" rather than "1,234.56". */
  decimalComma: flag().default(false),
});
export type StatementMapping = z.output<typeof statementMapping>;
export const BANK_STATEMENT_LINES_MOST = 20_000;

const statementFacts = {
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  opening: money().nullable(),
  closing: money().nullable(),
  /** Of its lines. */
  total: money(),
  /** opening + total - closing; null where the statement says no balances. */
  gap: money().nullable(),
};
export const uploadBankStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/upload`, access: work },
  summary:
    'Keeps a bank statement (CSV, Excel, OFX, MT940, CAMT.053) and proposes the columns of a table. Nothing is imported.',
  input: z.strictObject({ accountId: id() }),
  result: z.object({
    importId: z.number(),
    source: z.enum(STATEMENT_SOURCES),
    titles: z.array(z.string()),
    sample: z.array(z.array(z.string())),
    mapping: statementMapping.nullable(),
    remembered: z.boolean(),
  }),
  upload: { maxBytes: 5 * MEGABYTE, kinds: ['csv', 'xls', 'xlsx', 'ofx', 'mt940', 'camt'] },
});
const kept = { importId: id(), accountId: id(), mapping: statementMapping.nullable().default(null) };
export const previewBankStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/preview`, access: work, mode: 'read' },
  summary: 'Reads an uploaded statement. Nothing is imported.',
  input: z.strictObject(kept),
  result: z.object({
    ...statementFacts,
    lines: z.number().int(),
    /** Lines that are not there yet. */
    fresh: z.number().int(),
    /** Lines of other accounts or currencies in the same file, which are left out. */
    others: z.number().int(),
    problemCount: z.number().int(),
    problems: z.array(z.object({ line: z.number().int(), message: z.string() })),
  }),
});
export const importBankStatement = defineCall({
  ...{ method: 'POST', path: `${BASE}/import`, access: work },
  summary:
    'Imports an uploaded statement. Lines that are there already change nothing; rules of the company book the rest.',
  input: z.strictObject({ ...kept, skipBad: flag().default(false), ...idempotencyKey }),
  result: z.object({
    id: z.number().nullable(),
    added: z.number().int(),
    known: z.number().int(),
    booked: z.number().int(),
  }),
});
export const listBankStatements = defineCall({
  ...{ method: 'GET', path: `${BASE}/statements`, access: view },
  summary: 'Lists the imported statements of a money account, newest first.',
  input: z.strictObject({ accountId: id(), ...paging }),
  result: pageOf(
    z.object({
      id: z.number(),
      source: z.enum(STATEMENT_SOURCES),
      fileName: z.string(),
      reference: z.string(),
      ...statementFacts,
      lineCount: z.number().int(),
      addedCount: z.number().int(),
      createdBy: z.string(),
      createdAt: z.string(),
    }),
  ),
});

/** Why a candidate may be right. */
export const MATCH_REASONS = [
  'exact',
  'fee',
  'sum',
  'day',
  'tail',
  'platform',
  'party',
  'number',
  'only',
  'words',
] as const;
export type MatchReason = (typeof MATCH_REASONS)[number];
export const MATCH_KINDS = ['payout', 'document', 'transfer', 'exchange', 'fee', 'account', 'rule'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

const lineRow = z.object({
  id: z.number(),
  accountId: z.number(),
  accountName: z.string(),
  onDay: z.string(),
  valueDay: z.string().nullable(),
  amount: money(),
  currency: z.string(),
  counterparty: z.string(),
  reference: z.string(),
  externalId: z.string(),
  balanceAfter: money().nullable(),
  /** The provider took it back. */
  reversed: z.boolean(),
  matchId: z.number().nullable(),
  matchKind: z.enum(MATCH_KINDS).nullable(),
  /** What it is matched with, in the user's words. */
  matchedWith: z.string(),
  matchedBy: z.string(),
});
export type BankLineRow = z.output<typeof lineRow>;
export const BANK_LINE_STATES = ['open', 'matched'] as const;
export const bankLineFilter = z.strictObject({
  id: id().optional(),
  accountId: id().optional(),
  state: z.enum(BANK_LINE_STATES).optional(),
  /** Booked by this rule. */
  ruleId: id().optional(),
  from: day().optional(),
  to: day().optional(),
  /** In the counterparty or reference, or the amount. */
  text: text(60).optional(),
});
export type BankLineFilter = z.output<typeof bankLineFilter>;
export const listBankLines = defineCall({
  ...{ method: 'GET', path: `${BASE}/lines`, access: view },
  summary: 'Lists statement lines, newest first.',
  input: bankLineFilter.extend(paging),
  result: pageOf(lineRow),
});
export const bankLineTabs = defineCall({
  ...{ method: 'GET', path: `${BASE}/lineTabs`, access: view },
  summary: 'Counts open and matched statement lines.',
  input: z.strictObject({ accountId: id().optional() }),
  result: z.object({ counts: z.record(z.string(), z.number()) }),
});
export const exportBankLines = exportCall(
  `${BASE}/exportLines`,
  [rights.storeCollection.export],
  'Exports statement lines that match the filter to a file.',
  bankLineFilter.extend(idempotencyKey),
);

/** A booked amount that waits for money, or money of a document that no account is known of. */
const target = z.object({
  ledgerLineId: z.number(),
  docKind: z.string(),
  docId: z.number(),
  onDay: z.string(),
  /** What is open of it: positive is money that comes. */
  amount: money(),
  currency: z.string(),
  label: z.string(),
});
export type MatchTarget = z.output<typeof target>;
const candidate = z.object({
  kind: z.enum(MATCH_KINDS),
  score: z.number().int(),
  reasons: z.array(z.object({ reason: z.enum(MATCH_REASONS), text: z.string() })),
  /** The lines that it takes: this one, and more where a payment came in parts. */
  lineIds: z.array(z.number()),
  targets: z.array(target),
  /** The other side of a transfer or an exchange. */
  pair: z
    .object({ lineId: z.number(), accountName: z.string(), onDay: z.string(), amount: money(), currency: z.string() })
    .nullable(),
  /** Where a fee is booked. */
  account: z.string().nullable(),
  /** What is missing of the targets: a bank's fee. */
  fee: money(),
  /** Nothing else comes near, for this line and for its targets. */
  clear: z.boolean(),
});
export type MatchCandidate = z.output<typeof candidate>;
export const bankSuggestions = defineCall({
  ...{ method: 'GET', path: `${BASE}/suggestions`, access: view },
  summary: 'Returns for each of these open lines what may belong to it, best first, with the reasons.',
  input: z.strictObject({ ids: list(id(), 200) }),
  result: z.object({ list: z.array(z.object({ lineId: z.number(), candidates: z.array(candidate) })) }),
});
export const listMatchTargets = defineCall({
  ...{ method: 'GET', path: `${BASE}/targets`, access: view },
  summary: 'Lists open payouts, payments and transfers that a statement line may be matched with by hand.',
  input: z.strictObject({ lineId: id(), ...paging }),
  result: pageOf(target),
});

export const confirmBankMatch = defineCall({
  ...{ method: 'POST', path: `${BASE}/confirm`, access: work },
  summary:
    'Matches statement lines of one account with booked amounts and books the receipt; what is missing is a bank fee.',
  input: z.strictObject({
    lineIds: list(id(), 20).refine((ids) => ids.length > 0),
    ledgerLineIds: list(id(), 50).refine((ids) => ids.length > 0),
    /** What is missing stays open at the last one instead of being a fee. */
    partial: flag().default(false),
    /** Book any missing amount as a fee, also beyond what is usual. */
    acceptFee: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ matchId: z.number() }),
});
export const confirmBankTransfer = defineCall({
  ...{ method: 'POST', path: `${BASE}/confirmTransfer`, access: work },
  summary: 'Matches a line that went out of one money account with the one that came into another.',
  input: z.strictObject({ outId: id(), inId: id(), ...idempotencyKey }),
  result: z.object({ matchId: z.number() }),
});

/** Accounts that a line may be booked to by hand or by a rule. */
export const BOOKABLE_ACCOUNTS = [
  'bank_fee',
  'operating_expense',
  'advertising',
  'storage_fee',
  'last_mile',
  'platform_fee',
  'other_income',
  'owner_equity',
  'money_in_transit',
  'loan',
  'tax_payable',
  'input_tax',
  'import_tax',
] as const;
export type BookableAccount = (typeof BOOKABLE_ACCOUNTS)[number];
export const bookBankLine = defineCall({
  ...{ method: 'POST', path: `${BASE}/book`, access: work },
  summary: 'Books a statement line to an account: an expense, a fee, income, or money of the owners.',
  input: z.strictObject({
    lineId: id(),
    account: z.enum(BOOKABLE_ACCOUNTS),
    remark: text(200).default(''),
    ...idempotencyKey,
  }),
  result: z.object({ matchId: z.number() }),
});
export const confirmClearMatches = bulkCall(
  `${BASE}/confirmClear`,
  work,
  'Confirms the best suggestion of each of these lines, or of all open ones, where its score is 90 or more and nothing else comes near.',
  z.strictObject({ ids: list(id(), 200).optional(), accountId: id().optional(), ...idempotencyKey }),
);
export const undoBankMatch = defineCall({
  ...{ method: 'POST', path: `${BASE}/undo`, access: work },
  summary: 'Undoes a match: its entries are reversed and its lines are open again.',
  input: z.strictObject({ matchId: id(), ...idempotencyKey }),
  result: ok,
});

export const bankMatchEntries = defineCall({
  ...{ method: 'GET', path: `${BASE}/matchEntries`, access: view },
  summary: 'Returns what a match of statement lines booked, with the exchange difference that it left.',
  input: z.strictObject({ matchId: id() }),
  result: z.object({
    baseCurrency: z.string(),
    /** A gain is above zero; null where it left none. */
    difference: money().nullable(),
    lines: z.array(ledgerLine),
  }),
});

export const RULE_DIRECTIONS = ['any', 'in', 'out'] as const;
const ruleRow = z.object({
  id: z.number(),
  accountId: z.number().nullable(),
  accountName: z.string(),
  words: z.string(),
  direction: z.enum(RULE_DIRECTIONS),
  account: z.enum(BOOKABLE_ACCOUNTS),
  active: z.boolean(),
  /** Lines that it booked and nobody undid. */
  lines: z.number().int(),
  createdBy: z.string(),
});
export type BankRule = z.output<typeof ruleRow>;
export const listBankRules = defineCall({
  ...{ method: 'GET', path: `${BASE}/rules`, access: view },
  summary: 'Lists the rules by which statement lines are booked.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(ruleRow) }),
});
export const saveBankRule = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveRule`, access: work },
  summary: 'Adds or changes a rule: lines whose text contains these words are booked to an account.',
  input: z.strictObject({
    id: id().optional(),
    accountId: id().nullable().default(null),
    words: requiredText(60).refine((value) => value.length >= 2),
    direction: z.enum(RULE_DIRECTIONS).default('any'),
    account: z.enum(BOOKABLE_ACCOUNTS),
    active: flag().default(true),
    /** Also books the lines that are open now. */
    runNow: flag().default(false),
    ...idempotencyKey,
  }),
  result: z.object({ id: z.number(), booked: z.number().int() }),
});
export const deleteBankRule = defineCall({
  ...{ method: 'POST', path: `${BASE}/deleteRule`, access: work },
  summary: 'Deletes a rule. What it booked stays, unless `undo` is set.',
  input: z.strictObject({ id: id(), undo: flag().default(false), ...idempotencyKey }),
  result: z.object({ undone: z.number().int() }),
});

const revalued = z.object({
  account: z.string(),
  accountName: z.string(),
  party: z.string(),
  currency: z.string(),
  amount: money(),
  /** As booked, without revaluation. */
  baseAmount: money(),
  rate: z.string(),
  value: money(),
  difference: money(),
  /** Of the difference, what is booked already. */
  booked: money(),
});
export type RevaluedItem = z.output<typeof revalued>;
const monthStart = () => day().refine((value) => value.endsWith('-01'));
export const getRevaluation = defineCall({
  ...{ method: 'GET', path: `${BASE}/revaluation`, access: view },
  summary:
    'Returns the money in foreign currencies at the end of a month with its value at that day, and what is booked of it.',
  input: z.strictObject({ month: monthStart() }),
  result: z.object({
    month: z.string(),
    day: z.string(),
    baseCurrency: z.string(),
    items: z.array(revalued),
    difference: money(),
    booked: money(),
  }),
});
export const runRevaluation = defineCall({
  ...{ method: 'POST', path: `${BASE}/revalue`, access: work },
  summary: 'Books the revaluation of a month, or what has changed of it since, and its reversal on the next day.',
  input: z.strictObject({ month: monthStart(), ...idempotencyKey }),
  result: z.object({ booked: money() }),
});
