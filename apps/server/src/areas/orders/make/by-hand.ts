import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { editMadeOrder, makeOrder, ShipTo, sendAgain } from '@tradewind/contract/orders.ts';
import { mayAct, SENT_AGAIN } from '@tradewind/contract/orders.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { arrayOf, inShops, inWarehouses } from '../../../core/scope.ts';
import { type Shop, shopInScope } from '../../channels/public.ts';
import { lockOutboundsOfOrders } from '../../warehouse/public.ts';
import { lastChange } from '../actions/actions.ts';
import { assertAddress } from '../address.ts';
import { insertOrderLines } from '../intake/intake.ts';
import { visibleModules } from '../list/filter.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations } from '../reserve/reserve.ts';
import { reevaluate } from '../rules/reevaluate.ts';
import type { Status } from '../status.ts';
import { addTerms, termsOf } from '../terms.ts';
import { amountsOf, createOrders, type Goods, linesOf, type MadeOrder, sellable } from './make.ts';

/** A manual order, typed or copied. */
export async function makeByHand(tx: Tx, ctx: Ctx, input: ParsedOf<typeof makeOrder>): Promise<MadeOrder> {
  const shop = await shopFor(tx, ctx, input.shopId);
  if (input.warehouseId !== undefined) await assertWarehouse(tx, ctx, input.warehouseId);
  const source = input.copyOf === undefined ? undefined : await sourceOf(tx, input.copyOf);
  const shipTo = input.shipTo ?? source?.shipTo;
  if (!shipTo) throw badField('shipTo.name', 'core.required');
  if (input.shipTo) assertAddress(input.shipTo);
  const { copyOf: _copyOf, shopId: _shopId, idempotencyKey: _key, ...content } = input;
  const [made] = await createOrders(tx, shop, [
    {
      ...content,
      origin: 'manual',
      currency: input.currency ?? shop.currency,
      sourceOrderId: source?.id,
      shipTo,
      buyer: buyerOf(shipTo, input.shipTo ? undefined : source),
      detail: source ? { copyOf: source.displayNo } : {},
    },
  ]);
  return made as MadeOrder;
}

/**
 * Creates a resend or a replacement with amount 0. Concurrent calls wait for the order's lock, and the second one
 * learns of the first.
 * @throws conflict orders.sentAgainAlready unless `again` is set
 */
export async function sendOnceMore(tx: Tx, ctx: Ctx, input: ParsedOf<typeof sendAgain>): Promise<MadeOrder> {
  const source = await sourceOf(tx, input.id);
  if (!mayAct('sendAgain', source)) throw ruleBroken('orders.notLeft', { number: source.displayNo });
  const before = await sentBefore(tx, source.id);
  if (before > 0 && !input.again)
    throw conflict('orders.sentAgainAlready', { number: source.displayNo, count: before });
  const goods = input.lines ?? (await goodsOf(tx, source));
  const shipTo = input.shipTo ?? source.shipTo;
  if (!shipTo) throw badField('shipTo.name', 'core.required');
  if (input.shipTo) assertAddress(input.shipTo);
  const [made] = await createOrders(tx, await shopFor(tx, ctx, source.shopId), [
    {
      origin: input.kind,
      sourceOrderId: source.id,
      currency: source.currency,
      buyer: buyerOf(shipTo, source),
      shipTo,
      buyerNote: '',
      tagIds: source.tagIds,
      remark: input.remark,
      shippingAmount: '0',
      discountAmount: '0',
      lines: goods.map((line): Goods => ({ ...line, unitPrice: '0' })),
      detail: { from: source.displayNo, reason: input.reason },
    },
  ]);
  if (made)
    writeHistory(tx, [
      {
        docKind: 'sales_order',
        docId: source.id,
        event: 'sentAgain',
        detail: { number: made.displayNo, kind: input.kind, reason: input.reason },
      },
    ]);
  return made as MadeOrder;
}

/**
 * Creates a replacement for returned goods. The caller checks the rights, so this needs no right to the order's pages.
 */
