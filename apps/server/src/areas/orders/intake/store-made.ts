import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { productFacts } from '../../catalog/public.ts';
import { evaluateNew, type Prepared, storeOrders } from './intake.ts';
import type { ShopOfOrders } from './platform-order.ts';

/**
 * Stores an order whose number and amounts another area has calculated: evaluated like any other, without platform
 * updates. `products` names the products of its SKUs; SKU mapping does not apply.
 */
export async function storeMadeOrder(
  tx: Tx,
  shop: ShopOfOrders,
  order: PlatformOrder,
  products: ReadonlyMap<string, number>,
  made: NonNullable<Prepared['made']>,
): Promise<number> {
  const lines = order.lines.map(({ platformLineId, sellerSku, title, quantity, unitPrice, discount, tax }) => ({
    ...{ platformLineId, sellerSku, title, quantity, unitPrice, discount, tax },
    fulfilmentRef: null,
    platformItemId: '',
    productId: products.get(sellerSku) ?? null,
    factor: 1,
  }));
  const facts = await productFacts(tx, [...products.values()]);
  const prepared = await evaluateNew(tx, shop, [{ order, lines, made }], facts);
  const ids = await storeOrders(tx, shop, prepared);
  const id = ids.get(order.platformOrderNo);
  if (id === undefined) throw new Error(`the shop has an order ${order.platformOrderNo} already`);
  return id;
}
