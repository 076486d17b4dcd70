import { sql } from 'drizzle-orm/sql/sql';
import { createUser, forgetPrincipals } from '../areas/identity/public.ts';
import type { App } from '../core/app.ts';
import type { Tx } from '../core/database/database.ts';
import { type DemoHouse, inPast, warehouseIds } from './house.ts';
import { MAIN } from './places.ts';

export const DEMO_PASSWORD = 'Tradewind2026';

interface Member {
  userLoginId: string;
  name: string;
  /** "503" sees the module, "503:pick pack" may also press these of its buttons. */
  rights: string[];
  base: string[];
  department: string;
  /** null: all of the company's. */
  warehouses: string[] | null;
}

const ORDER_PAGES = ['401', '402', '410'];
export const MEMBERS: Member[] = [
  {
    userLoginId: 'picker',
    name: '陈师傅',
    rights: ['501', '503:pick pack ship', '504:pick finish', '509:receive pick pack count'],
    base: [],
    department: '仓储部',
    warehouses: [MAIN],
  },
  {
    userLoginId: 'buyer',
    name: '王采购',
    rights: [
      '201:add edit import export',
      '203:add edit',
      '301:add edit submit',
      '303:add edit submit',
      '501:export',
      '508',
    ],
    base: ['seeCost', 'export'],
    department: '采购部',
    warehouses: null,
  },
  {
    userLoginId: 'clerk',
    name: '刘客服',
    rights: [
      ...ORDER_PAGES.map((page) => `${page}:review allocate hold cancel split merge edit remark print`),
      '203:add edit',
      '440',
      '501',
      '503:print',
      '601:refresh',
    ],
    base: ['seeBuyer'],
    department: '客服部',
    warehouses: null,
  },
  {
    userLoginId: 'finance',
    name: '赵会计',
    rights: ['401', '701:add edit submit', '705', '707', '708:compute export', '709:match export', '802', '999:edit'],
    base: ['seeCost', 'export'],
    department: '财务部',
    warehouses: null,
  },
];

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
export async function grantRights(house: DemoHouse): Promise<void> {
  await inPast(house, 'demo', new Date(), async (tx) => {
    const warehouses = await warehouseIds(tx);
    for (const member of MEMBERS) {
      const user = await tx.row<{ id: number }>(sql`select id from user_account
        where company_id = ${tx.companyId} and user_login_id = ${member.userLoginId}`);
      if (!user) continue;
      await joinDepartment(tx, user.id, member.department);
      await writeRights(tx, user.id, member);
      const seen =
        member.warehouses === null ? [...warehouses.values()] : member.warehouses.map((code) => warehouses.get(code));
      await writeScope(tx, user.id, 'warehouse', seen);
      const shops = await tx.rows<{ id: number }>(sql`select id from shop where company_id = ${tx.companyId}`);
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

async function joinDepartment(tx: Tx, userId: number, name: string): Promise<void> {
  await tx.rows(sql`insert into department (company_id, name) select ${tx.companyId}, ${name}
    where not exists (select from department where company_id = ${tx.companyId} and name = ${name}) on conflict do nothing`);
  await tx.rows(sql`update user_account set department_id = (select id from department where company_id = ${tx.companyId}
    and name = ${name} limit 1) where company_id = ${tx.companyId} and id = ${userId}`);
}

async function writeRights(tx: Tx, userId: number, member: Member): Promise<void> {
  for (const right of member.rights) {
    const [moduleId, buttons] = right.split(':');
    await tx.rows(sql`insert into user_module (company_id, user_id, module_id)
      values (${tx.companyId}, ${userId}, ${Number(moduleId)}) on conflict do nothing`);
    for (const button of buttons?.split(' ') ?? [])
      await tx.rows(sql`insert into user_button (company_id, user_id, module_id, button)
        values (${tx.companyId}, ${userId}, ${Number(moduleId)}, ${button}) on conflict do nothing`);
  }
  for (const permission of member.base)
    await tx.rows(sql`insert into user_base_permission (company_id, user_id, permission)
      values (${tx.companyId}, ${userId}, ${permission}) on conflict do nothing`);
}

async function writeScope(tx: Tx, userId: number, kind: 'shop' | 'warehouse', ids: readonly (number | undefined)[]) {
  for (const id of ids)
    if (id !== undefined)
      await tx.rows(sql`insert into user_scope (company_id, user_id, kind, target_id)
        values (${tx.companyId}, ${userId}, ${kind}, ${id}) on conflict do nothing`);
}
