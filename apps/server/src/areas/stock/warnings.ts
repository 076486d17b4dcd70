import { STOCK_WARNING_DEFAULTS } from '@tradewind/contract/stock-views.ts';
import { z } from 'zod';
import { defineSetting, settingOf } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';

const days = z.number().int().min(1).max(3650);
/** From when on goods that run out and goods that lie long are told of, where a product has no limit of its own. */
export const warningSetting = defineSetting(
  'stock.warnings',
  z.object({ expiringDays: days, agedDays: days }),
  STOCK_WARNING_DEFAULTS,
);

interface StockWarningKind {
  kind: string;
  /**
   * Rows (warehouse_id, product_id, location_id, batch_id, quantity, mark, day) of what is wrong now with the products
   * of `p(id)`. $1 is the company, $3 its day, $4 and $5 the days of the setting: expiring and aged.
   */
  rows: string;
}

const kinds = new Map<string, StockWarningKind>();

/** Areas above add theirs; the texts of a kind are the web's `warning.<kind>`. */
export function defineStockWarning(kind: string, rows: string): void {
  kinds.set(kind, { kind, rows });
}

defineStockWarning(
  'belowSafety',
  `select l.warehouse_id, l.product_id, 0 as location_id, 0 as batch_id, coalesce(b.available, 0) as quantity, l.safety as mark, null::date as day
   from p join stock_limit l on l.company_id = $1 and l.product_id = p.id
   left join stock_balance b on b.company_id = $1 and b.warehouse_id = l.warehouse_id and b.product_id = l.product_id
   where coalesce(b.available, 0) < l.safety`,
);
defineStockWarning(
  'overAged',
  `select c.warehouse_id, c.product_id, 0, 0, sum(c.remaining)::int, $3::date - min(c.received_at)::date, null::date
   from p join stock_balance b on b.company_id = $1 and b.product_id = p.id
   join cost_layer c on c.company_id = $1 and c.warehouse_id = b.warehouse_id and c.product_id = b.product_id and c.remaining > 0
   left join stock_limit l on l.company_id = $1 and l.product_id = c.product_id and l.warehouse_id = c.warehouse_id
   where c.received_at < $3::date - coalesce(l.max_age_days, $5::int)
   group by c.warehouse_id, c.product_id`,
);
const lots = (condition: string) =>
  `select s.warehouse_id, s.product_id, 0, t.id, sum(s.on_hand)::int, t.expires_on - $3::date, t.expires_on
   from p join stock_batch t on t.company_id = $1 and t.product_id = p.id and ${condition}
   join bin_stock s on s.company_id = $1 and s.batch_id = t.id and s.batch_id <> 0 and s.on_hand > 0
   group by s.warehouse_id, s.product_id, t.id, t.expires_on`;
defineStockWarning('expiring', lots(`t.state = 'active' and t.expires_on between $3::date and $3::date + $4::int`));
defineStockWarning('expired', lots('t.expires_on < $3::date'));
defineStockWarning(
  'disabledLocation',
  `select s.warehouse_id, s.product_id, s.location_id, 0, sum(s.on_hand)::int, null::int, null::date
   from p join warehouse h on h.company_id = $1
   join bin_stock s on s.company_id = $1 and s.warehouse_id = h.id and s.product_id = p.id and s.on_hand > 0
   join location o on o.company_id = $1 and o.id = s.location_id and not o.enabled
   group by s.warehouse_id, s.product_id, s.location_id`,
);

export const stockWarningKinds = (): string[] => [...kinds.keys()];

/** Makes the warnings of products anew; one that goes on keeps the time it began. */
export async function reckonWarnings(tx: Tx, productIds: readonly number[]): Promise<void> {
  const { expiringDays, agedDays } = await settingOf(tx, warningSetting);
  const found = [...kinds.values()].map(
    ({ kind, rows }) =>
      `select '${kind}' as kind, w.* from (${rows}) as w(warehouse_id, product_id, location_id, batch_id, quantity, mark, day)`,
  );
  const day = '(select ($3::timestamptz at time zone time_zone)::date from company where id = $1)';
  await tx.prepared(
    `stock_warnings_reckon_${kinds.size}`,
    `with p as (select unnest($2::bigint[]) as id), found as (${found.join(' union all ').replaceAll('$3::date', day)}),
     gone as (
       delete from stock_warning w using p where w.company_id = $1 and w.product_id = p.id and not exists (
         select 1 from found f where f.kind = w.kind and f.product_id = w.product_id and f.warehouse_id = w.warehouse_id
           and f.location_id = w.location_id and f.batch_id = w.batch_id))
     insert into stock_warning as w (company_id, kind, warehouse_id, product_id, location_id, batch_id, quantity, mark, day, since)
     select $1, kind, warehouse_id, product_id, location_id, batch_id, quantity, mark, day, $3 from found
     on conflict (company_id, kind, product_id, warehouse_id, location_id, batch_id)
       do update set quantity = excluded.quantity, mark = excluded.mark, day = excluded.day
       where (w.quantity, w.mark, w.day) is distinct from (excluded.quantity, excluded.mark, excluded.day)`,
    [tx.companyId, productIds, tx.now, expiringDays, agedDays],
  );
}
