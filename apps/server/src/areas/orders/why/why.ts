import type { ResultOf } from '@tradewind/contract/call.ts';
import type { whyOrderWaits } from '@tradewind/contract/orders.ts';
import type { Tx } from '../../../core/database/database.ts';
import { incomingGoods } from '../../stock/public.ts';
import {
  type Head,
  headOf,
  holdersOf,
  type Need,
  named,
  needsOf,
  queueOf,
  type Stand,
  standsOf,
} from './why.queries.ts';

type Why = ResultOf<typeof whyOrderWaits>;
type Reason = Why['reasons'][number];

const WAITING = ['unpaid', 'review', 'allocate', 'exception', 'held'];

/** Why one order waits, with all details that explain it. */
export async function whyWaiting(tx: Tx, orderId: number): Promise<Why> {
  const head = await headOf(tx, orderId);
  if (!WAITING.includes(head.status) || head.fulfilledBy === 'platform') return { reasons: [], products: [] };
  const needs = await needsOf(tx, orderId);
  const productIds = needs.map((need) => need.productId);
  const [stands, holders, queue, incoming] = await Promise.all([
    standsOf(tx, productIds),
    holdersOf(tx, orderId, productIds),
    queueOf(tx, orderId),
    incomingGoods(tx, productIds),
  ]);
  const visible = tx.rights.warehouseIds;
  const observed = (warehouseId: number) => visible === null || visible.includes(warehouseId);
  return {
    reasons: reasonsOf(head, needs, stands),
    // Short products first.
    products: needs
      .map((need): Why['products'][number] => {
        const ahead = queue.ahead.get(need.productId);
        return {
          ...need,
          missing: missingOf(need, open(stands, head.warehouseId)),
          warehouses: stands
            .filter((s) => s.productId === need.productId && observed(s.warehouseId))
            .filter((s) => s.available > 0 || s.reserved > 0 || s.warehouseId === head.warehouseId)
            .slice(0, 20)
            .map((s) => ({
              id: s.warehouseId,
              name: s.name,
              available: s.available,
              reserved: s.reserved,
              closed: s.enabled ? (s.counting ? 'counting' : null) : 'disabled',
            })),
          heldBy: named(holders, need.productId),
          place: ahead === undefined ? null : ahead + 1,
          ahead: named(queue.first, need.productId),
          incoming: incoming
            .filter((goods) => goods.productId === need.productId && observed(goods.warehouseId))
            .slice(0, 10)
            .map(({ productId: _, ...goods }) => goods),
        };
      })
      .sort((a, b) => b.missing - a.missing),
  };
}

/** Warehouses that may ship the order: a rule or a person may have chosen one. */
function open(stands: readonly Stand[], warehouseId: number | null): Stand[] {
  return stands.filter((s) => s.enabled && !s.counting && (warehouseId === null || s.warehouseId === warehouseId));
}

function missingOf(need: Need, stands: readonly Stand[]): number {
  const most = Math.max(0, ...stands.filter((s) => s.productId === need.productId).map((s) => s.available));
  return Math.max(0, need.needed - most);
}

/** Blocking reasons first, then shortages. */
function reasonsOf(head: Head, needs: readonly Need[], stands: readonly Stand[]): Reason[] {
  return [...beforeStock(head), ...closedTo(head, needs, stands), ...short(head, needs, stands)];
}

function beforeStock(head: Head): Reason[] {
  const reasons: Reason[] = [];
  const add = (kind: Reason['kind'], params: Reason['params'] = {}) => reasons.push({ kind, params });
  if (head.platformHold === 'UNPAID' || (head.status === 'unpaid' && !head.platformHold)) add('payment');
  else if (head.platformHold) add('platformHold', { word: head.platformHold });
  if (head.cancelRequested) add('cancelRequested');
  if (head.unmapped.length > 0) add('mapping', { skus: head.unmapped.join(', ') });
  if (head.exception === 'address') add('address');
  else if (head.exception === 'rule') add('rule', { name: head.rule ?? '' });
  else if (head.status === 'exception' && head.exception && head.exception !== 'unmapped')
    add('exception', { exception: head.exception });
  if (head.status === 'review') add('review');
  if (head.status === 'held' && !head.cancelRequested) add('held');
  if (head.status === 'allocate' && head.byHand) add('manualShop');
  return reasons;
}

/** Warehouses that cannot allocate stock, if the order waits for them. */
function closedTo(head: Head, needs: readonly Need[], stands: readonly Stand[]): Reason[] {
  if (needs.length === 0 || wholeIn(open(stands, head.warehouseId), needs)) return [];
  if (stands.every((s) => !s.enabled || s.counting) && head.warehouseId === null)
    return [{ kind: 'noWarehouse', params: {} }];
  const preset = stands.find((s) => s.warehouseId === head.warehouseId);
  if (preset && !preset.enabled) return [{ kind: 'warehouseDisabled', params: { warehouse: preset.name } }];
  const counting = stands.filter(
    (s) => s.counting && (head.warehouseId === null || s.warehouseId === head.warehouseId),
  );
  const whole = wholeIn(counting, needs);
  return whole ? [{ kind: 'warehouseCounting', params: { warehouse: whole.name } }] : [];
}

function short(head: Head, needs: readonly Need[], stands: readonly Stand[]): Reason[] {
  const candidates = open(stands, head.warehouseId);
  const lacking = needs.map((need) => ({ need, missing: missingOf(need, candidates) })).filter((n) => n.missing > 0);
  if (lacking.length > 0)
    return lacking.map(({ need, missing }) => ({ kind: 'stock', params: { sku: need.sku, missing } }));
  if (needs.length > 0 && !wholeIn(candidates, needs)) return [{ kind: 'apart', params: {} }];
  return head.status === 'allocate' && !head.byHand && needs.length > 0 ? [{ kind: 'next', params: {} }] : [];
}

/** A warehouse with all items: a waiting order is not split automatically. */
function wholeIn(stands: readonly Stand[], needs: readonly Need[]): Stand | undefined {
  const has = (warehouseId: number, { productId, needed }: Need) =>
    stands.some((s) => s.warehouseId === warehouseId && s.productId === productId && s.available >= needed);
  return stands.find((s) => needs.every((need) => has(s.warehouseId, need)));
}
