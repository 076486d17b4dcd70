import type { ProfitFigure } from '@tradewind/contract/finance.ts';

/**
 * Accounts of the ledger. `figure`: which figure of an order's profit its lines make, and `sign`: whether a debit raises
 * it (a cost) or lowers it (an income).
 */
export const ACCOUNTS = {
  /** What a shop's platform or a 2B customer owes us; below zero: paid ahead. */
  receivable: {},
  /** Money of the company. */
  cash: {},
  sales: { figure: 'goods', sign: -1 },
  /** What the buyer paid beside goods, shipping and tax, or the platform rounded. */
  order_difference: { figure: 'goods', sign: -1 },
  shipping_income: { figure: 'shipping', sign: -1 },
  discount: { figure: 'discount', sign: 1 },
  refund: { figure: 'refund', sign: 1 },
  tax_payable: {},
  platform_fee: { figure: 'platformFee', sign: 1 },
  goods_cost: { figure: 'goodsCost', sign: 1 },
  last_mile: { figure: 'labelCost', sign: 1 },
  carrier_payable: {},
  /** What whoever runs a warehouse takes for an order. */
  warehouse_fee: { figure: 'labelCost', sign: 1 },
  /** Money laid down there. */
  warehouse_prepaid: {},
  /** What providers took of their own account with us, where no money laid down with the house is kept here. */
  warehouse_payable: {},
  stock_value: {},
  /** Goods that came in: the counterpart of stock until the purchase is booked. */
  stock_received: {},
  /** Goods that left otherwise than by a sale: counts, damage, moves. */
  stock_difference: {},
  /** Cents that differ because each line is rounded to the base currency. */
  rounding: {},
} as const satisfies Record<string, { figure?: ProfitFigure; sign?: 1 | -1 }>;

export type Account = keyof typeof ACCOUNTS;
export type Party = 'shop' | 'carrier_account' | 'warehouse' | 'wholesale_customer';

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

/** Accounts whose lines tell what goods and freight cost. */
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
];
