import type { WarehouseRow } from '@tradewind/contract/warehouse.ts';
import { type AuditAction, defineAction, writeAudit } from '../../../core/audit.ts';
import type { Tx } from '../../../core/database/database.ts';
import { endOfPrefix, Params, statement } from '../../../core/database/statement.ts';
import { lastChange, writeHistory } from '../../../core/documents.ts';
import { badField, conflict, notFound, ruleBroken } from '../../../core/errors.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { grantToActor } from '../../identity/public.ts';
import { warehouseConnected, warehouseDeleting, warehouseOpened, warehouseRefresh } from '../hooks.ts';
import { closeGate } from '../locks.ts';
import { shownHistory } from '../moved.ts';

type Row = WarehouseRow & Record<string, unknown>;
const ROW = `w.id, w.code, w.name, w.kind, w.provider, w.address, w.person_in_charge as "personInCharge",
  w.is_default as "isDefault", w.enabled, w.counting, w.priority, w.version,
  w.prepaid_balance as "prepaidBalance", w.order_fee as "orderFee",
  (select count(*)::int from location l where l.company_id = $1 and l.warehouse_id = w.id) as locations`;

function visible(tx: Tx, params: Params): string {
  const company = `w.company_id = ${params.add(tx.companyId)}`;
  return tx.rights.warehouseIds
    ? `${company} and w.id = any(${params.add(tx.rights.warehouseIds)}::bigint[])`
    : company;
}

export interface PageQuery {
  pageNum: number;
  size: number;
  page?: number | undefined;
  pageSize?: number | undefined;
}

export function pageOfQuery(query: PageQuery, params: Params): string {
  const size = query.pageSize ?? query.size;
  return `limit ${params.add(size)} offset ${params.add(((query.page ?? query.pageNum) - 1) * size)}`;
}

export interface HouseFilter extends PageQuery {
  text?: string | undefined;
  kind?: string | undefined;
  enabled?: boolean | undefined;
}

export async function warehousePage(tx: Tx, query: HouseFilter) {
  const params = new Params();
  let where = visible(tx, params);
  const text = query.text?.trim();
  if (text)
    where += ` and (w.code >= ${params.add(text)} and w.code < ${params.add(endOfPrefix(text))} or position(lower(${params.add(text)}) in lower(w.name)) > 0)`;
  if (query.kind) where += ` and w.kind = ${params.add(query.kind)}`;
  if (query.enabled !== undefined) where += ` and w.enabled = ${params.add(query.enabled)}`;
  const limit = pageOfQuery(query, params);
  const rows = await statement<Row & { total: number }>(
    tx,
    `select ${ROW}, count(*) over ()::int as total from warehouse w where ${where} order by w.enabled desc, w.priority, w.id ${limit}`,
    params,
  );
  return { rows, total: rows[0]?.total ?? 0, totalExact: true };
}

export async function warehouseById(tx: Tx, id: number): Promise<Row> {
  const params = new Params();
  const where = visible(tx, params);
  const [row] = await statement<Row>(
    tx,
    `select ${ROW} from warehouse w where ${where} and w.id = ${params.add(id)}`,
    params,
  );
  if (!row) throw notFound('warehouse.notFound');
  return row;
}

export async function warehouseDetail(tx: Tx, id: number) {
  return { ...(await warehouseById(tx, id)), history: await shownHistory(tx, 'warehouse', id) };
}

