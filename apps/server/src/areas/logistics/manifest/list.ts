import type { ManifestFilter, ManifestRow } from '@tradewind/contract/logistics.ts';
import { sql } from '../../../core/database/sql.ts';
import { beginsWith } from '../../../core/database/statement.ts';
import { defineList, is, tabFor } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';

export const manifests = defineList<ManifestFilter, ManifestRow>({
  table: 'manifest',
  as: 'm',
  scope: (tx) => inWarehouses(tx, sql`m.warehouse_id`),
  filters: {
    state: is(sql`m.state`),
    warehouseId: is(sql`m.warehouse_id`),
    carrier: is(sql`m.carrier`),
    from: (day) => sql`m.on_day >= ${day}::date`,
    to: (day) => sql`m.on_day <= ${day}::date`,
    text: (typed) => {
      const number = typed.trim().toUpperCase();
      return sql`m.id in (
        select id from manifest where company_id = ${sql.company} and ${beginsWith(sql`number`, number)}
        union all select x.manifest_id from parcel p join manifest_parcel x on x.company_id = ${sql.company} and x.parcel_id = p.id
          where p.company_id = ${sql.company} and p.tracking_number = ${number})`;
    },
  },
  order: sql`m.id desc`,
  columns: sql`m.id, m.number, m.state, m.on_day as day, m.warehouse_id, w.name as warehouse_name, m.carrier,
    m.platform, m.channel_id, c.name as channel_name, x.*, m.created_by, m.created_at, m.closed_by, m.closed_at,
    m.handed_by, m.handed_at`,
  joins: sql`join warehouse w on w.company_id = ${sql.company} and w.id = m.warehouse_id
    left join shipping_channel c on c.company_id = ${sql.company} and c.id = m.channel_id
    cross join lateral (select count(*) filter (where stayed is null)::int as parcels,
      coalesce(sum(weight_grams) filter (where stayed is null), 0)::int as weight_grams,
      count(*) filter (where stayed is not null)::int as stayed
      from manifest_parcel where company_id = ${sql.company} and manifest_id = m.id) x`,
  missing: 'logistics.manifest.gone',
});

/** Open manifests, and closed ones that wait for pickup. */
export const MANIFEST_TABS = tabFor('state', ['open', 'closed']);
