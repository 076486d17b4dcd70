import type { PlatformOrder } from '@tradewind/connectors/marketplace.ts';
import type { Tx } from '../../core/database/database.ts';
import { Decimal } from '../../core/money.ts';
import { mappingsFor, productFacts } from '../catalog/public.ts';

import { type Decision, decisionDetail, judge } from './judge.ts';
import { moveOrders } from './move.ts';
import { estimateProfits } from './profit.ts';
import { tryAgain } from './reserve.queue.ts';
import { requestReservation } from './reserve.ts';
import { activeRules } from './rules.queries.ts';
import type { Status } from './status.ts';

interface Candidate {
  id: number;
  origin: string;
  shopId: number;
  platform: string;
  status: Status;
  currency: string;
  totalAmount: string;
  goods: string;
  shipping: string;
  discount: string;
  profit: string | null;
  shipTo: PlatformOrder['shipTo'] | null;
  platformShipping: boolean;
  buyerNote: string;
  cancelRequested: boolean;
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
  const orders = (await candidates(tx, ids)).filter((o) => OPEN.includes(o.status));
  // Whoever made an order by hand has said which products it is of.
  await mapLines(
    tx,
    orders.filter((o) => o.origin === 'platform'),
  );
  await reckonProfits(tx, orders);
  const facts = await productFacts(tx, [
    ...new Set(orders.flatMap((o) => o.lines.flatMap((l) => (l.productId === null ? [] : [l.productId])))),
  ]);
  const rules = await activeRules(tx);
  const groups = new Map<string, { decision: Decision; ids: number[] }>();
  const stillWaiting: number[] = [];
  for (const order of orders) {
    const decision = judge(
      { ...order, platformStatus: platformStatus(order, event), fulfilledBy: 'seller' },
      rules,
      facts,
    );
    if (order.status === decision.status && decision.exception === null) {
      if (order.status === 'allocate') stillWaiting.push(order.id);
      continue;
    }
    const key = [
      decision.status,
      decision.exception,
      decision.rule?.id,
      decision.warehouse?.id,
      decision.channel?.id,
    ].join('/');
    const group = groups.get(key) ?? { decision, ids: [] };
    group.ids.push(order.id);
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
  // Their lines, quantities or address may be others now.
  await tryAgain(tx, stillWaiting);
  const waits = stillWaiting.length > 0 || [...groups.values()].some((g) => g.decision.status === 'allocate');
  if (waits) await requestReservation(tx);
  return orders.length;
}

/** What is not paid or held by the platform stays so, whatever else changes, until the platform says otherwise. */
function platformStatus(order: Candidate, event: string): 'unpaid' | 'toShip' {
  if (order.platformHold !== null) return 'unpaid';
  return order.status === 'unpaid' && event !== 'paid' ? 'unpaid' : 'toShip';
}

async function candidates(tx: Tx, ids: readonly number[]): Promise<Candidate[]> {
  // Locked by a statement of its own: the next one sees lines that were written while we waited.
  await tx.prepared(
    'reevaluate_lock',
    'select id from sales_order where company_id = $1 and id = any($2::bigint[]) order by id for update',
    [tx.companyId, ids],
  );
  return tx.prepared<Candidate>(
    'reevaluate_orders',
    `select o.id, o.origin, o.shop_id as "shopId", o.platform, o.status, o.currency, o.total_amount as "totalAmount", o.goods_amount as goods,
       o.shipping_amount as shipping, o.discount_amount as discount, o.profit_estimate as profit, o.ship_to as "shipTo",
       o.buyer_note as "buyerNote", o.platform_shipping as "platformShipping", o.cancel_requested as "cancelRequested", o.platform_hold as "platformHold",
       coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'sellerSku', l.seller_sku, 'quantity', l.quantity, 'productId', l.product_id, 'factor', l.factor, 'fixed', l.fixed) order by l.id)
         from order_line l where l.company_id = $1 and l.order_id = o.id), '[]') as lines
     from sales_order o where o.company_id = $1 and o.id = any($2::bigint[]) order by o.id`,
    [tx.companyId, ids],
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
    orders.map((order) => ({ ...order, total: order.totalAmount })),
  );
  const changes = orders.flatMap(({ id, profit }, i) => {
    const now = profits[i] ?? null;
    const same = now === null || profit === null ? now === profit : new Decimal(now).eq(profit);
    return same ? [] : [{ id, profit: now }];
  });
  if (changes.length === 0) return;
  await tx.prepared(
    'reevaluate_profit',
    `update sales_order o set profit_estimate = r.profit
     from jsonb_to_recordset($2::jsonb) as r(id bigint, profit numeric) where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(changes)],
  );
}

/** Where and how the rules say it ships; without such a rule, what a person chose stays. */
async function place(tx: Tx, ids: readonly number[], decision: Decision): Promise<void> {
  if (!decision.warehouse && !decision.channel) return;
  await tx.prepared(
    'reevaluate_place',
    `update sales_order set warehouse_id = coalesce($3, warehouse_id), channel_id = coalesce($4, channel_id)
     where company_id = $1 and id = any($2::bigint[])`,
    [tx.companyId, ids, decision.warehouse?.action.warehouseId ?? null, decision.channel?.action.channelId ?? null],
  );
}
