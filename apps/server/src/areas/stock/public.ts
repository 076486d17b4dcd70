import './stock.texts.ts';

export { type Issue, type IssuedCost, issueCosts, type Receipt, receiveLayers } from './costs.ts';
export { newStockDocument, type StockDocumentKind } from './documents.ts';
export { type IncomingGoods, incomingAsked, incomingGoods } from './incoming.ts';
export { availableChanged, availableGrew, type BinDelta, type Move, moveStock, promiseBins } from './ledger.ts';
export { type GoodsIn, goodsMoving, receiveGoods } from './receive.ts';
