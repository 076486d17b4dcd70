import './channels.texts.ts';

export { listsFees, platformDoes, platformName, platformShipping } from './connectors.ts';
export { type EraseAsked, eraseAsked, settlementsTaken, shopAuthorized } from './events.ts';
export { listingsTaken, ordersTaken, returnsTaken, shopEdited } from './hooks.ts';
export { type AvailableStock, registerOwnShopDesk, type ToldCancellation, type ToldShipment } from './own-shop/desk.ts';
export {
  enqueueNow,
  enqueueStream,
  enqueueSync,
  enqueueWhenFree,
  fewAtOnce,
  NEXT_PART,
  shopQueue,
} from './queue.ts';
export { type Shop, type ShopState, shopInScope, shopsByIds, shopsInScope } from './shops/shops.ts';
export { withShop } from './shops/tokens.ts';
export { emptyParked } from './sync/parked.ts';
export {
  type OrderSink,
  type ReadOrder,
  registerBuyerHolders,
  registerKnownOrders,
  registerOrderSink,
  type SinkResult,
} from './sync/sink.ts';
export { defineStream, type Taken } from './sync/stream.ts';
