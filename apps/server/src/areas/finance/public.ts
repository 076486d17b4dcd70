import './finance.texts.ts';
import './expenses/expenses.texts.ts';
import './listeners.ts';
import './closing/own-items.ts';
import './closing/closing.texts.ts';

export { confirmStatement } from './balances/statements/confirm.ts';
export { bookFees } from './bookings/fees.ts';
export { bookGoodsCost, bookStock } from './bookings/goods.ts';
export { bookLabels, bookVoid } from './bookings/labels.ts';
export { bookLeftovers } from './bookings/leftovers.ts';
export { bookWarehouseFees } from './bookings/prepaid.ts';
export { bookReturnRefunds } from './bookings/returns.ts';
export { bookRefunds, bookSales } from './bookings/sales.ts';
export { bookPayments } from './bookings/wholesale.ts';
export { defineCloseItem } from './closing/items.ts';
export { book, reverse } from './ledger/book.ts';
export { compactBalances } from './ledger/compact.ts';
export type { Entry, Line } from './ledger/entry.ts';
