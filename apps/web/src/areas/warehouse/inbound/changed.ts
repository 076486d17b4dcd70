import { getInbound, inboundTabs, listInbounds, listWaiting } from '@tradewind/contract/warehouse.ts';

/** Queries that show inbound orders. Any action on one outdates them. */
export const INBOUND_CHANGED = [listInbounds, inboundTabs, getInbound, listWaiting];
