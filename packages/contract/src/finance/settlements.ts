import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  exportCall,
  id,
  idempotencyKey,
  instant,
  list,
  pageOf,
  paging,
  text,
} from '../call.ts';
import { ledgerLine } from './ledger.ts';

/** The stages of what a platform owes a shop, in their order. */
export const DEBT_STAGES = ['unsettled', 'deferred', 'settled', 'reserve', 'inTransit'] as const;
export type DebtStage = (typeof DEBT_STAGES)[number];
/** What a line of a settlement is about. */
export const LINE_KINDS = [
  'sale',
  'shipping',
  'tax',
  'discount',
  'commission',
  'fulfilment',
  'payment',
  'advertising',
  'storage',
  'refund',
  'adjustment',
  'reserve',
  'loan',
  'feeTax',
  'importTax',
  'payout',
  'other',
] as const;
export type LineKind = (typeof LINE_KINDS)[number];

const view = [rights.settlement.view];
const stages = z.object({
  unsettled: z.string(),
  deferred: z.string(),
  settled: z.string(),
  reserve: z.string(),
  inTransit: z.string(),
  total: z.string(),
});
export type DebtStages = z.output<typeof stages>;

const shopMoney = z.object({
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  currency: z.string(),
  own: stages,
  base: stages,
  lastPayoutDay: z.string().nullable(),
  lastPayoutAmount: z.string().nullable(),
  nextPayoutDay: z.string().nullable(),
  /** From the shop's own payouts, or from what its platform usually does. */
  nextBy: z.enum(['payouts', 'platform']).nullable(),
  /** The expected day has passed, and money is ready to be paid out. */
  late: z.boolean(),
  oldestUnsettledDays: z.number().int().nullable(),
});
export type ShopMoney = z.output<typeof shopMoney>;

export const whereIsMoney = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/money',
  access: view,
  summary: 'Returns what platforms owe by shop and currency, in five stages, with the last and the next payout.',
  input: z.strictObject({}),
  result: z.object({ currency: z.string(), rows: z.array(shopMoney), sum: stages }),
});

const ofShop = { shopId: id(), currency: currency() };
const unsettledFilter = z.strictObject({
  shopId: id(),
  currency: currency().optional(),
  /** Prefix of an order number. */
  text: text(80).optional(),
});
export type UnsettledFilter = z.output<typeof unsettledFilter>;
const unsettledOrder = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  shopName: z.string(),
  platform: z.string(),
  onDay: z.string(),
  days: z.number().int(),
  currency: z.string(),
  amount: z.string(),
  baseAmount: z.string(),
});
export type UnsettledOrder = z.output<typeof unsettledOrder>;
export const listUnsettledOrders = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/unsettled',
  access: view,
  summary: 'Lists orders of a shop that its platform has not settled yet, the oldest first.',
  input: unsettledFilter.extend(paging),
  result: pageOf(unsettledOrder),
});

const debtFilter = z.strictObject({ ...ofShop, stage: z.enum(DEBT_STAGES) });
export type DebtFilter = z.output<typeof debtFilter>;
export const listDebtEntries = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/debtEntries',
  access: view,
  summary: 'Lists the ledger lines of a stage of what a platform owes a shop, newest first.',
  input: debtFilter.extend(paging),
  result: pageOf(ledgerLine),
});
export const settledSincePayout = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/sincePayout',
  access: view,
  summary: 'Returns how the settled balance of a shop comes about: carried over at its last payout, and lines since.',
  input: z.strictObject(ofShop),
  result: z.object({
    balance: z.string(),
    carried: z.string(),
    lines: z.number().int(),
    amount: z.string(),
    /** The instant of the payout. */
    since: z.string().nullable(),
  }),
});
export const payoutsInTransit = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/inTransit',
  access: view,
  summary: 'Lists payouts of a shop that are not received yet, newest first: older ones are received first.',
  input: z.strictObject(ofShop),
  result: z.object({
    balance: z.string(),
    rows: z.array(
      z.object({
        /** The line of the settlement, if a line booked it. */
        lineId: z.number().nullable(),
        number: z.string().nullable(),
        onDay: z.string(),
        days: z.number().int(),
        amount: z.string(),
        open: z.string(),
      }),
    ),
  }),
});

