import { defineAction, lastChange, writeAudit } from '../../core/audit.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, notFound } from '../../core/errors.ts';
import { give } from './give.ts';
import { type Base, baseOf, type Grant, isBase, type Model, modelsOf, readModels, withAll } from './grant.ts';
import { moduleOf } from './modules.ts';

const saved = defineAction('access.roleSaved', ['保存角色', 'Role saved']);
const deleted = defineAction('access.roleDeleted', ['删除角色', 'Role deleted']);

interface RoleRow {
  id: number;
  name: string;
  remark: string;
  version: number;
  modules: number[];
  buttons: string[];
  base: string[];
}
export type RoleGrant = Pick<Grant, 'modules' | 'buttons' | 'base'>;

/** What a role grants today, without modules and buttons that no longer exist. */
const grantOf = (row: RoleRow): RoleGrant => ({
  modules: new Set(row.modules.filter((id) => moduleOf(id))),
  buttons: new Set(
    row.buttons.filter((button) => {
      const [id, name = ''] = button.split(':');
      return moduleOf(Number(id))?.buttons.includes(name);
    }),
  ),
  base: new Set(row.base.filter(isBase)),
});

const columns = sql`id, name, remark, version, modules, buttons, base`;

export async function listRoles(tx: Tx) {
  const rows = await tx.rows<RoleRow>(
    sql`select ${columns} from role where company_id = ${sql.company} order by name, id`,
  );
  return rows.map((row) => {
    const grant = grantOf(row);
    const { id, name, remark, version } = row;
    return { id, name, remark, version, models: modelsOf(grant), permissions: baseOf(grant) };
  });
}

/** @throws notFound access.noRole */
export async function roleOf(tx: Tx, id: number): Promise<{ name: string; grant: RoleGrant }> {
  const row = await tx.row<RoleRow>(sql`select ${columns} from role where company_id = ${sql.company} and id = ${id}`);
  if (!row) throw notFound('access.noRole');
  return { name: row.name, grant: grantOf(row) };
}

export interface RoleInput {
  id?: number | undefined;
  version?: number | undefined;
  name: string;
  remark: string;
  models: Model[];
  permissions: Base[];
}

/** @throws badField name access.roleTaken, conflict core.stale, notFound access.noRole */
export async function saveRole(tx: Tx, input: RoleInput): Promise<{ id: number; version: number }> {
  const { modules, buttons } = readModels(input.models);
  const taken = await tx.row(sql`select 1 as taken from role
    where company_id = ${sql.company} and name = ${input.name} and id <> ${input.id ?? 0}`);
  if (taken) throw badField('name', 'access.roleTaken', { name: input.name });
  const content = sql`${JSON.stringify([...modules])}::jsonb, ${JSON.stringify([...buttons])}::jsonb, ${JSON.stringify(input.permissions)}::jsonb`;
  const row = input.id
    ? await tx.row<{ id: number; version: number }>(sql`
        update role set (name, remark, modules, buttons, base, version) =
          (${input.name}, ${input.remark}, ${content}, version + 1)
        where company_id = ${sql.company} and id = ${input.id} and version = ${input.version ?? 0} returning id, version`)
    : await tx.row<{ id: number; version: number }>(sql`
        insert into role (company_id, name, remark, modules, buttons, base)
        values (${sql.company}, ${input.name}, ${input.remark}, ${content}) on conflict do nothing returning id, version`);
  if (!row && input.id) throw await staleRole(tx, input.id);
  if (!row) throw badField('name', 'access.roleTaken', { name: input.name });
  const detail = { models: modelsOf({ modules, buttons }), permissions: input.permissions };
  writeAudit(tx, [{ action: saved, targetKind: 'role', targetId: row.id, targetName: input.name, detail }]);
  return row;
}

async function staleRole(tx: Tx, id: number): Promise<Error> {
  await roleOf(tx, id);
  return conflict('core.stale', await lastChange(tx, 'role', id));
}

export async function deleteRole(tx: Tx, id: number): Promise<void> {
  const row = await tx.row<{ name: string }>(
    sql`delete from role where company_id = ${sql.company} and id = ${id} returning name`,
  );
  if (!row) throw notFound('access.noRole');
  writeAudit(tx, [{ action: deleted, targetKind: 'role', targetId: id, targetName: row.name }]);
}

export type Mode = 'replace' | 'add';
/** The grants of a member after applying the role; shops and warehouses stay. */
export function withRole(before: Grant, role: RoleGrant, mode: Mode): Grant {
  if (mode === 'replace') return { ...before, ...role };
  return {
    ...before,
    modules: withAll(before.modules, role.modules),
    buttons: withAll(before.buttons, role.buttons),
    base: withAll(before.base, role.base),
  };
}

export async function applyRole(tx: Tx, id: number, logins: readonly string[], mode: Mode): Promise<{ done: number }> {
  const { name, grant } = await roleOf(tx, id);
  const { done } = await give(tx, logins, (before) => withRole(before, grant, mode), { by: { role: name } });
  return { done };
}
