import './house.texts.ts';
import './warehouse.texts.ts';

export { batchExport } from './batches/export.ts';
export { keepBackFreed } from './batches/hold.ts';
export { recallBatch, releaseBatch } from './batches/recall.ts';
export { type Wanted, wantCounts, wantCountsAtSenders } from './count/tasks.ts';
export {
  type InboundOf,
  inboundByHand,
  inboundClosed,
  inboundReceived,
  inboundTakenBack,
  type MoveReason,
  type OutboundMove,
  outboundMoved,
  outboundPacked,
  outboundShipped,
  outboundShipping,
  outboundStopping,
  type PackedOutbound,
  type ShippingOutbound,
  warehouseConnected,
  warehouseDeleting,
  warehouseOpened,
  warehousePrepaid,
  warehouseRefresh,
} from './hooks.ts';
export { cancelInbound, closeInbound } from './inbound/close.ts';
export { createInbound, type NewInbound, noteTravel } from './inbound/create.ts';
export { raiseCosts } from './inbound/edit.ts';
export { type Receipt, type Received, receiveInbound } from './inbound/receive.ts';
export { layOutFloor } from './locations/floor.ts';
export {
  enterGates,
  enterOpen,
  lockOutboundsOfOrders,
  type OutboundRow,
} from './locks.ts';
export { cancelOutbounds } from './outbound/cancel.ts';
export { chooseChannel } from './outbound/channel.ts';
export { createOutbounds, type NewOutbound } from './outbound/create.ts';
export { type ClosedBox, packOutbounds, packScan } from './outbound/pack.ts';
export { FNSKU, fillRemark, remarksOfOutbounds } from './outbound/remark.ts';
export { shipOutbounds } from './outbound/ship.ts';
export { releaseStop, requestStop, STOP_REASON, STOPPED } from './outbound/stop.ts';
export type { Outcome, Refusal } from './outcome.ts';
export { defineScan } from './scanlog/registry.ts';
export type { OutboundState, WaveState } from './states.ts';
export { type Address, type ShippingWarehouse, shippingWarehouses, warehousesById } from './warehouses/lookup.ts';
export { type Adopted, adoptWarehouse } from './warehouses/outside.ts';
export { type ProviderFee, takeFees } from './warehouses/prepayment.ts';
export {
  addWarehouse,
  type NewWarehouse,
  remember as rememberWarehouse,
  warehouseById,
} from './warehouses/warehouses.ts';
export { allocate } from './wave/allocate.ts';
export { createWaves, lockFreeBins, skusOf } from './wave/create.ts';
export { dissolveWaves } from './wave/dissolve.ts';
export { pickLines, pickOutbounds, pickWaves, undoPick } from './wave/pick.ts';
export type { WaveRules } from './wave/plan.ts';
export { type ShortPick, shortPick } from './wave/short.ts';
