import type { ResultOf } from '@tradewind/contract/call.ts';
import type { AdviceRow, Echelon, getAdvice, Terms } from '@tradewind/contract/procurement/advice.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { Decimal, money } from '../../../core/money.ts';
import { warehousesById } from '../../warehouse/public.ts';
import { pricesInForce } from '../suppliers/price-in-force.ts';
import { suppliers } from '../suppliers/suppliers.list.ts';
import { type Case, rulesOf } from './calculate.ts';
import { dayAt, numberOf } from './days.ts';
import { advices } from './list.ts';
import { missingOf } from './plan.ts';
import { dailyDemand, slowest } from './rules/advise.ts';
import { project } from './rules/projection.ts';
import { casesToday } from './run.ts';
import { fastOffer } from './transport.ts';

const SALES_DAYS = 90;
/** Days shown beyond the arrival of an order placed today. */
const SHOWN_BEYOND = 30;

type Detail = ResultOf<typeof getAdvice>;

/** An advice with what lies behind it. Stock and supplies are today's, the terms those of the calculation. */
export async function findAdvice(tx: Tx, id: number): Promise<Detail> {
  const row = await advices.one(tx, id);
  const kept = await tx.row<{
    terms: Terms;
    runDay: string;
  }>(sql`select l.terms, r.day::text as "runDay" from advice_line l
    join advice_run r on r.company_id = ${sql.company} and r.id = l.run_id where l.company_id = ${sql.company} and l.id = ${id}`);
  if (!kept) throw new Error('an advice without its run');
  const { cases, today } = await casesToday(tx, [row.productId]);
  const found = cases.find(({ demand }) => demand.warehouseId === row.warehouseId);
  const now = numberOf(today);
  const { echelon, ...terms } = kept.terms;
  return {
    ...row,
    ...{ runDay: kept.runDay, terms, echelon: await namedEchelon(tx, echelon) },
    breakOffer: await offerOf(tx, row, kept.terms, today),
    belowMinimum: await minimumOf(tx, row),
    fastOffer: await fastOffer(tx, row, kept.terms),
    projection: found ? projectionOf(found, kept.terms, row.decided ?? row.quantity, now) : [],
    sales: found ? salesOf(found) : [],
    supplies: (found?.supplies ?? []).map((one) => ({ ...one, late: one.day !== null && numberOf(one.day) < now })),
  };
}

/** Of an advice that is not decided. */
const minimumOf = async (
  tx: Tx,
  { supplierId, warehouseId, quantity, decided }: AdviceRow,
): Promise<Detail['belowMinimum']> =>
  supplierId === null || quantity === 0 || decided !== null ? null : missingOf(tx, { supplierId, warehouseId });

/** Of places and moves of which the actor may see both ends. */
async function namedEchelon(tx: Tx, echelon: Echelon | null | undefined): Promise<Detail['echelon']> {
  if (!echelon) return null;
  const { free, places, moves } = echelon;
  const ids = [...new Set([...places.map((one) => one.warehouseId), ...moves.map((one) => one.fromId)])];
  const names = await warehousesById(
    tx,
    ids.filter((id) => tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(id)),
  );
  const nameOf = (id: number) => names.get(id)?.name ?? '';
  const shown = moves.filter(({ fromId, toId }) => names.has(fromId) && names.has(toId));
  const ends = places.filter(({ warehouseId }) => names.has(warehouseId));
  // A home warehouse without sales of its own has no advice.
  const others = [...new Set(shown.map(({ fromId }) => fromId))]
    .filter((id) => !ends.some(({ warehouseId }) => warehouseId === id))
    .map((warehouseId) => ({ warehouseId, lack: 0, buy: 0 }));
  return {
    // The sum of home warehouses says something about each of them.
    free: tx.rights.warehouseIds === null ? free : null,
    places: [...ends, ...others].map((place) => ({
      ...{ ...place, warehouseName: nameOf(place.warehouseId) },
      gets: shown
        .filter(({ toId }) => toId === place.warehouseId)
        .map(({ fromId, quantity }) => ({ warehouseName: nameOf(fromId), quantity })),
      sends: shown
        .filter(({ fromId }) => fromId === place.warehouseId)
        .map(({ toId, quantity }) => ({ warehouseName: nameOf(toId), quantity })),
    })),
  };
}

/** What the next price break is worth, for users who may see costs. */
async function offerOf(
  tx: Tx,
  { supplierId, productId, quantity }: { supplierId: number | null; productId: number; quantity: number },
  { nextBreak }: Terms,
  day: string,
): Promise<Detail['breakOffer']> {
  if (!nextBreak || supplierId === null || quantity === 0 || !maySee(tx.rights, 'seeCost')) return null;
  const { fromQuantity, days } = nextBreak;
  const wishes = [quantity, fromQuantity].map((units) => ({ productId, quantity: units }));
  const [now, then] = (await pricesInForce(tx, { supplierId, day }, wishes)).map((one) => one.unitPrice);
  if (now == null || then == null) return null;
  const { currency } = await suppliers.one(tx, supplierId);
  const cost = new Decimal(then).times(fromQuantity);
  return {
    ...{ fromQuantity, days, currency, unitPrice: now, nextPrice: then },
    saving: money(new Decimal(now).times(fromQuantity).minus(cost)),
    more: money(cost.minus(new Decimal(now).times(quantity))),
  };
}

function projectionOf(one: Case, terms: Terms, quantity: number, today: number): Detail['projection'] {
  const days = Math.min(365, Math.max(terms.span, terms.leadDays + terms.reviewDays) + SHOWN_BEYOND);
  const { available, backorders, supplies } = one.position;
  const demand = dailyDemand(one.series, rulesOf(one), one);
  const sent = { day: slowest(one.ways), quantity: terms.fromHome ?? 0 };
  const ordered = [...supplies, { day: terms.leadDays, quantity }, sent];
  const without = project(available - backorders, supplies, demand, days);
  const withOrder = project(available - backorders, ordered, demand, days);
  return without.map((stock, day) => ({
    day: dayAt(today + day),
    ...{ stock: Math.round(stock), withOrder: Math.round(withOrder[day] ?? 0) },
    arriving: supplies.reduce((sum, supply) => sum + (supply.day === day ? supply.quantity : 0), 0),
  }));
}

function salesOf({ series, demand }: Case): Detail['sales'] {
  const from = Math.max(0, series.units.length - SALES_DAYS);
  return Array.from({ length: series.units.length - from }, (_, at) => ({
    day: dayAt(demand.from + from + at),
    units: series.units[from + at] ?? 0,
    counts: series.counts[from + at] === 1,
  }));
}
