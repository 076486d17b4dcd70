import type { App } from '../../core/app.ts';
import { defineAction, writeAudit } from '../../core/audit.ts';
import type { Ctx } from '../../core/context.ts';
import { conflict, forbidden, sessionOver } from '../../core/errors.ts';
import type { RequestCtx } from '../../core/http/routes.ts';
import { keepViewing } from '../identity/public.ts';
import { aboutHolder } from './give.ts';
import { holderNamed } from './members.ts';

const began = defineAction('access.viewed', ['以成员身份查看', 'Started viewing as a member']);
const ended = defineAction('access.viewEnded', ['结束以成员身份查看', 'Stopped viewing as a member']);

/** This session sees the program as a member from the next call on. @throws forbidden, conflict access.memberDisabled */
export async function viewAs(app: App, ctx: RequestCtx, userLoginId: string): Promise<void> {
  if (!ctx.rights.all || !ctx.actor.mainAccount) throw forbidden('access.onlyMain');
  if (!ctx.tokenHash) throw sessionOver();
  const holder = await app.database.inCompany(ctx, async (tx) => {
    const found = await holderNamed(tx, userLoginId);
    if (found.mainAccount) throw forbidden('access.notAMain');
    if (!found.enabled) throw conflict('access.memberDisabled');
    writeAudit(tx, [{ action: began, ...aboutHolder(found), address: ctx.address }]);
    return found;
  });
  await keepViewing(app, ctx.tokenHash, holder.id);
}

/** Ending it twice is not an error: two tabs may do so. */
export async function stopViewing(app: App, ctx: RequestCtx): Promise<void> {
  const { viewer, ...rest } = ctx;
  if (!viewer || !ctx.tokenHash) return;
  const own: Ctx = { ...rest, actor: viewer };
  await app.database.inCompany(own, async (tx) => {
    const holder = await holderNamed(tx, ctx.actor.userLoginId ?? '');
    writeAudit(tx, [{ action: ended, ...aboutHolder(holder), address: ctx.address }]);
  });
  await keepViewing(app, ctx.tokenHash, null);
}

export async function viewingOf({ database }: App, ctx: RequestCtx) {
  const { viewer } = ctx;
  if (!viewer) return { viewing: null, mayView: ctx.rights.all && ctx.actor.mainAccount };
  const { userLoginId, name } = await database.look(ctx, (tx) => holderNamed(tx, ctx.actor.userLoginId ?? ''));
  return { viewing: { userLoginId, name, by: viewer.name }, mayView: false };
}
