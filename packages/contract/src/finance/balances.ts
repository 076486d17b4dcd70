import { z } from 'zod';
import { rights } from '../access/modules.ts';
import {
  currency,
  day,
  defineCall,
  exportCall,
  flag,
  id,
  idempotencyKey,
  idOrNone,
  integer,
  ok,
  pageOf,
  paging,
  positiveDecimal,
  text,
} from '../call.ts';

/**
 * Whose balances are kept, with the accounts of each. Positive: they owe us, or it is our money; negative: we owe them.
 * `none` is money that was paid before money accounts were kept.
 */
export const BALANCE_ACCOUNTS = {
  warehouse: ['warehouse_prepaid', 'warehouse_payable'],
  supplier: ['supplier_prepaid', 'supplier_payable'],
  carrier_account: ['carrier_payable', 'claim_receivable'],
  shop: [
    'platform_unsettled',
    'platform_deferred',
    'platform_settled',
    'platform_reserve',
    'platform_in_transit',
    'suspense',
  ],
  wholesale_customer: ['receivable'],
  member: ['staff_advance', 'expense_payable'],
  money_account: ['cash', 'money_in_transit'],
  none: ['cash', 'expense_payable', 'warehouse_payable'],
} as const;
export type BalanceParty = keyof typeof BALANCE_ACCOUNTS;
export const BALANCE_PARTIES = Object.keys(BALANCE_ACCOUNTS) as [BalanceParty, ...BalanceParty[]];
export type BalanceAccount = (typeof BALANCE_ACCOUNTS)[BalanceParty][number];
const ACCOUNTS = [...new Set(Object.values(BALANCE_ACCOUNTS).flat())] as [BalanceAccount, ...BalanceAccount[]];
/** Whose balance may be limited; the limit of a wholesale customer stands with the customer. */
export const LIMITED_PARTIES = ['warehouse', 'supplier', 'carrier_account', 'shop', 'member', 'money_account'] as const;

const view = [rights.balance.view] as const;
const BASE = '/seller/finance/balance';

export const balanceFilter = z.strictObject({
  party: z.enum(BALANCE_PARTIES).optional(),
  account: z.enum(ACCOUNTS).optional(),
  currency: currency().optional(),
  /** Days of accounting. Without them a row has its balance alone. */
  from: day().optional(),
  to: day().optional(),
  /** Only parties beyond their limit. */
  over: flag().optional(),
});
export type BalanceFilter = z.output<typeof balanceFilter>;
const balanceRow = z.object({
  key: z.string(),
  party: z.enum(BALANCE_PARTIES),
  partyId: z.number(),
  name: z.string(),
  account: z.enum(ACCOUNTS),
  accountName: z.string(),
  currency: z.string(),
  /** Null without days. */
  opening: z.string().nullable(),
  increase: z.string().nullable(),
  decrease: z.string().nullable(),
  closing: z.string(),
  /** What the closing balance was booked at, in base currency. */
  base: z.string(),
  /** Of all accounts of the party in this currency, today. */
  limit: z.string().nullable(),
  used: z.string().nullable(),
  over: z.boolean(),
});
export type BalanceRow = z.output<typeof balanceRow>;
export const listBalances = defineCall({
  ...{ method: 'GET', path: `${BASE}/list`, access: view },
  summary: 'Lists the balances of the ledger by party, account and currency, with what changed between two days.',
  input: balanceFilter.extend(paging),
  result: pageOf(balanceRow),
});
export const exportBalances = exportCall(
  `${BASE}/export`,
  [rights.balance.export],
  'Exports the balances that match the filter to a file in the background.',
  balanceFilter.extend(idempotencyKey),
);

