import type { Decimal, ShopAccess } from '../types.ts';
import type { PlatformOrder } from './orders.ts';

/** What the seller says to a line of a purchase order, in pieces; together they are what was ordered. */
export interface AnsweredLine {
  platformLineId: string;
  accepted: number;
  backordered: number;
  /** On which day what is backordered leaves. */
  backorderDay: string | null;
  rejected: number;
  /** Why, in the platform's own word. */
  reason: string | null;
}

export interface PlatformBill {
  number: string;
  /** YYYY-MM-DD */
  day: string;
  platformOrderNo: string;
  currency: string;
  lines: { platformLineId: string; quantity: number; unitPrice: Decimal }[];
  goodsAmount: Decimal;
  taxPercent: Decimal;
  taxAmount: Decimal;
  totalAmount: Decimal;
  netDueDays: number;
  /** Who is paid; the code by which the platform knows the seller is the order's where it is empty. */
  remitTo: BilledParty;
  /** Who pays, where it is another than the order says. */
  billTo: BilledParty | null;
}

export interface BilledParty {
  code: string;
  name: string;
  line1: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  taxId: string;
}

export type OrderToAcknowledge = Pick<PlatformOrder, 'platformOrderNo' | 'fulfilmentRefs'>;

export interface PurchaseOrderCalls {
  /**
   * Tells the platform that the order is taken on, where it waits for that; with `lines` which of it, where orders are
   * answered by line. Safe to repeat.
   */
  acknowledge?(access: ShopAccess, order: OrderToAcknowledge, lines?: readonly AnsweredLine[]): Promise<void>;
  /**
   * It says that the message of an order has come (`fulfilmentRefs` names it), whatever became of the order: nobody need
   * read the order first.
   */
  acknowledgesMessages?: true;
  /** Bills what was shipped, where the platform itself is the buyer. Safe to repeat. */
  bill?(access: ShopAccess, bill: PlatformBill): Promise<void>;
}
