import {
  advanceBalances,
  expenseSums,
  expenseTabs,
  getExpense,
  getPaymentRun,
  listAdvances,
  listExpenses,
  listPaymentRuns,
} from '@tradewind/contract/finance.ts';

/** What acts on expenses change. */
export const CHANGED = [listExpenses, expenseTabs, expenseSums, getExpense];
export const PAID = [...CHANGED, listPaymentRuns, getPaymentRun, advanceBalances, listAdvances];
