import './warehouses/texts.ts';
import './warehouse.texts.ts';

export { keepBackFreed } from './batches/hold.ts';
export { batchExport } from './batches/list.ts';
export { recallBatch, releaseBatch } from './batches/recall.ts';
export { type Desired, wantCounts, wantCountsAtSenders } from './count/tasks.ts';
export {
  goodsAwaited,
  type InboundOf,
  inboundByHand,
  inboundClosed,
  inboundLost,
  inboundPricing,
  inboundReceived,
  inboundTakenBack,
  inboundTraced,
  type MoveReason,
  type OutboundMove,
  outboundMoved,
  outboundPacked,
  outboundShipped,
  outboundShipping,
  outboundStopping,
  type PackedOutbound,
  type ShippingOutbound,
  transferMoved,
  warehouseConnected,
  warehouseDeleting,
  warehouseOpened,
  warehousePaying,
  warehousePrepaid,
  warehouseRefresh,
} from './hooks.ts';
export { cancelInbound, closeInbound } from './inbound/close.ts';
export { createInbound, type NewInbound, noteTravel, packInbound } from './inbound/create.ts';
export type { Received } from './inbound/expected.ts';
export { addLateCosts, type LateShare } from './inbound/late-costs.ts';
export { addParcels } from './inbound/parcels.ts';
export { type Receipt, receiveInbound } from './inbound/receive.ts';
export { suggestPlaces } from './inbound/suggest.ts';
export { arrangeFloor } from './locations/floor.ts';
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
export { slipsOf } from './outbound/print.ts';
export { FNSKU, fillRemark, remarksOfOutbounds } from './outbound/remark.ts';
export { shipOutbounds } from './outbound/ship.ts';
export { changeShipBy } from './outbound/ship-by.ts';
export { releaseStop, requestStop, STOP_REASON, STOPPED } from './outbound/stop.ts';
export type { OutboundState, WaveState } from './states.ts';
export { withdrawTransfer } from './transfer/hold.ts';
export { saveTransfer } from './transfer/save.ts';
export { type Adopted, adoptWarehouse, followProvider } from './warehouses/adopt-warehouse.ts';
export { warehouses } from './warehouses/list.ts';
export { type Address, type ShippingWarehouse, shippingWarehouses, warehousesById } from './warehouses/lookup.ts';
export { correctPrepaid, type PrepaidCorrection, type ProviderFee, takeFees } from './warehouses/prepayment.ts';
export {
  addWarehouse,
  type NewWarehouse,
  openPlaces,
  remember as rememberWarehouse,
} from './warehouses/warehouses.ts';
export { allocate } from './wave/allocate.ts';
export { createWaves, lockFreeBins, skusOf } from './wave/create.ts';
export { dissolveWaves } from './wave/dissolve.ts';
export { pickLines, pickOutbounds, pickWaves, undoPick } from './wave/pick.ts';
export type { WaveRules } from './wave/plan.ts';
export { type ShortPick, shortPick } from './wave/short.ts';
