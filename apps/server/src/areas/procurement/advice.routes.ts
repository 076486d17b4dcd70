import * as calls from '@tradewind/contract/procurement/advice.ts';
import { settingOf } from '../../core/company-settings.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { decide } from './advice/decide.ts';
import { findAdvice } from './advice/detail.ts';
import { adviceExport, adviceRuns, advices, calendar, tabs } from './advice/list.ts';
import { outcomes } from './advice/outcomes.ts';
import { advicePolicy } from './advice/policies.ts';
import { replaySettings } from './advice/replays.ts';
import { recompute, startRun } from './advice/run.ts';
import {
  deleteOverrides,
  deletePromotions,
  overrides,
  promotions,
  saveOverride,
  savePromotion,
  saveSettings,
} from './advice/settings.ts';

export function adviceRoutes(): Route[] {
  return [
    handle(calls.listAdvice, (tx, input) => advices.page(tx, input)),
    handle(calls.adviceTabs, (tx) => tabs(tx)),
    handle(calls.getAdvice, (tx, { id }) => findAdvice(tx, id)),
    handle(calls.adviceCalendar, (tx, input) => calendar(tx, input)),
    handle(calls.computeAdvice, (tx) => startRun(tx)),
    handle(calls.recomputeAdvice, async (tx, { productIds }) => {
      await recompute(tx, productIds);
      return { ok: true as const };
    }),
    handle(calls.listAdviceRuns, (tx, input) => adviceRuns.page(tx, input)),
    handle(calls.listAdviceOutcomes, (tx, input) => outcomes.page(tx, input)),
    handle(calls.decideAdvice, (tx, input, ctx) => decide(tx, ctx, input)),
    exportRoute(calls.exportAdvice, adviceExport, ({ filter }) => filter),
    handle(calls.getAdviceSettings, (tx) => settingOf(tx, advicePolicy)),
    handle(calls.saveAdviceSettings, (tx, input) => saveSettings(tx, input)),
    handle(calls.listAdviceOverrides, (tx, input) => overrides.page(tx, input)),
    handle(calls.saveAdviceOverride, (tx, input) => saveOverride(tx, input)),
    handle(calls.deleteAdviceOverrides, (tx, { ids }) => deleteOverrides(tx, ids)),
    handle(calls.listPromotions, (tx, input) => promotions.page(tx, input)),
    handle(calls.savePromotion, (tx, input) => savePromotion(tx, input)),
    handle(calls.deletePromotions, (tx, { ids }) => deletePromotions(tx, ids)),
    handle(calls.replayAdvice, (tx, input) => replaySettings(tx, input)),
  ];
}
