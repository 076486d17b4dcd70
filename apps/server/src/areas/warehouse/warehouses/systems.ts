import { OWN_WMS, type WmsRow } from '@tradewind/contract/warehouse.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

const added = defineAction('warehouse.wmsNamed', ['新增仓储系统', 'Warehouse system added']);
const OWN_NAME = 'Tradewind WMS';

/** Systems that run the company's warehouses: our own, those it added, and those of connected warehouses. */
export async function wmsList(tx: Tx): Promise<WmsRow[]> {
  const rows = await tx.rows<WmsRow & Record<string, unknown>>(
    sql`with houses as (
       select provider, count(*)::int as n from warehouse where company_id = ${sql.company} and (${tx.rights.warehouseIds}::bigint[] is null or id = any(${tx.rights.warehouseIds}::bigint[])) group by 1
     ), systems as (
       select ${OWN_WMS}::text collate "C" as system union select system from warehouse_wms where company_id = ${sql.company} union select provider from houses
     )
     select s.system, coalesce(w.name, case when s.system = ${OWN_WMS}::text then ${OWN_NAME}::text else s.system end) as name, s.system = ${OWN_WMS}::text as own,
       coalesce(h.n, 0) as warehouses
     from systems s left join warehouse_wms w on w.company_id = ${sql.company} and w.system = s.system
     left join houses h on h.provider = s.system order by s.system = ${OWN_WMS}::text desc, s.system`,
  );
  return rows;
}

export async function addWms(tx: Tx, wms: { system: string; name: string }): Promise<void> {
  await tx.rows(
    sql`insert into warehouse_wms (company_id, system, name) values (${sql.company}, ${wms.system}, ${wms.name})
     on conflict (company_id, system) do update set name = excluded.name`,
  );
  writeAudit(tx, [{ action: added, targetKind: 'warehouseWms', targetId: 0, targetName: wms.name, detail: wms }]);
}
