import type { PlatformOrder, PlatformOrderStatus } from '@tradewind/connectors/types.ts';
import type { Tx } from '../../core/database/database.ts';
import type { ProductFacts } from './facts.ts';
import { firstMatch, type OrderFacts, type Rule } from './rules.ts';
import type { Status } from './status.ts';

/** What judging an order needs, before it is stored or after. */
export interface Case {
  shopId: number;
  platform: string;
  platformStatus: PlatformOrderStatus;
  fulfilledBy: 'seller' | 'platform';
  currency: string;
  totalAmount: string;
  shipTo: PlatformOrder['shipTo'] | null;
  buyerNote: string;
  cancelRequested: boolean;
  lines: readonly { sellerSku: string; quantity: number; productId: number | null; factor: number }[];
}

export interface Decision {
  status: Status;
  exception: string | null;
  /** The rule that made it; it stands in the order's history. */
  rule: Rule | undefined;
}

/** Where an order goes before anything is reserved for it, and why. Without a rule that lets it pass, a person reviews it. */
export function judge(order: Case, rules: readonly Rule[], products: ReadonlyMap<number, ProductFacts>): Decision {
  const plain = (status: Status, rule?: Rule): Decision => ({ status, exception: null, rule });
  const exception = (reason: string, rule?: Rule): Decision => ({ status: 'exception', exception: reason, rule });
  if (order.platformStatus === 'cancelled') return plain('cancelled');
  if (order.platformStatus === 'refunded') return plain('refunded');
  if (order.platformStatus === 'unpaid') return plain('unpaid');
  if (order.platformStatus === 'shipped' || order.fulfilledBy === 'platform') return plain('shipped');
  if (order.lines.some((line) => line.productId === null)) return exception('unmapped');
  if (!addressUsable(order.shipTo)) return exception('address');
  if (order.cancelRequested) return plain('held');
  const rule = firstMatch(rules, 'review', factsOf(order, products));
  switch (rule?.action.then) {
    case 'pass':
      return plain('allocate', rule);
    case 'hold':
      return plain('held', rule);
    case 'exception':
      return exception('rule', rule);
    default:
      return plain('review', rule);
  }
}

export function factsOf(order: Case, products: ReadonlyMap<number, ProductFacts>): OrderFacts {
  let weightGrams = 0;
  let battery = false;
  for (const line of order.lines) {
    const known = line.productId === null ? undefined : products.get(line.productId);
    weightGrams += (known?.weightGrams ?? 0) * line.quantity * line.factor;
    battery ||= known?.battery ?? false;
  }
  return {
    platform: order.platform,
    shopId: order.shopId,
    currency: order.currency,
    totalAmount: order.totalAmount,
    country: order.shipTo?.country ?? '',
    postalCode: order.shipTo?.postalCode ?? '',
    units: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    lineCount: order.lines.length,
    buyerNote: order.buyerNote,
    skus: order.lines.map((line) => line.sellerSku),
    weightGrams,
    battery,
  };
}

export function addressUsable(address: PlatformOrder['shipTo'] | null): boolean {
  if (!address) return false;
  return (
    [address.name, address.line1, address.city, address.postalCode].every((part) => part?.trim()) &&
    /^[A-Z]{2}$/.test(address.country)
  );
}

/** The documents that take goods out for these orders and have not ended. */
export async function liveOutbounds(tx: Tx, orderIds: readonly number[]): Promise<number[]> {
  if (orderIds.length === 0) return [];
  const rows = await tx.prepared<{ id: number }>(
    'order_live_outbounds',
    `select id from outbound where company_id = $1 and order_id = any($2::bigint[]) and state <> 'cancelled' order by id`,
    [tx.companyId, orderIds],
  );
  return rows.map((row) => row.id);
}
