import type { Tx } from '../../core/database/database.ts';
import { writeHistory } from '../../core/documents.ts';
import { Decimal } from '../../core/money.ts';
import { mappingsFor, productFacts } from '../catalog/public.ts';

import { type Case, type Decision, decisionDetail, judge } from './judge.ts';
import { moveOrders } from './move.ts';
import { estimateProfits } from './profit.ts';
import { tryAgain } from './reserve.queue.ts';
import { requestReservation } from './reserve.ts';
import { askArranging, giveTags } from './ruled.ts';
import { activeRules, asks, zoneFor } from './rules.queries.ts';
import type { Status } from './status.ts';

interface Candidate extends Omit<Case, 'platformStatus' | 'fulfilledBy' | 'timeZone' | 'lines' | 'warehouseId'> {
  id: number;
  status: Status;
  exception: string | null;
  warehouseId: number | null;
  channelId: number | null;
  priority: number;
  goods: string;
  shipping: string;
  discount: string;
  profit: string | null;
  freight: string | null;
  fulfilledBy: string;
  unruled: boolean;
  platformHold: string | null;
  lines: {
    id: number;
    sellerSku: string;
    quantity: number;
    productId: number | null;
    factor: number;
    fixed: boolean;
  }[];
}

const OPEN: readonly Status[] = ['unpaid', 'review', 'allocate', 'exception', 'held'];

/**
 * Maps and judges orders again that nothing is reserved for: after a mapping was made, an address mended, a payment
 * came in. Set-based: a mapping that frees a thousand orders is a handful of statements.
 * @param event what the history calls the reason
 */
