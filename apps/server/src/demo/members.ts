import { createUser, forgetPrincipals } from '../areas/identity/public.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/database/database.ts';
import { sql } from '../core/database/sql.ts';
import { type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';
import { MEMBERS, type Member } from './staff.ts';

export const DEMO_PASSWORD = 'Tradewind2026';

/** The staff's accounts, so that everybody can sign in at once. What they may do comes with `grantRights`. */
export async function hireMembers(app: App, companyId: number): Promise<void> {
  for (const member of MEMBERS)
    await createUser(app, companyId, {
      userLoginId: member.userLoginId,
      name: member.name,
      email: `${member.userLoginId}@demo.tradewind.invalid`,
      password: DEMO_PASSWORD,
      emailVerified: true,
    }).catch((error: { code?: string }) => {
      if (error.code !== 'identity.loginIdTaken') throw error;
    });
}

/** Departments, what each may do, and which shops and warehouses each sees. */
export async function grantRights(demo: DemoContext): Promise<void> {
  await inPast(demo, 'demo', new Date(), async (tx) => {
    const warehouses = await warehouseIds(tx);
    for (const member of MEMBERS) {
      const user = await tx.row<{ id: number }>(sql`select id from user_account
        where company_id = ${sql.company} and user_login_id = ${member.userLoginId}`);
      if (!user) continue;
      await joinDepartment(tx, user.id, member);
      await writeRights(tx, user.id, member);
      const observed = member.warehouses === 'all' ? [...warehouses.values()] : [warehouses.get(MAIN)];
      await writeScope(tx, user.id, 'warehouse', observed);
      const shops = await tx.rows<{ id: number }>(sql`select id from shop where company_id = ${sql.company}`);
      await writeScope(
        tx,
        user.id,
        'shop',
        shops.map((shop) => shop.id),
      );
    }
    await forgetPrincipals(tx);
  });
}

/** Its departments are made on the way down; the demo's main account leads all of it. */
async function joinDepartment(tx: Tx, userId: number, { department, position }: Member): Promise<void> {
  const main = await tx.row<{ id: number }>(sql`select id from user_account
    where company_id = ${sql.company} and main_account order by id limit 1`);
  let parentId: number | null = null;
  for (const name of department.split('/')) {
    const row: { id: number } | undefined = await tx.row<{ id: number }>(sql`
      with made as (insert into department (company_id, name, parent_id, supervisor_id, place)
        select ${sql.company}, ${name}, ${parentId}::bigint, ${main?.id ?? null}::bigint,
          (select count(*) from department where company_id = ${sql.company} and parent_id is not distinct from ${parentId}::bigint)
        on conflict do nothing returning id)
      select id from made union all select id from department
      where company_id = ${sql.company} and name = ${name} and parent_id is not distinct from ${parentId}::bigint limit 1`);
    parentId = row?.id ?? parentId;
  }
  await tx.rows(
    sql`insert into position (company_id, name) values (${sql.company}, ${position}) on conflict do nothing`,
  );
  await tx.rows(sql`update user_account set department_id = ${parentId}, supervisor_id = ${main?.id ?? null},
      position_id = (select id from position where company_id = ${sql.company} and name = ${position})
    where company_id = ${sql.company} and id = ${userId}`);
}

async function writeRights(tx: Tx, userId: number, member: Member): Promise<void> {
  for (const right of member.rights) {
    const [moduleId, button] = right.split(':');
    await tx.rows(sql`insert into user_module (company_id, user_id, module_id)
      values (${sql.company}, ${userId}, ${Number(moduleId)}) on conflict do nothing`);
    if (button)
      await tx.rows(sql`insert into user_button (company_id, user_id, module_id, button)
        values (${sql.company}, ${userId}, ${Number(moduleId)}, ${button}) on conflict do nothing`);
  }
  for (const permission of member.base)
    await tx.rows(sql`insert into user_base_permission (company_id, user_id, permission)
      values (${sql.company}, ${userId}, ${permission}) on conflict do nothing`);
}

async function writeScope(tx: Tx, userId: number, kind: 'shop' | 'warehouse', ids: readonly (number | undefined)[]) {
  for (const id of ids)
    if (id !== undefined)
      await tx.rows(sql`insert into user_scope (company_id, user_id, kind, target_id)
        values (${sql.company}, ${userId}, ${kind}, ${id}) on conflict do nothing`);
}
