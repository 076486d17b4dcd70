import * as calls from '@tradewind/contract/approvals.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import { Fail, forbidden } from '../../core/errors.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import { say } from '../../core/text/texts.ts';
import { decideDocument, decideRequest, withdrawRequest } from './decide.ts';
import { approvalDetail, approvalPage, decidable, titlesOf } from './list.ts';
import { deleteSettings, oneSetting, saveSetting, settingChoices, settingPage } from './settings.ts';

export function approvalRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.getApproval, async (ctx, { current, size }) => {
      const page = await database.look(ctx, (tx) => approvalPage(tx, ctx, { tab: 'todo' }, current, size));
      return { records: page.rows, total: page.total, current, size };
    }),
    handle(calls.ApprovalPurReq, (ctx, { modelId, orderId, ...verdict }) =>
      database.inCompany(ctx, (tx) => decideDocument(tx, modelId, orderId, verdict)),
    ),
    handle(calls.listApprovals, (ctx, { page, pageSize, ...filter }) =>
      database.look(ctx, (tx) => approvalPage(tx, ctx, filter, page, pageSize)),
    ),
    handle(calls.getApprovalDetail, (ctx, { id }) => database.look(ctx, (tx) => approvalDetail(tx, ctx, id))),
    handle(calls.decideApprovals, (ctx, input) => decideMany(app, ctx, input)),
    handle(calls.withdrawApproval, (ctx, { id, version }) =>
      database.inCompany(ctx, (tx) => withdrawRequest(tx, id, version)),
    ),
    handle(calls.getUserAuditSettings, (ctx, input) => database.look(ctx, (tx) => settingPage(tx, ctx, input))),
    handle(calls.getAuditSettings, (ctx) => database.look(ctx, (tx) => settingChoices(tx, ctx))),
    handle(calls.findOne, (ctx, { id }) => database.look(ctx, (tx) => oneSetting(tx, ctx, id))),
    handle(calls.editUserAuditSettings, (ctx, input) => database.inCompany(ctx, (tx) => saveSetting(tx, input))),
    handle(calls.delUserAuditSettings, async (ctx, { ids }) => {
      await database.inCompany(ctx, (tx) => deleteSettings(tx, ids));
      return OK;
    }),
  ];
}

/** Each in a transaction of its own: one that cannot be carried out does not hold up the others. */
async function decideMany(app: App, ctx: Ctx, input: ParsedOf<typeof calls.decideApprovals>) {
  const { ids, filter, aud, remark } = input;
  if (!mayPress(ctx.rights, 960, aud === 'approved' ? 'approve' : 'reject')) throw forbidden();
  const chosen = await app.database.look(ctx, async (tx) => {
    if (!ids) return new Map((await decidable(tx, filter ?? { tab: 'todo' })).map((row) => [row.id, row.title]));
    const titles = await titlesOf(tx, ids);
    return new Map(ids.map((id) => [id, titles.get(id) ?? String(id)]));
  });
  let done = 0;
  const failed: { id: number; label: string; error: string; reason: string }[] = [];
  for (const [id, label] of chosen) {
    try {
      await app.database.inCompany(ctx, (tx) => decideRequest(tx, id, { aud, remark }));
      done++;
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      failed.push({ id, label, error: error.code, reason: say(ctx.language, error.code, error.params) });
    }
  }
  return { done, failed };
}
