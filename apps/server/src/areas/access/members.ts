import { lastChange } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { conflict, forbidden, notFound } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { type Grant, modelsOf } from './grant.ts';
import { allPlaces } from './places.ts';

export interface Holder {
  id: number;
  userLoginId: string;
  name: string;
  mainAccount: boolean;
  enabled: boolean;
  departmentId: number | null;
  departmentName: string | null;
  grant: Grant;
  /** What they see by their department. */
  departmentShops: ReadonlySet<number>;
  departmentWarehouses: ReadonlySet<number>;
}
interface HolderRow extends Omit<Holder, 'grant' | 'departmentShops' | 'departmentWarehouses'> {
  modules: number[];
  buttons: string[];
  base: string[];
  shops: number[];
  warehouses: number[];
  departmentShops: number[];
  departmentWarehouses: number[];
}

const holders = (tx: Tx, which: Sql) =>
  tx.rows<HolderRow>(sql`
    select u.id, u.user_login_id, u.name, u.main_account, u.enabled,
      u.department_id, d.name as "departmentName",
      array(select module_id from user_module m where m.company_id = ${sql.company} and m.user_id = u.id) as modules,
      array(select module_id || ':' || button from user_button b where b.company_id = ${sql.company} and b.user_id = u.id) as buttons,
      array(select permission from user_base_permission p where p.company_id = ${sql.company} and p.user_id = u.id) as base,
      array(select target_id from user_scope s where s.company_id = ${sql.company} and s.user_id = u.id and s.kind = 'shop') as shops,
      array(select target_id from user_scope s where s.company_id = ${sql.company} and s.user_id = u.id and s.kind = 'warehouse') as warehouses,
      array(select target_id from department_scope s
            where s.company_id = ${sql.company} and s.department_id = u.department_id and s.kind = 'shop') as "departmentShops",
      array(select target_id from department_scope s
            where s.company_id = ${sql.company} and s.department_id = u.department_id and s.kind = 'warehouse') as "departmentWarehouses"
    from user_account u left join department d on d.company_id = u.company_id and d.id = u.department_id
    where u.company_id = ${sql.company} and ${which} order by u.name, u.id`);

const numbers = (values: readonly (number | string)[]) => new Set(values.map(Number));

async function read(tx: Tx, which: Sql): Promise<Holder[]> {
  const [rows, places] = [await holders(tx, which), await allPlaces(tx)];
  const ownOf = Map.groupBy(places.shops, (shop) => shop.departmentId);
  return rows.map(({ modules, buttons, base, shops, warehouses, ...row }) => ({
    ...row,
    grant: {
      modules: numbers(modules),
      buttons: new Set(buttons),
      base: new Set(base),
      shops: numbers(shops),
      warehouses: numbers(warehouses),
    },
    departmentShops: numbers([
      ...row.departmentShops,
      ...(row.departmentId === null ? [] : (ownOf.get(row.departmentId) ?? []).map((shop) => shop.id)),
    ]),
    departmentWarehouses: numbers(row.departmentWarehouses),
  }));
}

/** In the order of their names. @throws notFound access.noMember */
export async function holdersNamed(tx: Tx, logins: readonly string[]): Promise<Holder[]> {
  const found = await read(tx, sql`u.user_login_id = any(${arrayOf(logins)}::text[])`);
  const missing = logins.find((login) => !found.some((holder) => holder.userLoginId === login));
  if (missing !== undefined) throw notFound('access.noMember', { userLoginId: missing });
  return found;
}

/** @throws notFound access.noMember */
export async function holderNamed(tx: Tx, userLoginId: string): Promise<Holder> {
  const [holder] = await holdersNamed(tx, [userLoginId]);
  if (!holder) throw notFound('access.noMember', { userLoginId });
  return holder;
}

export const holdersOfDepartment = (tx: Tx, departmentId: number) =>
  read(tx, sql`u.department_id = ${departmentId} and not u.main_account`);

/** Locks members while their rights change, so concurrent grants run in turn. @throws forbidden access.mainAccount */
export async function lockedHolders(tx: Tx, logins: readonly string[]): Promise<Holder[]> {
  await tx.rows(sql`select id from user_account
    where company_id = ${sql.company} and user_login_id = any(${arrayOf(logins)}::text[]) order by id for update`);
  const found = await holdersNamed(tx, logins);
  if (found.some((holder) => holder.mainAccount)) throw forbidden('access.mainAccount');
  return found;
}

/** Writes the new grants of each member. */
export async function writeGrants(tx: Tx, grants: ReadonlyMap<number, Grant>): Promise<void> {
  const ids = [...grants.keys()];
  const mine = sql`company_id = ${sql.company} and user_id = any(${arrayOf(ids)}::bigint[])`;
  const of = (rows: (userId: number, grant: Grant) => object[]) =>
    JSON.stringify([...grants].flatMap(([userId, grant]) => rows(userId, grant)));
  const modules = of((u, grant) => [...grant.modules].map((m) => ({ u, m })));
  const buttons = of((u, grant) =>
    modelsOf(grant).flatMap(({ modelId: m, buttons: all }) => all.map((b) => ({ u, m, b }))),
  );
  const base = of((u, grant) => [...grant.base].map((p) => ({ u, p })));
  const scope = of((u, grant) => [
    ...[...grant.shops].map((t) => ({ u, k: 'shop', t })),
    ...[...grant.warehouses].map((t) => ({ u, k: 'warehouse', t })),
  ]);
  await Promise.all([
    tx.rows(sql`delete from user_module where ${mine}`),
    tx.rows(sql`delete from user_button where ${mine}`),
    tx.rows(sql`delete from user_base_permission where ${mine}`),
    tx.rows(sql`delete from user_scope where ${mine}`),
    tx.rows(sql`insert into user_module (company_id, user_id, module_id)
      select ${sql.company}, u, m from jsonb_to_recordset(${modules}::jsonb) as r(u bigint, m int) on conflict do nothing`),
    tx.rows(sql`insert into user_button (company_id, user_id, module_id, button)
      select ${sql.company}, u, m, b from jsonb_to_recordset(${buttons}::jsonb) as r(u bigint, m int, b text) on conflict do nothing`),
    tx.rows(sql`insert into user_base_permission (company_id, user_id, permission)
      select ${sql.company}, u, p from jsonb_to_recordset(${base}::jsonb) as r(u bigint, p text) on conflict do nothing`),
    tx.rows(sql`insert into user_scope (company_id, user_id, kind, target_id)
      select ${sql.company}, u, k, t from jsonb_to_recordset(${scope}::jsonb) as r(u bigint, k text, t bigint) on conflict do nothing`),
  ]);
}

/** Returns who last changed the rights of a member or department, and when. */
export async function stale(tx: Tx, targetKind: 'user' | 'department', targetId: number): Promise<Error> {
  return conflict('core.stale', await lastChange(tx, targetKind, targetId, 'access.'));
}
