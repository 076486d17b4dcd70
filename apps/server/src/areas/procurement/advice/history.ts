import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { DAYS_OF_MONTH } from '../demand/months.ts';
import { dayAt, firstDayOf, monthOf, numberOf } from './days.ts';
import { monthFactors, type Season } from './rules/models.ts';
import type { Series } from './rules/windows.ts';

/** Two years, so that a product can have a season of its own. */
const HISTORY_DAYS = 730;
/** A category of fewer products says more about them than about its season. */
const LEAST_PRODUCTS = 10;
const LEAST_UNITS = 500;

export interface Demand {
  productId: number;
  warehouseId: number;
  /** Days since 1970 on which the series begins; it ends with the day before `today`. */
  from: number;
  units: Float64Array;
  /** 1: began without available stock; one more day than units: today. */
  empty: Uint8Array;
}

interface Kept {
  productId: number;
  warehouseId: number;
  /** Days since 1970 on which both the product and the warehouse existed. */
  bornOn: string;
  /** Months since year 0, the days that began empty and the days, of each month with a row. */
  months: number[];
  empties: number[];
  units: Buffer;
}

/** What was sold of these products in each warehouse, day by day: of those that sold anything at all. */
export async function demandOf(tx: Tx, productIds: readonly number[], today: string): Promise<Demand[]> {
  const last = numberOf(today);
  const since = firstDayOf(monthOf(last - HISTORY_DAYS));
  const rows = await tx.rows<Kept>(sql`
    select d.product_id, d.warehouse_id, (greatest(p.created_at, w.created_at) at time zone 'UTC')::date::text as "bornOn",
      array_agg((extract(year from d.month) * 12 + extract(month from d.month) - 1)::int order by d.month) as months,
      array_agg(d.empty order by d.month) as empties, string_agg(d.units, ''::bytea order by d.month) as units
    from demand_month d
    join product p on p.company_id = ${sql.company} and p.id = d.product_id
    join warehouse w on w.company_id = ${sql.company} and w.id = d.warehouse_id and w.enabled
    where d.company_id = ${sql.company} and d.product_id = any(${productIds}::bigint[]) and d.month >= ${dayAt(since)}::date
    group by d.product_id, d.warehouse_id, p.created_at, w.created_at having sum(d.total) > 0
    order by d.product_id, d.warehouse_id`);
  return rows.map((row) => series(row, since, last));
}

/**
 * Begins with the first sale. One within the longest window may be a slow seller's: the days count from when it could
 * have been sold.
 */
function series(row: Kept, earliest: number, today: number): Demand {
  // Room for the days that can count: a product of one year needs none for two.
  const since = Math.max(earliest, Math.min(firstDayOf(row.months[0] ?? 0), today - 90));
  const days = today - since;
  const units = new Float64Array(days + 1);
  const empty = new Uint8Array(days + 1);
  const first = Math.min(days, readMonths(row, since, units, empty));
  const born = Math.max(days - 90, numberOf(row.bornOn) - since);
  const from = first <= days - 90 ? first : Math.min(first, born);
  const { productId, warehouseId } = row;
  return { productId, warehouseId, from: since + from, units: units.subarray(from, -1), empty: empty.subarray(from) };
}

/** Fills the days; gives the first one with a sale. */
function readMonths(
  { months, empties, units: bytes }: Kept,
  since: number,
  units: Float64Array,
  empty: Uint8Array,
): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = units.length;
  let at = 0;
  for (let month = 0; month < months.length; month++) {
    const start = firstDayOf(months[month] as number) - since;
    const bits = empties[month] as number;
    for (let place = 0; place < DAYS_OF_MONTH; place++, at += 4) {
      const day = start + place;
      if (day < 0 || day >= units.length) continue;
      // The days after a short month's end are zeros: they leave the next month's alone.
      const sold = view.getInt32(at);
      if (sold !== 0) {
        units[day] = sold;
        if (sold > 0 && day < first) first = day;
      }
      if ((bits >>> place) & 1) empty[day] = 1;
    }
  }
  return first;
}

export interface PromotionDays {
  /** Days since 1970, both included. */
  from: number;
  until: number;
  productId: number | null;
  path: string | null;
  /** 1.5: half more than on a usual day. */
  factor: number;
}

