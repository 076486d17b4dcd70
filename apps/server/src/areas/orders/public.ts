import './arrange/by-rule.ts';
import './attachable.ts';
import './customs/keep.ts';
import './platform/erase-buyers.ts';
import './intake/fill-in.ts';
import './actions/shared-page.ts';
import './listeners.ts';
import './orders.texts.ts';

export { type BulkResult, type ChunkOutcome, overOrders, type Selection, type Why } from './actions/bulk.ts';
export { type Cancelled, cancelOrders } from './actions/cancel.ts';
export { setChannel } from './actions/set-channel.ts';
export { boxSigned } from './actions/signature.ts';
export { keepOnly } from './arrange/keep-only.ts';
export { unitsOnPlatform } from './arrange/rows.ts';
export { splitOrder } from './arrange/split.ts';
export { HIDDEN, withoutBuyer } from './buyer.ts';
export { goodsCustoms } from './customs/goods-customs.ts';
export { buyersErased, orderCancelled, orderDelivered, orderRefunded, orderShipped } from './events.ts';
export { type ChannelPast, channelsRequested, platformUpdated, shipmentsConfirming } from './hooks.ts';
export { type IntakeResult, intakeOrders } from './intake/intake.ts';
export type { ShopOfOrders } from './intake/platform-order.ts';
export { type SoldSku, soldSkus } from './intake/sold.ts';
export { storeMadeOrder } from './intake/store-made.ts';
export { tabCounts } from './list/counts.ts';
export { visibleModules } from './list/filter.ts';
export { selectedIds } from './list/list.ts';
export { IS_SALE } from './list/sold.ts';
export { replaceGoods } from './make/by-hand.ts';
export { createOrders, type MadeOrder, type NewOrder } from './make/make.ts';
export { moveOrders } from './move.ts';
export type { Shipment } from './orders.tables.ts';
export { IS_PURCHASE, updatePlatform } from './platform/platform-updates.ts';
export {
  clearParcelException,
  markDelivered,
  setParcelException,
  setShipment,
  setShipments,
} from './platform/shipment.ts';
export { profitsWithFreight, registerFeeEstimate, setFreights } from './profit/profit.ts';
export { reserveOrders, reserveWaiting } from './reserve/reserve.ts';
export { assertShipsFrom, notFrom, shipsFrom, wayRefusals } from './reserve/ships-from.ts';
export { type Status, UNSHIPPED } from './status.ts';
export { normalTerm } from './terms.ts';
