import { type Sql, sql } from '../../../core/database/sql.ts';

/** An amount of the order `o` or of one of its lines; null while the platform has not shown the order's amounts. */
export const shownAmount = (amount: Sql): Sql => sql`case when not o.amounts_unknown then ${amount}::text end`;
