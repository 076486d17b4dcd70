import { getInbound, inboundTabs, listInbounds, listWaiting } from '@tradewind/contract/warehouse.ts';

/** What shows inbound orders: out of date after any verb on one. */
export const INBOUND_CHANGED = [listInbounds, inboundTabs, getInbound, listWaiting];