/** Promotions that touch the history or the year to come. */
export async function promotionDays(tx: Tx, today: string): Promise<PromotionDays[]> {
  const rows = await tx.rows<{
    fromDay: string;
    toDay: string;
    productId: number | null;
    path: string | null;
    uplift: number;
  }>(sql`
    select m.from_day::text as "fromDay", m.to_day::text as "toDay", m.product_id, c.path, m.uplift from demand_promotion m
    left join category c on c.company_id = ${sql.company} and c.id = m.category_id
    where m.company_id = ${sql.company} and m.to_day >= ${dayAt(numberOf(today) - HISTORY_DAYS)}::date`);
  return rows.map((row) => ({
    ...{ from: numberOf(row.fromDay), until: numberOf(row.toDay), productId: row.productId, path: row.path },
    factor: 1 + row.uplift / 100,
  }));
}

export const promotionsOf = (all: readonly PromotionDays[], product: { id: number; path: string | null }) =>
  all.filter(({ productId, path }) =>
    productId === null ? path === null || product.path?.startsWith(path) === true : productId === product.id,
  );

/** The series with the days that do not count: those without stock from beginning to end, and promotions. */
export function countedSeries(demand: Demand, promotions: readonly PromotionDays[]): Series {
  const days = demand.units.length;
  const counts = new Uint8Array(days);
  for (let day = 0; day < days; day++) counts[day] = demand.empty[day] === 1 && demand.empty[day + 1] === 1 ? 0 : 1;
  for (const { from, until } of promotions)
    for (let day = Math.max(0, from - demand.from); day <= Math.min(days - 1, until - demand.from); day++)
      counts[day] = 0;
  return { units: demand.units, counts };
}

/** How much more is sold on days to come; undefined without a promotion. Several at once: the greatest. */
export function upliftOf(promotions: readonly PromotionDays[], today: number): ((day: number) => number) | undefined {
  const planned = promotions.filter(({ until }) => until >= today);
  if (planned.length === 0) return undefined;
  return (ahead) =>
    planned.reduce(
      (most, { from, until, factor }) =>
        today + ahead >= from && today + ahead <= until ? Math.max(most, factor) : most,
      1,
    );
}

export type CategorySeasons = ReadonlyMap<number, number[]>;

/** Factors of months by category, from its last twelve whole months: only where enough products sold enough. */
export async function categorySeasons(tx: Tx, today: string): Promise<CategorySeasons> {
  const month = monthOf(numberOf(today));
  const [from, until] = [dayAt(firstDayOf(month - 12)), dayAt(firstDayOf(month))];
  const rows = await tx.rows<{ categoryId: number; month: string; perDay: number; products: number }>(sql`
    select p.category_id, d.month::text as month, sum(d.total)::float8 / extract(day from d.month + interval '1 month - 1 day')::int as "perDay",
      count(distinct d.product_id)::int as products
    from demand_month d join product p on p.company_id = ${sql.company} and p.id = d.product_id
    where d.company_id = ${sql.company} and d.month >= ${from}::date and d.month < ${until}::date and p.category_id is not null
    group by p.category_id, d.month`);
  const found = new Map<number, number[]>();
  for (const [categoryId, months] of Map.groupBy(rows, (row) => row.categoryId)) {
    const sold = months.reduce((sum, one) => sum + one.perDay * 30, 0);
    if (months.length < 12 || sold < LEAST_UNITS || months.some((one) => one.products < LEAST_PRODUCTS)) continue;
    const perDay = Array<number>(12).fill(0);
    for (const one of months) perDay[Number(one.month.slice(5, 7)) - 1] = one.perDay;
    const factors = monthFactors(perDay);
    if (factors) found.set(categoryId, factors);
  }
  return found;
}

/** The season of a product: of its own from two years on, from the first of them; else of its category. */
export function seasonOf(demand: Demand, category: number[] | undefined): Season | undefined {
  const own = demand.units.length >= HISTORY_DAYS - 31;
  if (!own && !category) return undefined;
  const months = MONTHS.subarray(demand.from - FIRST_DAY);
  const index = own ? (ownFactors(demand, months) ?? category) : category;
  return index && { index, months };
}

/** The month of each day from 2000 to 2099. */
const FIRST_DAY = firstDayOf(2000 * 12);
const MONTHS = new Uint8Array(firstDayOf(2100 * 12) - FIRST_DAY);
for (let month = 2000 * 12; month < 2100 * 12; month++)
  MONTHS.fill(month % 12, firstDayOf(month) - FIRST_DAY, firstDayOf(month + 1) - FIRST_DAY);

function ownFactors(demand: Demand, months: Uint8Array): number[] | undefined {
  const sums = Array<number>(12).fill(0);
  const days = Array<number>(12).fill(0);
  for (let day = 0; day < 365; day++) {
    const month = months[day] ?? 0;
    sums[month] = (sums[month] ?? 0) + (demand.units[day] ?? 0);
    days[month] = (days[month] ?? 0) + 1;
  }
  return monthFactors(sums.map((sum, month) => sum / Math.max(1, days[month] ?? 0)));
}
