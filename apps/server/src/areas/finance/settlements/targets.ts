import type { SettlementKind } from '@tradewind/connectors/capabilities/settlements.ts';
import { MAPPABLE_ACCOUNTS } from '@tradewind/contract/finance.ts';
import type { Account } from '../ledger/accounts.ts';

/** Where a line goes that no mapping of the company names. */
const BY_KIND: Readonly<Record<SettlementKind, Account>> = {
  sale: 'sales',
  shipping: 'shipping_income',
  tax: 'tax_payable',
  discount: 'discount',
  commission: 'platform_fee',
  fulfilment: 'platform_fee',
  payment: 'platform_fee',
  advertising: 'advertising',
  storage: 'storage_fee',
  refund: 'refund',
  adjustment: 'platform_adjustment',
  reserve: 'platform_reserve',
  loan: 'loan',
  feeTax: 'input_tax',
  importTax: 'import_tax',
  payout: 'platform_in_transit',
  other: 'suspense',
};

const FEES: ReadonlySet<SettlementKind> = new Set(['commission', 'fulfilment', 'payment']);
const REVENUE: ReadonlySet<SettlementKind> = new Set(['sale', 'shipping', 'discount', 'tax']);

export interface Target {
  kind: SettlementKind;
  type: string;
  /** The order is known here, so that its sale is booked when it ships. */
  orderKnown: boolean;
  /** Its refund is booked here. */
  refundBooked: boolean;
  /** The platform collects and pays sales tax itself. */
  taxByPlatform: boolean;
  /** The platform lists fees beside its settlements: they are booked from there. */
  feesApart: boolean;
}

/**
 * The account of a settlement line. What was booked by us (the sale of a known order, its refund, fees listed apart) is
 * only paid by the line: it clears what is not settled. All else is booked by the line itself.
 */
export function accountOf(line: Target, mapped: Account | undefined): Account {
  if (mapped) return mapped;
  if (line.kind === 'tax' && line.taxByPlatform) return 'tax_by_platform';
  if (REVENUE.has(line.kind) && line.orderKnown) return 'platform_unsettled';
  if (line.kind === 'refund' && line.refundBooked) return 'platform_unsettled';
  if (FEES.has(line.kind) && line.feesApart && line.orderKnown) return 'platform_unsettled';
  return BY_KIND[line.kind] ?? 'suspense';
}

/** Every account that a line may be booked to, those that a mapping may name first. */
export const settledAccounts = (): Account[] => [
  ...new Set<Account>([...MAPPABLE_ACCOUNTS, ...Object.values(BY_KIND), 'platform_unsettled']),
];

/** Accounts whose line needs the shop as its party. */
export const OF_SHOP: ReadonlySet<Account> = new Set<Account>([
  'platform_unsettled',
  'platform_deferred',
  'platform_settled',
  'platform_reserve',
  'platform_in_transit',
  'suspense',
  'loan',
]);

/** The pattern that fits the term: the longest wins, so that a special one beats a general one. */
export function matchOf<T extends { pattern: string }>(type: string, mappings: readonly T[]): T | undefined {
  const fits = mappings.filter(({ pattern }) => patternOf(pattern).test(type));
  return fits.toSorted((a, b) => b.pattern.length - a.pattern.length || (a.pattern < b.pattern ? -1 : 1))[0];
}

const patternOf = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    'isu',
  );
