import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { shipWholesale } from '@tradewind/contract/wholesale.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { nextNumbers, writeHistory } from '../../core/documents.ts';
import { badField, forbidden, ruleBroken } from '../../core/errors.ts';
import { Decimal, money } from '../../core/money.ts';
import { nameIn } from '../../core/text/names.ts';
import { shopInScope } from '../channels/public.ts';
import { storeMadeOrder } from '../orders/public.ts';
import { wholesaleCustomers } from './customers.list.ts';
import { assertMay, DOC, type Held, hold, shipmentDocument } from './documents.ts';
import { part } from './totals.ts';

type Input = ParsedOf<typeof shipWholesale>;

interface Line {
  id: number;
  productId: number;
  sku: string;
  nameEn: string;
  nameZh: string;
  quantity: number;
  unitPrice: string;
  amount: string;
  discount: string;
  tax: string;
  planned: number;
  shipped: number;
  /** The line amounts of earlier shipments. */
  inputAmount: string;
  inputDiscount: string;
  inputTax: string;
}

interface Part {
  line: Line;
  quantity: number;
  amount: string;
  discount: string;
  tax: string;
}

/**
 * Creates a shipment: the quantities become one sales order, which is allocated, picked and packed like any other.
 * @throws badField lines...quantity beyond the units left to ship; ruleBroken wholesale.depositOpen,
 * wholesale.balanceOpen
 */
export async function shipOrder(tx: Tx, ctx: Ctx, input: Input) {
  const order = await hold(tx, input.id);
  assertMay('ship', order);
  const shop = await shopInScope(tx, ctx, input.shopId);
  if (shop.platform !== 'other') throw badField('shopId', 'wholesale.ownShopOnly');
  const parts = partsOf(await linesOf(tx, order.id), input);
  const shipping = await shippingOf(tx, order, parts);
  const value = sum(parts, 'amount').minus(sum(parts, 'discount')).plus(sum(parts, 'tax')).plus(shipping);
  const overridden = await assertPaid(tx, order, value, input.override);
  const [number = ''] = await nextNumbers(tx, shipmentDocument);
  const salesOrderId = await makeSalesOrder(
    tx,
    { ...shop, moduleId: rights.wholesaleOrder.id },
    order,
    number,
    parts,
    shipping,
  );
  const made = await tx.row<{ id: number }>(sql`
    insert into wholesale_shipment (company_id, order_id, number, sales_order_id, override_reason, shipping_amount, created_at)
    values (${sql.company}, ${order.id}, ${number}, ${salesOrderId}, ${overridden ? input.override : ''}, ${shipping},
      ${tx.now}) returning id`);
  if (!made) throw new Error('no shipment was written');
  await writeParts(tx, made.id, parts);
  const units = parts.reduce((all, one) => all + one.quantity, 0);
  writeHistory(tx, [
    {
      docKind: DOC,
      docId: order.id,
      event: 'shipmentMade',
      detail: { shipment: number, units, ...(overridden ? { override: input.override } : {}) },
    },
  ]);
  return { shipmentId: made.id, number, orderId: salesOrderId };
}

function linesOf(tx: Tx, orderId: number): Promise<Line[]> {
  return tx.rows<Line & Record<string, unknown>>(sql`
    select l.id, l.product_id, p.sku, p.name_en, p.name_zh, l.quantity,
      l.unit_price, l.amount, l.discount, l.tax, l.planned, l.shipped, coalesce(g.amount, 0)::text as "inputAmount",
      coalesce(g.discount, 0)::text as "inputDiscount", coalesce(g.tax, 0)::text as "inputTax"
    from wholesale_line l join product p on p.company_id = l.company_id and p.id = l.product_id
    left join lateral (select sum(s.amount) as amount, sum(s.discount) as discount, sum(s.tax) as tax
      from wholesale_shipment_line s join wholesale_shipment h on h.company_id = s.company_id and h.id = s.shipment_id
      where s.company_id = ${sql.company} and s.line_id = l.id and h.state <> 'cancelled') g on true
    where l.company_id = ${sql.company} and l.order_id = ${orderId} order by l.position`);
}

function partsOf(lines: readonly Line[], input: Input): Part[] {
  const byId = new Map(lines.map((line) => [line.id, line]));
  const visited = new Set<number>();
  return input.lines.map(({ lineId, quantity }, at) => {
    const line = byId.get(lineId);
    if (!line || visited.has(lineId)) throw badField(`lines.${at}.lineId`, 'wholesale.lineUnknown');
    visited.add(lineId);
    const open = line.quantity - line.planned - line.shipped;
    if (quantity > open) throw badField(`lines.${at}.quantity`, 'wholesale.moreThanOpen', { sku: line.sku, open });
    const last = quantity === open;
    return {
      line,
      quantity,
      amount: part(line.amount, quantity, line.quantity, line.inputAmount, last),
      discount: part(line.discount, quantity, line.quantity, line.inputDiscount, last),
      tax: part(line.tax, quantity, line.quantity, line.inputTax, last),
    };
  });
}

