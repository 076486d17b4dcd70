import './listeners.ts';
import './logistics.texts.ts';
import './parcel/erase-labels.ts';

export { type BilledLine, billedLines } from './bills/billed.ts';
export { issuerOf, issuerOfWarehouse, rememberMapping } from './bills/issuers.ts';
export type { ReadLine } from './bills/read.ts';
export {
  assertReadable,
  daysOf,
  errorsOf,
  handSheetOver,
  keptSheet,
  previewOf,
  readKept,
  total as totalOf,
  uploadSheet,
} from './bills/sheet.ts';
export { saveAccount } from './carrier/accounts.ts';
export { saveChannel } from './channel/channels.ts';
export { carrierBillSettled, labelBought, labelVoided, returnLabelChanged } from './events.ts';
export { carrierClaimsMoved, type OwedClaim } from './hooks.ts';
export { createParcels } from './parcel/create.ts';
export { saveLateNumber } from './parcel/late-number.ts';
export { addressBlock } from './parcel/own-label.ts';
export { buyLabel } from './parcel/purchase.ts';
export { settleLost } from './parcel/recover.ts';
export {
  buyReturnLabel,
  giveReturnLabelBack,
  labelForBuyer,
  printReturnLabel,
  quoteReturn,
  RETURNS_IN_DOUBT,
  type Returning,
  returnLabel,
  returnLabelOffers,
  returnLabelStanding,
  returnsOfBox,
  voidReturnLabel,
} from './parcel/return-label.ts';
export { type Purchase, savePurchase, savePurchases } from './parcel/save.ts';
export { sendByHand } from './send/by-hand.ts';
export { type Followed, keepTracking, type Reply } from './tracking/keep.ts';
export { refreshTracking } from './tracking/refresh.ts';
export { followedByIds } from './tracking/track.ts';
