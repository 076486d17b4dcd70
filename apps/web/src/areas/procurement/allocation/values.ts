import type { ChosenProduct } from '../../../components/product-select.tsx';

interface ShareValues {
  destination: string;
  quantity: number;
  needBy?: string | null;
  sellerSku?: string;
}
/** A line in the form of an allocation order. */
export interface LineValues {
  productId: ChosenProduct;
  /** A line of a purchase order; 0: stock. */
  source: number;
  quantity: number;
  shares: ShareValues[];
}
