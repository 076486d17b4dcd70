import type { PlatformOrder } from '@tradewind/connectors/capabilities/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { holdMappings, mappingsFor, type ProductFacts, pairOrdered, productFacts } from '../../catalog/public.ts';
import { keepGoods } from '../goods.ts';
import { type CountDelta, count } from '../move.ts';
import { type Earning, type Estimate, estimateProfits } from '../profit/profit.ts';
import { requestReservation } from '../reserve/reserve.ts';
import { type Case, type Decision, decisionDetail, evaluate, holdOf, statusOf } from '../rules/decide.ts';
import { askArranging, giveTags } from '../rules/effects.ts';
import { activeRules, knownBuyers, zoneFor } from '../rules/queries.ts';
import { addTerms, normalTerm, termsOf } from '../terms.ts';
import type { ShopOfOrders } from './platform-order.ts';
import { laterOf, paidBy } from './platform-order.ts';
import { applyUpdates } from './update.ts';

export interface IntakeResult {
  inserted: number;
  updated: number;
  unchanged: number;
}

/** An order ready to store: mapped and evaluated. */
export interface Prepared {
  order: PlatformOrder;
  decision: Decision;
  lines: PreparedLine[];
  estimate: Estimate;
  /** For orders that do not come from a platform: origin, source order and a person's choices. */
  made?: {
    origin: 'manual' | 'resend' | 'replacement' | 'wholesale';
    sourceOrderId?: number | undefined;
    warehouseId?: number | undefined;
    channelId?: number | undefined;
    /** Its tags before any rule runs. */
    tagIds?: readonly number[] | undefined;
    remark: string;
    detail: Record<string, unknown>;
  };
}

export interface PreparedLine {
  platformLineId: string;
  fulfilmentRef: string | null;
  sellerSku: string;
  platformItemId: string;
  title: string;
  quantity: number;
  unitPrice: string;
  discount: string;
  tax: string;
  productId: number | null;
  factor: number;
}

/**
 * Ingests orders of a shop, hundreds in one transaction with a few statements. (shop, platform number) is unique: a
 * known order is updated when the platform's update time is newer, never duplicated. SKU mapping and rules run before
 * the order is stored, so it is stored in its final status.
 */
