import './finance.texts.ts';
import './expenses/expenses.texts.ts';
import './listeners.ts';
import './closing/own-items.ts';
import './closing/closing.texts.ts';

export { ageingPage } from './balances/ageing.queries.ts';
export { balancePage } from './balances/balances.queries.ts';
export { ageOf, openItems, visibleOpen } from './balances/open-items.ts';
export { partyKey, partyLabels } from './balances/parties.ts';
export { confirmStatement } from './balances/statements/confirm.ts';
export { costPage } from './balances/statements/costs.ts';
export { assertCosts } from './balances/statements/documents.ts';
export { moneyLeft } from './banking/accounts.ts';
export type { ReadLine, ReadStatement } from './banking/formats/statement.ts';
export { takeStatement } from './banking/ingest.ts';
export { revalue } from './banking/revalue.ts';
export { bookFees } from './bookings/fees.ts';
export { bookGoodsCost, bookStock } from './bookings/goods.ts';
export { bookLabels, bookVoid } from './bookings/labels.ts';
export { bookLeftovers } from './bookings/leftovers.ts';
export { bookWarehouseFees } from './bookings/prepaid.ts';
export { bookReturnRefunds } from './bookings/returns.ts';
export { bookRefunds, bookSales } from './bookings/sales.ts';
export { bookPayments } from './bookings/wholesale.ts';
export { defineCloseItem } from './closing/items.ts';
export { journalColumns } from './closing/journal-files.ts';
export { monthJournal } from './closing/journals.ts';
export { TAX_SUMS, taxRows } from './closing/tax.ts';
export { inBooks } from './closing/whole.ts';
export { cashItems } from './forecast/cash-items.ts';
export { accountsIn, PLATFORM_DEBT } from './ledger/accounts.ts';
export { book, reverse } from './ledger/book.ts';
export { CAUSES as PROFIT_CAUSES, FIGURES as PROFIT_FIGURES } from './ledger/causes.ts';
export { compactBalances } from './ledger/compact.ts';
export type { Entry, Line } from './ledger/entry.ts';
export { productProfits } from './ledger/product-profits.ts';
export {
  entryWords,
  financeDays,
  profitDays,
  revenueByCurrency,
  shopRows,
  skuDays,
  skuLines,
  skuRows,
  taxDays,
} from './ledger/rollups.ts';
export {
  productProfitRows,
  profitChangeRows,
  profitChanges,
  profitDayRows,
  profitLines,
  profitRows,
} from './profit/report-rows.ts';
export { refreshSettlements } from './settlements/headers.ts';
export { heldMoney } from './settlements/money.ts';
