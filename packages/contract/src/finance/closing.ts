import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  exportCall,
  flag,
  idempotencyKey,
  integer,
  list,
  ok,
  pageOf,
  paging,
  requiredText,
  text,
} from '../call.ts';
import { ledgerLine } from '../finance.ts';

export const MONTH_STATES = ['open', 'closing', 'closed', 'reopened'] as const;
export type MonthState = (typeof MONTH_STATES)[number];
/** Which month may be prepared, closed and reopened. */
export const MONTH_MAY = {
  compute: ['open', 'reopened', 'closing'],
  close: ['closing'],
  reopen: ['closed'],
} as const satisfies Record<string, readonly MonthState[]>;

export const ACCOUNT_KINDS = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
/** `always`: it must be fixed. `untilTicked`: a person accepts it with a reason. `never`: it is only shown. */
export const CLOSE_BLOCKS = ['always', 'untilTicked', 'never'] as const;
export const ALLOCATION_BASES = ['sales', 'units', 'none'] as const;
export type AllocationBasis = (typeof ALLOCATION_BASES)[number];
export const JOURNAL_SYSTEMS = ['xero', 'quickbooks', 'kingdee'] as const;
export type JournalSystem = (typeof JOURNAL_SYSTEMS)[number];

const see = [rights.monthClose.view] as const;
/** 2026-11 */
const month = () => z.string().regex(/^(19|2[01])\d\d-(0[1-9]|1[0-2])$/);

const monthRow = z.object({
  month: z.string(),
  state: z.enum(MONTH_STATES),
  /** How often it was closed. */
  version: z.number().int(),
  changedAt: z.string().nullable(),
  changedBy: z.string(),
  /** Entries of a later month whose event was in this one. */
  late: z.number().int(),
  /** The figures of its version are written. */
  ready: z.boolean(),
});
export type MonthRow = z.output<typeof monthRow>;

export const listMonths = defineCall({
  method: 'GET',
  path: '/seller/finance/months',
  access: see,
  summary: 'Lists the months of the books, newest first, with their status and the number of late entries.',
  input: z.strictObject({ ...paging }),
  result: pageOf(monthRow),
});

const version = z.object({
  version: z.number().int(),
  closedAt: z.string(),
  closedBy: z.string(),
  /** null while the figures are being written. */
  figuresAt: z.string().nullable(),
  lines: z.number().int(),
  /** A checksum over the month’s ledger lines. */
  digest: z.string(),
  reopen: z
    .object({
      reason: z.string(),
      by: z.string(),
      byMe: z.boolean(),
      at: z.string(),
      confirmedBy: z.string().nullable(),
      confirmedAt: z.string().nullable(),
    })
    .nullable(),
});
const closeItem = z.object({
  key: z.string(),
  title: z.string(),
  count: z.number().int(),
  link: z.string(),
  blocks: z.enum(CLOSE_BLOCKS),
  tick: z.object({ reason: z.string(), by: z.string(), at: z.string() }).nullable(),
  /** Nothing to do: none are there, or a person accepted them. */
  done: z.boolean(),
});
export type CloseItem = z.output<typeof closeItem>;

export const getMonth = defineCall({
  method: 'GET',
  path: '/seller/finance/month',
  access: see,
  summary: 'Returns a month: its status, its checklist and every version that was closed.',
  input: z.strictObject({ month: month() }),
  result: monthRow.extend({
    currency: z.string(),
    secondPerson: z.boolean(),
    /** The month that has to be closed before this one. */
    closeFirst: z.string().nullable(),
    items: z.array(closeItem),
    versions: z.array(version),
  }),
});

const act = (path: `/${string}`, right: 'compute' | 'close', summary: string) =>
  defineCall({
    method: 'POST',
    path,
    access: [rights.monthClose[right]],
    summary,
    input: z.strictObject({ month: month(), ...idempotencyKey }),
    result: ok,
  });
