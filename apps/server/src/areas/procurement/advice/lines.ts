import type { AdviceReason, Echelon, Terms } from '@tradewind/contract/procurement/advice.ts';
import { type Case, rulesOf } from './calculate.ts';
import { dayAt, numberOf } from './days.ts';
import { type Alone, echelonOf, partOf, shareHome } from './echelon.ts';
import { adviseOf, type Foreseen, foresee, leadTooLong, type Terms as Result } from './rules/advise.ts';
import { nextBreak } from './rules/quantity.ts';

export interface NewLine {
  productId: number;
  warehouseId: number;
  supplierId: number | null;
  reason: AdviceReason;
  urgent: boolean;
  available: number;
  incoming: number;
  perDay: number;
  cover: number | null;
  runOutOn: string | null;
  orderOn: string | null;
  quantity: number;
  terms: Terms;
}

/** The advice of cases, in their order: what lies at home is shared out among the places of each product first. */
export function linesOf(cases: readonly Case[], today: string): NewLine[] {
  const products = Map.groupBy(cases, ({ demand }) => demand.productId);
  return [...products.values()].flatMap((places) => linesOfProduct(places, today));
}

function linesOfProduct(cases: readonly Case[], today: string): NewLine[] {
  const foreseen = cases.map((one) => foresee(one.series, rulesOf(one), one));
  const before = cases.map(
    (one, at): Alone => ({ one, result: resultOf(one, foreseen[at] as Foreseen, one.position) }),
  );
  const shared = shareHome(before);
  if (!shared) return before.map(({ one, result }) => lineOf(one, today, result, null));
  const after = cases.map((one, at) => {
    const { fromHome, sent } = partOf(shared, one.demand.warehouseId);
    if (fromHome === 0 && sent === 0) return before[at]?.result as Result;
    return resultOf(one, foreseen[at] as Foreseen, {
      ...one.position,
      fromHome,
      away: (one.position.away ?? 0) + sent,
    });
  });
  const echelon = echelonOf(shared, before, after);
  return cases.map((one, at) => lineOf(one, today, after[at] as Result, echelon));
}

/** A lead time that is too long for its sales period advises nothing. */
function resultOf(one: Case, foreseen: Foreseen, position: Case['position']): Result {
  const rules = rulesOf(one);
  const result = adviseOf(foreseen, rules, position, one.packing, one.ways);
  return leadTooLong(rules) ? { ...result, quantity: 0 } : result;
}

function lineOf(one: Case, today: string, result: Result, echelon: Echelon | null): NewLine {
  const { demand, source } = one;
  const tooLong = leadTooLong(one.policy);
  const { quantity, available } = result;
  const on = (days: number | null) => (days === null ? null : dayAt(numberOf(today) + days));
  return {
    ...{ productId: demand.productId, warehouseId: demand.warehouseId, supplierId: source?.supplierId ?? null },
    reason: tooLong ? 'leadTooLong' : reasonOf(result),
    ...{ urgent: result.urgent, available, incoming: result.incoming + result.later },
    ...{ perDay: rounded(result.perDay), cover: result.cover, quantity },
    runOutOn: on(result.runOutDay),
    orderOn: tooLong ? null : on(result.orderInDays),
    terms: termsOf(one, result, echelon),
  };
}

const reasonOf = ({ quantity, fromHome, perDay }: Result): AdviceReason =>
  quantity > 0 ? 'order' : fromHome > 0 ? 'ship' : perDay > 0 ? 'later' : 'none';

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

function termsOf({ policy, packing, packed, source, spread }: Case, result: Result, echelon: Echelon | null): Terms {
  const breaks = (source?.breaks ?? []).map((fromQuantity) => ({ fromQuantity, unitPrice: null }));
  const next = nextBreak(breaks, result.quantity, result.perDay);
  const { model, span, safety, safetyBy, origins, spikes, available, incoming, later, requested, backorders } = result;
  return {
    ...{ model, span, safety, safetyBy, origins, spikes },
    ...{ available, incoming, later, requested, backorders, position: result.position },
    ...{ fromHome: result.fromHome, away: result.away, echelon },
    ...{ perDay: rounded(result.perDay), deviation: rounded(result.deviation), spanDemand: rounded(result.spanDemand) },
    ...{ reorderAt: rounded(result.reorderAt), demand: rounded(result.demand), target: rounded(result.target) },
    ...{ lack: rounded(result.lack), orderInDays: result.orderInDays },
    means: result.means.map((mean) => mean && rounded(mean)),
    ...policy,
    ...{ leadReceipts: spread.receipts, leadMean: rounded(spread.mean), leadDeviation: rounded(spread.deviation) },
    ...packing,
    ...packed,
    fast: result.quantity > 0 ? fastTerms(result.fast, policy.leadDays) : null,
    nextBreak: next && { fromQuantity: next.fromQuantity, days: next.days },
  };
}

const fastTerms = (fast: Result['fast'], slowArrives: number): Terms['fast'] =>
  fast && { mode: fast.fast.mode, slowMode: fast.slow.mode, arrives: fast.arrives, slowArrives, units: fast.units };
