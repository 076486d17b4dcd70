import type { PlatformOrder, PlatformOrderStatus } from '@tradewind/connectors/marketplace.ts';
import type { ProductFacts } from '../catalog/public.ts';
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
  /** The platform carries it and may keep the address to itself. */
  platformShipping: boolean;
  buyerNote: string;
  cancelRequested: boolean;
  lines: readonly { sellerSku: string; quantity: number; productId: number | null; factor: number }[];
}

export interface Decision {
  status: Status;
  exception: string | null;
  /** The rule that made it; it stands in the order's history. */
  rule: Rule | undefined;
  /** Rules that choose where it ships from and how. */
  warehouse: Rule | undefined;
  channel: Rule | undefined;
}

/** What the history keeps of a decision. */
export function decisionDetail(decision: Decision): Record<string, unknown> {
  const named = (rule: Rule | undefined) => rule && { id: rule.id, name: rule.name };
  const { rule, warehouse, channel, exception } = decision;
  const told = {
    rule: named(rule),
    warehouseRule: named(warehouse),
    channelRule: named(channel),
    exception: exception ?? undefined,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** Where an order goes before anything is reserved for it, and why. Without a rule that lets it pass, a person reviews it. */
export function judge(order: Case, rules: readonly Rule[], products: ReadonlyMap<number, ProductFacts>): Decision {
  const facts = factsOf(order, products);
  const warehouse = firstMatch(rules, 'warehouse', facts);
  const channel = firstMatch(rules, 'channel', facts);
  const given = byPlatformOrContent(order);
  if (given) return { ...given, rule: undefined, warehouse, channel };
  const rule = firstMatch(rules, 'review', facts);
  return { ...byRule(rule), rule, warehouse, channel };
}

/** What needs no rule: the platform's own state, and orders that cannot go on as they are. */
function byPlatformOrContent(order: Case): Pick<Decision, 'status' | 'exception'> | undefined {
  if (order.platformStatus === 'cancelled') return { status: 'cancelled', exception: null };
  if (order.platformStatus === 'refunded') return { status: 'refunded', exception: null };
  if (order.platformStatus === 'unpaid') return { status: 'unpaid', exception: null };
  if (order.platformStatus === 'shipped' || order.fulfilledBy === 'platform')
    return { status: 'shipped', exception: null };
  if (order.lines.some((line) => line.productId === null)) return { status: 'exception', exception: 'unmapped' };
  if (!order.platformShipping && !addressUsable(order.shipTo)) return { status: 'exception', exception: 'address' };
  if (order.cancelRequested) return { status: 'held', exception: null };
  return undefined;
}

function byRule(rule: Rule | undefined): Pick<Decision, 'status' | 'exception'> {
  switch (rule?.action.decision) {
    case 'pass':
      return { status: 'allocate', exception: null };
    case 'hold':
      return { status: 'held', exception: null };
    case 'exception':
      return { status: 'exception', exception: 'rule' };
    default:
      return { status: 'review', exception: null };
  }
}

/** What the platform itself still holds back waits like an unpaid order: it goes on when the platform lets it. */
export function statusOf(order: PlatformOrder): PlatformOrder['status'] {
  return order.hold && (order.status === 'toShip' || order.status === 'partiallyShipped') ? 'unpaid' : order.status;
}

/** Why the platform says that the order must not ship now. */
export function holdOf(order: PlatformOrder): string | null {
  return statusOf(order) === 'unpaid' ? (order.hold ?? 'UNPAID') : null;
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