export const computeMonth = act(
  '/seller/finance/computeMonth',
  'compute',
  'Begins to close a month, and allocates its costs without an order again.',
);
export const closeMonth = act(
  '/seller/finance/closeMonth',
  'close',
  'Closes a month: nothing is booked in it from then on, and its figures are kept as a version.',
);
export const tickCloseItem = defineCall({
  method: 'POST',
  path: '/seller/finance/tickCloseItem',
  access: [rights.monthClose.close],
  summary: 'Accepts an item of a month’s checklist as it is, with a reason.',
  input: z.strictObject({ month: month(), item: requiredText(60), reason: requiredText(300), ...idempotencyKey }),
  result: ok,
});
export const reopenMonth = defineCall({
  method: 'POST',
  path: '/seller/finance/reopenMonth',
  access: [rights.monthClose.reopen],
  summary: 'Reopens the last closed month with a reason; by default a second person confirms it.',
  input: z.strictObject({ month: month(), reason: requiredText(300), ...idempotencyKey }),
  result: z.object({ state: z.enum(MONTH_STATES) }),
});
export const decideReopening = defineCall({
  method: 'POST',
  path: '/seller/finance/decideReopening',
  access: [rights.monthClose.reopen],
  summary: 'Confirms or declines that a month is reopened, as the second person.',
  input: z.strictObject({ month: month(), confirm: flag(), ...idempotencyKey }),
  result: z.object({ state: z.enum(MONTH_STATES) }),
});

const figure = z.object({
  account: z.string(),
  accountName: z.string(),
  kind: z.enum(ACCOUNT_KINDS),
  /** In base currency, debit positive: of the month, of the month before, and at the month’s end. */
  movement: z.string(),
  before: z.string(),
  opening: z.string(),
  closing: z.string(),
  /** The same of the version to compare with; null without one. */
  otherMovement: z.string().nullable(),
  otherClosing: z.string().nullable(),
});
export type MonthFigure = z.output<typeof figure>;

export const monthFigures = defineCall({
  method: 'GET',
  path: '/seller/finance/monthFigures',
  access: see,
  summary: 'Returns the figures of a month by account: now, or of a closed version, beside those of another version.',
  input: z.strictObject({ month: month(), version: integer(1).optional(), compare: integer(1).optional() }),
  result: z.object({
    currency: z.string(),
    /** null: the ledger as it is now. */
    version: z.number().int().nullable(),
    compare: z.number().int().nullable(),
    rows: z.array(figure),
    /** Income less expenses, as profit. */
    profit: z.string(),
    profitBefore: z.string(),
    otherProfit: z.string().nullable(),
  }),
});
export const monthBalances = defineCall({
  method: 'GET',
  path: '/seller/finance/monthBalances',
  access: see,
  summary: 'Lists the balances of an account at the end of a month by party, shop and currency.',
  input: z.strictObject({ month: month(), version: integer(1).optional(), account: text(40), ...paging }),
  result: pageOf(
    z.object({
      partyKind: z.string(),
      partyId: z.number(),
      party: z.string(),
      shop: z.string(),
      currency: z.string(),
      movement: z.string(),
      movementBase: z.string(),
      closing: z.string(),
      closingBase: z.string(),
    }),
  ),
});
export const monthEntries = defineCall({
  method: 'GET',
  path: '/seller/finance/monthEntries',
  access: see,
  summary:
    'Lists the ledger lines of an account behind a figure: of the month, of all time up to its end, or what the newer of two versions has more.',
  input: z.strictObject({
    month: month(),
    account: text(40),
    of: z.enum(['movement', 'closing', 'since']),
    /** With `since`: lines that came after this version. */
    version: integer(1).optional(),
    ...paging,
  }),
  result: pageOf(ledgerLine).extend({ currency: z.string(), sum: z.string() }),
});
export const lateEntries = defineCall({
  method: 'GET',
  path: '/seller/finance/lateEntries',
  access: see,
  summary: 'Lists the entries of later months whose event was in this closed month.',
  input: z.strictObject({ month: month(), ...paging }),
  result: pageOf(
    z.object({
      entryId: z.number(),
      eventDay: z.string(),
      onDay: z.string(),
      text: z.string(),
      docKind: z.string(),
      docId: z.number(),
      orderId: z.number().nullable(),
      orderNo: z.string().nullable(),
      amount: z.string(),
      at: z.string(),
      actor: z.string(),
    }),
  ),
});
export const exportMonth = exportCall(
  '/seller/finance/exportMonth',
  [rights.monthClose.export],
  'Exports the figures of a month by account, party, shop and currency to a file.',
  z.strictObject({ month: month(), version: integer(1).optional(), ...idempotencyKey }),
);

