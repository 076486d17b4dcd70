import { rights } from '@tradewind/contract/access/modules.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { saveAbsence } from '@tradewind/contract/identity.ts';
import { writeAudit } from '../../core/audit.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { badField, forbidden, notFound } from '../../core/errors.ts';
import { aboutUser, acts } from './audit.ts';

const LONGEST_DAYS = 366;
const DAY_MS = 24 * 3600 * 1000;

/** Whose absence it is: the actor's, or another user's if the actor may edit accounts. */
async function whose(tx: Tx, ctx: Ctx, userLoginId: string | undefined) {
  if (userLoginId && userLoginId !== ctx.actor.userLoginId && !mayPress(ctx.rights, rights.account.edit))
    throw forbidden();
  const user = await tx.row<{ id: number; userLoginId: string; name: string }>(sql`
    select id, user_login_id, name from user_account
    where company_id = ${sql.company} and user_login_id = ${userLoginId || (ctx.actor.userLoginId ?? '')}`);
  if (!user) throw notFound('identity.noUser', { userLoginId: userLoginId ?? '' });
  return user;
}

export async function setAbsence(tx: Tx, ctx: Ctx, input: ParsedOf<typeof saveAbsence>): Promise<void> {
  const user = await whose(tx, ctx, input.userLoginId);
  const from = new Date(input.fromAt);
  const until = new Date(input.untilAt);
  if (until <= from || until <= tx.now) throw badField('untilAt', 'identity.absenceOver');
  if (until.getTime() - from.getTime() > LONGEST_DAYS * DAY_MS)
    throw badField('untilAt', 'identity.absenceLong', { days: LONGEST_DAYS });
  if (input.delegateId === user.id) throw badField('delegateId', 'identity.ownDelegate');
  const delegate = await tx.row<{ name: string }>(sql`select name from user_account
    where company_id = ${sql.company} and id = ${input.delegateId} and enabled`);
  if (!delegate) throw badField('delegateId', 'identity.noDelegate');
  await tx.rows(sql`insert into user_absence (company_id, user_id, delegate_id, from_at, until_at)
    values (${sql.company}, ${user.id}, ${input.delegateId}, ${from}, ${until})
    on conflict (company_id, user_id) do update set delegate_id = excluded.delegate_id, from_at = excluded.from_at,
      until_at = excluded.until_at`);
  const detail = { fromAt: input.fromAt, untilAt: input.untilAt, delegate: delegate.name };
  writeAudit(tx, [{ action: acts.absent, ...aboutUser(user), detail }]);
}

/** Ending an absence that has not begun or is over is not an error. */
export async function dropAbsence(tx: Tx, ctx: Ctx, userLoginId: string | undefined): Promise<void> {
  const user = await whose(tx, ctx, userLoginId);
  const ended = await tx.row(sql`delete from user_absence where company_id = ${sql.company} and user_id = ${user.id}
    returning 1 as ended`);
  if (ended) writeAudit(tx, [{ action: acts.back, ...aboutUser(user) }]);
}
