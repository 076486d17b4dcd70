import type { PlatformOrder, PlatformOrderStatus } from '@tradewind/connectors/capabilities/orders.ts';
import type { ProductFacts } from '../../catalog/public.ts';
import type { Status } from '../status.ts';
import { firstMatch, type OrderFacts, type Rule, tagging, withTags } from './rules.ts';

/** The input for evaluating an order, stored or not. */
export interface Case {
  shopId: number;
  platform: string;
  platformStatus: PlatformOrderStatus;
  fulfilledBy: 'seller' | 'platform';
  currency: string;
  totalAmount: string;
  amountsUnknown?: boolean | undefined;
  shipTo: PlatformOrder['shipTo'] | null;
  /** The platform ships it and may hide the address. */
  platformShipping: boolean;
  buyerNote: string;
  cancelRequested: boolean;
  lines: readonly { sellerSku: string; quantity: number; productId: number | null; factor: number }[];
  orderedAt: string | Date;
  shipBy: string | Date | null;
  discountAmount: string;
  origin: string;
  /** The level of the service that the buyer chose, and the platform's name for it. */
  serviceLevel: string | null;
  serviceAsked: string;
  /** Tags from people and earlier rules. */
  tagIds: readonly number[];
  /** The warehouse unless a rule chooses one; null: any with stock. */
  warehouseId: number | null;
  /** null: the buyer is unknown. */
  firstOrder: boolean | null;
  /** Of the company. */
  timeZone: string;
}

export interface Decision {
  status: Status;
  exception: string | null;
  /** The deciding rule, shown in the order's history. */
  rule: Rule | undefined;
  /** No rule matched, so a person reviews it. */
  unruled: boolean;
  /** The warehouse and channel rules that matched. */
  warehouse: Rule | undefined;
  channel: Rule | undefined;
  /** All matching tag rules, and the order's tags including theirs. */
  tagRules: readonly Rule[];
  tagIds: readonly number[];
  priority: Rule | undefined;
  split: Rule | undefined;
  merge: Rule | undefined;
}

/** The part of a decision that the history stores. */
export function decisionDetail(decision: Decision): Record<string, unknown> {
  const named = (rule: Rule | undefined) => rule && { id: rule.id, name: rule.name, version: rule.version };
  const { rule, warehouse, channel, exception, tagRules, priority, split, merge, unruled } = decision;
  const answered = {
    rule: named(rule),
    unruled: unruled || undefined,
    warehouseRule: named(warehouse),
    channelRule: named(channel),
    tagRules: tagRules.length > 0 ? tagRules.map(named) : undefined,
    priorityRule: named(priority),
    splitRule: named(split),
    mergeRule: named(merge),
    exception: exception ?? undefined,
  };
  return Object.fromEntries(Object.entries(answered).filter(([, value]) => value !== undefined));
}

/** The status of an order before allocation, and the reason. Without a rule that approves it, a person reviews it. */
export function evaluate(order: Case, rules: readonly Rule[], products: ReadonlyMap<number, ProductFacts>): Decision {
  const untagged = factsOf(order, products);
  const tagged = tagging(rules, untagged);
  const facts = withTags(untagged, tagged.tags);
  const first = (kind: Rule['kind']) => firstMatch(rules, kind, facts);
  const warehouse = first('warehouse');
  const from = warehouse?.action.warehouseId ?? order.warehouseId;
  const chosen = {
    tagRules: tagged.rules,
    tagIds: tagged.tags,
    warehouse,
    channel: firstMatch(
      rules.filter((rule) => from === null || !rule.notFrom?.includes(from)),
      'channel',
      facts,
    ),
    priority: first('priority'),
    split: first('split'),
    merge: first('merge'),
  };
  const input = byPlatformOrContent(order);
  if (input) return { ...input, ...chosen, rule: undefined, unruled: false };
  const rule = first('review');
  return { ...byRule(rule), ...chosen, rule, unruled: rule === undefined };
}

/** Results that need no rule: the platform's own status, and orders that cannot continue. */
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

/** An order on hold by the platform waits like an unpaid one and continues when the platform releases it. */
export function statusOf(order: PlatformOrder): PlatformOrder['status'] {
  return order.hold && (order.status === 'toShip' || order.status === 'partiallyShipped') ? 'unpaid' : order.status;
}

/** The platform's reason not to ship now. */
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
  const { shipTo, shipBy, timeZone } = order;
  const at = new Date(order.orderedAt);
  const residential = shipTo?.residential;
  return {
    platform: order.platform,
    shopId: order.shopId,
    currency: order.currency,
    totalAmount: order.amountsUnknown ? '' : order.totalAmount,
    country: shipTo?.country ?? '',
    state: shipTo?.state ?? '',
    postalCode: shipTo?.postalCode ?? '',
    units: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    lineCount: order.lines.length,
    buyerNote: order.buyerNote,
    lines: order.lines,
    weightGrams,
    battery,
    tags: order.tagIds,
    firstOrder: order.firstOrder ?? '',
    discountAmount: order.amountsUnknown ? '' : order.discountAmount,
    promiseHours: shipBy === null ? '' : (new Date(shipBy).getTime() - at.getTime()) / 3_600_000,
    get weekday() {
      return clockOf(timeZone)(at).weekday;
    },
    get hour() {
      return clockOf(timeZone)(at).hour;
    },
    addressType: residential === undefined ? '' : residential ? 'residential' : 'business',
    origin: order.origin,
    serviceLevel: order.serviceLevel ?? '',
    serviceAsked: order.serviceAsked,
  };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const clocks = new Map<string, (at: Date) => { weekday: number; hour: number }>();

/** The weekday and hour in a time zone. Caches formatters, which are expensive to create. */
function clockOf(timeZone: string) {
  let clock = clocks.get(timeZone);
  if (!clock) {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' });
    clock = (at) => {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      return { weekday: DAYS.indexOf(parts.weekday ?? '') + 1, hour: Number(parts.hour) };
    };
    clocks.set(timeZone, clock);
  }
  return clock;
}

export function addressUsable(address: PlatformOrder['shipTo'] | null): boolean {
  if (!address) return false;
  return (
    [address.name, address.line1, address.city, address.postalCode].every((part) => part?.trim()) &&
    /^[A-Z]{2}$/.test(address.country)
  );
}
