import { dollars, type OrderLine, type SandboxOrder } from '../world/orders.ts';
import { gid } from './status.ts';
import { productView, type StoreView, variantView } from './stockViews.ts';

export const bag = (cents: number) => {
  const money = { amount: dollars(cents), currencyCode: 'USD' };
  return { shopMoney: money, presentmentMoney: money };
};

export function lineItemView(view: StoreView, order: SandboxOrder, line: OrderLine, broken = false) {
  const cancelled = order.status === 'cancelled';
  const open = cancelled ? 0 : line.quantity - line.shipped;
  const index = view.store.indexOfSku(line.sku);
  return {
    id: gid('LineItem', line.id),
    sku: broken ? null : line.sku,
    title: line.title,
    name: line.title,
    variantTitle: null,
    quantity: broken ? 0 : line.quantity,
    currentQuantity: cancelled ? 0 : line.quantity,
    unfulfilledQuantity: open,
    fulfillableQuantity: open,
    refundableQuantity: cancelled ? 0 : line.quantity,
    requiresShipping: true,
    originalUnitPriceSet: bag(line.priceCents),
    discountedUnitPriceSet: bag(line.priceCents),
    originalTotalSet: bag(line.priceCents * line.quantity),
    discountedTotalSet: bag(line.priceCents * line.quantity),
    taxLines: line.taxCents > 0 ? [{ title: 'State Tax', rate: 0.0725, priceSet: bag(line.taxCents) }] : [],
    variant: index < 0 ? null : () => variantView(view, index),
    product: index < 0 ? null : () => productView(view, index),
    vendor: 'Tradewind',
  };
}
