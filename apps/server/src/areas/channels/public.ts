import './channels.texts.ts';

export { isSameBrowser } from './authorization/complete.ts';
export { homeOf } from './authorization/places.ts';
export { CONSENT_COOKIE, CONSENT_COOKIE_SECONDS } from './channels.raw.ts';
export { listsFees, platformDoes, platformName, platformShipping } from './connectors.ts';
export { type EraseRequest, eraseRequested, heldChanged, settlementsTaken, shopAuthorized } from './events.ts';
export {
  buyersForgetting,
  listingsTaken,
  ordersComparing,
  ordersIngesting,
  ordersTaken,
  returnsTaken,
  settlementsListed,
  settlementsUnread,
  shopEdited,
} from './hooks.ts';
export { type AvailableStock, registerOwnShopDesk, type SentCancellation, type SentShipment } from './own-shop/desk.ts';
export { readPicture } from './pictures.ts';
export {
  enqueueNow,
  enqueueStream,
  enqueueSync,
  enqueueWhenFree,
  fewAtOnce,
  NEXT_PART,
  shopQueue,
} from './queue.ts';
export {
  type Shop,
  type ShopState,
  shopInScope,
  shopsByIds,
  shopsInScope,
  shopsSharingParcels,
} from './shops/shops.ts';
export { relistSettlements } from './shops/streams.ts';
export { withShop } from './shops/tokens.ts';
export { discardDeadLetters } from './sync/dead-letters.ts';
export { defineStream, type Taken } from './sync/stream.ts';
export { takeSettlementLines } from './sync/streams/settlements.ts';
