import type { PackagingLevel } from '@tradewind/contract/catalog.ts';
import type { Policy, Terms } from '@tradewind/contract/procurement/advice.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { packagesOf } from '../../catalog/public.ts';
import { numberOf } from './days.ts';
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
import type { Position, Uplift } from './rules/advise.ts';
import { type LeadSpread, PUNCTUAL } from './rules/leads.ts';
import type { Season } from './rules/models.ts';
import type { Supply } from './rules/projection.ts';
import type { Packing } from './rules/quantity.ts';
import type { Series } from './rules/windows.ts';
import { type Source, sourcesOf } from './sources.ts';
import { type Way, waysOf } from './transport.ts';

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
  isHome: boolean;
  /** What lies and comes at home, of the same product. */
  homes: readonly Home[];
}

export interface Home extends Pick<There, 'available' | 'away'> {
  warehouseId: number;
  supplies: readonly Supply[];
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
  const supplied = (there: There) => there.supplies.map((one) => supply(one, today, policy.leadDays));
  const homes = known.positions.home(productId).map(({ warehouseId, there }): Home => {
    const { available, away } = there;
    return { warehouseId, available, away, supplies: supplied(there) };
  });
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
      ...{ homes, isHome: known.positions.isHome(demand.warehouseId) },
      position: {
        ...{ available: there.available, requested: there.requested, away: there.away },
        backorders: demand === busiest ? known.positions.backorders(productId) : 0,
        supplies: supplied(there),
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
