import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Decimal } from '../../../core/money.ts';
import { mappingsFor, productFacts } from '../../catalog/public.ts';
import { keepGoods } from '../goods.ts';
import { moveOrders } from '../move.ts';
import { estimateProfits } from '../profit/profit.ts';
import { tryAgain } from '../reserve/queue.ts';
import { requestReservation } from '../reserve/reserve.ts';
import type { Status } from '../status.ts';
import { type Case, type Decision, decisionDetail, evaluate } from './decide.ts';
import { askArranging, giveTags } from './effects.ts';
import { activeRules, asks, zoneFor } from './queries.ts';

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

export const OPEN: readonly Status[] = ['unpaid', 'review', 'allocate', 'exception', 'held'];

/**
 * Maps and re-evaluates orders without allocated stock: after an SKU mapping, an address change or a payment.
 * Set-based: a mapping that continues a thousand orders takes a few statements.
 * @param event the reason in the history
 */
export async function reevaluate(tx: Tx, ids: readonly number[], event: string): Promise<number> {
  if (ids.length === 0) return 0;
  const evaluated = await reevaluateOrders(tx, ids, event);
  await mark(tx, evaluated);
  const moving = evaluated.filter((o) => o.status !== o.decision.status || o.decision.exception !== null);
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
  // Their lines, quantities or address may have changed.
  const stillWaiting = evaluated.filter((o) => o.status === 'allocate' && !moving.includes(o)).map((o) => o.id);
  await tryAgain(tx, stillWaiting);
  const waits = stillWaiting.length > 0 || [...groups.values()].some((g) => g.decision.status === 'allocate');
  if (waits) await requestReservation(tx);
  return evaluated.length;
}

/** A person approved these orders, so the split and merge rules run now. */
export async function arrangeReviewed(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const arranged = (await activeRules(tx)).some(({ kind }) => kind === 'split' || kind === 'merge');
  if (!arranged) return;
  const evaluated = await reevaluateOrders(tx, ids, 'reviewed');
  await askArranging(
    tx,
    evaluated.map((order) => ({ ...order, decision: { ...order.decision, status: order.status } })),
  );
}

/** The result of the rules for these orders, in the given statuses; moves nothing. */
export async function reevaluateOrders(
  tx: Tx,
  ids: readonly number[],
  event: string,
  states: readonly Status[] = OPEN,
) {
  const rules = await activeRules(tx);
  const timeZone = await zoneFor(tx, rules);
  const orders = (await candidates(tx, ids, asks(rules, 'firstOrder'))).filter((o) => states.includes(o.status));
  // A manual order names its products, and its stock is allocated for these.
  await mapLines(
    tx,
    orders.filter((o) => o.origin === 'platform' && o.status !== 'ready'),
  );
  await calculateProfits(tx, orders);
  const facts = await productFacts(tx, [
    ...new Set(orders.flatMap((o) => o.lines.flatMap((l) => (l.productId === null ? [] : [l.productId])))),
  ]);
  return orders.map((order) => {
    const platform = { platformStatus: platformStatus(order, event), fulfilledBy: 'seller' } as const;
    // Evaluated as a new order, it has no warehouse unless its stock is allocated.
    const warehouseId = event === 'reevaluated' && order.status !== 'ready' ? null : order.warehouseId;
    return { ...order, decision: evaluate({ ...order, ...platform, timeZone, warehouseId }, rules, facts) };
  });
}

/** Unpaid orders and platform holds stay until the platform changes them. */
function platformStatus(order: Candidate, event: string): 'unpaid' | 'toShip' {
  if (order.platformHold !== null) return 'unpaid';
  return order.status === 'unpaid' && event !== 'paid' ? 'unpaid' : 'toShip';
}

