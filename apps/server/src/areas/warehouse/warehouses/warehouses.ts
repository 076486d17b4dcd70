import type { WarehouseRow } from '@tradewind/contract/warehouse.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, ruleBroken } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { grantToActor } from '../../access/public.ts';
import { warehouseConnected, warehouseDeleting, warehouseOpened, warehouseRefresh } from '../hooks.ts';
import { closeGate } from '../locks.ts';
import { shownHistory } from '../outbound/moves.ts';
import { warehouses } from './list.ts';

export async function warehouseDetail(tx: Tx, id: number) {
  return { ...(await warehouses.one(tx, id)), history: await shownHistory(tx, 'warehouse', id) };
}

type Option = Pick<WarehouseRow, 'id' | 'code' | 'name' | 'kind' | 'provider' | 'isDefault' | 'enabled' | 'counting'>;

export function warehouseOptions(tx: Tx): Promise<Option[]> {
  return tx.rows<Option>(
    sql`select w.id, w.code, w.name, w.kind, w.provider, w.is_default, w.enabled, w.counting
     from warehouse w where ${warehouses.where(tx, {})} order by w.enabled desc, w.priority, w.id`,
  );
}

export interface NewWarehouse {
  code: string;
  name: string;
  kind: string;
  provider: string;
  address: Record<string, string>;
  personInCharge: string;
  priority: number;
  firstLocation?: boolean;
}

const PACKING = { area: 'PCK', kind: 'packing', pathOrder: 900_000 };
/** Locations that an own warehouse needs. */
const FIRST_LOCATIONS = [
  { area: 'RCV', kind: 'receiving', pathOrder: 0 },
  PACKING,
  { area: 'RTN', kind: 'returns', pathOrder: 910_000 },
  { area: 'DMG', kind: 'damaged', pathOrder: 920_000 },
];
/** Goods need a place before anybody has thought about shelves. */
const FIRST_SHELF = { area: 'A', kind: 'picking', pathOrder: 10 };
/** Providers do not report locations, so all of their stock is in one. */
const FIRST_ELSEWHERE = [{ area: 'STG', kind: 'storage', pathOrder: 0 }, PACKING];

/** The first warehouse of a company becomes its default. */
export async function addWarehouse(tx: Tx, input: NewWarehouse): Promise<{ id: number }> {
  const [row] = await tx.rows<{ id: number }>(
    sql`insert into warehouse (company_id, code, name, kind, provider, address, person_in_charge, priority, is_default, created_at)
     select ${sql.company}, ${input.code}, ${input.name}, ${input.kind}, ${input.provider}, ${JSON.stringify(input.address)}::jsonb, ${input.personInCharge}, ${input.priority}, not exists (select from warehouse where company_id = ${sql.company} and is_default), ${tx.now}
     on conflict (company_id, code) do nothing returning id`,
  );
  if (!row) throw badField('warehouse.code', 'warehouse.codeTaken', { code: input.code });
  const own = input.firstLocation ? [...FIRST_LOCATIONS, FIRST_SHELF] : FIRST_LOCATIONS;
  await openPlaces(tx, row.id, input.kind === 'selfBuilt' ? own : FIRST_ELSEWHERE);
  await grantToActor(tx, 'warehouse', row.id);
  await remember(tx, row.id, 'added');
  return row;
}

/** Adds one location of each area. Existing ones stay. */
export async function openPlaces(
  tx: Tx,
  warehouseId: number,
  places: readonly { area: string; kind: string; pathOrder: number }[],
): Promise<void> {
  await tx.rows(
    sql`insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select ${sql.company}, ${warehouseId}, r.area || '-01-01-01', r.area, '01', '01', '01', r.kind, r."pathOrder"
     from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r(area text, kind text, "pathOrder" int) on conflict do nothing`,
  );
}

/** Requests a refresh from the connected provider after the commit. @throws ruleBroken warehouse.nobodyToAsk */
export async function askRefresh(tx: Tx, id: number, what: 'warehouse' | 'inventory'): Promise<void> {
  const warehouse = await warehouses.one(tx, id);
  if (warehouse.kind === 'selfBuilt') throw ruleBroken('warehouse.ownHouseRefresh');
  const connected: number[] = [];
  await warehouseConnected.call(tx, { warehouseId: id, connected: () => connected.push(id) });
  if (connected.length === 0) throw ruleBroken('warehouse.nobodyToAsk', { warehouse: warehouse.name });
  await emit(tx, warehouseRefresh, { warehouseId: id, what }, { key: `warehouse.refresh:${id}:${what}` });
  await remember(tx, id, 'refreshAsked', { what });
}

export interface WarehouseChange {
  id: number;
  version: number;
  name?: string | undefined;
  address?: Record<string, string> | undefined;
  personInCharge?: string | undefined;
  priority?: number | undefined;
}

/** @throws ruleBroken warehouse.rentedOnlyPerson, conflict core.stale */
export async function updateWarehouse(tx: Tx, change: WarehouseChange): Promise<void> {
  const before = await warehouses.one(tx, change.id);
  const rented = before.kind === 'rented';
  if (rented && (change.name !== undefined || change.address !== undefined || change.priority !== undefined))
    throw ruleBroken('warehouse.rentedOnlyPerson');
  const changed = await tx.rows(
    sql`update warehouse set name = coalesce(${change.name ?? null}, name), address = coalesce(${change.address ? JSON.stringify(change.address) : null}::jsonb, address),
       person_in_charge = coalesce(${change.personInCharge ?? null}, person_in_charge), priority = coalesce(${change.priority ?? null}, priority), version = version + 1
     where company_id = ${sql.company} and id = ${change.id} and version = ${change.version} returning id`,
  );
  if (changed.length === 0) throw conflict('core.stale', await lastChange(tx, 'warehouse', change.id));
  const { id: _id, version: _version, ...fields } = change;
  await remember(tx, change.id, 'edited', fields);
}

