import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { OrderStatus, ShipTo } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { nextNumbers } from '../../../core/documents.ts';
import { badField, Fail } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import { nameIn } from '../../../core/text/names.ts';
import { type ProductFacts, productFacts } from '../../catalog/public.ts';
import { evaluateNew, type Prepared, type PreparedLine, storeOrders } from '../intake/intake.ts';
import type { ShopOfOrders } from '../intake/platform-order.ts';
import { wayRefusals } from '../reserve/ships-from.ts';

/** Wholesale shipments have their own numbers. */
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

/** An order that does not come from a platform. */
export interface NewOrder extends Content {
  origin: Origin;
  sourceOrderId?: number | undefined;
  buyer: {
    name: string;
    email: string /** The platform's id of the buyer, for erasure requests. */;
    ref?: string;
  };
  shipTo: ShipTo | null;
  warehouseId?: number | undefined;
  channelId?: number | undefined;
  /** Tags of the order that it resends or replaces. */
  tagIds?: readonly number[];
  remark: string;
  /** The history entry of its creation. */
  detail: Record<string, unknown>;
}

export interface MadeOrder {
  id: number;
  displayNo: string;
  status: OrderStatus;
}

/**
 * Creates orders of a shop with the same rules and storage as platform orders, without platform updates. Lines name
 * their products; SKU mapping does not apply.
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

/** @throws badField channelId when the chosen channel does not ship from the order's warehouse */
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
      title: product ? nameIn('en', product) : '',
      quantity,
      unitPrice,
      discount: '0',
      tax: '0',
      productId,
      factor: 1,
    };
  });
}

/** The amount the buyer pays. @throws badInput when the discount exceeds it */
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

/** Drops entries without a value. */
function withoutGaps({ name, line1, city, postalCode, country, ...rest }: ShipTo) {
  const input = Object.fromEntries(Object.entries(rest).filter(([, value]) => value));
  return { name, line1, city, postalCode, country, ...input };
}
