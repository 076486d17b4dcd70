import type { Tokens } from '../types.ts';
import type { OrderRecord } from './orders.ts';

/** A call of a shop's own software, as it came. */
export interface ShopCall {
  method: string;
  /** Path and query, as they stand in the request. */
  target: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}

export interface OwnOrder {
  record: OrderRecord;
  /** Each field that does not fit, by its path in the order; empty when the order was read. */
  problems: { field: string; message: string }[];
}

/** There is no platform to ask: the software of the seller's shop brings its orders and fetches what it wants to know. */
export interface OwnShop {
  /** As many orders as one call may bring. */
  mostOrders: number;
  /** Whose shop calls; undefined where the call does not say. */
  accountOf(call: ShopCall): string | undefined;
  /** Signed with the shop's secret, and not long ago. */
  isSigned(call: ShopCall, tokens: Tokens): boolean;
  /** Each order by itself. @throws ConnectorError `malformed` where the body as a whole cannot be read */
  readOrders(body: Buffer, currency: string): OwnOrder[];
}
