import { OWN_WMS, type WmsRow } from '@tradewind/contract/warehouse.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';

const added = defineAction('warehouse.wmsNamed', ['添加仓储系统', 'Warehouse system named']);
const OWN_NAME = 'Tradewind WMS';

/** The systems that run the company's warehouses: its own, those it named, and those that its warehouses came from. */
export async function wmsList(tx: Tx): Promise<WmsRow[]> {
  const rows = await tx.prepared<WmsRow & Record<string, unknown>>(
    'warehouse_wms_list',
    `with houses as (
       select provider, count(*)::int as n from warehouse where company_id = $1 and ($2::bigint[] is null or id = any($2)) group by 1
     ), systems as (
       select $3::text collate "C" as system union select system from warehouse_wms where company_id = $1 union select provider from houses
     )
     select s.system, coalesce(w.name, case when s.system = $3::text then $4::text else s.system end) as name, s.system = $3::text as own,
       coalesce(h.n, 0) as warehouses
     from systems s left join warehouse_wms w on w.company_id = $1 and w.system = s.system
     left join houses h on h.provider = s.system order by s.system = $3::text desc, s.system`,
    [tx.companyId, tx.rights.warehouseIds, OWN_WMS, OWN_NAME],
  );
  return rows;
}

export async function addWms(tx: Tx, wms: { system: string; name: string }): Promise<void> {
  await tx.prepared(
    'warehouse_wms_add',
    `insert into warehouse_wms (company_id, system, name) values ($1, $2, $3)
     on conflict (company_id, system) do update set name = excluded.name`,
    [tx.companyId, wms.system, wms.name],
  );
  writeAudit(tx, [{ action: added, targetKind: 'warehouseWms', targetId: 0, targetName: wms.name, detail: wms }]);
}
