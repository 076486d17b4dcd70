import type { StockCondition, StockFigure } from '@tradewind/contract/stock.ts';

/** The figure to open: a product in a warehouse or in all of them, or its units in a location. */
export interface Explained {
  productId: number;
  sku: string;
  warehouseId?: number;
  /** The warehouses of the list's filter. */
  warehouseIds?: number[];
  /** Shown beside the figure: the warehouse, the location, the batch. */
  where: string;
  locationId?: number;
  batchId?: number;
  condition?: StockCondition;
}

/** Every figure on the stock page that opens the entries behind it. */
export type OpenedFigure = StockFigure | 'value' | 'promised';
