import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getAdvice, Terms } from '@tradewind/contract/procurement/advice.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import type { Case } from './calculate.ts';
import { dayAt, numberOf } from './days.ts';
import { advices } from './list.ts';
import { dailyDemand } from './rules/advise.ts';
import { project } from './rules/projection.ts';
import { casesToday } from './run.ts';

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
  return {
    ...row,
    ...kept,
    projection: found ? projectionOf(found, kept.terms, row.decided ?? row.quantity, now) : [],
    sales: found ? salesOf(found) : [],
    supplies: (found?.supplies ?? []).map((one) => ({ ...one, late: one.day !== null && numberOf(one.day) < now })),
  };
}

function projectionOf(one: Case, terms: Terms, quantity: number, today: number): Detail['projection'] {
  const days = Math.min(365, Math.max(terms.span, terms.leadDays + terms.reviewDays) + SHOWN_BEYOND);
  const { available, backorders, supplies } = one.position;
  const demand = dailyDemand(one.series, { ...one.policy, leadDeviation: 0 }, one);
  const ordered = [...supplies, { day: terms.leadDays, quantity }];
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
