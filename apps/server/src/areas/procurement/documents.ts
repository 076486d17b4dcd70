import {
  ALLOCATION_STEPS,
  type AllocationState,
  PURCHASE_STEPS,
  type PurchaseState,
  type RequisitionState,
  SUPPLIER_RETURN_STEPS,
  type SupplierReturnState,
} from '@tradewind/contract/procurement.ts';
import { defineDocument } from '../../core/documents.ts';
import { defineMovementDocument } from '../stock/public.ts';

export const requisitionDocument = defineDocument<RequisitionState>({
  kind: 'requisition',
  prefix: 'PR',
  transitions: {
    draft: ['reviewing', 'approved', 'cancelled'],
    reviewing: ['draft', 'approved'],
    approved: ['done', 'cancelled'],
    // An order that is cancelled or closed short leaves its requests open again.
    done: ['approved'],
    cancelled: [],
  },
});

export const purchaseDocument = defineDocument<PurchaseState>({
  kind: 'purchase_order',
  prefix: 'PO',
  transitions: PURCHASE_STEPS,
});

export const allocationDocument = defineDocument<AllocationState>({
  kind: 'allocation_order',
  prefix: 'AL',
  transitions: ALLOCATION_STEPS,
});

export const returnDocument = defineDocument<SupplierReturnState>({
  kind: 'supplier_return',
  prefix: 'SR',
  transitions: SUPPLIER_RETURN_STEPS,
});
/** Its kind in movements and cost issues. */
export const SUPPLIER_RETURN = returnDocument.kind;
defineMovementDocument(SUPPLIER_RETURN, 'supplier_return');
