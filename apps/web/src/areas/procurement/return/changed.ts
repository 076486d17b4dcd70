import {
  getSupplierReturn,
  listSupplierReturns,
  purchaseMoney,
  supplierReturnTabs,
} from '@tradewind/contract/procurement.ts';
import { DUE_CHANGED } from '../purchase/due-changed.ts';

/** What acts on returns to suppliers change: the return, its lists, and what is open of bills. */
export const RETURN_CHANGED = [
  getSupplierReturn,
  listSupplierReturns,
  supplierReturnTabs,
  purchaseMoney,
  ...DUE_CHANGED,
] as const;