export function warehouseOptions(tx: Tx): Promise<Row[]> {
  const params = new Params();
  return statement<Row>(
    tx,
    `select w.id, w.code, w.name, w.kind, w.provider, w.is_default as "isDefault", w.enabled, w.counting
     from warehouse w where ${visible(tx, params)} order by w.enabled desc, w.priority, w.id`,
    params,
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
}

const PACKING = { area: 'PCK', kind: 'packing', pathOrder: 900_000 };
/** What a warehouse of one's own cannot work without. */
const FIRST_LOCATIONS = [
  { area: 'RCV', kind: 'receiving', pathOrder: 0 },
  PACKING,
  { area: 'RTN', kind: 'returns', pathOrder: 910_000 },
  { area: 'DMG', kind: 'damaged', pathOrder: 920_000 },
];
/** Where others run it, nobody here knows the places of goods: all lie in one. */
const FIRST_ELSEWHERE = [{ area: 'STG', kind: 'storage', pathOrder: 0 }, PACKING];

/** The first warehouse of a company becomes its default one. */
export async function addWarehouse(tx: Tx, given: NewWarehouse): Promise<{ id: number }> {
  const [row] = await tx.prepared<{ id: number }>(
    'warehouse_add',
    `insert into warehouse (company_id, code, name, kind, provider, address, person_in_charge, priority, is_default, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, not exists (select from warehouse where company_id = $1 and is_default), $9)
     on conflict (company_id, code) do nothing returning id`,
    [
      tx.companyId,
      given.code,
      given.name,
      given.kind,
      given.provider,
      JSON.stringify(given.address),
      given.personInCharge,
      given.priority,
      tx.now,
    ],
  );
  if (!row) throw badField('warehouse.code', 'warehouse.codeTaken', { code: given.code });
  await openPlaces(tx, row.id, given.kind === 'selfBuilt' ? FIRST_LOCATIONS : FIRST_ELSEWHERE);
  await grantToActor(tx, 'warehouse', row.id);
  await remember(tx, row.id, 'added');
  return row;
}

/** One location of each area; those that are there stay. */
export async function openPlaces(
  tx: Tx,
  warehouseId: number,
  places: readonly { area: string; kind: string; pathOrder: number }[],
): Promise<void> {
  await tx.prepared(
    'warehouse_first_locations',
    `insert into location (company_id, warehouse_id, code, area, shelf, row_no, column_no, kind, path_order)
     select $1, $2, r.area || '-01-01-01', r.area, '01', '01', '01', r.kind, r."pathOrder"
     from jsonb_to_recordset($3::jsonb) as r(area text, kind text, "pathOrder" int) on conflict do nothing`,
    [tx.companyId, warehouseId, JSON.stringify(places)],
  );
}

/** Whoever is connected to its provider hears of it after the commit. @throws ruleBroken warehouse.nobodyToAsk */
export async function askRefresh(tx: Tx, id: number, what: 'warehouse' | 'inventory'): Promise<void> {
  const house = await warehouseById(tx, id);
  if (house.kind === 'selfBuilt') throw ruleBroken('warehouse.ownHouseRefresh');
  const connected: number[] = [];
  await warehouseConnected.call(tx, { warehouseId: id, connected: () => connected.push(id) });
  if (connected.length === 0) throw ruleBroken('warehouse.nobodyToAsk', { warehouse: house.name });
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
  const before = await warehouseById(tx, change.id);
  const rented = before.kind === 'rented';
  if (rented && (change.name !== undefined || change.address !== undefined || change.priority !== undefined))
    throw ruleBroken('warehouse.rentedOnlyPerson');
  const changed = await tx.prepared(
    'warehouse_update',
    `update warehouse set name = coalesce($4, name), address = coalesce($5::jsonb, address),
       person_in_charge = coalesce($6, person_in_charge), priority = coalesce($7, priority), version = version + 1
     where company_id = $1 and id = $2 and version = $3 returning id`,
    [
      tx.companyId,
      change.id,
      change.version,
      change.name ?? null,
      change.address ? JSON.stringify(change.address) : null,
      change.personInCharge ?? null,
      change.priority ?? null,
    ],
  );
  if (changed.length === 0) throw conflict('core.stale', await lastChange(tx, 'warehouse', change.id));
  const { id: _id, version: _version, ...fields } = change;
  await remember(tx, change.id, 'edited', fields);
}

export async function deleteWarehouse(tx: Tx, id: number): Promise<void> {
  const before = await warehouseById(tx, id);
  if (before.isDefault) throw ruleBroken('warehouse.defaultStays', { warehouse: before.name });
  const used = await tx.prepared(
    'warehouse_used',
    `select 1 where exists (select from stock_balance where company_id = $1 and warehouse_id = $2)
       or exists (select from bin_stock where company_id = $1 and warehouse_id = $2)
       or exists (select from inbound where company_id = $1 and warehouse_id = $2)
       or exists (select from outbound where company_id = $1 and warehouse_id = $2)
       or exists (select from stock_count where company_id = $1 and warehouse_id = $2)
       or exists (select from stock_transfer where company_id = $1 and (from_id = $2 or to_id = $2))
       or exists (select from warehouse_prepayment where company_id = $1 and warehouse_id = $2)`,
    [tx.companyId, id],
  );
  const keepers = [...used];
  if (keepers.length === 0) await warehouseDeleting.call(tx, { warehouseId: id, keep: () => keepers.push({}) });
  if (keepers.length > 0) throw ruleBroken('warehouse.used', { warehouse: before.name });
  await tx.prepared('warehouse_delete_rules', 'delete from wave_rule where company_id = $1 and warehouse_id = $2', [
    tx.companyId,
    id,
  ]);
  await tx.prepared('warehouse_delete_locations', 'delete from location where company_id = $1 and warehouse_id = $2', [
    tx.companyId,
    id,
  ]);
  await tx.prepared(
    'warehouse_delete_fnskus',
    'delete from warehouse_fnsku where company_id = $1 and warehouse_id = $2',
    [tx.companyId, id],
  );
  await tx.prepared('warehouse_delete', 'delete from warehouse where company_id = $1 and id = $2', [tx.companyId, id]);
  await remember(tx, id, 'deleted', { code: before.code, name: before.name });
}

export async function setDefaultWarehouse(tx: Tx, id: number): Promise<void> {
  const before = await warehouseById(tx, id);
  if (!before.enabled) throw ruleBroken('warehouse.disabled', { warehouse: before.name });
  await tx.prepared(
    'warehouse_no_default',
    'update warehouse set is_default = false, version = version + 1 where company_id = $1 and is_default and id <> $2',
    [tx.companyId, id],
  );
  await tx.prepared(
    'warehouse_default',
    'update warehouse set is_default = true, version = version + 1 where company_id = $1 and id = $2 and not is_default',
    [tx.companyId, id],
  );
  await remember(tx, id, 'default');
}

/** A disabled warehouse gets no new orders; what it has already it finishes. */
export async function enableWarehouse(tx: Tx, id: number, enabled: boolean): Promise<void> {
  const before = await warehouseById(tx, id);
  if (!enabled && before.isDefault) throw ruleBroken('warehouse.defaultStays', { warehouse: before.name });
  await tx.prepared(
    'warehouse_enable',
    'update warehouse set enabled = $3, version = version + 1 where company_id = $1 and id = $2',
    [tx.companyId, id, enabled],
  );
  await remember(tx, id, enabled ? 'enabled' : 'disabled');
  if (enabled) await warehouseOpened.call(tx, {});
}

/**
 * Confirms or releases a full-warehouse count. The gate is taken alone: whoever is moving goods there now finishes
 * first, whoever comes later sees the flag. Whoever calls has looked whether the actor may.
 */
export async function setCounting(tx: Tx, id: number, counting: boolean): Promise<void> {
  await closeGate(tx, id);
  await tx.prepared(
    'warehouse_counting',
    'update warehouse set counting = $3, version = version + 1 where company_id = $1 and id = $2',
    [tx.companyId, id, counting],
  );
  await remember(tx, id, counting ? 'countBegan' : 'countReleased');
  if (!counting) await warehouseOpened.call(tx, { counted: id });
}

const acts: Readonly<Record<string, AuditAction>> = {
  added: defineAction('warehouse.added', ['新增仓库', 'Warehouse added']),
  edited: defineAction('warehouse.edited', ['修改仓库', 'Warehouse changed']),
  deleted: defineAction('warehouse.deleted', ['删除仓库', 'Warehouse deleted']),
  default: defineAction('warehouse.default', ['设为默认发货仓', 'Made the default warehouse']),
  enabled: defineAction('warehouse.enabled', ['启用仓库', 'Warehouse enabled']),
  prepaid: defineAction('warehouse.prepaid', ['仓库预付款', 'Warehouse prepayment']),
  disabled: defineAction('warehouse.disabled', ['停用仓库', 'Warehouse disabled']),
  refreshAsked: defineAction('warehouse.refreshAsked', ['刷新仓库', 'Warehouse refresh asked']),
  fnskuSaved: defineAction('warehouse.fnskuSaved', ['设置FNSKU', 'FNSKU set']),
  fnskuDeleted: defineAction('warehouse.fnskuDeleted', ['删除FNSKU', 'FNSKUs deleted']),
  fnskuCopied: defineAction('warehouse.fnskuCopied', ['复制FNSKU', 'FNSKUs copied']),
  methodsChosen: defineAction('warehouse.methodsChosen', [
    '选择仓库物流方式',
    'Shipping methods of a warehouse chosen',
  ]),
  countBegan: defineAction('warehouse.countBegan', ['开始全仓盘点', 'Full count began']),
  countReleased: defineAction('warehouse.countReleased', ['结束全仓盘点', 'Full count released']),
};

/** Keeps it in the warehouse's history and in the company's log. */
export async function remember(tx: Tx, id: number, event: string, detail?: Record<string, unknown>): Promise<void> {
  const more = detail ? { detail } : {};
  writeHistory(tx, [{ docKind: 'warehouse', docId: id, event, ...more }]);
  const [named] = await tx.prepared<{ name: string }>(
    'warehouse_name',
    'select name from warehouse where company_id = $1 and id = $2',
    [tx.companyId, id],
  );
  const targetName = named?.name ?? String(detail?.name ?? id);
  const action = acts[event];
  if (action) writeAudit(tx, [{ action, targetKind: 'warehouse', targetId: id, targetName, ...more }]);
}
