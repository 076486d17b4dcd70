export { allocationOf, assertAllocated, followDocument } from './allocations/follow.ts';
export { SUPPLIER_RETURN } from './documents.ts';
export {
  type AllocatedGoods,
  allocationShipping,
  allocationWithdrawing,
  type BilledBySupplier,
  type ReturnedToSupplier,
  returnedUndecided,
  type SupplierReturnSettled,
  supplierBilled,
  supplierPaid,
  supplierReturned,
  supplierReturnSettled,
  supplierSettlementUndone,
} from './hooks.ts';

import './advice.texts.ts';

export {
  type Backtested,
  backtest,
  type PastSeries,
  seededSeries,
  seriesOfOrders,
  seriesOfSheet,
} from './advice/backtest.ts';
export { urgentCount } from './advice/list.ts';
export { advicePolicy } from './advice/policies.ts';
export { PUNCTUAL } from './advice/rules/leads.ts';
export { calculateAll, newRun } from './advice/run.ts';
export { countMissed } from './demand/daily.ts';
export { countReturns } from './demand/entries.ts';
export { daysOf as daysOfMonth } from './demand/months.ts';
export { dueCounts } from './money/due.list.ts';
export { duesNow } from './money/due.ts';
export { purchaseRows } from './orders/report-rows.ts';
export { place as placeOn1688 } from './sourcing/place.ts';