export const settlementFilter = z.strictObject({
  shopIds: list(id(), 200).optional(),
  platform: text(30).optional(),
  /** Days of the end of the period. */
  from: day().optional(),
  to: day().optional(),
  /** Prefix of the platform's number. */
  text: text(80).optional(),
  /** Only those that come to another total than the platform names. */
  gap: z.literal('true').optional(),
});
export type SettlementFilter = z.output<typeof settlementFilter>;
const settlementRow = z.object({
  id: z.number(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  number: z.string(),
  currency: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  lines: z.number().int(),
  /** Of all lines but payouts. */
  amount: z.string(),
  paidOut: z.string(),
  /** What the platform says it comes to. */
  total: z.string().nullable(),
  gap: z.string().nullable(),
  depositDay: z.string().nullable(),
});
export type SettlementRow = z.output<typeof settlementRow>;
export const listSettlements = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/list',
  access: view,
  summary: 'Lists settlements of platforms by the end of their period, newest first.',
  input: settlementFilter.extend(paging),
  result: pageOf(settlementRow),
});
const part = { lines: z.number().int(), amount: z.string(), share: z.string().nullable() };
export const getSettlement = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/detail',
  access: view,
  summary: 'Returns a settlement with its sums by kind and by account. Shares are of what the platform credited.',
  input: z.strictObject({ id: id() }),
  result: settlementRow.extend({
    byKind: z.array(z.object({ kind: z.enum(LINE_KINDS), ...part })),
    /** Without an account: not booked yet. */
    byAccount: z.array(z.object({ account: z.string().nullable(), ...part })),
  }),
});
export type SettlementDetail = z.output<(typeof getSettlement)['result']>;
export const syncSettlements = defineCall({
  method: 'POST',
  path: '/seller/finance/settlement/sync',
  access: [rights.settlement.sync],
  summary: 'Reads the settlements of the user’s connected shops from their platforms now.',
  input: z.strictObject({ shopIds: list(id(), 200).optional(), ...idempotencyKey }),
  result: z.object({ shops: z.number().int() }),
});
export const exportSettlements = exportCall(
  '/seller/finance/settlement/export',
  [rights.settlement.export],
  'Exports the settlements that match the filter to a file in the background.',
  settlementFilter.extend(idempotencyKey),
);

export const settlementLineFilter = z.strictObject({
  id: id().optional(),
  settlementId: id().optional(),
  shopIds: list(id(), 200).optional(),
  platform: text(30).optional(),
  currency: currency().optional(),
  kind: z.enum(LINE_KINDS).optional(),
  /** The platform's term. */
  type: text(200).optional(),
  /** The account that it is booked to. */
  account: text(40).optional(),
  /** Prefix of the platform's order number. */
  text: text(80).optional(),
  from: day().optional(),
  to: day().optional(),
  /** Not booked yet. */
  unbooked: z.literal('true').optional(),
  /** Posted later than this. */
  after: instant().optional(),
});
export type SettlementLineFilter = z.output<typeof settlementLineFilter>;
const settlementLineRow = z.object({
  id: z.number(),
  shopId: z.number(),
  shopName: z.string(),
  platform: z.string(),
  settlementNumber: z.string().nullable(),
  platformOrderNo: z.string().nullable(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  sellerSku: z.string().nullable(),
  kind: z.enum(LINE_KINDS),
  type: z.string(),
  amount: z.string(),
  currency: z.string(),
  postedAt: z.string(),
  account: z.string().nullable(),
});
export type SettlementLineRow = z.output<typeof settlementLineRow>;
export const listSettlementLines = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/lines',
  access: view,
  summary: 'Lists lines of settlements with the account that each is booked to, newest first.',
  input: settlementLineFilter.extend(paging),
  result: pageOf(settlementLineRow),
});
export const settlementLineEntries = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/lineEntries',
  access: view,
  summary: 'Lists the ledger lines that a line of a settlement made, also those that were reversed.',
  input: z.strictObject({ id: id() }),
  result: z.object({ currency: z.string(), lines: z.array(ledgerLine) }),
});
export const exportSettlementLines = exportCall(
  '/seller/finance/settlement/exportLines',
  [rights.settlement.export],
  'Exports the lines of settlements that match the filter to a file in the background.',
  settlementLineFilter.extend(idempotencyKey),
);

export const settlementAccounts = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/accounts',
  access: view,
  summary: 'Lists the accounts that lines of settlements are booked to, and those that a mapping may name.',
  input: z.strictObject({}),
  result: z.object({ list: z.array(z.object({ account: z.string(), name: z.string(), mappable: z.boolean() })) }),
});
export const listSuspense = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/suspense',
  access: view,
  summary: 'Lists terms of platforms that no mapping knows, with their lines in suspense, most lines first.',
  input: z.strictObject({}),
  result: z.object({
    rows: z.array(
      z.object({
        platform: z.string(),
        type: z.string(),
        lines: z.number().int(),
        amounts: z.array(z.object({ currency: z.string(), amount: z.string() })),
        firstDay: z.string(),
        lastDay: z.string(),
      }),
    ),
    /** There are more than are listed. */
    more: z.boolean(),
  }),
});
export type SuspenseRow = z.output<(typeof listSuspense)['result']>['rows'][number];

const mappingFilter = z.strictObject({
  platform: text(30).optional(),
  state: z.enum(['current', 'all']).default('current'),
});
export type MappingFilter = z.output<typeof mappingFilter>;
const mappingRow = z.object({
  id: z.number(),
  platform: z.string(),
  pattern: z.string(),
  account: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  retiredAt: z.string().nullable(),
});
export type MappingRow = z.output<typeof mappingRow>;
export const listMappings = defineCall({
  method: 'GET',
  path: '/seller/finance/settlement/mappings',
  access: view,
  summary: 'Lists the company’s own mappings of platforms’ terms to accounts, newest first.',
  input: mappingFilter.extend(paging),
  result: pageOf(mappingRow),
});
