import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { OrderStatus, ShipTo } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { nextNumbers } from '../../../core/documents.ts';
import { badField, Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { type ProductFacts, productFacts } from '../../catalog/public.ts';
import { evaluateNew, type Prepared, type PreparedLine, storeOrders } from '../intake/intake.ts';
import type { ShopOfOrders } from '../intake/platform-order.ts';
import { wayRefusals } from '../reserve/ships-from.ts';

/** Shipments of wholesale bring their own numbers. */
type Origin = Exclude<NonNullable<Prepared['made']>['origin'], 'wholesale'>;
const PREFIX: Record<Origin, string> = { manual: 'M', resend: 'RS', replacement: 'RP' };

export interface Goods {
  productId: number;
  quantity: number;
  unitPrice: string;
}

export interface Content {
  currency: string;
  buyerNote: string;
  shippingAmount: string;
  discountAmount: string;
  shipBy?: string | undefined;
  lines: readonly Goods[];
}

/** An order that no platform knows. */
export interface NewOrder extends Content {
  origin: Origin;
  sourceOrderId?: number | undefined;
  buyer: {
    name: string;
    email: string /** The platform's name for them, so that their data is erased everywhere. */;
    ref?: string;
  };
  shipTo: ShipTo | null;
  warehouseId?: number | undefined;
  channelId?: number | undefined;
  /** Of the order that it is sent for once more. */
  tagIds?: readonly number[];
  remark: string;
  /** What its history says of how it was made. */
  detail: Record<string, unknown>;
}

export interface MadeOrder {
  id: number;
  displayNo: string;
  status: OrderStatus;
}

/**
 * Makes orders of a shop: judged by the same rules and stored in the same way as those of platforms, which never hear
 * of them. Its lines say which products they are; the shop's mapping is not asked.
 * @throws badInput naming the line of a product that is not sold (any more)
 */
export async function createOrders(tx: Tx, shop: ShopOfOrders, orders: readonly NewOrder[]): Promise<MadeOrder[]> {
  const products = await sellable(
    tx,
    orders.flatMap((order) => order.lines),
  );
  const calculated: Pick<Prepared, 'order' | 'lines' | 'made'>[] = [];
  for (const [origin, group] of Map.groupBy(orders, (order) => order.origin)) {
    const numbers = await nextNumbers(tx, { kind: `order.${origin}`, prefix: PREFIX[origin] }, group.length);
    for (const [at, made] of group.entries()) {
      const lines = linesOf(made.lines, products);
      calculated.push({ order: asOrder(made, lines, numbers[at] ?? '', tx.now.toISOString()), lines, made });
    }
  }
  const prepared = await evaluateNew(tx, shop, calculated, products);
  await assertWays(tx, prepared);
  const ids = await storeOrders(tx, shop, prepared);
  return prepared.map(({ order, decision }) => {
    const id = ids.get(order.platformOrderNo);
    if (id === undefined) throw new Fail('orders.numberTaken', 409, { number: order.platformOrderNo });
    return { id, displayNo: order.platformOrderNo, status: decision.status };
  });
}

/** @throws badField channelId where what a person chose does not ship from the order's warehouse */
async function assertWays(tx: Tx, prepared: readonly Prepared[]): Promise<void> {
  const ways = prepared.map(({ made, decision }) => ({
    channelId: made?.channelId ?? null,
    warehouseId: made?.warehouseId ?? decision.warehouse?.action.warehouseId ?? null,
  }));
  const refusalOf = await wayRefusals(tx, ways);
  for (const way of ways) {
    const refused = refusalOf(way);
    if (refused) throw badField('channelId', refused.code, refused.params);
  }
}

/** The products of lines. @throws badInput naming each line whose product is gone or no longer sold */
export async function sellable(tx: Tx, lines: readonly { productId: number }[]): Promise<Map<number, ProductFacts>> {
  const products = await productFacts(tx, [...new Set(lines.map((line) => line.productId))]);
  const wrong = lines.flatMap(({ productId }, at) =>
    products.get(productId)?.enabled ? [] : [{ path: `lines.${at}.productId`, code: 'orders.notSold' }],
  );
  if (wrong.length > 0) throw new Fail('core.badInput', 400, {}, wrong);
  return products;
}

export function linesOf(lines: readonly Goods[], products: ReadonlyMap<number, ProductFacts>): PreparedLine[] {
  return lines.map(({ productId, quantity, unitPrice }, at) => {
    const product = products.get(productId);
    return {
      platformLineId: String(at + 1),
      fulfilmentRef: null,
      sellerSku: product?.sku ?? '',
      platformItemId: '',
      title: product?.nameEn || (product?.nameZh ?? ''),
      quantity,
      unitPrice,
      discount: '0',
      tax: '0',
      productId,
      factor: 1,
    };
  });
}

/** What the buyer pays. @throws badInput where more is taken off than there is */
export function amountsOf({ lines, shippingAmount, discountAmount }: Content) {
  const goods = lines.reduce((sum, line) => sum.plus(new Decimal(line.unitPrice).times(line.quantity)), new Decimal(0));
  const total = goods.plus(shippingAmount).minus(discountAmount);
  if (total.isNegative())
    throw new Fail('core.badInput', 400, {}, [{ path: 'discountAmount', code: 'orders.discountTooHigh' }]);
  return { goodsAmount: goods.toFixed(4), totalAmount: total.toFixed(4) };
}

function asOrder(made: NewOrder, lines: readonly PreparedLine[], number: string, now: string): PlatformOrder {
  const { shipTo, buyer } = made;
  return {
    platformOrderNo: number,
    status: 'toShip',
    fulfilledBy: 'seller',
    orderedAt: now,
    updatedAt: now,
    currency: made.currency,
    ...amountsOf(made),
    shippingAmount: made.shippingAmount,
    taxAmount: '0',
    discountAmount: made.discountAmount,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    buyerNote: made.buyerNote,
    ...(buyer.ref ? { buyerRef: buyer.ref } : {}),
    ...(made.shipBy ? { shipBy: made.shipBy } : {}),
    ...(shipTo ? { shipTo: withoutGaps(shipTo) } : {}),
    lines: lines.map(({ platformLineId, sellerSku, title, quantity, unitPrice, discount, tax }) => ({
      ...{ platformLineId, sellerSku, title, quantity, unitPrice, discount, tax },
    })),
  };
}

/** What is said without a value is left out. */
function withoutGaps({ name, line1, city, postalCode, country, ...rest }: ShipTo) {
  const input = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, line1, city, postalCode, country, ...input };
}