const allocationRow = z.object({
  account: z.string(),
  accountName: z.string(),
  shop: z.string(),
  productId: z.number().nullable(),
  sku: z.string(),
  amount: z.string(),
});
export const monthAllocations = defineCall({
  method: 'GET',
  path: '/seller/finance/monthAllocations',
  access: see,
  summary: 'Lists how the costs of a month without an order are allocated to products, the largest first.',
  input: z.strictObject({ month: month(), account: text(40).optional(), ...paging }),
  result: pageOf(allocationRow).extend({
    currency: z.string(),
    accounts: z.array(
      z.object({ account: z.string(), accountName: z.string(), booked: z.string(), allocated: z.string() }),
    ),
  }),
});

const rules = z.array(z.object({ account: z.string(), accountName: z.string(), basis: z.enum(ALLOCATION_BASES) }));
export const getCloseSettings = defineCall({
  method: 'GET',
  path: '/seller/finance/closeSettings',
  access: see,
  summary: 'Returns how months are reopened, and by what costs without an order are allocated.',
  input: z.strictObject({}),
  result: z.object({ secondPerson: z.boolean(), rules }),
});
export const saveCloseSettings = defineCall({
  method: 'POST',
  path: '/seller/finance/saveCloseSettings',
  access: [rights.monthClose.reopen],
  summary: 'Saves how months are reopened, and by what costs without an order are allocated.',
  input: z.strictObject({
    secondPerson: flag(),
    rules: list(z.strictObject({ account: requiredText(40), basis: z.enum(ALLOCATION_BASES) }), 60),
    ...idempotencyKey,
  }),
  result: ok,
});

const taxPeriod = { from: day(), to: day() };
const taxRow = z.object({
  country: z.string(),
  shop: z.string(),
  /** In base currency. Income is positive. */
  sales: z.string(),
  collected: z.string(),
  byPlatform: z.string(),
  input: z.string(),
  import: z.string(),
});
export const taxFigures = defineCall({
  method: 'GET',
  path: '/seller/finance/taxFigures',
  access: see,
  summary: 'Returns the taxes of a period by country and shop: collected by us, by platforms, input tax, import tax.',
  input: z.strictObject({ ...taxPeriod, ...paging }),
  result: pageOf(taxRow).extend({
    currency: z.string(),
    sums: taxRow.omit({ country: true, shop: true }),
    /** Taxes that a platform collects and pays, and that do not net to zero: by document. */
    unpaired: z.array(
      z.object({ docKind: z.string(), docId: z.number(), shop: z.string(), amount: z.string(), currency: currency() }),
    ),
  }),
});
export const exportTax = exportCall(
  '/seller/finance/exportTax',
  [rights.monthClose.export],
  'Exports the taxes of a period by country, shop and account to a file.',
  z.strictObject({ ...taxPeriod, ...idempotencyKey }),
);

export const getJournalAccounts = defineCall({
  method: 'GET',
  path: '/seller/finance/journalAccounts',
  access: see,
  summary: 'Returns which accounts of another bookkeeping program ours become, with suggestions.',
  input: z.strictObject({ system: z.enum(JOURNAL_SYSTEMS) }),
  result: z.object({
    rows: z.array(
      z.object({
        account: z.string(),
        accountName: z.string(),
        code: z.string(),
        name: z.string(),
        /** Chosen by the company; otherwise it is our suggestion. */
        own: z.boolean(),
      }),
    ),
  }),
});
export const saveJournalAccounts = defineCall({
  method: 'POST',
  path: '/seller/finance/saveJournalAccounts',
  access: [rights.monthClose.export],
  summary: 'Saves which accounts of another bookkeeping program ours become.',
  input: z.strictObject({
    system: z.enum(JOURNAL_SYSTEMS),
    rows: list(z.strictObject({ account: requiredText(40), code: text(40), name: text(150) }), 100),
    ...idempotencyKey,
  }),
  result: ok,
});
export const journalFile = defineCall({
  method: 'GET',
  path: '/seller/finance/journalFile',
  access: [rights.monthClose.export],
  summary: 'Returns a month as journals for Xero, QuickBooks Online or Kingdee, summed by day or month and account.',
  input: z.strictObject({ month: month(), system: z.enum(JOURNAL_SYSTEMS), by: z.enum(['day', 'month']) }),
  result: z.null(),
  download: true,
});
export type JournalBy = 'day' | 'month';
