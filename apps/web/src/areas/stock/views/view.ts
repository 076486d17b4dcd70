import type { StockPlaceRow } from '@tradewind/contract/stock-views.ts';
import type { Explained, OpenedFigure } from '../explained.ts';
import type { DrawnProduct } from '../product-drawer.tsx';

/** Drawers that a stock view may open. */
export interface StockDoors {
  explain: (of: Explained, figure: OpenedFigure) => void;
  product: (product: DrawnProduct) => void;
  /** Moves units to another location or condition. */
  move: (place: StockPlaceRow) => void;
  limit: (productIds: readonly number[], title: string) => void;
  /** Undefined without the right to it. */
  opening?: (() => void) | undefined;
}
