import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { customsOf } from '../../catalog/public.ts';

/** What the buyer of line `l` of order `s` paid for a unit of goods `og`, where that is in dollars and not nothing. */
const PAID_USD = sql`case when s.currency = 'USD' and l.unit_price > 0 then l.unit_price * l.quantity * og.share / og.quantity end`;

/** What order line `l` itself declares for goods `og`. */
const LINE = sql`select c.hs_code, c.name_zh, c.name_en, c.origin, c.value_usd from order_line_customs c
  where c.company_id = ${sql.company} and c.line_id = l.id and c.product_id = og.product_id`;

/**
 * What is declared for goods `og` (of the view order_goods) of line `l` of order `s`: one row, as of `customsOf`, or none
 * while the line has no product. `paid`: without a value the price that the buyer paid counts.
 */
export const goodsCustoms = (
  tx: Pick<Tx, 'now'>,
  { paid = true, traced = false }: { paid?: boolean; traced?: boolean } = {},
): Sql =>
  customsOf(tx, sql`og.product_id`, sql`s.country`, { line: LINE, traced, ...(paid ? { price: PAID_USD } : {}) });
