import type { Decimal, ShopAccess } from '../types.ts';

export interface StockPush {
  itemId: string;
  variantId?: string;
  sellerSku: string;
  refs?: Record<string, string>;
  /** Absolute: what buyers may buy from now on. */
  quantity: number;
}

export interface PricePush {
  itemId: string;
  variantId?: string;
  sellerSku: string;
  refs?: Record<string, string>;
  price: Decimal;
  currency: string;
}

/** One for each item pushed, in the same order. `pending`: ask `pushResult` with the ticket. */
export type PushOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'pending'; ticket: string }
  | { outcome: 'refused'; code?: string; detail: string };

export interface StockAndPriceCalls {
  /** At most `stockBatch` items. Absolute quantities, so safe to repeat. */
  pushStock?(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]>;
  stockBatch?: number;
  pushPrice?(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]>;
  priceBatch?: number;
  /** How a push that was `pending` ended, item by item; null while the platform still works on it. */
  pushResult?(access: ShopAccess, ticket: string): Promise<{ sellerSku: string; outcome: PushOutcome }[] | null>;
}
