import type { OrderRecord } from '@tradewind/connectors/marketplace.ts';
import type { App } from '../../../core/app.ts';
import type { Tx } from '../../../core/database/database.ts';
import type { Shop } from '../shops/shops.ts';

export type ReadOrder = Extract<OrderRecord, { ok: true }>;

export interface SinkResult {
  inserted: number;
  updated: number;
  unchanged: number;
}

/**
 * Takes orders of a shop in, inside the given transaction. It may be called again with the same records (a page read
 * twice, a crash between two pages, a half of a page whose other half failed) and must then change nothing.
 */
export type OrderSink = (tx: Tx, shop: Shop, records: ReadOrder[]) => Promise<SinkResult>;

let sink: OrderSink | undefined;

/** The area of orders says here who takes orders in. */
export function registerOrderSink(take: OrderSink): void {
  sink = take;
}

export function orderSink(): OrderSink {
  if (!sink) throw new Error('No order sink is registered');
  return sink;
}

/** Which of these platform numbers a shop's orders already have. */
export type KnownOrders = (tx: Tx, shopId: number, platformOrderNos: readonly string[]) => Promise<Set<string>>;

let known: KnownOrders | undefined;

/** The area of orders says here which orders it has. */
export function registerKnownOrders(read: KnownOrders): void {
  known = read;
}

export function knownOrders(): KnownOrders {
  if (!known) throw new Error('Nobody knows the orders');
  return known;
}

/** Which companies still keep data of buyers that a platform knows by these names. */
export type BuyerHolders = (app: App, platform: string, buyers: readonly string[]) => Promise<number[]>;

let holders: BuyerHolders | undefined;

/** The area of orders says here who keeps a buyer's data. */
export function registerBuyerHolders(find: BuyerHolders): void {
  holders = find;
}

export function buyerHolders(): BuyerHolders {
  if (!holders) throw new Error('Nobody knows the buyers');
  return holders;
}
