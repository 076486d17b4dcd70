import type { ResultOf } from '@tradewind/contract/call.ts';
import {
  carrierBillTabs,
  carrierClaimTabs,
  getCarrierBill,
  getCarrierClaim,
  listBillLines,
  listCarrierBills,
  listCarrierClaims,
  listUnbilledParcels,
} from '@tradewind/contract/logistics.ts';

export type BillDetail = ResultOf<typeof getCarrierBill>;
const OF_CLAIM = [listCarrierClaims, carrierClaimTabs, getCarrierClaim];
/** Calls whose answers show bills or claims: a bill closes claims, and claims have its lines. */
export const OF_BILL = [
  listCarrierBills,
  carrierBillTabs,
  getCarrierBill,
  listBillLines,
  listUnbilledParcels,
  ...OF_CLAIM,
];
