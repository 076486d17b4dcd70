import type { RuleKind, SIMULATED_CHANGES, SimulatedSide } from '@tradewind/contract/orders.ts';
import { Decimal } from '../../../core/money.ts';
import type { ProductFacts } from '../../catalog/public.ts';
import { type Case, type Decision, evaluate, factsOf } from './decide.ts';
import type { Rule } from './rules.ts';
import { bandOf, type Targets } from './targets.ts';

export type Difference = (typeof SIMULATED_CHANGES)[number] | 'fallen';

/** An order to evaluate again as if it were new. */
export interface Past extends Omit<Case, 'platformStatus' | 'fulfilledBy' | 'timeZone' | 'warehouseId'> {
  id: number;
  displayNo: string;
  /** In full precision: the start of the next page. */
  at: string;
}

export interface Stage {
  before: readonly Rule[];
  after: readonly Rule[];
  products: ReadonlyMap<number, ProductFacts>;
  targets: Targets;
  timeZone: string;
}

export interface Simulated {
  order: Past;
  changes: Difference[];
  before: SimulatedSide;
  after: SimulatedSide;
  /** Live rules whose orders would match no rule. */
  fallen: Rule[];
}

/** Rule types where an order without a matching rule is a problem. */
const DECIDING = ['rule', 'warehouse', 'channel'] as const;

/** The results of an order by both sets of rules, and the differences. */
export function simulateOrder(stage: Stage, order: Past): Simulated {
  // Tags from the live rules must not affect the draft.
  const input = new Set(stage.before.flatMap((rule) => (rule.kind === 'tag' ? (rule.action.tagIds ?? []) : [])));
  const asCase: Case = {
    ...order,
    platformStatus: 'toShip',
    fulfilledBy: 'seller',
    timeZone: stage.timeZone,
    warehouseId: null,
    tagIds: order.tagIds.filter((id) => !input.has(id)),
  };
  const today = evaluate(asCase, stage.before, stage.products);
  const drafted = evaluate(asCase, stage.after, stage.products);
  const grams = factsOf(asCase, stage.products).weightGrams;
  const before = sideOf(stage.targets, order, grams, today);
  const after = sideOf(stage.targets, order, grams, drafted);
  const fallen = DECIDING.flatMap((kind) => (today[kind] && lost(kind, today, drafted) ? [today[kind]] : []));
  return {
    order,
    changes: [...differences(before, after), ...(fallen.length > 0 ? ['fallen' as const] : [])],
    before,
    after,
    fallen,
  };
}

function lost(kind: (typeof DECIDING)[number], today: Decision, drafted: Decision): boolean {
  return today[kind] !== undefined && drafted[kind] === undefined;
}

function sideOf(targets: Targets, order: Past, grams: number, decision: Decision): SimulatedSide {
  const channelId = decision.channel?.action.channelId;
  const from = decision.warehouse?.action.warehouseId ?? 0;
  const byDefault = targets.defaultChannel?.notFrom.includes(from) ? undefined : targets.defaultChannel;
  const channel = channelId === undefined ? byDefault : targets.channels.get(channelId);
  const cost = grams > 0 ? channel?.costs.find(({ upTo }) => upTo === bandOf(grams)) : undefined;
  const { split, merge } = decision;
  const ruled: [RuleKind, string | undefined][] = [
    ['tag', decision.tagRules.map((rule) => rule.name).join(', ') || undefined],
    ['review', decision.rule?.name],
    ['warehouse', decision.warehouse?.name],
    ['channel', decision.channel?.name],
    ['split', split?.name],
    ['merge', merge?.name],
    ['priority', decision.priority?.name],
  ];
  return {
    status: decision.status,
    exception: decision.exception,
    warehouse: nameIn(targets.warehouses, decision.warehouse?.action.warehouseId),
    channel: channel?.name ?? nameIn(new Map(), channelId),
    tags: decision.tagIds.map((id) => nameIn(targets.tags, id)).toSorted(),
    priority: decision.priority?.action.priority ?? null,
    split: split ? [split.action.splitBy, split.action.limit].filter(Boolean).join(':') : '',
    merge: merge?.action.merge ?? '',
    cost: cost?.cost ?? null,
    costCurrency: cost?.currency ?? '',
    late: lateWith(order, channel?.handHours ?? null),
    transitDays: channel?.transitDays ?? null,
    rules: Object.fromEntries(ruled.filter(([, name]) => name !== undefined)),
  };
}

/** Deleted targets show their number. */
function nameIn(names: ReadonlyMap<number, string>, id: number | undefined): string {
  return id === undefined ? '' : (names.get(id) ?? `#${id}`);
}

function lateWith({ orderedAt, shipBy }: Past, handHours: number | null): boolean | null {
  if (shipBy === null || handHours === null) return null;
  return new Date(orderedAt).getTime() + handHours * 3_600_000 > new Date(shipBy).getTime();
}

function differences(before: SimulatedSide, after: SimulatedSide): Difference[] {
  const differs = {
    status: before.status !== after.status || before.exception !== after.exception,
    warehouse: before.warehouse !== after.warehouse,
    channel: before.channel !== after.channel,
    tags: before.tags.join('\n') !== after.tags.join('\n'),
    priority: before.priority !== after.priority,
    split: before.split !== after.split,
    merge: before.merge !== after.merge,
    cost: before.cost !== after.cost || before.costCurrency !== after.costCurrency,
    late: before.late !== after.late,
  } satisfies Record<Exclude<Difference, 'fallen'>, boolean>;
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((each) => differs[each]);
}

/** The totals of a dry run. */
export interface Sums {
  changes: Partial<Record<Difference, number>>;
  costs: Record<string, { before: string; after: string; orders: number }>;
  lateBefore: number;
  lateAfter: number;
  costUnknown: number;
  lateUnknown: number;
  fallenBy: Record<string, { kind: RuleKind; count: number; orders: string[] }>;
}

export const NO_SUMS: Sums = {
  changes: {},
  costs: {},
  lateBefore: 0,
  lateAfter: 0,
  costUnknown: 0,
  lateUnknown: 0,
  fallenBy: {},
};
const EXAMPLES = 5;

export function addUp(sums: Sums, changed: readonly Simulated[]): Sums {
  const total = structuredClone(sums);
  for (const { order, changes, before, after, fallen } of changed) {
    for (const change of changes) total.changes[change] = (total.changes[change] ?? 0) + 1;
    total.lateBefore += before.late ? 1 : 0;
    total.lateAfter += after.late ? 1 : 0;
    if (before.late === null || after.late === null) total.lateUnknown++;
    if (before.cost === null || after.cost === null || before.costCurrency !== after.costCurrency) total.costUnknown++;
    else addCost(total, before.costCurrency, before.cost, after.cost);
    for (const { id, kind } of fallen) {
      const known = total.fallenBy[id] ?? { kind, count: 0, orders: [] };
      known.count++;
      if (known.orders.length < EXAMPLES) known.orders.push(order.displayNo);
      total.fallenBy[id] = known;
    }
  }
  return total;
}

function addCost(total: Sums, currency: string, before: string, after: string): void {
  const known = total.costs[currency] ?? { before: '0', after: '0', orders: 0 };
  total.costs[currency] = {
    before: new Decimal(known.before).plus(before).toFixed(),
    after: new Decimal(known.after).plus(after).toFixed(),
    orders: known.orders + 1,
  };
}
