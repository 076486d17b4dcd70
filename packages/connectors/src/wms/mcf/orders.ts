import type { WmsAccess, WmsOutbound, WmsOutboundState, WmsOutboundStatus, WmsPage, WmsQuote } from '../../wms.ts';

/** The newest first: it is what a new account speaks. */
export const VERSIONS = ['2026-07-04', '2020-07-01'] as const;

/** Fulfilment orders, in one of the versions of the interface. */
export interface McfOrders {
  create(access: WmsAccess, input: WmsOutbound): Promise<WmsOutboundStatus>;
  read(access: WmsAccess, orderNo: string): Promise<WmsOutboundState>;
  list(access: WmsAccess, since: string, cursor: string | undefined): Promise<WmsPage<WmsOutboundState>>;
  /** Asks for it; what becomes of it is read afterwards. */
  cancel(access: WmsAccess, orderNo: string): Promise<void>;
  quote(access: WmsAccess, input: WmsOutbound, tiers: readonly string[]): Promise<WmsQuote[]>;
}
