import type { ReturnRemedy } from '@tradewind/contract/procurement.ts';
import { defineHook } from '../../core/hooks.ts';

/** A bill of a supplier with what it means in base currency, in the same transaction. */
export interface BilledBySupplier {
  billId: number;
  supplierId: number;
  onDay: string;
  currency: string;
  rate: string;
  /** In its currency; below zero: a debit note. */
  amount: string;
  /** What its units were received at. */
  receivedBase: string;
  /** What units in stock cost more, by warehouse. */
  stock: readonly { warehouseId: number; value: string }[];
  /** The same of units that have left. */
  differenceBase: string;
  /** The deposit that it uses up, in its currency, and the rate at which that was paid. */
  deposit: { amount: string; rate: string };
}
export const supplierBilled = defineHook<BilledBySupplier>();

/** A deposit or a bill was paid, in the same transaction. */
export const supplierPaid = defineHook<{
  paymentId: number;
  supplierId: number;
  onDay: string;
  currency: string;
  amount: string;
  rate: string;
  /** The rate at which the bill was booked; null: a deposit. */
  billRate: string | null;
}>();

/** A draft document that an allocation order needs, for one destination, in the same transaction. */
export interface AllocatedGoods {
  kind: 'leg' | 'fba';
  allocation: { id: number; number: string };
  fromWarehouseId: number;
  toWarehouseId: number | null;
  shopId: number | null;
  marketplaceId: string | null;
  remark: string;
  lines: readonly {
    productId: number;
    sellerSku: string;
    /** Of the product, or of the listing for FBA. */
    quantity: number;
  }[];
  made(document: { docKind: 'transit_leg' | 'fba_shipment'; docId: number; number: string }): void;
}
export const allocationShipping = defineHook<AllocatedGoods>();

/** A receipt was undone: the area of a draft document cancels it and answers. Documents beyond a draft stay. */
export const allocationWithdrawing = defineHook<{ docKind: string; docId: number; withdrawn(): void }>();

/** Goods left for their supplier, or came back by an undo (amounts below zero), in the same transaction. */
export interface ReturnedToSupplier {
  returnId: number;
  /** shipped:1, undone:1 ...: booked once. */
  step: string;
  supplierId: number;
  remedy: ReturnRemedy;
  onDay: string;
  /** What the supplier owes for it, at the rate of that day. */
  claim: { amount: string; currency: string; rate: string; base: string };
  /** What the goods cost in base currency. */
  costBase: string;
}
export const supplierReturned = defineHook<ReturnedToSupplier>();

/** The supplier gave something for a return, or nothing more is expected, in the same transaction. */
export interface SupplierReturnSettled {
  settlementId: number;
  supplierId: number;
  remedy: ReturnRemedy;
  onDay: string;
  currency: string;
  /** At which the claim was booked. */
  rate: string;
  amount: string;
  short: string;
  amountBase: string;
  shortBase: string;
  /** Of the bill that a debit note lowers, or of the day on which money came. */
  rateThen: string;
}
export const supplierReturnSettled = defineHook<SupplierReturnSettled>();

/** A settlement was undone, in the same transaction. */
export const supplierSettlementUndone = defineHook<{ settlementId: number; onDay: string }>();

/**
 * Returned units that wait for a decision about their buyer's return: they are not for the supplier. A higher area says
 * how many lie where.
 */
export const returnedUndecided = defineHook<{
  warehouseId: number;
  productIds: readonly number[];
  keep(productId: number, locationId: number, units: number): void;
}>();