export const balanceLineFilter = z.strictObject({
  party: z.enum(BALANCE_PARTIES),
  partyId: idOrNone().default(0),
  account: z.enum(ACCOUNTS).optional(),
  currency: currency(),
  from: day().optional(),
  to: day().optional(),
});
export type BalanceLineFilter = z.output<typeof balanceLineFilter>;
const balanceLine = z.object({
  id: z.number(),
  entryId: z.number(),
  at: z.string(),
  onDay: z.string(),
  text: z.string(),
  docKind: z.string(),
  docId: z.number(),
  orderId: z.number().nullable(),
  orderNo: z.string().nullable(),
  account: z.string(),
  accountName: z.string(),
  amount: z.string(),
  /** Of the lines of the filter booked up to this one, and of what lies before its first day. */
  balance: z.string(),
  currency: z.string(),
  baseAmount: z.string(),
  actor: z.string(),
});
export type BalanceLine = z.output<typeof balanceLine>;
export const listBalanceLines = defineCall({
  ...{ method: 'GET', path: `${BASE}/lines`, access: view },
  summary: 'Lists the ledger lines of a party in one currency, the last booked first, with the running balance.',
  input: balanceLineFilter.extend(paging),
  result: pageOf(balanceLine).extend({
    name: z.string(),
    opening: z.string(),
    closing: z.string(),
  }),
});
export const exportBalanceLines = exportCall(
  `${BASE}/exportLines`,
  [rights.balance.export],
  'Exports the ledger lines of a party with the running balance to a file.',
  balanceLineFilter.extend(idempotencyKey),
);

export const getBalanceEntry = defineCall({
  ...{ method: 'GET', path: `${BASE}/entry`, access: view },
  summary: 'Returns a ledger entry with all of its lines, and the document that it was booked for.',
  input: z.strictObject({ id: id() }),
  result: z.object({
    id: z.number(),
    onDay: z.string(),
    eventDay: z.string().nullable(),
    at: z.string(),
    text: z.string(),
    docKind: z.string(),
    docId: z.number(),
    step: z.string(),
    actor: z.string(),
    orderId: z.number().nullable(),
    orderNo: z.string().nullable(),
    /** The page that shows its document, where there is one. */
    path: z.string().nullable(),
    currency: z.string(),
    lines: z.array(
      z.object({
        id: z.number(),
        account: z.string(),
        accountName: z.string(),
        name: z.string(),
        amount: z.string(),
        currency: z.string(),
        rate: z.string(),
        baseAmount: z.string(),
      }),
    ),
  }),
});

export const savePartyTerms = defineCall({
  ...{ method: 'POST', path: `${BASE}/saveTerms`, access: [rights.balance.recharge] },
  summary:
    'Sets how far the balance of a party may go in a currency, and its days of payment; without both, removes them.',
  input: z.strictObject({
    party: z.enum(LIMITED_PARTIES),
    partyId: id(),
    currency: currency(),
    creditLimit: positiveDecimal(2).nullable().default(null),
    paymentDays: integer(0, 365).nullable().default(null),
    ...idempotencyKey,
  }),
  result: ok,
});
export const getPartyTerms = defineCall({
  ...{ method: 'GET', path: `${BASE}/terms`, access: view },
  summary: 'Returns the limit and the days of payment of a party in a currency.',
  input: z.strictObject({ party: z.enum(LIMITED_PARTIES), partyId: id(), currency: currency() }),
  result: z.object({ creditLimit: z.string().nullable(), paymentDays: z.number().nullable() }),
});
export const rechargeChoices = defineCall({
  ...{ method: 'GET', path: `${BASE}/rechargeChoices` },
  access: [rights.balance.recharge, rights.providerReconciliation.recharge, rights.warehouse.edit],
  summary: 'Lists the third-party warehouses that take prepayments, and the money accounts to pay from.',
  input: z.strictObject({}),
  result: z.object({
    currency: z.string(),
    warehouses: z.array(z.object({ id: z.number(), name: z.string(), balance: z.string().nullable() })),
    accounts: z.array(z.object({ id: z.number(), name: z.string(), tail: z.string() })),
  }),
});