export async function deleteWarehouse(tx: Tx, id: number): Promise<void> {
  const before = await warehouses.one(tx, id);
  if (before.isDefault) throw ruleBroken('warehouse.defaultStays', { warehouse: before.name });
  const used = await tx.rows(
    sql`select 1 where exists (select from stock_balance where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from bin_stock where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from inbound where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from outbound where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from stock_count where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from stock_transfer where company_id = ${sql.company} and (from_id = ${id} or to_id = ${id}))
       or exists (select from assembly where company_id = ${sql.company} and warehouse_id = ${id})
       or exists (select from warehouse_prepayment where company_id = ${sql.company} and warehouse_id = ${id})`,
  );
  const keepers = [...used];
  if (keepers.length === 0) await warehouseDeleting.call(tx, { warehouseId: id, keep: () => keepers.push({}) });
  if (keepers.length > 0) throw ruleBroken('warehouse.used', { warehouse: before.name });
  await tx.rows(sql`delete from wave_rule where company_id = ${sql.company} and warehouse_id = ${id}`);
  await tx.rows(sql`delete from location where company_id = ${sql.company} and warehouse_id = ${id}`);
  await tx.rows(sql`delete from warehouse_fnsku where company_id = ${sql.company} and warehouse_id = ${id}`);
  await tx.rows(sql`delete from warehouse where company_id = ${sql.company} and id = ${id}`);
  await remember(tx, id, 'deleted', { code: before.code, name: before.name });
}

export async function setDefaultWarehouse(tx: Tx, id: number): Promise<void> {
  const before = await warehouses.one(tx, id);
  if (!before.enabled) throw ruleBroken('warehouse.disabled', { warehouse: before.name });
  await tx.rows(
    sql`update warehouse set is_default = false, version = version + 1 where company_id = ${sql.company} and is_default and id <> ${id}`,
  );
  await tx.rows(
    sql`update warehouse set is_default = true, version = version + 1 where company_id = ${sql.company} and id = ${id} and not is_default`,
  );
  await remember(tx, id, 'default');
}

/** A disabled warehouse gets no new orders but finishes its current ones. */
export async function enableWarehouse(tx: Tx, id: number, enabled: boolean): Promise<void> {
  const before = await warehouses.one(tx, id);
  if (!enabled && before.isDefault) throw ruleBroken('warehouse.defaultStays', { warehouse: before.name });
  await tx.rows(
    sql`update warehouse set enabled = ${enabled}, version = version + 1 where company_id = ${sql.company} and id = ${id}`,
  );
  await remember(tx, id, enabled ? 'enabled' : 'disabled');
  if (enabled) await warehouseOpened.call(tx, {});
}

/**
 * Starts or ends a full count of the warehouse. Takes the gate exclusively: running movements finish first, later ones
 * see the flag. The caller has checked the actor's rights.
 */
export async function setCounting(tx: Tx, id: number, counting: boolean): Promise<void> {
  await closeGate(tx, id);
  await tx.rows(
    sql`update warehouse set counting = ${counting}, version = version + 1 where company_id = ${sql.company} and id = ${id}`,
  );
  await remember(tx, id, counting ? 'countBegan' : 'countReleased');
  if (!counting) await warehouseOpened.call(tx, { counted: id });
}

const acts: Readonly<Record<string, AuditAction>> = {
  added: defineAction('warehouse.added', ['新增仓库', 'Warehouse added']),
  edited: defineAction('warehouse.edited', ['编辑仓库', 'Warehouse edited']),
  deleted: defineAction('warehouse.deleted', ['删除仓库', 'Warehouse deleted']),
  default: defineAction('warehouse.default', ['设为默认发货仓', 'Set as default warehouse']),
  enabled: defineAction('warehouse.enabled', ['启用仓库', 'Warehouse enabled']),
  prepaid: defineAction('warehouse.prepaid', ['仓库预付款变动', 'Warehouse prepayment changed']),
  disabled: defineAction('warehouse.disabled', ['停用仓库', 'Warehouse disabled']),
  refreshRequested: defineAction('warehouse.refreshAsked', ['刷新仓库', 'Warehouse refresh requested']),
  fnskuSaved: defineAction('warehouse.fnskuSaved', ['设置 FNSKU', 'FNSKU set']),
  fnskuDeleted: defineAction('warehouse.fnskuDeleted', ['删除 FNSKU', 'FNSKU deleted']),
  fnskuCopied: defineAction('warehouse.fnskuCopied', ['复制 FNSKU', 'FNSKUs copied']),
  methodsChosen: defineAction('warehouse.methodsChosen', ['设置仓库发货方式', 'Warehouse shipping methods set']),
  countBegan: defineAction('warehouse.countBegan', ['开始全仓盘点', 'Full count started']),
  countReleased: defineAction('warehouse.countReleased', ['结束全仓盘点', 'Full count ended']),
};

/** Writes to the warehouse's history and the company's audit log. */
export async function remember(tx: Tx, id: number, event: string, detail?: Record<string, unknown>): Promise<void> {
  const more = detail ? { detail } : {};
  writeHistory(tx, [{ docKind: 'warehouse', docId: id, event, ...more }]);
  const [named] = await tx.rows<{ name: string }>(
    sql`select name from warehouse where company_id = ${sql.company} and id = ${id}`,
  );
  const targetName = named?.name ?? String(detail?.name ?? id);
  const action = acts[event];
  if (action) writeAudit(tx, [{ action, targetKind: 'warehouse', targetId: id, targetName, ...more }]);
}
