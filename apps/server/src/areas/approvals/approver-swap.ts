import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { type Swap, userSwapping } from '../identity/public.ts';

const OPEN = sql`state in ('unaudited', 'reviewing')`;
const UNDECIDED = sql`state in ('waiting', 'open')`;

/**
 * Gives open steps to the heir, who may also withdraw the open requests. If the heir would decide about their own
 * request, the step goes to another main account.
 */
async function handOver(tx: Tx, { oldUserId, newUserId, moved }: Swap): Promise<void> {
  const company = tx.companyId;
  await tx.rows(sql`update approval_setting set version = version + 1,
      approver_id = case when approver_id = ${oldUserId} then ${newUserId}::bigint else approver_id end,
      reviewer_id = nullif(case when reviewer_id = ${oldUserId} then ${newUserId}::bigint else reviewer_id end,
        case when approver_id = ${oldUserId} then ${newUserId}::bigint else approver_id end)
    where company_id = ${company} and ${oldUserId} in (approver_id, reviewer_id)`);
  await tx.rows(sql`update approval_request r set author_id = ${newUserId}
    where r.company_id = ${company} and r.author_id = ${oldUserId} and r.${OPEN}
      and not exists (select from approval_step s where s.company_id = ${sql.company} and s.request_id = r.id
        and s.user_id = ${newUserId} and s.${UNDECIDED})`);
  const steps =
    await tx.rows(sql`update approval_step s set user_id = case when r.author_id <> ${newUserId} then ${newUserId}::bigint
      else coalesce((select id from user_account where company_id = ${company} and main_account and enabled
        and id not in (${oldUserId}, ${newUserId}) order by id limit 1), s.user_id) end
    from approval_request r
    where s.company_id = ${company} and s.user_id = ${oldUserId} and s.${UNDECIDED}
      and r.company_id = s.company_id and r.id = s.request_id returning s.id`);
  moved.set('approvals', steps.length);
}

userSwapping.listen(handOver);
