import { STOCK_WARNING_DEFAULTS } from '@tradewind/contract/stock-views.ts';
import { z } from 'zod';
import { defineSetting, settingOf } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { dayOf, startOfDay } from '../../core/database/statement.ts';

const days = z.number().int().min(1).max(3650);
/** Default days from which expiring and aged stock gives a warning, for products without their own limit. */
export const warningSetting = defineSetting(
  'stock.warnings',
  z.object({ expiringDays: days, agedDays: days }),
  STOCK_WARNING_DEFAULTS,
);

/** The company's date and its warning days. */
interface WarningAt {
  day: Sql;
  expiringDays: number;
  agedDays: number;
}

interface StockWarningKind {
  kind: string;
  /**
   * Rows (warehouse_id, product_id, location_id, batch_id, quantity, mark, day) of the current warnings of the products
   * of `p(id)`.
   */
  rows: (at: WarningAt) => Sql;
}

const kinds = new Map<string, StockWarningKind>();

/** Higher areas add their kinds. The web has their texts as `warning.<kind>`. */
export function defineStockWarning(kind: string, rows: StockWarningKind['rows']): void {
  kinds.set(kind, { kind, rows });
}

defineStockWarning(
  'belowSafety',
  () => sql`select l.warehouse_id, l.product_id, 0 as location_id, 0 as batch_id, coalesce(b.available, 0) as quantity, l.safety as mark, null::date as day
   from p join stock_limit l on l.company_id = ${sql.company} and l.product_id = p.id
   left join stock_balance b on b.company_id = ${sql.company} and b.warehouse_id = l.warehouse_id and b.product_id = l.product_id
   where coalesce(b.available, 0) < l.safety`,
);
defineStockWarning(
  'overAged',
  ({
    day,
    agedDays,
  }) => sql`select c.warehouse_id, c.product_id, 0, 0, sum(c.remaining)::int, ${day} - ${dayOf(sql`min(c.received_at)`)}, null::date
   from p join stock_balance b on b.company_id = ${sql.company} and b.product_id = p.id
   join cost_layer c on c.company_id = ${sql.company} and c.warehouse_id = b.warehouse_id and c.product_id = b.product_id and c.remaining > 0
   left join stock_limit l on l.company_id = ${sql.company} and l.product_id = c.product_id and l.warehouse_id = c.warehouse_id
   where c.received_at < ${startOfDay(sql`(${day} - coalesce(l.max_age_days, ${agedDays}::int))`)}
   group by c.warehouse_id, c.product_id`,
);
const lots = (day: Sql, condition: Sql): Sql =>
  sql`select s.warehouse_id, s.product_id, 0, t.id, sum(s.on_hand)::int, t.expires_on - ${day}, t.expires_on
   from p join stock_batch t on t.company_id = ${sql.company} and t.product_id = p.id and ${condition}
   join bin_stock s on s.company_id = ${sql.company} and s.batch_id = t.id and s.batch_id <> 0 and s.on_hand > 0
   group by s.warehouse_id, s.product_id, t.id, t.expires_on`;
defineStockWarning('expiring', ({ day, expiringDays }) =>
  lots(day, sql`t.state = 'active' and t.expires_on between ${day} and ${day} + ${expiringDays}::int`),
);
defineStockWarning('expired', ({ day }) => lots(day, sql`t.expires_on < ${day}`));
defineStockWarning(
  'disabledLocation',
  () => sql`select s.warehouse_id, s.product_id, s.location_id, 0, sum(s.on_hand)::int, null::int, null::date
   from p join warehouse h on h.company_id = ${sql.company}
   join bin_stock s on s.company_id = ${sql.company} and s.warehouse_id = h.id and s.product_id = p.id and s.on_hand > 0
   join location o on o.company_id = ${sql.company} and o.id = s.location_id and not o.enabled
   group by s.warehouse_id, s.product_id, s.location_id`,
);

export const stockWarningKinds = (): string[] => [...kinds.keys()];

/** Recalculates the warnings of products. A warning that continues keeps its start time. */
export async function calculateWarnings(tx: Tx, productIds: readonly number[]): Promise<void> {
  const { expiringDays, agedDays } = await settingOf(tx, warningSetting);
  const day = dayOf(sql`${tx.now}`);
  const found = [...kinds.values()].map(
    ({ kind, rows }) =>
      sql`select ${kind}::text as kind, w.* from (${rows({ day, expiringDays, agedDays })}) as w(warehouse_id, product_id, location_id, batch_id, quantity, mark, day)`,
  );
  await tx.rows(
    sql`with p as (select unnest(${productIds}::bigint[]) as id), found as (${sql.join(found, sql` union all `)}),
     gone as (
       delete from stock_warning w using p where w.company_id = ${sql.company} and w.product_id = p.id and not exists (
         select 1 from found f where f.kind = w.kind and f.product_id = w.product_id and f.warehouse_id = w.warehouse_id
           and f.location_id = w.location_id and f.batch_id = w.batch_id))
     insert into stock_warning as w (company_id, kind, warehouse_id, product_id, location_id, batch_id, quantity, mark, day, since)
     select ${sql.company}, kind, warehouse_id, product_id, location_id, batch_id, quantity, mark, day, ${day} from found
     on conflict (company_id, kind, product_id, warehouse_id, location_id, batch_id)
       do update set quantity = excluded.quantity, mark = excluded.mark, day = excluded.day
       where (w.quantity, w.mark, w.day) is distinct from (excluded.quantity, excluded.mark, excluded.day)`,
  );
}