async function candidates(tx: Tx, ids: readonly number[], buyers: boolean): Promise<Candidate[]> {
  // A separate statement locks them, so that the next one sees lines written while this one waited.
  await tx.rows(
    sql`select id from sales_order where company_id = ${sql.company} and id = any(${ids}::bigint[]) order by id for update`,
  );
  return tx.rows<Candidate>(
    sql`select o.id, o.shop_id, o.platform, o.status, o.currency, o.total_amount, o.amounts_unknown, o.goods_amount as goods,
       o.shipping_amount as shipping, o.discount_amount as discount, o.profit_estimate as profit,
       o.freight_estimate as freight, o.channel_id, o.fulfilled_by, o.ship_to,
       o.ordered_at, o.ship_by, o.discount_amount, o.origin, to_jsonb(o.tag_ids) as "tagIds", o.priority, o.unruled,
       o.exception, o.warehouse_id,
       case when ${buyers} and o.buyer_email <> '' then not exists (select 1 from order_term t where t.company_id = ${sql.company}
         and t.term = upper(btrim(o.buyer_email)) and t.buyer and t.ordered_at < o.ordered_at) end as "firstOrder",
       o.service_level, o.service_asked, o.buyer_note, o.platform_shipping, o.cancel_requested, o.platform_hold,
       coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'sellerSku', l.seller_sku, 'quantity', l.quantity, 'productId', l.product_id, 'factor', l.factor, 'fixed', l.fixed) order by l.id)
         from order_line l where l.company_id = ${sql.company} and l.order_id = o.id), '[]') as lines
     from sales_order o where o.company_id = ${sql.company} and o.id = any(${ids}::bigint[]) order by o.id`,
  );
}

/** Applies the current SKU mapping to all lines without allocated stock. */
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
  await tx.rows(
    sql`update order_line l set product_id = r."productId", factor = r.factor
     from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(id bigint, "productId" bigint, factor int) where l.company_id = ${sql.company} and l.id = r.id and l.reserved = 0`,
  );
  const changed = new Set(changes.map((change) => change.id));
  const affected = orders.filter((order) => order.lines.some((line) => changed.has(line.id)));
  await keepGoods(
    tx,
    affected.map((order) => order.id),
  );
}

/** Recalculates the estimated profit, since more may be known now. */
async function calculateProfits(tx: Tx, orders: readonly Candidate[]): Promise<void> {
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
  await tx.rows(
    sql`update sales_order o set profit_estimate = r.profit, freight_estimate = r.freight
     from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as r(id bigint, profit numeric, freight numeric) where o.company_id = ${sql.company} and o.id = r.id`,
  );
}

/** Adds tags; keeps a priority that a person set. */
async function mark(tx: Tx, evaluated: readonly (Candidate & { decision: Decision })[]): Promise<void> {
  const stays = (o: (typeof evaluated)[number]) => o.status === o.decision.status && o.decision.exception === null;
  const marked = evaluated.filter(
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
  await tx.rows(
    sql`update sales_order o set tag_ids = array(select jsonb_array_elements_text(r."tagIds")::bigint), priority = r.priority, unruled = r.unruled,
       version = o.version + 1
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "tagIds" jsonb, priority int, unruled boolean) where o.company_id = ${sql.company} and o.id = r.id`,
  );
  giveTags(tx, marked);
  // Orders that move write their history with the move.
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

/** Sets the warehouse and channel that the rules chose. Without such a rule, a person's choice stays. */
async function place(tx: Tx, ids: readonly number[], decision: Decision): Promise<void> {
  await tx.rows(
    sql`update sales_order set warehouse_id = coalesce(${decision.warehouse?.action.warehouseId ?? null}::bigint, warehouse_id), channel_id = coalesce(${decision.channel?.action.channelId ?? null}::bigint, channel_id), unruled = ${decision.unruled}
     where company_id = ${sql.company} and id = any(${ids}::bigint[]) and (unruled <> ${decision.unruled} or ${decision.warehouse?.action.warehouseId ?? null}::bigint is not null or ${decision.channel?.action.channelId ?? null}::bigint is not null)`,
  );
}
