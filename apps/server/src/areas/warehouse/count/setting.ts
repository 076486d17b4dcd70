import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { warehouseById } from '../warehouses/warehouses.ts';

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
  const house = await warehouseById(tx, warehouseId);
  if (!house) throw notFound('warehouse.notFound');
  const [row] = await tx.prepared<CountSetting & Record<string, unknown>>(
    'count_setting',
    `select enabled, basis, days_a as "daysA", days_b as "daysB", days_c as "daysC", most
     from count_setting where company_id = $1 and warehouse_id = $2`,
    [tx.companyId, warehouseId],
  );
  return row ?? USUAL;
}

const saved = defineAction('warehouse.countSetting', ['修改盘点计划', 'Counting schedule changed']);

export async function saveCountSetting(tx: Tx, warehouseId: number, given: CountSetting): Promise<void> {
  const { name: targetName } = await warehouseById(tx, warehouseId);
  await tx.prepared(
    'count_setting_save',
    `insert into count_setting (company_id, warehouse_id, enabled, basis, days_a, days_b, days_c, most)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (company_id, warehouse_id) do update set enabled = excluded.enabled,
       basis = excluded.basis, days_a = excluded.days_a, days_b = excluded.days_b, days_c = excluded.days_c, most = excluded.most`,
    [tx.companyId, warehouseId, given.enabled, given.basis, given.daysA, given.daysB, given.daysC, given.most],
  );
  const detail = { ...given };
  writeAudit(tx, [{ action: saved, targetKind: 'warehouse', targetId: warehouseId, targetName, detail }]);
}
