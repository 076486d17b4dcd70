import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../core/app.ts';
import { startExport } from '../../core/exports.ts';
import { handle, OK, type Route } from '../../core/http/routes.ts';
import * as draft from './rules.draft.ts';
import * as rehearsals from './rules.rehearsals.ts';
import { restore, ruleDesk, ruleVersions, switchOn } from './rules.versions.ts';
import './rules.texts.ts';

export function ruleRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listRules, async (ctx) => (await database.look(ctx, ruleDesk)) as never),
    handle(calls.saveRule, (ctx, input) => database.inCompany(ctx, (tx) => draft.saveRule(tx, input))),
    handle(calls.deleteRule, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => draft.deleteRule(tx, input.id));
      return OK;
    }),
    handle(calls.orderRules, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => draft.reorderRules(tx, input.kind, input.ids));
      return OK;
    }),
    handle(calls.discardRules, async (ctx) => {
      await database.inCompany(ctx, draft.discardDraft);
      return OK;
    }),
    handle(calls.rehearseRules, (ctx, input) =>
      database.inCompany(ctx, (tx) => rehearsals.startRehearsal(tx, input.days)),
    ),
    handle(calls.cancelRehearsal, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => rehearsals.cancelRehearsal(tx, input.id));
      return OK;
    }),
    handle(
      calls.listRehearsed,
      async (ctx, input) => (await database.look(ctx, (tx) => rehearsals.rehearsedPage(tx, input))) as never,
    ),
    handle(calls.exportRehearsed, (ctx, input) => startExport(app, ctx, rehearsals.rehearsedExport, input)),
    handle(calls.switchOnRules, (ctx, input) => database.inCompany(ctx, (tx) => switchOn(tx, ctx, input))),
    handle(
      calls.listRuleVersions,
      async (ctx, input) => (await database.look(ctx, (tx) => ruleVersions(tx, input.page, input.pageSize))) as never,
    ),
    handle(calls.restoreRules, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => restore(tx, input.version));
      return OK;
    }),
  ];
}
