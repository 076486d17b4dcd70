import type { ProfitFigure } from '@tradewind/contract/finance.ts';

/**
 * Accounts of the ledger. `figure`: the figure of the order profit, and `sign`: whether a debit raises it (a cost) or
 * lowers it (an income).
 */
export const ACCOUNTS = {
  /** Owed by a platform or a wholesale customer; negative: paid in advance. */
  receivable: {},
  /** Cash of the company. */
  cash: {},
  sales: { figure: 'goods', sign: -1 },
  /** Amounts beside goods, shipping and tax, and platform rounding. */
  order_difference: { figure: 'goods', sign: -1 },
  shipping_income: { figure: 'shipping', sign: -1 },
  discount: { figure: 'discount', sign: 1 },
  refund: { figure: 'refund', sign: 1 },
  tax_payable: {},
  platform_fee: { figure: 'platformFee', sign: 1 },
  goods_cost: { figure: 'goodsCost', sign: 1 },
  last_mile: { figure: 'labelCost', sign: 1 },
  carrier_payable: {},
  /** Warehouse fees per order. */
  warehouse_fee: { figure: 'labelCost', sign: 1 },
  /** Money prepaid to the warehouse. */
  warehouse_prepaid: {},
  /** Fees that providers charge to the account, for warehouses without prepayments here. */
  warehouse_payable: {},
  stock_value: {},
  /** Goods received: the counterpart of stock until the purchase is booked. */
  stock_received: {},
  /** Paid to suppliers before their bills. */
  supplier_prepaid: {},
  supplier_payable: {},
  /** Price and freight of purchases that came after their goods had left. */
  purchase_difference: {},
  /** Gains and losses by rates between receipt, bill and payment. */
  fx_difference: {},
  /** Stock that left without a sale: counts, damage, moves. */
  stock_difference: {},
  /** Labour in kits, below zero, and cents left where a kit's cost is split: parts taken less kits made. */
  assembly_difference: {},
  /** Cents from rounding each line to base currency. */
  rounding: {},
} as const satisfies Record<string, { figure?: ProfitFigure; sign?: 1 | -1 }>;

export type Account = keyof typeof ACCOUNTS;
export type Party = 'shop' | 'carrier_account' | 'warehouse' | 'wholesale_customer' | 'supplier';

interface Of {
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
