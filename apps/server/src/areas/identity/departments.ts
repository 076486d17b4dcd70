import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getDepartmentList, moveDepartment, saveDepartment } from '@tradewind/contract/identity.ts';
import { lastChange, writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, conflict, forbidden, notFound } from '../../core/errors.ts';
import { acts } from './audit.ts';
import { departmentRemoving } from './hooks.ts';
import { departmentsBelow } from './members.list.ts';

const DEEPEST = 10;
const LAST = 10_000;
type Department = ResultOf<typeof getDepartmentList>['list'][number];
const about = (id: number, name: string) => ({ targetKind: 'department', targetId: id, targetName: name });

export async function departmentTree(tx: Tx): Promise<Department[]> {
  const rows = await tx.rows<Omit<Department, 'depth' | 'membersBelow'>>(sql`
    select d.id, d.name, d.parent_id, d.supervisor_id, u.name as "supervisorName", d.place,
      d.version, (select count(*)::int from user_account m where m.company_id = ${sql.company} and m.department_id = d.id) as members
    from department d left join user_account u on u.company_id = d.company_id and u.id = d.supervisor_id
    where d.company_id = ${sql.company} order by d.place, d.name, d.id`);
  const children = Map.groupBy(rows, (row) => row.parentId ?? 0);
  const walk = (parentId: number, depth: number): Department[] =>
    (children.get(parentId) ?? []).flatMap((row) => {
      const beneath = walk(row.id, depth + 1);
      const below = beneath.filter((child) => child.parentId === row.id).reduce((sum, c) => sum + c.membersBelow, 0);
      return [{ ...row, depth, membersBelow: row.members + below }, ...beneath];
    });
  return walk(0, 0);
}

/** Allows one change of the tree at a time: two moves that are valid alone could form a circle together. */
const holdTree = (tx: Tx) =>
  tx.rows(sql`select pg_advisory_xact_lock(hashtextextended('department:' || ${sql.company}::text, 0))`);

async function assertParent(tx: Tx, parentId: number, id = 0): Promise<void> {
  const found = await tx.row<{ there: boolean; depth: number; inside: boolean }>(sql`
    with recursive above as (
      select id, parent_id, 1 as depth from department where company_id = ${sql.company} and id = ${parentId}
      union all select d.id, d.parent_id, a.depth + 1 from department d join above a on d.company_id = ${sql.company} and d.id = a.parent_id
      where a.depth < 50)
    select exists (select from above) as there, coalesce((select max(depth) from above), 0)::int as depth,
      exists (select from above where id = ${id}) as inside`);
  if (!found?.there) throw badField('parentId', 'identity.noDepartment');
  if (found.inside) throw badField('parentId', 'identity.ownChild');
  if (found.depth >= DEEPEST) throw badField('parentId', 'identity.tooDeep', { levels: DEEPEST });
}

async function assertFree(tx: Tx, parentId: number | null, name: string, id = 0): Promise<void> {
  const taken = await tx.row(sql`select 1 as taken from department where company_id = ${sql.company}
    and coalesce(parent_id, 0) = ${parentId ?? 0} and name = ${name} and id <> ${id}`);
  if (taken) throw badField('name', 'identity.departmentTaken', { name });
}

/** Adds a department, or renames one. */
export async function keepDepartment(
  tx: Tx,
  ctx: Ctx,
  input: ParsedOf<typeof saveDepartment>,
): Promise<{ id: number }> {
  if (!mayPress(ctx.rights, input.id ? rights.department.edit : rights.department.add)) throw forbidden();
  await holdTree(tx);
  if (input.supervisorId) {
    const there = await tx.row(sql`select 1 as there from user_account
      where company_id = ${sql.company} and id = ${input.supervisorId} and enabled`);
    if (!there) throw badField('supervisorId', 'identity.noSupervisor');
  }
  return input.id ? changeDepartment(tx, input.id, input) : addDepartment(tx, input);
}

