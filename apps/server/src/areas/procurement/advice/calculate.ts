import type { PackagingLevel } from '@tradewind/contract/catalog.ts';
import type { Policy, Terms } from '@tradewind/contract/procurement/advice.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { packagesOf } from '../../catalog/public.ts';
import { dayAt, numberOf } from './days.ts';
import {
  type CategorySeasons,
  countedSeries,
  type Demand,
  demandOf,
  type PromotionDays,
  promotionDays,
  promotionsOf,
  seasonOf,
  upliftOf,
} from './history.ts';
import { type Packed, packedOf } from './packages.ts';
import { type OwnPolicy, ownPolicies, resolvePolicy } from './policies.ts';
import { type Positions, positionsOf, type There } from './position.ts';
import { advise, leadTooLong, type Position, type Terms as Result, type Uplift } from './rules/advise.ts';
import { type LeadSpread, PUNCTUAL } from './rules/leads.ts';
import type { Season } from './rules/models.ts';
import type { Supply } from './rules/projection.ts';
import { nextBreak, type Packing } from './rules/quantity.ts';
import type { Series } from './rules/windows.ts';
import { type Source, sourcesOf } from './sources.ts';
import { type Way, waysOf } from './transport.ts';

export interface NewLine {
  productId: number;
  warehouseId: number;
  supplierId: number | null;
  reason: 'order' | 'later' | 'none' | 'leadTooLong';
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

/** What one advice is calculated from. */
export interface Case {
  demand: Demand;
  series: Series;
  policy: Policy & { leadFrom: Terms['leadFrom'] };
  position: Position;
  packing: Packing;
  packed: Packed;
  source: Source | undefined;
  spread: LeadSpread;
  ways: readonly Way[];
  season: Season | undefined;
  uplift: Uplift | undefined;
  supplies: There['supplies'];
}

interface Known {
  today: string;
  company: Policy;
  own: readonly OwnPolicy[];
  promotions: readonly PromotionDays[];
  positions: Positions;
  sources: ReadonlyMap<number, Source>;
  packages: ReadonlyMap<number, readonly PackagingLevel[]>;
  ways: ReadonlyMap<number, readonly Way[]>;
  seasons: CategorySeasons;
  spreads: ReadonlyMap<number, LeadSpread>;
  products: ReadonlyMap<number, { id: number; path: string | null; categoryId: number | null }>;
}

/** Everything about some products, in a handful of statements however many they are. */
export async function casesOf(
  tx: Tx,
  productIds: readonly number[],
  { today, company, seasons, spreads }: Pick<Known, 'today' | 'company' | 'seasons' | 'spreads'>,
): Promise<Case[]> {
  const [demands, positions, sources, packages, ways, own, promotions, products] = await Promise.all([
    demandOf(tx, productIds, today),
    positionsOf(tx, productIds),
    sourcesOf(tx, productIds, today),
    packagesOf(tx, productIds),
    waysOf(tx),
    ownPolicies(tx, productIds),
    promotionDays(tx, today),
    tx.rows<{ id: number; path: string | null; categoryId: number | null }>(sql`
      select p.id, c.path, p.category_id from product p left join category c on c.company_id = ${sql.company} and c.id = p.category_id
      where p.company_id = ${sql.company} and p.id = any(${productIds}::bigint[])`),
  ]);
  const byId = new Map(products.map((one) => [one.id, one]));
  const known: Known = {
    ...{ today, company, own, promotions, positions, sources, packages, ways, seasons, spreads },
    products: byId,
  };
  return [...Map.groupBy(demands, (one) => one.productId).values()].flatMap((places) => casesOfProduct(places, known));
}

function casesOfProduct(places: readonly Demand[], known: Known): Case[] {
  const productId = places[0]?.productId ?? 0;
  const product = known.products.get(productId) ?? { id: productId, path: null, categoryId: null };
  const source = known.sources.get(productId);
  const lead = source && { days: source.leadDays, from: source.leadFrom };
  const packed = packedOf(known.packages.get(productId));
  const policy = resolvePolicy(known.company, known.own, product, lead);
  const promotions = promotionsOf(known.promotions, product);
  // Orders wait for the product in no certain warehouse: where most of it is sold.
  const busiest = places.reduce((most, one) => (recent(one) > recent(most) ? one : most), places[0] as Demand);
  const today = numberOf(known.today);
  return places.map((demand) => {
    const there = known.positions.of(productId, demand.warehouseId);
    return {
      ...{ demand, series: countedSeries(demand, promotions), policy, source },
      spread: known.spreads.get(source?.supplierId ?? 0) ?? PUNCTUAL,
      ways: known.ways.get(demand.warehouseId) ?? [],
      ...{ season: seasonOf(demand, known.seasons.get(product.categoryId ?? 0)), uplift: upliftOf(promotions, today) },
      packed,
      packing: {
        moq: source?.moq ?? null,
        orderMultiple: source?.orderMultiple ?? null,
        perCarton: packed.perCarton,
      },
      supplies: there.supplies,
      position: {
        ...{ available: there.available, requested: there.requested },
        backorders: demand === busiest ? known.positions.backorders(productId) : 0,
        supplies: there.supplies.map((one) => supply(one, today, policy.leadDays)),
      },
    };
  });
}

const recent = ({ units }: Demand): number => units.subarray(-90).reduce((sum, one) => sum + one, 0);

/** What is overdue may come tomorrow; what has no day is as if it were ordered today. */
function supply({ day, quantity }: There['supplies'][number], today: number, leadDays: number): Supply {
  return { quantity, day: day === null ? leadDays : Math.max(1, numberOf(day) - today) };
}

/** The policy as the rules take it, with how punctual the supplier is. */
export const rulesOf = ({ policy, spread }: Case) => ({ ...policy, spread });

export function lineOf(one: Case, today: string): NewLine {
  const { demand, source, packing, position } = one;
  const rules = rulesOf(one);
  const tooLong = leadTooLong(rules);
  const result = advise(one.series, rules, position, packing, one);
  const quantity = tooLong ? 0 : result.quantity;
  const on = (days: number | null) => (days === null ? null : dayAt(numberOf(today) + days));
  return {
    ...{ productId: demand.productId, warehouseId: demand.warehouseId, supplierId: source?.supplierId ?? null },
    reason: tooLong ? 'leadTooLong' : quantity > 0 ? 'order' : result.perDay > 0 ? 'later' : 'none',
    urgent: result.urgent,
    ...{ available: position.available, incoming: result.incoming + result.later },
    ...{ perDay: rounded(result.perDay), cover: result.cover, quantity },
    runOutOn: on(result.runOutDay),
    orderOn: tooLong ? null : on(result.orderInDays),
    terms: termsOf(one, { ...result, quantity }),
  };
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000;

function termsOf({ policy, packing, packed, source, spread }: Case, result: Result): Terms {
  const breaks = (source?.breaks ?? []).map((fromQuantity) => ({ fromQuantity, unitPrice: null }));
  const next = nextBreak(breaks, result.quantity, result.perDay);
  const { model, span, safety, safetyBy, origins, spikes, available, incoming, later, requested, backorders } = result;
  return {
    ...{ model, span, safety, safetyBy, origins, spikes },
    ...{ available, incoming, later, requested, backorders, position: result.position },
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
