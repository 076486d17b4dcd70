import { sql } from '../../../core/database/sql.ts';

/** Orders (as `o`) that are sales: not unpaid, cancelled or refunded, nor sent again for nothing. */
export const IS_SALE = sql`(o.status not in ('unpaid', 'cancelled', 'refunded') and o.origin not in ('resend', 'replacement'))`;
