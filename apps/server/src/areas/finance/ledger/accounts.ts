import type { ProfitFigure } from '@tradewind/contract/finance.ts';

/** Where an account stands in the statements: assets and expenses grow by debits, the others by credits. */
export type AccountKind = 'asset' | 'liability' | 'equity' | 'income' | 'expense';

/**
 * Accounts of the ledger. `figure`: the figure of the order profit, and `sign`: whether a debit raises it (a cost) or
 * lowers it (an income). An expense type is a sub-account of its account, as its party.
 */
export const ACCOUNTS = {
  /** Owed by wholesale customers; negative: paid in advance. */
  receivable: { kind: 'asset' },
  /** What carriers accepted of claims and have not credited yet. */
  claim_receivable: { kind: 'asset' },
  /**
   * What a shop's platform owes, in five stages: sold and not settled yet (from here on by estimates), posted and held
   * back, released, kept as a reserve, paid out and not received yet. Together they equal the platform's own balance.
   */
  platform_unsettled: { kind: 'asset' },
  platform_deferred: { kind: 'asset' },
  platform_settled: { kind: 'asset' },
  platform_reserve: { kind: 'asset' },
  platform_in_transit: { kind: 'asset' },
  /** Lines of settlements that no mapping knows; each is a task. */
  suspense: { kind: 'asset' },
  /** Money on a money account; without a party: paid before money accounts were kept. */
  cash: { kind: 'asset' },
  /** On its way between two money accounts of the company. */
  money_in_transit: { kind: 'asset' },
  /** Advances to members, until they are accounted for. */
  staff_advance: { kind: 'asset' },
  sales: { kind: 'income', figure: 'goods', sign: -1 },
  /** Amounts beside goods, shipping and tax, and platform rounding. */
  order_difference: { kind: 'income', figure: 'goods', sign: -1 },
  shipping_income: { kind: 'income', figure: 'shipping', sign: -1 },
  discount: { kind: 'income', figure: 'discount', sign: 1 },
  refund: { kind: 'income', figure: 'refund', sign: 1 },
  /** Reimbursements and corrections of a platform. */
  platform_adjustment: { kind: 'income' },
  other_income: { kind: 'income' },
  /** Collected by us. */
  tax_payable: { kind: 'liability' },
  /** Collected and paid by the platform: its pairs net to zero. */
  tax_by_platform: { kind: 'liability' },
  /** On fees of platforms and providers. */
  input_tax: { kind: 'asset' },
  /** Import VAT and duty that a platform withholds. */
  import_tax: { kind: 'asset' },
  platform_fee: { kind: 'expense', figure: 'platformFee', sign: 1 },
  advertising: { kind: 'expense' },
  storage_fee: { kind: 'expense' },
  goods_cost: { kind: 'expense', figure: 'goodsCost', sign: 1 },
  last_mile: { kind: 'expense', figure: 'labelCost', sign: 1 },
  /** What was given up of accepted claims. */
  claim_loss: { kind: 'expense', figure: 'labelCost', sign: 1 },
  carrier_payable: { kind: 'liability' },
  /** Warehouse fees per order. */
  warehouse_fee: { kind: 'expense', figure: 'labelCost', sign: 1 },
  /** Money prepaid to the warehouse. */
  warehouse_prepaid: { kind: 'asset' },
  /** Fees that providers charge to the account, for warehouses without prepayments here. */
  warehouse_payable: { kind: 'liability' },
  stock_value: { kind: 'asset' },
  /** Goods received: the counterpart of stock until the purchase is booked. */
  stock_received: { kind: 'liability' },
  /** Paid to suppliers before their bills. */
  supplier_prepaid: { kind: 'asset' },
  supplier_payable: { kind: 'liability' },
  /** Rent, wages, software and the like, by expense type. */
  operating_expense: { kind: 'expense' },
  bank_fee: { kind: 'expense' },
  /** Approved expenses that are not paid yet. */
  expense_payable: { kind: 'liability' },
  /** Loans of platforms and banks. */
  loan: { kind: 'liability' },
  /** Money put in or taken out by the owners, and the balances with which accounts were opened. */
  owner_equity: { kind: 'equity' },
  /** Price and freight of purchases that came after their goods had left. */
  purchase_difference: { kind: 'expense' },
  /** Gains and losses by rates between receipt, bill and payment. */
  fx_difference: { kind: 'expense' },
  /** Month-end revaluation of money, reversed on the first day of the next month. */
  fx_revaluation: { kind: 'expense' },
  /** Stock that left without a sale: counts, damage, moves. */
  stock_difference: { kind: 'expense' },
  /** Labour in kits, below zero, and cents left where a kit's cost is split: parts taken less kits made. */
  assembly_difference: { kind: 'expense' },
  /** Cents from rounding each line to base currency. */
  rounding: { kind: 'expense' },
} as const satisfies Record<string, { kind: AccountKind; figure?: ProfitFigure; sign?: 1 | -1 }>;

export type Account = keyof typeof ACCOUNTS;
const NAMES = Object.keys(ACCOUNTS) as Account[];
/** The accounts of these kinds, in their order. */
export const accountsIn = (...kinds: readonly AccountKind[]): Account[] =>
  NAMES.filter((account) => kinds.includes(ACCOUNTS[account].kind));

/** Whose balance a line changes: `member` for advances and reimbursements, `expense_type` for what it was spent on. */
export type Party =
  | 'shop'
  | 'carrier_account'
  | 'warehouse'
  | 'wholesale_customer'
  | 'supplier'
  | 'money_account'
  | 'member'
  | 'expense_type';

/** The stages of what a platform owes, in their order. */
export const PLATFORM_DEBT = [
  'platform_unsettled',
  'platform_deferred',
  'platform_settled',
  'platform_reserve',
  'platform_in_transit',
] as const satisfies readonly Account[];

interface Of {
  kind: AccountKind;
  figure?: ProfitFigure;
  sign?: 1 | -1;
}

export function figureOf(account: string): { figure: ProfitFigure; sign: 1 | -1 } | undefined {
  const found: Of | undefined = account in ACCOUNTS ? ACCOUNTS[account as Account] : undefined;
  return found?.figure && found.sign ? { figure: found.figure, sign: found.sign } : undefined;
}

export function accountsOf(figure: ProfitFigure): Account[] {
  return (Object.keys(ACCOUNTS) as Account[]).filter((account) => figureOf(account)?.figure === figure);
}

/** Accounts with costs of goods and freight. */
export const COST_ACCOUNTS: readonly Account[] = [
  'goods_cost',
  'last_mile',
  'claim_receivable',
  'claim_loss',
  'carrier_payable',
  'warehouse_fee',
  'warehouse_prepaid',
  'warehouse_payable',
  'stock_value',
  'stock_received',
  'stock_difference',
  'assembly_difference',
  'supplier_prepaid',
  'supplier_payable',
  'purchase_difference',
  'fx_difference',
];
