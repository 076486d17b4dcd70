import { type Sql, sql } from '../../../core/database/sql.ts';
import { endOfDay, startOfDay } from '../../../core/database/statement.ts';
import type { Range } from './report.ts';

/** The days of a range as `days(day)`. */
export const daysOf = ({ from, to }: Range): Sql =>
  sql`generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as days(day)`;

/** Whether an instant is on the day of `daysOf`: an index on it finds them. */
export const onDay = (at: Sql): Sql =>
  sql`${at} >= ${startOfDay(sql`days.day`)} and ${at} < ${endOfDay(sql`days.day`)}`;

/** Whether an instant is within a range. */
export const within = ({ from, to }: Range, at: Sql): Sql =>
  sql`${at} >= ${startOfDay(from)} and ${at} < ${endOfDay(to)}`;

/**
 * The rate of a currency on a day as `rate.to_base`, as a lateral join: the latest on or before it, 1 for the company's
 * own. Null: there is none, and whoever sums leaves the amount out and counts it.
 */
export const rateOf = (currency: Sql, day: Sql): Sql => sql`left join lateral (
    select case when ${currency} = c.base_currency then 1 else (select r.to_base from exchange_rate r
      where r.company_id = ${sql.company} and r.currency = ${currency} and r.on_day <= ${day} order by r.on_day desc limit 1) end as to_base
    from company c where c.id = ${sql.company}) rate on true`;

/** Rows with `currency` and `day`, each with its rate as `to_base`: every rate is looked up once. */
export const withRates = (rows: Sql): Sql => sql`(with f as materialized (${rows}),
    r as materialized (select x.*, rate.to_base from (select distinct f.currency, f.day from f) x ${rateOf(sql`x.currency`, sql`x.day`)})
  select f.*, r.to_base from f join r on r.currency = f.currency and r.day = f.day)`;
