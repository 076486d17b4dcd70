import { type Sql, sql } from '../../../core/database/sql.ts';

/**
 * The days of a month are 31 numbers of four bytes each: a forecast reads millions of them, and bytes leave the database
 * as they are, which arrays do not.
 */
export const DAYS_OF_MONTH = 31;

/** The days of a packed month as rows (place, units); place 1 is its first day. */
export const daysOf = (units: Sql): Sql => sql`
  select place, ('x' || encode(substring(${units} from 4 * place - 3 for 4), 'hex'))::bit(32)::int as units
  from generate_series(1, 31) place`;

/** Packs the numbers of a group's rows. */
export const packed = (units: Sql, place: Sql): Sql =>
  sql`string_agg(int4send((${units})::int), ''::bytea order by ${place})`;

export const EMPTY_MONTH = sql`decode(repeat('00', 124), 'hex')`;