export const AGEING_SIDES = ['payable', 'receivable'] as const;
export const AGES = ['notDue', 'upTo30', 'upTo60', 'upTo90', 'older'] as const;
export const AGEING_PARTIES = [
  'supplier',
  'carrier_account',
  'warehouse',
  'member',
  'none',
  'wholesale_customer',
] as const;
export const ageingFilter = z.strictObject({
  side: z.enum(AGEING_SIDES).default('payable'),
  party: z.enum(AGEING_PARTIES).optional(),
  currency: currency().optional(),
});
export type AgeingFilter = z.output<typeof ageingFilter>;
const ages = { notDue: z.string(), upTo30: z.string(), upTo60: z.string(), upTo90: z.string(), older: z.string() };
const ageingRow = z.object({
  key: z.string(),
  party: z.enum(AGEING_PARTIES),
  partyId: z.number(),
  name: z.string(),
  currency: z.string(),
  ...ages,
  total: z.string(),
  /** Deposits and debit notes that stand against it, and what customers paid ahead. */
  against: z.string(),
  nextDue: z.string().nullable(),
});
export type AgeingRow = z.output<typeof ageingRow>;
export const listAgeing = defineCall({
  ...{ method: 'GET', path: `${BASE}/ageing`, access: view },
  summary:
    'Lists what is owed to parties or by them, by currency and by days past due. Costs need the right to see them.',
  input: ageingFilter.extend(paging),
  result: pageOf(ageingRow).extend({
    sums: z.array(z.object({ currency: z.string(), ...ages, total: z.string(), against: z.string() })),
  }),
});
export const exportAgeing = exportCall(
  `${BASE}/exportAgeing`,
  [rights.balance.export],
  'Exports what is owed by days past due to a file in the background.',
  ageingFilter.extend(idempotencyKey),
);
const payableBill = z.object({
  id: z.number(),
  orderId: z.number(),
  orderNumber: z.string(),
  billId: z.number(),
  reference: z.string(),
  billedOn: z.string(),
  dueOn: z.string(),
  daysOverdue: z.number(),
  currency: z.string(),
  amount: z.string(),
  requested: z.string(),
  paid: z.string(),
  left: z.string(),
});
export type PayableBill = z.output<typeof payableBill>;
export const listPayableBills = defineCall({
  ...{ method: 'GET', path: `${BASE}/bills`, access: view },
  summary: 'Lists the open bills of a supplier in a currency, the earliest due day first.',
  input: z.strictObject({ supplierId: id(), currency: currency(), ...paging }),
  result: pageOf(payableBill),
});

/** The filters of the four calls of finance details. */
const filters = z
  .strictObject({
    from: day().optional(),
    to: day().optional(),
    shopId: id().optional(),
    deptId: id().optional(),
    userId: id().optional(),
    account: text(40).optional(),
    expenseTypeId: id().optional(),
    currency: currency().optional(),
    pageNum: integer(1, 1_000_000).default(1),
    size: integer(1, 200).default(50),
  })
  .prefault({});
export type FinanceDetailFilters = z.output<typeof filters>;
const detail = { method: 'POST', access: [...view], mode: 'read' } as const;
const detailInput = z.strictObject({ filters });
export const getFinanceDetailBill = defineCall({
  ...{ ...detail, path: '/seller/financeDetail/getFinanceDetailBill' },
  summary: 'Lists income and costs of the ledger, line by line, newest first.',
  input: detailInput,
  result: pageOf(
    z.object({
      id: z.number(),
      entryId: z.number(),
      onDay: z.string(),
      text: z.string(),
      docKind: z.string(),
      docId: z.number(),
      orderNo: z.string().nullable(),
      account: z.string(),
      accountName: z.string(),
      shopId: z.number().nullable(),
      shopName: z.string(),
      amount: z.string(),
      currency: z.string(),
      baseAmount: z.string(),
      actor: z.string(),
    }),
  ),
});
export const getUserSalesAgent = defineCall({
  ...{ ...detail, path: '/seller/financeDetail/getUserSalesAgent' },
  summary: 'Lists the members who look after shops, with income and costs of these shops.',
  input: detailInput,
  result: z.object({
    currency: z.string(),
    list: z.array(
      z.object({
        userId: z.number(),
        userLoginId: z.string(),
        name: z.string(),
        shops: z.number(),
        income: z.string(),
        cost: z.string().nullable(),
      }),
    ),
  }),
});
export const getFinanceDetailFee = defineCall({
  ...{ ...detail, path: '/seller/financeDetail/getFinanceDetailFee' },
  summary: 'Returns the sums of income and costs by account and currency.',
  input: detailInput,
  result: z.object({
    baseCurrency: z.string(),
    list: z.array(
      z.object({
        account: z.string(),
        accountName: z.string(),
        kind: z.enum(['income', 'expense']),
        currency: z.string(),
        lines: z.number(),
        amount: z.string(),
        baseAmount: z.string(),
      }),
    ),
  }),
});
export const getExpensesName = defineCall({
  ...{ ...detail, path: '/seller/financeDetail/getExpensesName' },
  summary: 'Lists the names of income and costs that filters may choose: the accounts of the ledger.',
  input: detailInput,
  result: z.object({
    list: z.array(z.object({ account: z.string(), name: z.string(), kind: z.enum(['income', 'expense']) })),
  }),
});