export async function intakeOrders(
  tx: Tx,
  shop: ShopOfOrders,
  orders: readonly PlatformOrder[],
): Promise<IntakeResult> {
  const latest = new Map<string, PlatformOrder>();
  for (const order of orders) {
    const known = latest.get(order.platformOrderNo);
    latest.set(order.platformOrderNo, known ? laterOf(known, order) : order);
  }
  const batch = [...latest.values()];
  if (batch.length === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  const prepared = await prepare(tx, shop, batch);
  const inserted = await storeOrders(tx, shop, prepared);
  const observed = prepared.filter((p) => !inserted.has(p.order.platformOrderNo));
  const updated =
    observed.length > 0
      ? await applyUpdates(
          tx,
          shop,
          observed.map((p) => p.order),
        )
      : 0;
  return { inserted: inserted.size, updated, unchanged: observed.length - updated };
}

/** Stores orders of a shop from any source, if their numbers are new there. @returns ids by number */
export async function storeOrders(
  tx: Tx,
  shop: ShopOfOrders,
  prepared: readonly Prepared[],
): Promise<Map<string, number>> {
  const inserted = await insertOrders(tx, shop, prepared);
  const fresh = prepared.filter((p) => inserted.has(p.order.platformOrderNo));
  const idOf = (p: Prepared) => inserted.get(p.order.platformOrderNo) ?? 0;
  await insertLines(tx, fresh, idOf);
  await addTerms(
    tx,
    fresh.map((p) => ({ orderId: idOf(p), orderedAt: p.order.orderedAt, terms: termsOf(p.order) })),
  );
  count(
    tx,
    fresh.map((p) => countOf(shop, p)),
  );
  writeHistory(
    tx,
    fresh.map((p) => firstHistory(p, idOf(p))),
  );
  const evaluated = fresh.map((p) => ({ id: idOf(p), orderedAt: p.order.orderedAt, decision: p.decision }));
  giveTags(tx, evaluated);
  await askArranging(tx, evaluated);
  if (fresh.some((p) => p.decision.status === 'allocate')) await requestReservation(tx);
  return inserted;
}

async function prepare(tx: Tx, shop: ShopOfOrders, orders: readonly PlatformOrder[]): Promise<Prepared[]> {
  const skus = [...new Set(orders.flatMap((order) => order.lines.map((line) => line.sellerSku)))];
  const mappings = await mappingsOf(tx, shop.id, skus);
  const products = await productFacts(tx, [...new Set([...mappings.values()].map((m) => m.productId))]);
  const mapped = orders.map((order) => {
    const lines = order.lines.map((line): PreparedLine => {
      const mapping = mappings.get(line.sellerSku);
      return {
        platformLineId: line.platformLineId,
        fulfilmentRef: line.fulfilmentRef ?? null,
        sellerSku: line.sellerSku,
        platformItemId: line.platformItemId ?? '',
        title: line.title.slice(0, 500),
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        discount: line.discount,
        tax: line.tax,
        productId: mapping?.productId ?? null,
        factor: mapping?.factor ?? 1,
      };
    });
    return { order, lines };
  });
  return evaluateNew(tx, shop, mapped, products);
}

/** The mappings of these seller SKUs, of which new ones may pair themselves. */
async function mappingsOf(tx: Tx, shopId: number, skus: readonly string[]) {
  const [, mappings] = await Promise.all([holdMappings(tx, shopId), mappingsFor(tx, shopId, skus)]);
  const unmapped = skus.filter((sku) => !mappings.has(sku));
  if (!(await pairOrdered(tx, shopId, unmapped))) return mappings;
  // Also those that another intake has paired meanwhile.
  return new Map([...mappings, ...(await mappingsFor(tx, shopId, unmapped))]);
}

/** Evaluates orders before they are stored, and estimates their profit. */
export async function evaluateNew(
  tx: Tx,
  shop: ShopOfOrders,
  orders: readonly Pick<Prepared, 'order' | 'lines' | 'made'>[],
  products: ReadonlyMap<number, ProductFacts>,
): Promise<Prepared[]> {
  const rules = await activeRules(tx);
  const timeZone = await zoneFor(tx, rules);
  const buyers = await knownBuyers(
    tx,
    rules,
    orders.map(({ order }) => order.buyerEmail ?? ''),
  );
  const evaluated = orders.map((each) => {
    const buyer = normalTerm(each.order.buyerEmail ?? '');
    const firstOrder = buyer === '' ? null : !buyers.has(buyer);
    buyers.add(buyer);
    // A person's choice of warehouse overrides the rules.
    const requested = each.made?.warehouseId ? rules.filter(({ kind }) => kind !== 'warehouse') : rules;
    const decision = evaluate({ ...caseOf(shop, each), firstOrder, timeZone }, requested, products);
    return { ...each, decision };
  });
  const estimates = await estimateProfits(
    tx,
    evaluated.map((each) => earningOf(shop, each)),
  );
  return evaluated.map((each, at) => ({ ...each, estimate: estimates[at] ?? { profit: null, freight: null } }));
}

function earningOf(shop: ShopOfOrders, { order, lines, made, decision }: Omit<Prepared, 'estimate'>): Earning {
  const ours = order.fulfilledBy === 'seller' && !order.platformShipping;
  return {
    platform: shop.platform,
    currency: order.currency,
    goods: order.goodsAmount,
    shipping: order.shippingAmount,
    discount: order.discountAmount,
    total: order.totalAmount,
    amountsUnknown: order.amountsUnknown,
    lines,
    way: ours ? { channelId: made?.channelId ?? decision.channel?.action.channelId ?? null } : undefined,
  };
}

function caseOf(
  shop: ShopOfOrders,
  { order, lines, made }: Pick<Prepared, 'order' | 'lines' | 'made'>,
): Omit<Case, 'firstOrder' | 'timeZone'> {
  return {
    shopId: shop.id,
    platform: shop.platform,
    platformStatus: statusOf(order),
    fulfilledBy: order.fulfilledBy,
    currency: order.currency,
    totalAmount: order.totalAmount,
    amountsUnknown: order.amountsUnknown,
    shipTo: order.shipTo ?? null,
    platformShipping: order.platformShipping ?? false,
    buyerNote: order.buyerNote ?? '',
    cancelRequested: order.cancelRequested ?? false,
    lines,
    orderedAt: order.orderedAt,
    shipBy: order.shipBy ?? null,
    discountAmount: order.discountAmount,
    origin: made?.origin ?? 'platform',
    tagIds: made?.tagIds ?? [],
    warehouseId: made?.warehouseId ?? null,
    serviceLevel: order.service?.level ?? null,
    serviceAsked: order.service?.name ?? '',
  };
}

async function insertOrders(tx: Tx, shop: ShopOfOrders, prepared: readonly Prepared[]): Promise<Map<string, number>> {
  const rows = prepared.map(
    ({ order, estimate, decision: { status, exception, warehouse, channel, ...decided }, made }) => ({
      origin: made?.origin ?? 'platform',
      source: made?.sourceOrderId ?? null,
      remark: made?.remark ?? '',
      warehouseId: made?.warehouseId ?? warehouse?.action.warehouseId ?? null,
      channelId: made?.channelId ?? channel?.action.channelId ?? null,
      tagIds: decided.tagIds,
      priority: decided.priority?.action.priority ?? 0,
      unruled: decided.unruled,
      no: order.platformOrderNo,
      displayNo: order.displayNo ?? order.platformOrderNo,
      status,
      exception,
      fulfilledBy: order.fulfilledBy,
      orderedAt: order.orderedAt,
      updatedAt: order.updatedAt,
      shipBy: order.shipBy ?? null,
      currency: order.currency,
      goods: order.goodsAmount,
      shipping: order.shippingAmount,
      tax: order.taxAmount,
      discount: order.discountAmount,
      total: order.totalAmount,
      amountsUnknown: order.amountsUnknown ?? false,
      buyerName: order.buyerName ?? '',
      buyerEmail: order.buyerEmail ?? '',
      buyerNote: order.buyerNote ?? '',
      buyerRef: order.buyerRef ?? '',
      shipTo: order.shipTo ?? null,
      country: order.shipTo?.country ?? '',
      summary: order.lines
        .slice(0, 5)
        .map((line) => ({ sku: line.sellerSku, title: line.title.slice(0, 80), quantity: line.quantity })),
      lineCount: order.lines.length,
      units: order.lines.reduce((sum, line) => sum + line.quantity, 0),
      marketplaceId: order.marketplaceId ?? '',
      refs: order.fulfilmentRefs ?? [],
      cancelRequested: order.cancelRequested ?? false,
      hold: holdOf(order),
      platformShipping: order.platformShipping ?? false,
      confirm: status === 'shipped' ? 'notNeeded' : 'none',
      serviceLevel: order.service?.level ?? null,
      serviceAsked: order.service?.name ?? '',
      paidAt: order.paidAt ?? (paidBy(order) ? order.orderedAt : null),
      ...estimate,
    }),
  );
  const made = await tx.rows<{ id: number; no: string }>(
    sql`insert into sales_order (company_id, shop_id, module_id, platform, platform_order_no, display_no, status, exception, fulfilled_by,
       ordered_at, platform_updated_at, ship_by, currency, goods_amount, shipping_amount, tax_amount, discount_amount, total_amount, amounts_unknown,
       buyer_name, buyer_email, buyer_note, ship_to, country, summary, line_count, units, marketplace_id, fulfilment_refs,
       cancel_requested, platform_hold, confirm_state, shipped_at, created_at, warehouse_id, channel_id, platform_shipping,
       buyer_ref, paid_at, profit_estimate, freight_estimate, origin, source_order_id, remark, tag_ids, priority, unruled, service_level, service_asked)
     select ${sql.company}, ${shop.id}, ${shop.moduleId}, ${shop.platform}, r.no, r."displayNo", r.status, r.exception, r."fulfilledBy", r."orderedAt", r."updatedAt", r."shipBy", r.currency,
       r.goods, r.shipping, r.tax, r.discount, r.total, r."amountsUnknown", r."buyerName", r."buyerEmail", r."buyerNote", r."shipTo", r.country, r.summary,
       r."lineCount", r.units, r."marketplaceId", array(select jsonb_array_elements_text(r.refs)), r."cancelRequested", r.hold, r.confirm,
       case when r.status = 'shipped' then r."updatedAt" end, ${tx.now}, r."warehouseId", r."channelId", r."platformShipping",
       r."buyerRef", r."paidAt", r.profit, r.freight, r.origin, r.source, r.remark, array(select jsonb_array_elements_text(r."tagIds")::bigint), r.priority, r.unruled,
       r."serviceLevel", r."serviceAsked"
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(no text, "displayNo" text, status text, exception text, "fulfilledBy" text, "orderedAt" timestamptz,
       "updatedAt" timestamptz, "shipBy" timestamptz, currency text, goods numeric, shipping numeric, tax numeric, discount numeric,
       total numeric, "amountsUnknown" boolean, "buyerName" text, "buyerEmail" text, "buyerNote" text, "shipTo" jsonb, country text, summary jsonb, "lineCount" int,
       units int, "marketplaceId" text, refs jsonb, "cancelRequested" boolean, hold text, confirm text, "warehouseId" bigint,
       "channelId" bigint, "platformShipping" boolean, "buyerRef" text, "paidAt" timestamptz, profit numeric, freight numeric, origin text, source bigint, remark text,
       "tagIds" jsonb, priority int, unruled boolean, "serviceLevel" text, "serviceAsked" text)
     on conflict (company_id, shop_id, platform_order_no) do nothing returning id, platform_order_no as no`,
  );
  return new Map(made.map((row) => [row.no, row.id]));
}

async function insertLines(tx: Tx, fresh: readonly Prepared[], idOf: (p: Prepared) => number): Promise<void> {
  if (fresh.length === 0) return;
  await insertOrderLines(
    tx,
    fresh.flatMap((p) => p.lines.map((line) => ({ orderId: idOf(p), ...line }))),
  );
}

export async function insertOrderLines(tx: Tx, lines: readonly (PreparedLine & { orderId: number })[]): Promise<void> {
  await tx.rows(
    sql`insert into order_line (company_id, order_id, platform_line_id, fulfilment_ref, seller_sku, platform_item_id, title, quantity,
       unit_price, discount, tax, product_id, factor)
     select ${sql.company}, r."orderId", r."platformLineId", r."fulfilmentRef", r."sellerSku", r."platformItemId", r.title, r.quantity, r."unitPrice",
       r.discount, r.tax, r."productId", r.factor
     from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as r("orderId" bigint, "platformLineId" text, "fulfilmentRef" text, "sellerSku" text,
       "platformItemId" text, title text, quantity int, "unitPrice" numeric, discount numeric, tax numeric, "productId" bigint, factor int)
     on conflict do nothing`,
  );
  await keepGoods(tx, [...new Set(lines.flatMap((line) => (line.productId === null ? [] : [line.orderId])))]);
}

function countOf(shop: ShopOfOrders, p: Prepared): CountDelta {
  return {
    moduleId: shop.moduleId,
    shopId: shop.id,
    status: p.decision.status,
    orderedDay: new Date(p.order.orderedAt).toISOString().slice(0, 10),
    delta: 1,
  };
}

function firstHistory({ order, decision, made }: Prepared, docId: number) {
  const arrived = { platformStatus: order.status, ...(order.amountsUnknown ? { amountsUnknown: true } : {}) };
  const detail = { ...(made ? made.detail : arrived), ...decisionDetail(decision) };
  return { docKind: 'sales_order', docId, event: made ? 'made' : 'arrived', toState: decision.status, detail };
}
