import './channels.texts.ts';

export { listsFees, platformDoes } from './connectors.ts';
export { settlementsTaken, shopAuthorized } from './events.ts';
export { listingsTaken, ordersTaken, shopEdited } from './hooks.ts';
export { type AvailableStock, registerOwnShopDesk, type ToldCancellation, type ToldShipment } from './own-shop/desk.ts';
export { enqueueNow, enqueueStream, enqueueSync, enqueueWhenFree, shopQueue } from './queue.ts';
export { type Shop, type ShopState, shopInScope, shopsByIds, shopsInScope } from './shops/shops.ts';
export { withShop } from './shops/tokens.ts';
export {
  type OrderSink,
  type ReadOrder,
  registerKnownOrders,
  registerOrderSink,
  type SinkResult,
} from './sync/sink.ts';
export { defineStream, type Taken } from './sync/stream.ts';
