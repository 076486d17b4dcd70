import type { ResultOf } from '@tradewind/contract/call.ts';
import type { getInfo, getOneUserForUpdate } from '@tradewind/contract/identity.ts';
import { settingOf } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { notFound, sessionOver } from '../../core/errors.ts';
import { departmentsBelow, type Member, memberColumns, memberJoins } from './members.list.ts';
import { PASSWORD_DAYS, passwordEnds } from './password-days.ts';

type MemberForUpdate = ResultOf<typeof getOneUserForUpdate>;

/** @throws notFound identity.noUser */
export async function memberForUpdate(tx: Tx, userLoginId: string): Promise<MemberForUpdate> {
  const row = await tx.row<MemberForUpdate>(sql`select ${memberColumns(tx)}, u.version,
      u.password_changed_at,
      (select count(*)::int from session e where e.company_id = ${sql.company} and e.user_id = u.id and e.expires_at > now()) as sessions,
      exists (select from second_factor f where f.company_id = ${sql.company} and f.user_id = u.id and f.enabled_at is not null) as second_factor,
      (select count(*)::int from user_account r where r.company_id = ${sql.company} and r.supervisor_id = u.id) as reports
    from user_account u ${memberJoins(tx)} where u.company_id = ${sql.company} and u.user_login_id = ${userLoginId}`);
  if (!row) throw notFound('identity.noUser', { userLoginId });
  return row;
}

export async function ownAccount(tx: Tx) {
  const [row, days] = await Promise.all([
    tx.row<Member & { passwordChangedAt: Date }>(sql`select ${memberColumns(tx)}, u.password_changed_at
      from user_account u ${memberJoins(tx)} where u.company_id = ${sql.company} and u.id = ${tx.actor.userId}`),
    settingOf(tx, PASSWORD_DAYS),
  ]);
  if (!row) throw sessionOver();
  return { ...row, passwordEndsAt: passwordEnds(row.passwordChangedAt, days).toISOString() };
}

/** @throws notFound identity.noUser */
export async function cardOf(tx: Tx, userLoginId?: string): Promise<ResultOf<typeof getInfo>> {
  const whose = userLoginId ? sql`u.user_login_id = ${userLoginId}` : sql`u.id = ${tx.actor.userId}`;
  const row = await tx.row<Member>(
    sql`select ${memberColumns(tx)} from user_account u ${memberJoins(tx)} where u.company_id = ${sql.company} and ${whose}`,
  );
  if (!row) throw notFound('identity.noUser', { userLoginId: userLoginId ?? tx.actor.name });
  return row;
}

interface Option {
  id: number;
  userLoginId: string;
  userName: string;
}

export const allUsers = (tx: Tx) =>
  tx.rows<Option & { departmentId: number | null; mainAccount: boolean; enabled: boolean }>(sql`
    select id, user_login_id, name as user_name, department_id,
      main_account, enabled
    from user_account where company_id = ${sql.company} order by name, id`);

export const usersOfDepartments = (tx: Tx, ids: readonly number[]) =>
  tx.rows<Option & { departmentId: number }>(sql`
    select id, user_login_id, name as user_name, department_id from user_account
    where company_id = ${sql.company} and enabled and department_id in ${departmentsBelow(ids)} order by name, id`);
