import {
  getSupplierReturn,
  listSupplierReturns,
  purchaseMoney,
  supplierReturnTabs,
} from '@tradewind/contract/procurement.ts';

/** What acts on returns to suppliers change: the return, its lists, and what is open of bills. */
export const RETURN_CHANGED = [getSupplierReturn, listSupplierReturns, supplierReturnTabs, purchaseMoney] as const;
