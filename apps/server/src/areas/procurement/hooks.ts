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