export async function reevaluate(tx: Tx, ids: readonly number[], event: string): Promise<number> {
  if (ids.length === 0) return 0;
  const judged = await judgeAgain(tx, ids, event);
  await mark(tx, judged);
  const moving = judged.filter((o) => o.status !== o.decision.status || o.decision.exception !== null);
  const groups = new Map<string, { decision: Decision; ids: number[] }>();
  for (const { id, decision } of moving) {
    const key = JSON.stringify([decision.status, decisionDetail(decision)]);
    const group = groups.get(key) ?? { decision, ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  for (const { decision, ids: group } of groups.values()) {
    await place(tx, group, decision);
    await moveOrders(tx, group, {
      to: decision.status,
      from: OPEN.filter((status) => status !== decision.status || status === 'exception'),
      event,
      exception: decision.exception,
      detail: decisionDetail(decision),
    });
  }
  await askArranging(tx, moving);
  // Their lines, quantities or address may be others now.
  const stillWaiting = judged.filter((o) => o.status === 'allocate' && !moving.includes(o)).map((o) => o.id);
  await tryAgain(tx, stillWaiting);
  const waits = stillWaiting.length > 0 || [...groups.values()].some((g) => g.decision.status === 'allocate');
  if (waits) await requestReservation(tx);
  return judged.length;
}

/** A person let these orders pass, not a rule: rules that split or merge are asked for them now. */
export async function arrangeReviewed(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const arranged = (await activeRules(tx)).some(({ kind }) => kind === 'split' || kind === 'merge');
  if (!arranged) return;
  const judged = await judgeAgain(tx, ids, 'reviewed');
  await askArranging(
    tx,
    judged.map((order) => ({ ...order, decision: { ...order.decision, status: order.status } })),
  );
}

/** What the rules say of these orders now, of those in one of the states; nothing moves. */
export async function judgeAgain(tx: Tx, ids: readonly number[], event: string, states: readonly Status[] = OPEN) {
  const rules = await activeRules(tx);
  const timeZone = await zoneFor(tx, rules);
  const orders = (await candidates(tx, ids, asks(rules, 'firstOrder'))).filter((o) => states.includes(o.status));
  // Whoever made an order by hand has said which products it is of; what is reserved is reserved for these.
  await mapLines(
    tx,
    orders.filter((o) => o.origin === 'platform' && o.status !== 'ready'),
  );
  await reckonProfits(tx, orders);
  const facts = await productFacts(tx, [
    ...new Set(orders.flatMap((o) => o.lines.flatMap((l) => (l.productId === null ? [] : [l.productId])))),
  ]);
  return orders.map((order) => {
    const platform = { platformStatus: platformStatus(order, event), fulfilledBy: 'seller' } as const;
    // As if it arrived now, it is nowhere yet unless its goods are reserved.
    const warehouseId = event === 'rejudged' && order.status !== 'ready' ? null : order.warehouseId;
    return { ...order, decision: judge({ ...order, ...platform, timeZone, warehouseId }, rules, facts) };
  });
}

/** What is not paid or held by the platform stays so, whatever else changes, until the platform says otherwise. */
function platformStatus(order: Candidate, event: string): 'unpaid' | 'toShip' {
  if (order.platformHold !== null) return 'unpaid';
  return order.status === 'unpaid' && event !== 'paid' ? 'unpaid' : 'toShip';
}

async function candidates(tx: Tx, ids: readonly number[], buyers: boolean): Promise<Candidate[]> {
  // Locked by a statement of its own: the next one sees lines that were written while we waited.
  await tx.prepared(
    'reevaluate_lock',
    'select id from sales_order where company_id = $1 and id = any($2::bigint[]) order by id for update',
    [tx.companyId, ids],
  );
  return tx.prepared<Candidate>(
    'reevaluate_orders',
    `select o.id, o.shop_id as "shopId", o.platform, o.status, o.currency, o.total_amount as "totalAmount", o.goods_amount as goods,
       o.shipping_amount as shipping, o.discount_amount as discount, o.profit_estimate as profit,
       o.freight_estimate as freight, o.channel_id as "channelId", o.fulfilled_by as "fulfilledBy", o.ship_to as "shipTo",
       o.ordered_at as "orderedAt", o.ship_by as "shipBy", o.discount_amount as "discountAmount", o.origin, to_jsonb(o.tag_ids) as "tagIds", o.priority, o.unruled,
       o.exception, o.warehouse_id as "warehouseId",
       case when $3 and o.buyer_email <> '' then not exists (select 1 from order_term t where t.company_id = $1
         and t.term = upper(btrim(o.buyer_email)) and t.buyer and t.ordered_at < o.ordered_at) end as "firstOrder",
       o.service_level as "serviceLevel", o.service_asked as "serviceAsked", o.buyer_note as "buyerNote", o.platform_shipping as "platformShipping", o.cancel_requested as "cancelRequested", o.platform_hold as "platformHold",
       coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'sellerSku', l.seller_sku, 'quantity', l.quantity, 'productId', l.product_id, 'factor', l.factor, 'fixed', l.fixed) order by l.id)
         from order_line l where l.company_id = $1 and l.order_id = o.id), '[]') as lines
     from sales_order o where o.company_id = $1 and o.id = any($2::bigint[]) order by o.id`,
    [tx.companyId, ids, buyers],
  );
}

/** Takes today's mapping for every line nothing is reserved for. */
async function mapLines(tx: Tx, orders: readonly Candidate[]): Promise<void> {
  const changes: { id: number; productId: number; factor: number }[] = [];
  for (const shopId of new Set(orders.map((o) => o.shopId))) {
    const mine = orders.filter((o) => o.shopId === shopId);
    const mappings = await mappingsFor(tx, shopId, [...new Set(mine.flatMap((o) => o.lines.map((l) => l.sellerSku)))]);
    for (const line of mine.flatMap((o) => o.lines)) {
      const mapping = mappings.get(line.sellerSku);
      if (!mapping || line.fixed || (line.productId === mapping.productId && line.factor === mapping.factor)) continue;
      line.productId = mapping.productId;
      line.factor = mapping.factor;
      changes.push({ id: line.id, productId: mapping.productId, factor: mapping.factor });
    }
  }
  if (changes.length === 0) return;
  await tx.prepared(
    'reevaluate_lines',
    `update order_line l set product_id = r."productId", factor = r.factor
     from jsonb_to_recordset($2::jsonb) as r(id bigint, "productId" bigint, factor int) where l.company_id = $1 and l.id = r.id and l.reserved = 0`,
    [tx.companyId, JSON.stringify(changes)],
  );
}

/** What the orders will leave now that more of them may be known. */
async function reckonProfits(tx: Tx, orders: readonly Candidate[]): Promise<void> {
  const profits = await estimateProfits(
    tx,
    orders.map((order) => ({
      ...order,
      total: order.totalAmount,
      way: order.fulfilledBy === 'seller' && !order.platformShipping ? { channelId: order.channelId } : undefined,
    })),
  );
  const same = (now: string | null, was: string | null) =>
    now === null || was === null ? now === was : new Decimal(now).eq(was);
  const changes = orders.flatMap(({ id, profit, freight }, i) => {
    const now = profits[i] ?? { profit: null, freight: null };
    return same(now.profit, profit) && same(now.freight, freight) ? [] : [{ id, ...now }];
  });
  if (changes.length === 0) return;
  await tx.prepared(
    'reevaluate_profit',
    `update sales_order o set profit_estimate = r.profit, freight_estimate = r.freight
     from jsonb_to_recordset($2::jsonb) as r(id bigint, profit numeric, freight numeric) where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(changes)],
  );
}

/** Tags add to what is there; a priority that somebody gave stays. */
async function mark(tx: Tx, judged: readonly (Candidate & { decision: Decision })[]): Promise<void> {
  const stays = (o: (typeof judged)[number]) => o.status === o.decision.status && o.decision.exception === null;
  const marked = judged.filter(
    (o) =>
      o.decision.tagIds.length > o.tagIds.length ||
      (o.priority === 0 && o.decision.priority?.action.priority) ||
      (stays(o) && o.unruled !== o.decision.unruled),
  );
  if (marked.length === 0) return;
  const rows = marked.map(({ id, priority, decision }) => ({
    id,
    tagIds: decision.tagIds,
    priority: priority || (decision.priority?.action.priority ?? 0),
    unruled: decision.unruled,
  }));
  await tx.prepared(
    'reevaluate_mark',
    `update sales_order o set tag_ids = array(select jsonb_array_elements_text(r."tagIds")::bigint), priority = r.priority, unruled = r.unruled,
       version = o.version + 1
     from jsonb_to_recordset($2::jsonb) as r(id bigint, "tagIds" jsonb, priority int, unruled boolean) where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(rows)],
  );
  giveTags(tx, marked);
  // What moves says so with its move.
  writeHistory(
    tx,
    marked.filter(stays).map(({ id, decision }) => ({
      docKind: 'sales_order',
      docId: id,
      event: 'ruled',
      detail: decisionDetail({ ...decision, warehouse: undefined, channel: undefined }),
    })),
  );
}

/** Where and how the rules say it ships; without such a rule, what a person chose stays. */
async function place(tx: Tx, ids: readonly number[], decision: Decision): Promise<void> {
  await tx.prepared(
    'reevaluate_place',
    `update sales_order set warehouse_id = coalesce($3::bigint, warehouse_id), channel_id = coalesce($4::bigint, channel_id), unruled = $5
     where company_id = $1 and id = any($2::bigint[]) and (unruled <> $5 or $3::bigint is not null or $4::bigint is not null)`,
    [
      tx.companyId,
      ids,
      decision.warehouse?.action.warehouseId ?? null,
      decision.channel?.action.channelId ?? null,
      decision.unruled,
    ],
  );
}
