import './attachable.ts';
import './erase.ts';
import './shared.ts';
import './listeners.ts';
import './orders.texts.ts';

export { type Cancelled, cancelOrders } from './cancel.ts';
export { buyersErased, orderCancelled, orderDelivered, orderRefunded, orderShipped } from './events.ts';
export { type ChannelPast, channelsAsked, shipmentsTelling } from './hooks.ts';
export { type IntakeResult, intakeOrders, type ShopOfOrders } from './intake.ts';
export { type MadeOrder, makeOrders, type NewOrder } from './make/make.ts';
export { moveOrders } from './move.ts';
export type { Shipment } from './orders.tables.ts';
export { registerFeeEstimate } from './profit.ts';
export { reserveOrders, reserveWaiting } from './reserve.ts';
export { clearParcelException, markDelivered, setParcelException, setShipment } from './shipment.ts';
export type { Status } from './status.ts';
