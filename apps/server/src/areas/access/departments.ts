import { createHash } from 'node:crypto';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound } from '../../core/errors.ts';
import { forgetPrincipals } from '../identity/public.ts';
import { ascending, assertMayGive, type Grant, without } from './grant.ts';
import { stale } from './members.ts';
import { allPlaces, assertKnown, kept, placesOf, type Scope } from './places.ts';

const scoped = defineAction('access.departmentScope', ['修改部门数据范围', 'Department data scope changed']);

export interface DepartmentScope {
  name: string;
  members: number;
  shops: ReadonlySet<number>;
  warehouses: ReadonlySet<number>;
  /** Shops that belong to it; its members always see them. */
  own: ReadonlySet<number>;
}

/** @throws notFound access.noDepartment */
export async function scopeOf(tx: Tx, departmentId: number): Promise<DepartmentScope> {
  const row = await tx.row<{ name: string; members: number; shops: number[]; warehouses: number[] }>(sql`
    select d.name,
      (select count(*)::int from user_account u where u.company_id = ${sql.company} and u.department_id = d.id and not u.main_account) as members,
      array(select target_id from department_scope s where s.company_id = ${sql.company} and s.department_id = d.id and s.kind = 'shop') as shops,
      array(select target_id from department_scope s where s.company_id = ${sql.company} and s.department_id = d.id and s.kind = 'warehouse') as warehouses
    from department d where d.company_id = ${sql.company} and d.id = ${departmentId}`);
  if (!row) throw notFound('access.noDepartment');
  const set = (ids: number[]) => new Set(ids.map(Number));
  const { shops } = await allPlaces(tx);
  const own = new Set(shops.filter((shop) => shop.departmentId === departmentId).map((shop) => shop.id));
  return { ...row, shops: set(row.shops), warehouses: set(row.warehouses), own };
}

const stampOf = (scope: DepartmentScope) =>
  createHash('sha256')
    .update(JSON.stringify([ascending(scope.shops), ascending(scope.warehouses)]))
    .digest('hex')
    .slice(0, 32);

export async function departmentScope(tx: Tx, departmentId: number) {
  const [scope, places] = await Promise.all([scopeOf(tx, departmentId), placesOf(tx)]);
  const visible = (ids: ReadonlySet<number>, all: readonly { id: number }[]) =>
    ascending(ids).filter((id) => all.some((place) => place.id === id));
  return {
    stamp: stampOf(scope),
    name: scope.name,
    members: scope.members,
    shopIds: visible(scope.shops, places.shops),
    warehouseIds: visible(scope.warehouses, places.warehouses),
    shops: places.shops.map((place) => ({ ...place, byDepartment: scope.own.has(place.id) })),
    warehouses: places.warehouses.map((place) => ({ ...place, byDepartment: false })),
  };
}

export async function saveDepartmentScope(
  tx: Tx,
  input: Scope & { departmentId: number; stamp?: string | undefined },
): Promise<void> {
  const { departmentId } = input;
  await tx.rows(sql`select id from department where company_id = ${sql.company} and id = ${departmentId} for update`);
  const [before, places] = await Promise.all([scopeOf(tx, departmentId), placesOf(tx)]);
  if (input.stamp !== undefined && input.stamp !== stampOf(before)) throw await stale(tx, 'department', departmentId);
  assertKnown(places, input);
  const shops = kept(tx.rights, 'shops', before.shops, input.shopIds);
  const warehouses = kept(tx.rights, 'warehouses', before.warehouses, input.warehouseIds);
  const gains: Grant = {
    modules: new Set(),
    buttons: new Set(),
    base: new Set(),
    shops: without(shops, before.shops),
    warehouses: without(warehouses, before.warehouses),
  };
  assertMayGive(tx.rights, gains);
  const rows = [...[...shops].map((t) => ({ k: 'shop', t })), ...[...warehouses].map((t) => ({ k: 'warehouse', t }))];
  await Promise.all([
    tx.rows(sql`delete from department_scope where company_id = ${sql.company} and department_id = ${departmentId}`),
    tx.rows(sql`insert into department_scope (company_id, department_id, kind, target_id)
      select ${sql.company}, ${departmentId}, k, t from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(k text, t bigint)
      on conflict do nothing`),
  ]);
  const answered = (s: ReadonlySet<number>, w: ReadonlySet<number>) => ({
    shopIds: ascending(s),
    warehouseIds: ascending(w),
  });
  const detail = { before: answered(before.shops, before.warehouses), after: answered(shops, warehouses) };
  writeAudit(tx, [
    { action: scoped, targetKind: 'department', targetId: departmentId, targetName: before.name, detail },
  ]);
  await forgetPrincipals(tx);
}
