import * as calls from '@tradewind/contract/orders.ts';
import type { App } from '../../../core/app.ts';
import { exportRoute } from '../../../core/exports.ts';
import { handle, handleApp, OK, type Route } from '../../../core/http/routes.ts';
import * as draft from './draft.ts';
import * as dryRuns from './dry-runs.ts';
import { restore, ruleDesk, ruleVersions, switchOn } from './versions.ts';
import './rules.texts.ts';

export function ruleRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listRules, async (tx) => (await ruleDesk(tx)) as never),
    handle(calls.saveRule, (tx, input) => draft.saveRule(tx, input)),
    handle(calls.deleteRule, (tx, input) => draft.deleteRule(tx, input.id)),
    handle(calls.orderRules, (tx, input) => draft.reorderRules(tx, input.kind, input.ids)),
    handleApp(calls.discardRules, async (ctx) => {
      await database.inCompany(ctx, draft.discardDraft);
      return OK;
    }),
    handle(calls.simulateRules, (tx, input) => dryRuns.startDryRun(tx, input.days)),
    handle(calls.cancelDryRun, (tx, input) => dryRuns.cancelDryRun(tx, input.id)),
    handle(calls.listSimulated, async (tx, input) => (await dryRuns.simulatedPage(tx, input)) as never),
    exportRoute(calls.exportSimulated, dryRuns.simulatedExport),
    handle(calls.switchOnRules, (tx, input, ctx) => switchOn(tx, ctx, input)),
    handle(calls.listRuleVersions, async (tx, input) => (await ruleVersions(tx, input.page, input.pageSize)) as never),
    handle(calls.restoreRules, (tx, input) => restore(tx, input.version)),
  ];
}