export async function replaceGoods(
  tx: Tx,
  orderId: number,
  lines: readonly { orderLineId: number; quantity: number }[],
  detail: Record<string, unknown>,
): Promise<MadeOrder> {
  const source = await sourceOf(tx, orderId, null);
  if (!source.shipTo) throw ruleBroken('orders.badAddress', { number: source.displayNo });
  const shop = await tx.row<{ id: number; platform: string; moduleId: number }>(
    sql`select id, platform, module_id as "moduleId" from shop where company_id = ${sql.company} and id = ${source.shopId}`,
  );
  const known = await tx.rows<{ id: number; productId: number | null; factor: number }>(
    sql`select id, product_id as "productId", factor from order_line where company_id = ${sql.company} and order_id = ${orderId} limit 500`,
  );
  const lineOf = new Map(known.map((line) => [line.id, line]));
  const goods = lines.map(({ orderLineId, quantity }): Goods => {
    const line = lineOf.get(orderLineId);
    if (!line?.productId) throw conflict('orders.unmapped', { number: source.displayNo });
    return { productId: line.productId, quantity: quantity * line.factor, unitPrice: '0' };
  });
  if (!shop) throw notFound('channels.shopNotFound');
  const [made] = await createOrders(tx, shop, [
    {
      ...{ origin: 'replacement' as const, sourceOrderId: source.id, currency: source.currency },
      ...{ buyer: buyerOf(source.shipTo, source), shipTo: source.shipTo, buyerNote: '', remark: '' },
      tagIds: source.tagIds,
      ...{ shippingAmount: '0', discountAmount: '0', lines: goods, detail: { ...detail, from: source.displayNo } },
    },
  ]);
  if (!made) throw notFound('orders.notFound');
  const answered = { number: made.displayNo, kind: 'replacement', ...detail };
  writeHistory(tx, [{ docKind: 'sales_order', docId: source.id, event: 'sentAgain', detail: answered }]);
  return made;
}

/**
 * @throws conflict orders.editedLate once picking has started or the order is closed; core.stale after another change
 */
export async function editByHand(tx: Tx, input: ParsedOf<typeof editMadeOrder>): Promise<void> {
  await lockOutboundsOfOrders(tx, [input.id]);
  const order = await sourceOf(tx, input.id);
  if (order.version !== input.version) throw conflict('core.stale', await lastChange(tx, order.id));
  if (order.origin !== 'manual' || order.shared) throw ruleBroken('orders.notByHand', { number: order.displayNo });
  if (!mayAct('editAddress', order) || order.exception === 'label')
    throw conflict('orders.linesLate', { number: order.displayNo });
  const lines = linesOf(input.lines, await sellable(tx, input.lines));
  const { goodsAmount, totalAmount } = amountsOf({ ...input, currency: input.currency ?? order.currency });
  const back = await moveOrders(tx, [order.id], { from: ['ready'], to: 'allocate', event: 'changedByHand' });
  await endOutbounds(
    tx,
    back.map((moved) => moved.id),
  );
  await releaseReservations(tx, [order.id]);
  const summary = lines.slice(0, 5).map(({ sellerSku, title, quantity }) => ({
    sku: sellerSku,
    title: title.slice(0, 80),
    quantity,
  }));
  await tx.rows(sql`update sales_order set currency = ${input.currency ?? order.currency},
      goods_amount = ${goodsAmount}, shipping_amount = ${input.shippingAmount}, discount_amount = ${input.discountAmount},
      total_amount = ${totalAmount}, buyer_note = ${input.buyerNote}, ship_by = ${input.shipBy ?? null}::timestamptz,
      line_count = ${lines.length}, units = ${lines.reduce((sum, line) => sum + line.quantity, 0)},
      summary = ${JSON.stringify(summary)}::jsonb, version = version + 1
    where company_id = ${sql.company} and id = ${order.id}`);
  await tx.rows(sql`delete from order_line where company_id = ${sql.company} and order_id = ${order.id}`);
  await insertOrderLines(
    tx,
    lines.map((line) => ({ orderId: order.id, ...line })),
  );
  await addTerms(tx, [
    {
      orderId: order.id,
      orderedAt: order.orderedAt.toISOString(),
      terms: termsOf({ platformOrderNo: order.displayNo, lines }),
    },
  ]);
  writeHistory(tx, [{ docKind: 'sales_order', docId: order.id, event: 'linesEdited' }]);
  if (order.status !== 'held') await reevaluate(tx, [order.id], 'linesEdited');
}

