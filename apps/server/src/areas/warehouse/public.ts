import './warehouse.texts.ts';

export {
  type MoveReason,
  type OutboundMove,
  outboundMoved,
  outboundPacked,
  outboundShipped,
  outboundShipping,
  type PackedOutbound,
  type ShippingOutbound,
  warehouseOpened,
  warehousePrepaid,
} from './hooks.ts';
export { lockOutboundsOfOrders, type OutboundRow } from './locks.ts';
export { cancelOutbounds } from './outbound/cancel.ts';
export { chooseChannel } from './outbound/channel.ts';
export { createOutbounds, type NewOutbound } from './outbound/create.ts';
export { type ClosedBox, packOutbounds, packScan } from './outbound/pack.ts';
export { shipOutbounds } from './outbound/ship.ts';
export { releaseStop, requestStop } from './outbound/stop.ts';
export type { Outcome, Refusal } from './outcome.ts';
export type { OutboundState, WaveState } from './states.ts';
export { type Address, type ShippingWarehouse, shippingWarehouses, warehousesById } from './warehouses/lookup.ts';
export { createWaves } from './wave/create.ts';
export { pickLines, pickOutbounds, pickWaves, undoPick } from './wave/pick.ts';
export type { WaveRules } from './wave/plan.ts';
export { type ShortPick, shortPick } from './wave/short.ts';
