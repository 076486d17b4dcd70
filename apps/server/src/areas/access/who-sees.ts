import type { whoCanSee } from '@tradewind/contract/access.ts';
import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { Language } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { badField, notFound } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { say } from '../../core/text/texts.ts';
import { moduleOf } from './modules.ts';
import { allPlaces, placesOf } from './places.ts';

type Answer = ResultOf<typeof whoCanSee>;
type Person = Answer['people'][number];

/** Everybody who sees it, and why. Main accounts come first. */
export async function whoSees(tx: Tx, language: Language, input: ParsedOf<typeof whoCanSee>): Promise<Answer> {
  if (input.kind === 'permission') {
    const { permission } = input;
    if (!permission) throw badField('permission', 'core.required');
    const granted = sql`exists (select from user_base_permission p
      where p.company_id = ${sql.company} and p.user_id = u.id and p.permission = ${permission})`;
    return {
      name: say(language, `access.${permission}`),
      locked: false,
      people: await people(tx, granted, sql`false`),
    };
  }
  if (!input.id) throw badField('id', 'core.required');
  const { id, kind } = input;
  if (kind === 'module') {
    const module = moduleOf(id);
    if (!module || module.path === '#') throw notFound('access.noSuch');
    const granted = sql`exists (select from user_module m
      where m.company_id = ${sql.company} and m.user_id = u.id and m.module_id = ${id})`;
    const buttons = sql`array(select button from user_button b
      where b.company_id = ${sql.company} and b.user_id = u.id and b.module_id = ${id} order by button)`;
    const found = await people(tx, granted, sql`false`, buttons);
    return {
      name: language === 'zh' ? module.zh : module.en,
      locked: tx.rights.locked?.has(id) ?? false,
      people: found.map((person) => ({
        ...person,
        buttons: (person.why === 'mainAccount' ? module.buttons : person.buttons).map((name) =>
          say(language, `access.button.${name}`),
        ),
      })),
    };
  }
  const places = await placesOf(tx);
  const place = (kind === 'shop' ? places.shops : places.warehouses).find((one) => one.id === id);
  if (!place) throw notFound('access.noSuch');
  const { granted, byDepartment } = await waysTo(tx, kind, id);
  return { name: place.name, locked: false, people: await people(tx, granted, byDepartment) };
}

/** Why a user `u` sees a shop or warehouse. */
async function waysTo(tx: Tx, kind: 'shop' | 'warehouse', id: number): Promise<{ granted: Sql; byDepartment: Sql }> {
  const granted = sql`exists (select from user_scope s
    where s.company_id = ${sql.company} and s.user_id = u.id and s.kind = ${kind} and s.target_id = ${id})`;
  const scoped = sql`exists (select from department_scope s
    where s.company_id = ${sql.company} and s.department_id = u.department_id and s.kind = ${kind} and s.target_id = ${id})`;
  if (kind === 'warehouse') return { granted, byDepartment: scoped };
  const shop = (await allPlaces(tx)).shops.find((one) => one.id === id);
  return { granted, byDepartment: sql`(${scoped} or u.department_id = ${shop?.departmentId ?? null}::bigint)` };
}

/** Who works on a shop: members who see it and have the button in one of the modules; if none, the main accounts. */
export async function membersFor(
  tx: Tx,
  shopId: number,
  { modules, button }: { modules: readonly number[]; button: string },
): Promise<number[]> {
  const { granted, byDepartment } = await waysTo(tx, 'shop', shopId);
  const found = await tx.rows<{ id: number; mainAccount: boolean }>(sql`
    select u.id, u.main_account from user_account u
    where u.company_id = ${sql.company} and u.enabled and (u.main_account or (${granted} or ${byDepartment})
      and exists (select from user_button b where b.company_id = ${sql.company} and b.user_id = u.id
        and b.module_id = any(${arrayOf(modules)}::int[]) and b.button = ${button}))`);
  const members = found.filter((user) => !user.mainAccount);
  return (members.length > 0 ? members : found).map((user) => user.id);
}

const people = (tx: Tx, granted: Sql, byDepartment: Sql, buttons: Sql = sql`array[]::text[]`): Promise<Person[]> =>
  tx.rows<Person>(sql`
    select u.user_login_id, u.name, d.name as "departmentName", u.enabled, ${buttons} as buttons,
      case when u.main_account then 'mainAccount' when ${granted} then 'granted' else 'department' end as why
    from user_account u left join department d on d.company_id = u.company_id and d.id = u.department_id
    where u.company_id = ${sql.company} and (u.main_account or ${granted} or ${byDepartment})
    order by u.main_account desc, u.name, u.id`);
