import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';

/** The maximum length of a chain of delegates. */
const LONGEST_CHAIN = 5;

export async function isAwayAt(tx: Tx, userId: number, at: Date): Promise<boolean> {
  const away = await tx.row(sql`select 1 as away from user_absence
    where company_id = ${sql.company} and user_id = ${userId} and from_at <= ${at} and until_at > ${at}`);
  return away !== undefined;
}

/**
 * Who acts for a user at that time: the delegate, or the delegate's delegate if they are away too. Undefined: the user
 * is present, or nobody in the chain is present and enabled.
 */
export async function delegateOf(tx: Tx, userId: number, at: Date): Promise<number | undefined> {
  const found = await tx.row<{ id: number }>(sql`
    with recursive chain as (
      select a.delegate_id as id, 1 as depth, array[a.user_id] as seen from user_absence a
      where a.company_id = ${sql.company} and a.user_id = ${userId} and a.from_at <= ${at} and a.until_at > ${at}
      union all
      select a.delegate_id, c.depth + 1, c.seen || a.user_id from chain c
      join user_absence a on a.company_id = ${sql.company} and a.user_id = c.id and a.from_at <= ${at} and a.until_at > ${at}
      where c.depth < ${LONGEST_CHAIN} and not a.delegate_id = any(c.seen || a.user_id))
    select c.id from chain c join user_account u on u.company_id = ${sql.company} and u.id = c.id and u.enabled
    where not exists (select 1 from user_absence a
      where a.company_id = ${sql.company} and a.user_id = c.id and a.from_at <= ${at} and a.until_at > ${at})
    order by c.depth limit 1`);
  return found && Number(found.id);
}