const sum = (parts: readonly Part[], of: 'amount' | 'discount' | 'tax') =>
  parts.reduce((all, one) => all.plus(one[of]), new Decimal(0));

/** Splits freight between shipments by goods value. */
async function shippingOf(tx: Tx, order: Held, parts: readonly Part[]): Promise<string> {
  const supplied = await tx.row<{ shipping: string; goods: string }>(sql`
    select coalesce(sum(h.shipping_amount), 0)::text as shipping, coalesce(sum((select sum(s.amount) from wholesale_shipment_line s
      where s.company_id = ${sql.company} and s.shipment_id = h.id)), 0)::text as goods
    from wholesale_shipment h where h.company_id = ${sql.company} and h.order_id = ${order.id} and h.state <> 'cancelled'`);
  const goods = sum(parts, 'amount');
  const last = goods.plus(supplied?.goods ?? 0).eq(order.goodsAmount);
  return part(order.shippingAmount, goods, order.goodsAmount, supplied?.shipping ?? '0', last);
}

/** Whether it ships only by an override. */
async function assertPaid(tx: Tx, order: Held, value: Decimal, override: string): Promise<boolean> {
  const broken = await whatIsOpen(tx, order, value);
  if (!broken) return false;
  if (override === '') throw ruleBroken(broken.code, broken.params);
  if (!mayPress(tx.rights, rights.wholesaleOrder.submit)) throw forbidden('wholesale.overrideRight');
  return true;
}

async function whatIsOpen(tx: Tx, order: Held, value: Decimal) {
  const { currency } = order;
  const paid = new Decimal(order.paidAmount);
  if (paid.lt(order.depositDue)) {
    const open = new Decimal(order.depositDue).minus(paid).toFixed(2);
    return { code: 'wholesale.depositOpen', params: { open, currency } };
  }
  if (!order.balanceBeforeShipment) return undefined;
  const sent = await tx.row<{ value: string }>(sql`
    select coalesce(sum(h.shipping_amount + (select sum(s.amount - s.discount + s.tax) from wholesale_shipment_line s
      where s.company_id = ${sql.company} and s.shipment_id = h.id)), 0)::text as value
    from wholesale_shipment h where h.company_id = ${sql.company} and h.order_id = ${order.id} and h.state <> 'cancelled'`);
  const open = value.plus(sent?.value ?? 0).minus(paid);
  return open.gt(0) ? { code: 'wholesale.balanceOpen', params: { open: open.toFixed(2), currency } } : undefined;
}

async function makeSalesOrder(
  tx: Tx,
  shop: { id: number; platform: string; moduleId: number },
  order: Held,
  number: string,
  parts: readonly Part[],
  shipping: string,
): Promise<number> {
  const customer = await wholesaleCustomers.one(tx, order.customerId);
  const [goods, discount, tax] = [sum(parts, 'amount'), sum(parts, 'discount'), sum(parts, 'tax')];
  const at = tx.now.toISOString();
  const made: PlatformOrder = {
    platformOrderNo: number,
    status: 'toShip',
    fulfilledBy: 'seller',
    orderedAt: at,
    updatedAt: at,
    currency: order.currency,
    goodsAmount: money(goods),
    shippingAmount: shipping,
    taxAmount: money(tax),
    discountAmount: money(discount),
    totalAmount: money(goods.minus(discount).plus(shipping).plus(tax)),
    buyerName: customer.name,
    buyerNote: [order.number, order.customerRef].filter(Boolean).join(' · '),
    shipTo: order.shipTo as unknown as NonNullable<PlatformOrder['shipTo']>,
    lines: parts.map(({ line, ...one }) => ({
      platformLineId: String(line.id),
      sellerSku: line.sku,
      title: nameIn(customer.language, line),
      quantity: one.quantity,
      unitPrice: line.unitPrice,
      discount: one.discount,
      tax: one.tax,
    })),
  };
  const products = new Map(parts.map(({ line }) => [line.sku, line.productId]));
  const detail = { remark: order.number };
  return storeMadeOrder(tx, shop, made, products, { origin: 'wholesale', remark: '', detail });
}

async function writeParts(tx: Tx, shipmentId: number, parts: readonly Part[]): Promise<void> {
  const rows = JSON.stringify(parts.map(({ line, ...one }) => ({ lineId: line.id, ...one })));
  await tx.rows(sql`insert into wholesale_shipment_line (company_id, shipment_id, line_id, quantity, amount, discount, tax)
    select ${sql.company}, ${shipmentId}, r."lineId", r.quantity, r.amount, r.discount, r.tax
    from jsonb_to_recordset(${rows}::jsonb) as r("lineId" bigint, quantity int, amount numeric, discount numeric, tax numeric) returning 1`);
  await tx.rows(sql`update wholesale_line l set planned = l.planned + s.quantity from wholesale_shipment_line s
    where l.company_id = ${sql.company} and s.company_id = l.company_id and s.shipment_id = ${shipmentId} and s.line_id = l.id`);
}