async function addDepartment(tx: Tx, { name, parentId = null, supervisorId }: ParsedOf<typeof saveDepartment>) {
  if (parentId) await assertParent(tx, parentId);
  await assertFree(tx, parentId, name);
  const row = await tx.row<{ id: number }>(sql`
    insert into department (company_id, name, parent_id, supervisor_id, place)
    select ${sql.company}, ${name}, ${parentId}, ${supervisorId}, coalesce(max(place) + 1, 0) from department
    where company_id = ${sql.company} and coalesce(parent_id, 0) = ${parentId ?? 0} returning id`);
  if (!row) throw new Error('The department was not written');
  writeAudit(tx, [
    { action: acts.departmentSaved, ...about(row.id, name), detail: { added: true, parentId, supervisorId } },
  ]);
  return { id: row.id };
}

/** @throws conflict core.stale naming who changed it since `version`, and when */
async function changeDepartment(tx: Tx, id: number, input: ParsedOf<typeof saveDepartment>) {
  const before = await departmentOf(tx, id);
  if (before.version !== input.version) throw conflict('core.stale', await lastChange(tx, 'department', id));
  const { parentId = before.parentId } = input;
  if (parentId !== before.parentId) await placeDepartment(tx, { id, parentId, place: LAST });
  await assertFree(tx, parentId, input.name, id);
  await tx.rows(sql`update department set name = ${input.name}, supervisor_id = ${input.supervisorId}, version = version + 1
    where company_id = ${sql.company} and id = ${id}`);
  const detail = { name: [before.name, input.name], supervisorId: [before.supervisorId, input.supervisorId] };
  writeAudit(tx, [{ action: acts.departmentSaved, ...about(id, input.name), detail }]);
  return { id };
}

interface Stored {
  name: string;
  parentId: number | null;
  supervisorId: number | null;
  version: number;
}

async function departmentOf(tx: Tx, id: number): Promise<Stored> {
  const row = await tx.row<Stored>(sql`select name, parent_id, supervisor_id, version
    from department where company_id = ${sql.company} and id = ${id} for update`);
  if (!row) throw notFound('identity.noDepartment');
  return row;
}

/** Moves a department under another one, to a position among its siblings. */
export async function placeDepartment(tx: Tx, { id, parentId, place }: ParsedOf<typeof moveDepartment>): Promise<void> {
  await holdTree(tx);
  const before = await departmentOf(tx, id);
  if (parentId === id) throw badField('parentId', 'identity.ownChild');
  if (parentId) await assertParent(tx, parentId, id);
  await assertFree(tx, parentId, before.name, id);
  await tx.rows(sql`
    with sisters as (
      select id, row_number() over (order by place, name, id) - 1 as at from department
      where company_id = ${sql.company} and coalesce(parent_id, 0) = ${parentId ?? 0} and id <> ${id}),
    placed as (
      select id, case when at >= ${place}::int then at + 1 else at end as place from sisters
      union all select ${id}, least(${place}::bigint, (select count(*) from sisters)))
    update department d set parent_id = ${parentId}, place = p.place from placed p
    where d.company_id = ${sql.company} and d.id = p.id`);
  writeAudit(tx, [
    { action: acts.departmentMoved, ...about(id, before.name), detail: { parentId: [before.parentId, parentId] } },
  ]);
}

/** @throws conflict identity.departmentInUse when anybody or anything belongs to it */
export async function removeDepartment(tx: Tx, id: number): Promise<void> {
  await holdTree(tx);
  const { name } = await departmentOf(tx, id);
  const used = await tx.row<{ members: number; children: number }>(sql`select
    (select count(*)::int from user_account where company_id = ${sql.company} and department_id in ${departmentsBelow([id])}) as members,
    (select count(*)::int from department where company_id = ${sql.company} and parent_id = ${id}) as children`);
  if (used && used.members + used.children > 0) throw conflict('identity.departmentInUse', { name, ...used });
  await departmentRemoving.call(tx, { departmentId: id, name });
  await tx.rows(sql`delete from department where company_id = ${sql.company} and id = ${id}`);
  writeAudit(tx, [{ action: acts.departmentDeleted, ...about(id, name) }]);
}
