import type { StockPlaceRow } from '@tradewind/contract/stock-views.ts';
import type { Explained, OpenedFigure } from '../explained.ts';
import type { DrawnProduct } from '../product-drawer.tsx';

/** What a view of the stock page may open beside itself. */
export interface StockDoors {
  explain: (of: Explained, figure: OpenedFigure) => void;
  product: (product: DrawnProduct) => void;
  /** To another location, or into another condition. */
  move: (place: StockPlaceRow) => void;
  limit: (productIds: readonly number[], title: string) => void;
}
