import type { LocationPlace } from '@tradewind/contract/warehouse.ts';
import { sql } from '../../../core/database/sql.ts';
import { among, defineList, is, numbered } from '../../../core/lists.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { PLACE } from './floor.ts';

export interface LocationFilter {
  houseId: number;
  kind?: string | undefined;
  area?: string | undefined;
  enabled?: boolean | undefined;
  text?: string | undefined;
  ids?: number[] | undefined;
}

export const locations = defineList<LocationFilter & { order?: 'path' }, LocationPlace>({
  table: 'location',
  as: 'l',
  scope: (tx) => inWarehouses(tx, sql`l.warehouse_id`),
  filters: {
    houseId: is(sql`l.warehouse_id`),
    kind: is(sql`l.kind`),
    area: (typed) => sql`l.area = ${typed.toUpperCase()}`,
    enabled: is(sql`l.enabled`),
    text: numbered(sql`l.code`),
    ids: among(sql`l.id`),
    order: () => undefined,
  },
  order: ({ order }) => (order === 'path' ? sql`l.path_order, l.code` : sql`l.code`),
  columns: sql`l.id, l.warehouse_id, l.code, l.area, l.shelf, l.row_no as row, l.column_no as "column", l.kind,
    l.tray, l.enabled, l.path_order, l.capacity, l.version, ${PLACE} as place,
    coalesce(b.units, 0)::int as units, coalesce(b.products, 0)::int as products`,
  joins: sql`left join lateral (select sum(s.on_hand) as units, count(*) filter (where s.on_hand > 0) as products
    from bin_stock s where s.company_id = ${sql.company} and s.location_id = l.id) b on true`,
  missing: 'warehouse.locationNotFound',
});
