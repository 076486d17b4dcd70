import { rights } from '@tradewind/contract/access/modules.ts';
import { writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, forbidden } from '../../core/errors.ts';
import { say } from '../../core/text/texts.ts';
import { aboutUser, acts } from './audit.ts';
import { type Swap, userSwapping } from './hooks.ts';
import { lockMains } from './main-accounts.ts';
import { accountToTouch, removeMember } from './member-out.ts';
import { forgetPrincipals } from './sessions.ts';

/** Accounts that can take over from one. */
export const candidates = (tx: Tx, oldUserId: number) =>
  tx.rows<{ id: number; userLoginId: string; userName: string; departmentName: string | null }>(sql`
    select u.id, u.user_login_id, u.name as "userName", d.name as "departmentName"
    from user_account u left join department d on d.company_id = u.company_id and d.id = u.department_id
    where u.company_id = ${sql.company} and u.enabled and u.id <> ${oldUserId}
      and exists (select from user_account o where o.company_id = ${sql.company} and o.id = ${oldUserId})
    order by u.department_id is distinct from
      (select department_id from user_account o where o.company_id = ${sql.company} and o.id = ${oldUserId}), u.name, u.id`);

/** Moves open work from one account to another, all or nothing. Rights do not move. */
export async function swapUser(tx: Tx, ctx: Ctx, oldUserId: number, newUserId: number, deleteOld: boolean) {
  if (deleteOld && !mayPress(ctx.rights, rights.account.delete)) throw forbidden();
  if (oldUserId === newUserId) throw badField('newUser', 'identity.swapSelf');
  await lockMains(tx);
  // Lock both in one order, so that opposite handovers do not deadlock.
  const first = await accountToTouch(tx, { id: Math.min(oldUserId, newUserId) });
  const second = await accountToTouch(tx, { id: Math.max(oldUserId, newUserId) });
  const [old, heir] = first.id === oldUserId ? [first, second] : [second, first];
  if (!heir.enabled) throw badField('newUser', 'identity.swapDisabled');
  const swap: Swap = { oldUserId, newUserId, deleteOld, moved: new Map() };
  await movePeople(tx, swap);
  await userSwapping.call(tx, swap);
  const moved = Object.fromEntries(swap.moved);
  writeAudit(tx, [{ action: acts.swapped, ...aboutUser(old), detail: { to: heir.userLoginId, deleteOld, moved } }]);
  if (deleteOld) await removeMember(tx, old);
  await forgetPrincipals(tx);
  return {
    moved: [...swap.moved]
      .filter(([, count]) => count > 0)
      .map(([what, count]) => ({ what, title: say(ctx.language, `identity.moved.${what}`), count })),
  };
}

/** Reports, departments, delegations and saved filters. */
async function movePeople(tx: Tx, { oldUserId, newUserId, moved }: Swap): Promise<void> {
  const company = tx.companyId;
  // The heir does not report to themselves: the old account's supervisor becomes theirs.
  await tx.rows(sql`update user_account h set supervisor_id = nullif(o.supervisor_id, ${newUserId}::bigint)
    from user_account o where h.company_id = ${company} and h.id = ${newUserId} and h.supervisor_id = ${oldUserId}
      and o.company_id = ${company} and o.id = ${oldUserId}`);
  // A supervisor of the heir must not become their report.
  const reports = await tx.rows(sql`
    with recursive above as (
      select supervisor_id as id from user_account where company_id = ${company} and id = ${newUserId}
      union select u.supervisor_id from user_account u join above b on u.company_id = ${company} and u.id = b.id)
    update user_account set supervisor_id = case when id in (select id from above where id is not null) then null
        else ${newUserId}::bigint end
    where company_id = ${company} and supervisor_id = ${oldUserId} and id <> ${newUserId} returning id`);
  moved.set('reports', reports.length);
  const departments = await tx.rows(sql`update department set supervisor_id = ${newUserId}, version = version + 1
    where company_id = ${company} and supervisor_id = ${oldUserId} returning id`);
  moved.set('departments', departments.length);
  await tx.rows(sql`delete from user_absence where company_id = ${company}
    and ((user_id = ${newUserId} and delegate_id = ${oldUserId}) or user_id = ${oldUserId})`);
  const delegations = await tx.rows(sql`update user_absence set delegate_id = ${newUserId}
    where company_id = ${company} and delegate_id = ${oldUserId} returning user_id`);
  moved.set('delegations', delegations.length);
  const filters = await tx.rows(sql`insert into user_preference (company_id, user_id, key, value)
    select company_id, ${newUserId}, key, value from user_preference
    where company_id = ${company} and user_id = ${oldUserId} and key like 'filters:%'
    on conflict (company_id, user_id, key) do update set value = case
      when jsonb_typeof(user_preference.value) = 'array' and jsonb_typeof(excluded.value) = 'array'
      then user_preference.value || excluded.value else user_preference.value end
    returning key`);
  await tx.rows(
    sql`delete from user_preference where company_id = ${company} and user_id = ${oldUserId} and key like 'filters:%'`,
  );
  moved.set('filters', filters.length);
}
