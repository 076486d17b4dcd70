import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { notFound } from '../../../core/errors.ts';
import { warehouses } from '../warehouses/list.ts';

export interface CountSetting {
  enabled: boolean;
  basis: 'picks' | 'value';
  daysA: number;
  daysB: number;
  daysC: number;
  most: number;
}
const USUAL: CountSetting = { enabled: true, basis: 'picks', daysA: 30, daysB: 90, daysC: 365, most: 20 };

export async function countSetting(tx: Tx, warehouseId: number): Promise<CountSetting> {
  const warehouse = await warehouses.one(tx, warehouseId);
  if (!warehouse) throw notFound('warehouse.notFound');
  const [row] = await tx.rows<CountSetting & Record<string, unknown>>(
    sql`select enabled, basis, days_a, days_b, days_c, most
     from count_setting where company_id = ${sql.company} and warehouse_id = ${warehouseId}`,
  );
  return row ?? USUAL;
}

const saved = defineAction('warehouse.countSetting', ['编辑循环盘点设置', 'Cycle count settings edited']);

export async function saveCountSetting(tx: Tx, warehouseId: number, input: CountSetting): Promise<void> {
  const { name: targetName } = await warehouses.one(tx, warehouseId);
  await tx.rows(
    sql`insert into count_setting (company_id, warehouse_id, enabled, basis, days_a, days_b, days_c, most)
     values (${sql.company}, ${warehouseId}, ${input.enabled}, ${input.basis}, ${input.daysA}, ${input.daysB}, ${input.daysC}, ${input.most}) on conflict (company_id, warehouse_id) do update set enabled = excluded.enabled,
       basis = excluded.basis, days_a = excluded.days_a, days_b = excluded.days_b, days_c = excluded.days_c, most = excluded.most`,
  );
  const detail = { ...input };
  writeAudit(tx, [{ action: saved, targetKind: 'warehouse', targetId: warehouseId, targetName, detail }]);
}
