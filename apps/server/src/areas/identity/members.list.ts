import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { listMembers } from '@tradewind/contract/identity.ts';
import type { Tx } from '../../core/database/database.ts';
import { type Sql, sql } from '../../core/database/sql.ts';
import { among, defineList, is } from '../../core/lists.ts';

export type Member = ResultOf<typeof listMembers>['rows'][number];

export const memberColumns = (
  tx: Tx,
): Sql => sql`u.id, u.user_login_id, u.name, u.gender, u.email, u.email_verified, u.phone,
  u.main_account, u.enabled, u.supervisor_id, s.name as supervisor_name,
  u.department_id, d.name as department_name, u.position_id, p.name as position_name,
  u.language, u.created_at,
  case when a.user_id is not null then json_build_object('fromAt', a.from_at, 'untilAt', a.until_at,
    'delegateId', a.delegate_id, 'delegateName', w.name, 'now', a.from_at <= ${tx.now}) end as absence`;

export const memberJoins = (tx: Tx): Sql => sql`
  left join user_account s on s.company_id = ${sql.company} and s.id = u.supervisor_id
  left join department d on d.company_id = ${sql.company} and d.id = u.department_id
  left join position p on p.company_id = ${sql.company} and p.id = u.position_id
  left join user_absence a on a.company_id = ${sql.company} and a.user_id = u.id and a.until_at > ${tx.now}
  left join user_account w on w.company_id = ${sql.company} and w.id = a.delegate_id`;

/** A department and all departments under it. */
export const departmentsBelow = (ids: readonly number[]): Sql => sql`(
  with recursive below as (
    select id from department where company_id = ${sql.company} and id = any(${ids}::bigint[])
    union select d.id from department d join below b on d.company_id = ${sql.company} and d.parent_id = b.id)
  select id from below)`;

const SORTS = { name: sql`u.name`, userLoginId: sql`u.user_login_id`, createdAt: sql`u.id` };
const asksNothing = () => undefined;

export const members = defineList<Omit<ParsedOf<typeof listMembers>, 'page' | 'pageSize'>, Member>({
  table: 'user_account',
  as: 'u',
  filters: {
    text: (typed) => {
      const text = sql.value(typed.toLowerCase());
      return sql`(position(${text} in lower(u.user_login_id)) > 0 or position(${text} in lower(u.name)) > 0
        or position(${text} in lower(u.email)) > 0 or position(${text} in u.phone) > 0)`;
    },
    departmentId: (id) => sql`u.department_id in ${departmentsBelow([id])}`,
    positionId: is(sql`u.position_id`),
    state: (state) => sql`u.enabled = ${state === 'enabled'}`,
    ids: among(sql`u.id`),
    sort: asksNothing,
    order: asksNothing,
  },
  order: ({ sort, order }) => sql`${SORTS[sort]} ${order === 'asc' ? sql`asc` : sql`desc`}, u.id`,
  columns: memberColumns,
  joins: memberJoins,
  missing: 'identity.noUser',
});