interface Source {
  id: number;
  displayNo: string;
  origin: string;
  shopId: number;
  version: number;
  /** It shares a box, its own or that of another order. */
  shared: boolean;
  status: Status;
  exception: string | null;
  orderedAt: Date;
  currency: string;
  buyerName: string;
  buyerEmail: string;
  buyerRef: string;
  shipTo: ShipTo | null;
  tagIds: number[];
}

/** Locks the order if the actor may see it. @throws notFound orders.notFound */
async function sourceOf(tx: Tx, id: number, modules = visibleModules(tx.rights)): Promise<Source> {
  const row = await tx.row<Source & Record<string, unknown>>(sql`
    select id, display_no as "displayNo", origin, version, (merged_into is not null or exists (
        select 1 from sales_order m where m.company_id = ${sql.company} and m.merged_into = ${id})) as shared, shop_id as "shopId", status, exception, ordered_at as "orderedAt", currency,
      buyer_name as "buyerName", buyer_email as "buyerEmail", buyer_ref as "buyerRef", ship_to as "shipTo", to_jsonb(tag_ids) as "tagIds"
    from sales_order where company_id = ${sql.company} and id = ${id} and ${inShops(tx, sql`shop_id`)}
      and ${modules ? sql`module_id = any(${arrayOf(modules)}::int[])` : sql`true`} for update`);
  if (!row) throw notFound('orders.notFound');
  return row;
}

const buyerOf = (to: ShipTo, source: Source | undefined) => ({
  name: source?.buyerName || to.name,
  email: source?.buyerEmail || (to.email ?? ''),
  ...(source?.buyerRef ? { ref: source.buyerRef } : {}),
});

async function shopFor(tx: Tx, ctx: Ctx, shopId: number): Promise<Shop> {
  const shop = await shopInScope(tx, ctx, shopId);
  const modules = visibleModules(tx.rights);
  if (modules && !modules.includes(shop.moduleId)) throw notFound('channels.shopNotFound');
  if (shop.state === 'disabled') throw badField('shopId', 'orders.shopDisabled');
  return shop;
}

async function assertWarehouse(tx: Tx, ctx: Ctx, warehouseId: number): Promise<void> {
  const found = await tx.row(sql`select 1 from warehouse where company_id = ${sql.company} and id = ${warehouseId}
    and enabled and kind <> 'platform' and ${inWarehouses(ctx, sql`id`)}`);
  if (!found) throw badField('warehouseId', 'core.badChoice');
}

/** All lines in product units. @throws conflict orders.unmapped */
async function goodsOf(tx: Tx, { id, displayNo }: Source): Promise<{ productId: number; quantity: number }[]> {
  const lines = await tx.rows<{ productId: number | null; quantity: number }>(sql`
    select product_id as "productId", sum(stock_quantity)::int as quantity from order_line
    where company_id = ${sql.company} and order_id = ${id} group by 1 order by min(id) limit 500`);
  return lines.map(({ productId, quantity }) => {
    if (productId === null) throw conflict('orders.unmapped', { number: displayNo });
    return { productId, quantity };
  });
}

async function sentBefore(tx: Tx, id: number): Promise<number> {
  const row = await tx.row<{
    n: number;
  }>(sql`select count(*)::int as n from sales_order where company_id = ${sql.company}
    and source_order_id = ${id} and origin = any(${arrayOf(SENT_AGAIN)}::text[]) and status <> 'cancelled'`);
  return row?.n ?? 0;
}
