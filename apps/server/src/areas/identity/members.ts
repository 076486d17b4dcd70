import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { getInfo, listMembers } from '@tradewind/contract/identity.ts';
import { type SQL, sql } from 'drizzle-orm/sql/sql';
import { settingOf } from '../../core/company-settings.ts';
import type { Tx } from '../../core/database/database.ts';
import { notFound, sessionOver } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { PASSWORD_DAYS, passwordEnds } from './password-days.ts';

export type Member = ResultOf<typeof listMembers>['rows'][number];
type MemberRow = Omit<Member, 'createdAt'> & { createdAt: Date };
export type MemberForUpdate = MemberRow & {
  version: number;
  passwordChangedAt: Date;
  sessions: number;
  reports: number;
};

const columns = (tx: Tx): SQL => sql`
  u.id, u.user_login_id as "userLoginId", u.name, u.gender, u.email, u.email_verified as "emailVerified", u.phone,
  u.main_account as "mainAccount", u.enabled, u.supervisor_id as "supervisorId", s.name as "supervisorName",
  u.department_id as "departmentId", d.name as "departmentName", u.position_id as "positionId", p.name as "positionName",
  u.language, u.created_at as "createdAt",
  case when a.user_id is not null then json_build_object('fromAt', a.from_at, 'untilAt', a.until_at,
    'delegateId', a.delegate_id, 'delegateName', w.name, 'now', a.from_at <= ${tx.now}) end as absence`;

const joined = (tx: Tx): SQL => sql`user_account u
  left join user_account s on s.company_id = u.company_id and s.id = u.supervisor_id
  left join department d on d.company_id = u.company_id and d.id = u.department_id
  left join position p on p.company_id = u.company_id and p.id = u.position_id
  left join user_absence a on a.company_id = u.company_id and a.user_id = u.id and a.until_at > ${tx.now}
  left join user_account w on w.company_id = a.company_id and w.id = a.delegate_id`;

/** A department and all beneath it. */
export const departmentsBelow = (tx: Tx, ids: readonly number[]): SQL => sql`(
  with recursive below as (
    select id from department where company_id = ${tx.companyId} and id = any(${arrayOf(ids)}::bigint[])
    union select d.id from department d join below b on d.company_id = ${tx.companyId} and d.parent_id = b.id)
  select id from below)`;

const outgoing = ({ createdAt, ...row }: MemberRow): Member => ({ ...row, createdAt: createdAt.toISOString() });
const SORTS = { name: sql`u.name`, userLoginId: sql`u.user_login_id`, createdAt: sql`u.id` };

export async function pageOfMembers(tx: Tx, input: ParsedOf<typeof listMembers>) {
  const terms = [sql`u.company_id = ${tx.companyId}`];
  const text = input.text?.toLowerCase();
  if (text)
    terms.push(sql`(position(${text} in lower(u.user_login_id)) > 0 or position(${text} in lower(u.name)) > 0
      or position(${text} in lower(u.email)) > 0 or position(${text} in u.phone) > 0)`);
  if (input.departmentId) terms.push(sql`u.department_id in ${departmentsBelow(tx, [input.departmentId])}`);
  if (input.positionId) terms.push(sql`u.position_id = ${input.positionId}`);
  if (input.state) terms.push(sql`u.enabled = ${input.state === 'enabled'}`);
  if (input.ids) terms.push(sql`u.id = any(${arrayOf(input.ids)}::bigint[])`);
  const where = sql.join(terms, sql` and `);
  const direction = input.order === 'asc' ? sql`asc` : sql`desc`;
  const [rows, count] = await Promise.all([
    tx.rows<MemberRow>(sql`select ${columns(tx)} from ${joined(tx)} where ${where}
      order by ${SORTS[input.sort]} ${direction}, u.id limit ${input.pageSize} offset ${(input.page - 1) * input.pageSize}`),
    tx.row<{ total: number }>(sql`select count(*)::int as total from user_account u where ${where}`),
  ]);
  return { rows: rows.map(outgoing), total: count?.total ?? 0, totalExact: true };
}

/** @throws notFound identity.noUser */
export async function memberForUpdate(tx: Tx, userLoginId: string): Promise<MemberForUpdate> {
  const row = await tx.row<MemberForUpdate>(sql`select ${columns(tx)}, u.version,
      u.password_changed_at as "passwordChangedAt",
      (select count(*)::int from session e where e.company_id = u.company_id and e.user_id = u.id and e.expires_at > now()) as sessions,
      (select count(*)::int from user_account r where r.company_id = u.company_id and r.supervisor_id = u.id) as reports
    from ${joined(tx)} where u.company_id = ${tx.companyId} and u.user_login_id = ${userLoginId}`);
  if (!row) throw notFound('identity.noUser', { userLoginId });
  return row;
}

export const outgoingForUpdate = (row: MemberForUpdate) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  passwordChangedAt: row.passwordChangedAt.toISOString(),
});

export async function ownAccount(tx: Tx) {
  const [row, days] = await Promise.all([
    tx.row<
      MemberRow & { passwordChangedAt: Date }
    >(sql`select ${columns(tx)}, u.password_changed_at as "passwordChangedAt"
      from ${joined(tx)} where u.company_id = ${tx.companyId} and u.id = ${tx.actor.userId}`),
    settingOf(tx, PASSWORD_DAYS),
  ]);
  if (!row) throw sessionOver();
  return { ...outgoing(row), passwordEndsAt: passwordEnds(row.passwordChangedAt, days).toISOString() };
}

/** @throws notFound identity.noUser */
export async function cardOf(tx: Tx, userLoginId?: string): Promise<ResultOf<typeof getInfo>> {
  const whose = userLoginId ? sql`u.user_login_id = ${userLoginId}` : sql`u.id = ${tx.actor.userId}`;
  const row = await tx.row<MemberRow>(
    sql`select ${columns(tx)} from ${joined(tx)} where u.company_id = ${tx.companyId} and ${whose}`,
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
    select id, user_login_id as "userLoginId", name as "userName", department_id as "departmentId",
      main_account as "mainAccount", enabled
    from user_account where company_id = ${tx.companyId} order by name, id`);

export const usersOfDepartments = (tx: Tx, ids: readonly number[]) =>
  tx.rows<Option & { departmentId: number }>(sql`
    select id, user_login_id as "userLoginId", name as "userName", department_id as "departmentId" from user_account
    where company_id = ${tx.companyId} and enabled and department_id in ${departmentsBelow(tx, ids)} order by name, id`);
