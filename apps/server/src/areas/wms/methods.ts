import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getSupplychainExpress } from '@tradewind/contract/wms.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { countOf } from '../../core/database/statement.ts';
import { inWarehouses } from '../../core/scope.ts';

type Row = ResultOf<typeof getSupplychainExpress>['rows'][number];

/** The shipping methods of all third-party warehouses that the actor sees. */
export async function methodPage(tx: Tx, filter: ParsedOf<typeof getSupplychainExpress>) {
  const { houseId: warehouseId, gone, text, page, pageSize } = filter;
  const from = sql`from wms_method m
    join wms_warehouse x on x.company_id = ${sql.company} and x.warehouse_id = m.warehouse_id
    join wms_connection n on n.company_id = ${sql.company} and n.id = x.connection_id
    join warehouse w on w.company_id = ${sql.company} and w.id = m.warehouse_id
    where ${sql.and([
      sql`m.company_id = ${sql.company}`,
      inWarehouses(tx, sql`m.warehouse_id`),
      ...(warehouseId ? [sql`m.warehouse_id = ${warehouseId}`] : []),
      ...(gone === undefined ? [] : [sql`m.gone = ${gone}::boolean`]),
      ...(text ? [sql`position(lower(${text}) in lower(m.code || ' ' || m.name || ' ' || m.carrier)) > 0`] : []),
    ])}`;
  const rows = await tx.rows<Row>(sql`select m.warehouse_id || ':' || m.code as id, m.warehouse_id as "houseId",
      w.name as "warehouseName", n.provider, x.methods_at as "readAt", m.code, m.name, m.carrier, m.countries,
      m.max_weight_grams, m.tracking, m.gone,
      array(select case when c.channel_id = 0 then '*' else h.name end from wms_method_choice c
        left join shipping_channel h on h.company_id = ${sql.company} and h.id = c.channel_id
        where c.company_id = ${sql.company} and c.warehouse_id = m.warehouse_id and c.method_code = m.code
          and (c.channel_id = 0 or h.id is not null) order by 1) as channels
    ${from} order by w.name, m.warehouse_id, m.gone, m.code limit ${pageSize} offset ${(page - 1) * pageSize}`);
  return { rows, ...(await countOf(tx, from)) };
}
