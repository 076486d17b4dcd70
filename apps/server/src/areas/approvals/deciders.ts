import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/** For whom the actor may decide now, and whether nobody else could decide about the actor's own documents. */
export interface Standing {
  /** Their own id, those of people who are away and named them, and for a main account those of disabled people. */
  userIds: number[];
  onlyMain: boolean;
}

export async function standingOf(tx: Tx): Promise<Standing> {
  const [row] = await tx.rows<Standing>(
    sql`with me as (select id, main_account from user_account where company_id = ${sql.company} and id = ${tx.actor.userId} and enabled)
     select coalesce(array_agg(s.user_id), '{}')::bigint[] as "userIds",
       coalesce((select me.main_account and not exists (select 1 from user_account o
         where o.company_id = ${sql.company} and o.main_account and o.enabled and o.id <> me.id) from me), false) as "onlyMain"
     from (
       select id as user_id from me
       union select a.user_id from user_absence a join me on a.delegate_id = me.id
         where a.company_id = ${sql.company} and a.from_at <= ${tx.now} and a.until_at > ${tx.now}
       union select u.id from user_account u join me on me.main_account where u.company_id = ${sql.company} and not u.enabled
     ) s`,
  );
  return { userIds: (row?.userIds ?? []).map(Number), onlyMain: row?.onlyMain ?? false };
}

/** Nobody decides about their own documents, except the only main account. */
export const mayDecide = (standing: Standing, actorId: number, authorId: number, stepUserId: number): boolean =>
  standing.userIds.includes(stepUserId) && (authorId !== actorId || standing.onlyMain);
