import type { ResultOf } from '@tradewind/contract/call.ts';
import type { productForecast } from '@tradewind/contract/procurement/advice-forecast.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { warehousesById } from '../../warehouse/public.ts';
import { type Case, rulesOf } from './calculate.ts';
import { dayAt, numberOf } from './days.ts';
import { linesOf, type NewLine } from './lines.ts';
import { FROM, happened, SPAN } from './outcomes.ts';
import { dailyDemand, spanOf } from './rules/advise.ts';
import { chooseModel } from './rules/choose.ts';
import { baseOf } from './rules/windows.ts';
import { casesToday } from './run.ts';

type Found = ResultOf<typeof productForecast>;

const PAST_DAYS = 180;
const COMING_DAYS = 60;
const NEXT = [30, 60, 90];
/** Calculations that are looked through for advice of the past. */
const RUNS = 60;

/** What a product sells and will sell in the warehouses of the actor. */
export async function forecastOf(tx: Tx, productId: number): Promise<Found> {
  const { cases, today } = await casesToday(tx, [productId]);
  const visible = ({ warehouseId }: { warehouseId: number }) =>
    tx.rights.warehouseIds === null || tx.rights.warehouseIds.includes(warehouseId);
  const mine = cases.filter(({ demand }) => visible(demand));
  const lines = linesOf(cases, today).filter(visible);
  const names = await warehousesById(
    tx,
    mine.map(({ demand }) => demand.warehouseId),
  );
  return {
    days: mine.length === 0 ? [] : daysOf(mine, numberOf(today)),
    places: mine.map((one, at) => placeOf(one, lines[at] as NewLine, names.get(one.demand.warehouseId)?.name ?? '')),
    past: await pastOf(tx, productId),
  };
}

function daysOf(cases: readonly Case[], today: number): Found['days'] {
  const past = Array.from({ length: PAST_DAYS }, (_, at) => {
    const day = today - PAST_DAYS + at;
    return { day: dayAt(day), units: sum(cases, ({ demand }) => demand.units[day - demand.from] ?? 0), foreseen: null };
  });
  const demands = cases.map((one) => dailyDemand(one.series, rulesOf(one), one));
  const coming = Array.from({ length: COMING_DAYS }, (_, ahead) => {
    const foreseen = Math.round(sum(demands, (demand) => demand(ahead)) * 100) / 100;
    return { day: dayAt(today + ahead), units: null, foreseen };
  });
  return [...past, ...coming];
}

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

function placeOf(one: Case, line: NewLine, warehouseName: string): Found['places'][number] {
  const { perDay, available, incoming, cover, runOutOn, quantity, reason, warehouseId } = line;
  const rules = rulesOf(one);
  const { model, losses, origins } = chooseModel(baseOf(one.series), rules.weights, spanOf(rules), rules.goal, one);
  const demand = dailyDemand(one.series, rules, one);
  return {
    ...{ warehouseId, warehouseName, model, origins, perDay, available, incoming, cover, runOutOn, quantity, reason },
    candidates: losses.map(({ loss, ...of }) => ({ ...of, loss: Math.round(loss * 100) / 100 })),
    next: NEXT.map((days) =>
      Math.round(
        sum(
          Array.from({ length: days }, (_, ahead) => ahead),
          demand,
        ),
      ),
    ),
  };
}

/** Advice of the last calculations that advised or decided something, newest first. */
async function pastOf(tx: Tx, productId: number): Promise<Found['past']> {
  const rows = await tx.rows<Omit<Found['past'][number], 'sold' | 'emptyDays'> & { happened: Happened | null }>(sql`
    select o.id, r.day::text as day, w.name as warehouse_name, o.quantity, o.decided, o.decided_by,
      (o.terms ->> 'spanDemand')::float8 as foreseen,
      case when ${FROM} + ${SPAN} <= ${dayOf(sql`${tx.now}`)} then ${happened} end as happened
    from (select id, day from advice_run where company_id = ${sql.company} and state = 'done' order by id desc limit ${sql.literal(RUNS)}) r
    join advice_line o on o.company_id = ${sql.company} and o.run_id = r.id and o.product_id = ${productId}
      and (o.quantity > 0 or o.decided is not null) and ${inWarehouses(tx, sql`o.warehouse_id`)}
    join warehouse w on w.company_id = ${sql.company} and w.id = o.warehouse_id
    order by (o.decided is not null) desc, r.id desc, o.id limit 20`);
  return rows.map(({ happened: came, ...row }) => ({
    ...row,
    ...{ sold: came?.sold ?? null, emptyDays: came?.emptyDays ?? null },
  }));
}

interface Happened {
  sold: number;
  emptyDays: number;
}
