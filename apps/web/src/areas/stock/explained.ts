import type { StockCondition, StockFigure } from '@tradewind/contract/stock.ts';

/** What is opened: a product in a warehouse or in all of them, or what of it lies in a place. */
export interface Explained {
  productId: number;
  sku: string;
  warehouseId?: number;
  /** Those that a list is filtered by. */
  warehouseIds?: number[];
  /** Said beside the figure: the warehouse, the location, the batch. */
  where: string;
  locationId?: number;
  batchId?: number;
  condition?: StockCondition;
}

/** Everything on the stock page that opens into what makes it. */
export type OpenedFigure = StockFigure | 'value' | 'promised';
