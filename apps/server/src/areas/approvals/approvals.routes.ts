import { rights } from '@tradewind/contract/access/modules.ts';
import * as calls from '@tradewind/contract/approvals.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { App } from '../../core/app.ts';
import { type Ctx, mayPress } from '../../core/context.ts';
import { Fail, forbidden } from '../../core/errors.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { say } from '../../core/text/texts.ts';
import { decideDocument, decideRequest, withdrawRequest } from './decide.ts';
import { approvalDetail, approvalPage, decidable, titlesOf } from './list.ts';
import { deleteSettings, oneSetting, saveSetting, settingChoices, settingPage } from './settings.ts';

export function approvalRoutes(app: App): Route[] {
  return [
    handle(calls.getApproval, async (tx, { current, size }, ctx) => {
      const page = await approvalPage(tx, ctx, { tab: 'todo', page: current, pageSize: size });
      return { records: page.rows, total: page.total, current, size };
    }),
    handle(calls.ApprovalPurReq, (tx, { modelId, orderId, ...verdict }) =>
      decideDocument(tx, modelId, orderId, verdict),
    ),
    handle(calls.decideApproval, (tx, { id, ...verdict }) => decideRequest(tx, id, verdict)),
    handle(calls.listApprovals, (tx, input, ctx) => approvalPage(tx, ctx, input)),
    handle(calls.getApprovalDetail, (tx, { id }, ctx) => approvalDetail(tx, ctx, id)),
    handleApp(calls.decideApprovals, (ctx, input) => decideMany(app, ctx, input)),
    handle(calls.withdrawApproval, (tx, { id, version }) => withdrawRequest(tx, id, version)),
    handle(calls.getUserAuditSettings, (tx, input, ctx) => settingPage(tx, ctx, input)),
    handle(calls.getAuditSettings, (tx, _input, ctx) => settingChoices(tx, ctx)),
    handle(calls.findOne, (tx, { id }, ctx) => oneSetting(tx, ctx, id)),
    handle(calls.editUserAuditSettings, (tx, input) => saveSetting(tx, input)),
    handle(calls.delUserAuditSettings, (tx, { ids }) => deleteSettings(tx, ids)),
  ];
}

/** Each in its own transaction, so a failing one does not stop the others. */
async function decideMany(app: App, ctx: Ctx, input: ParsedOf<typeof calls.decideApprovals>) {
  const { ids, filter, aud, remark } = input;
  if (!mayPress(ctx.rights, aud === 'approved' ? rights.approval.approve : rights.approval.reject)) throw forbidden();
  const chosen = await app.database.look(ctx, async (tx) => {
    const these = ids ?? (await decidable(tx, filter ?? { tab: 'todo' }));
    const titles = await titlesOf(tx, these);
    return new Map(these.map((id) => [id, titles.get(id) ?? String(id)]));
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
