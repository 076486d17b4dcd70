import * as calls from '@tradewind/contract/procurement/advice.ts';
import { productForecast } from '@tradewind/contract/procurement/advice-forecast.ts';
import { planAdvice } from '@tradewind/contract/procurement/advice-plan.ts';
import * as settings from '@tradewind/contract/procurement/advice-settings.ts';
import * as transport from '@tradewind/contract/procurement/advice-transport.ts';
import { settingOf } from '../../core/company-settings.ts';
import { exportRoute } from '../../core/exports.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { decide } from './advice/decide.ts';
import { findAdvice } from './advice/detail.ts';
import { forecastOf } from './advice/forecast.ts';
import { adviceExport, adviceRuns, advices, calendar, tabs } from './advice/list.ts';
import { outcomes } from './advice/outcomes.ts';
import { planOrders } from './advice/plan.ts';
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
import { deleteWays, saveWay, transports } from './advice/transport.ts';

export function adviceRoutes(): Route[] {
  return [
    handle(calls.listAdvice, (tx, input) => advices.page(tx, input)),
    handle(calls.adviceTabs, (tx) => tabs(tx)),
    handle(calls.getAdvice, (tx, { id }) => findAdvice(tx, id)),
    handle(productForecast, (tx, { productId }) => forecastOf(tx, productId)),
    handle(calls.adviceCalendar, (tx, input) => calendar(tx, input)),
    handle(calls.computeAdvice, (tx) => startRun(tx)),
    handle(calls.recomputeAdvice, async (tx, { productIds }) => {
      await recompute(tx, productIds);
      return { ok: true as const };
    }),
    handle(calls.listAdviceRuns, (tx, input) => adviceRuns.page(tx, input)),
    handle(calls.listAdviceOutcomes, (tx, input) => outcomes.page(tx, input)),
    handle(planAdvice, (tx, input) => planOrders(tx, input)),
    handle(calls.decideAdvice, (tx, input, ctx) => decide(tx, ctx, input)),
    exportRoute(calls.exportAdvice, adviceExport, ({ filter }) => filter),
    handle(calls.getAdviceSettings, (tx) => settingOf(tx, advicePolicy)),
    handle(calls.saveAdviceSettings, (tx, input) => saveSettings(tx, input)),
    handle(settings.listAdviceOverrides, (tx, input) => overrides.page(tx, input)),
    handle(settings.saveAdviceOverride, (tx, input) => saveOverride(tx, input)),
    handle(settings.deleteAdviceOverrides, (tx, { ids }) => deleteOverrides(tx, ids)),
    handle(settings.listPromotions, (tx, input) => promotions.page(tx, input)),
    handle(settings.savePromotion, (tx, input) => savePromotion(tx, input)),
    handle(settings.deletePromotions, (tx, { ids }) => deletePromotions(tx, ids)),
    handle(transport.listTransports, (tx, input) => transports.page(tx, input)),
    handle(transport.saveTransport, (tx, input) => saveWay(tx, input)),
    handle(transport.deleteTransports, (tx, { ids }) => deleteWays(tx, ids)),
    handle(calls.replayAdvice, (tx, input) => replaySettings(tx, input)),
  ];
}
