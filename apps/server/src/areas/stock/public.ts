import './stock.texts.ts';

export { adjustStock } from './adjust.ts';
export { bookAdjustment } from './adjust-book.ts';
export { type BatchObserved, batchesOf, editBatchFacts, setBatchState } from './batches.ts';
export { type Conversion, convertBack, convertCosts } from './convert.ts';
export {
  type Issue,
  type IssuedCost,
  issueCosts,
  lastCosts,
  type Receipt,
  receiveLayers,
  returnIssues,
  takeBackLayers,
} from './costs.ts';
export { newStockDocument, type StockDocumentKind } from './documents.ts';
export { defineHolder, definePromised, holderRows } from './holders.ts';
export { type IncomingGoods, incomingGoods, incomingRequested } from './incoming.ts';
export { type LeavingGoods, leavingRequested } from './leaving.ts';
export { availableChanged, availableGrew, type BinDelta, type Move, moveStock, promiseBins } from './ledger.ts';
export { AGE_DAYS } from './list.ts';
export { type LockedBalance, lockBalances } from './lock.ts';
export { type StockMonthRow, stockMonthParts } from './month.ts';
export { defineMovementDocument, documentNumber, MOVEMENT_FROM, movementColumns } from './movements.ts';
export { compareStock, rebuildStock, type StockDifference } from './rebuild.ts';
export { type GoodsIn, goodsCame, goodsMoving, receiveGoods } from './receive.ts';
export { layerLines, layerRows, monthRows, movedLines, movedRows, soldLines, turnoverRows } from './report-rows.ts';
export { type LateCost, type Revalued, revalueLayers } from './revalue.ts';
export { type Shift, shiftStock } from './shift.ts';
export { touch as touchStock } from './touched.ts';
export { warningCounts } from './views/warnings.ts';
export { defineStockWarning } from './warnings.ts';
