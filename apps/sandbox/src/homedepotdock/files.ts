import type { Context } from '../http/app.ts';
import { dollars, type SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { facilityOf, orderIdOf, poOf } from './facilities.ts';
import { interchange, warehouseTime } from './x12.ts';

export const PLATFORM = 'homedepotdock';
const DAY = 86_400_000;

export interface File {
  name: string;
  modifiedAt: number;
  content(): string;
}

/** A cancellation has numbers of its own. */
const CANCELLING = 500_000;

function place(order: SandboxOrder): string[] {
  const to = facilityOf(order.id);
  if (!to) throw new Error(`${order.id} goes nowhere`);
  return [`N1*ST*${to.name}*92*${to.number}`, `N3*${to.line1}`, `N4*${to.city}*${to.state}*${to.zip}*US`];
}

function purchaseOrder(ctx: Context, shop: Shop, order: SandboxOrder): string {
  const [day] = warehouseTime(order.createdAt);
  const [from] = warehouseTime(order.createdAt + 2 * DAY);
  const [until] = warehouseTime(order.createdAt + 9 * DAY);
  const broken = ctx.faults.isMalformed(PLATFORM, order.id);
  const odd = ctx.faults.marks(PLATFORM, 'oddMoney', order.id);
  const purpose = ctx.faults.marks(PLATFORM, 'unknownStatus', order.id) ? '77' : '00';
  return interchange(shop.id, '850', order.seq, order.createdAt, [
    `BEG*${purpose}*SA*${poOf(order.id)}**${day}`,
    `CUR*BY*${odd ? 'CAD' : 'USD'}`,
    ...(ctx.faults.of(PLATFORM).newField ? ['ZZZ*NEW*1'] : []),
    'REF*IA*VEND01',
    `DTM*037*${from}`,
    `DTM*038*${until}`,
    'TD5**2*CNWY**Collect LTL',
    ...place(order),
    'N1*BT*Home Depot U.S.A., Inc.',
    ...order.lines.flatMap((line, index) => [
      `PO1*${index + 1}*${broken ? 'two' : line.quantity}*EA*${dollars(line.priceCents)}**SK*${line.asin}*VN*${line.sku}`,
      `PID*F****${line.title.replace(/[*~^>]/g, ' ')}`,
    ]),
    `CTT*${order.lines.length}`,
  ]);
}

function cancellation(shop: Shop, order: SandboxOrder): string {
  const [day] = warehouseTime(order.createdAt);
  return interchange(shop.id, '860', CANCELLING + order.seq, order.cancelledAt, [
    `BCH*01*SA*${poOf(order.id)}***${day}`,
    'CUR*BY*USD',
    ...place(order),
    ...order.lines.flatMap((line, index) => [
      `POC*${index + 1}*DI*${line.quantity}*0*EA*${dollars(line.priceCents)}**SK*${line.asin}*VN*${line.sku}`,
      `PID*F****${line.title.replace(/[*~^>]/g, ' ')}`,
    ]),
    `CTT*${order.lines.length}`,
  ]);
}

function filesOf(ctx: Context, shop: Shop, order: SandboxOrder): File[] {
  const number = String(order.seq).padStart(6, '0');
  const files = [
    { name: `HD_PO_${number}.edi`, modifiedAt: order.createdAt, content: () => purchaseOrder(ctx, shop, order) },
  ];
  if (order.status === 'cancelled' && order.cancelledBy === 'BUYER')
    files.push({
      name: `HD_POC_${number}.edi`,
      modifiedAt: order.cancelledAt,
      content: () => cancellation(shop, order),
    });
  return files;
}

/** What Home Depot has put into the supplier's mailbox by itself: orders, and what it called off. */
export const orderFiles = (ctx: Context, shop: Shop): File[] =>
  [...shop.byId.values()].flatMap((order) => filesOf(ctx, shop, order));

export function orderFile(ctx: Context, shop: Shop, name: string): File | undefined {
  const [, number] = /^HD_POC?_(\d+)\.edi$/.exec(name) ?? [];
  const order = number === undefined ? undefined : orderOf(shop, number);
  return order && filesOf(ctx, shop, order).find((one) => one.name === name);
}

/** The order that a control number counts. */
export const orderOf = (shop: Shop, number: string): SandboxOrder | undefined =>
  shop.byId.get(orderIdOf(Number(number)));
