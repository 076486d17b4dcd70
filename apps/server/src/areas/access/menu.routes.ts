import { getAlerts, getButton, getNum, mainModelNew, search } from '@tradewind/contract/access.ts';
import type { App } from '../../core/app.ts';
import { handle, type Route } from '../../core/http/routes.ts';
import { buttonsOf, menuOf } from './menu.ts';
import { countBadges, findAlerts, searchAll } from './registries.ts';

export function menuRoutes({ database }: App): Route[] {
  return [
    handle(mainModelNew, async (ctx) => menuOf(ctx.rights, ctx.language)),
    handle(getButton, async (ctx, { modelId }) => ({ buttons: buttonsOf(ctx.rights, modelId) })),
    handle(getNum, (ctx) => database.inCompany(ctx, (tx) => countBadges(tx, ctx))),
    handle(getAlerts, async (ctx) => {
      const found = await database.inCompany(ctx, (tx) => findAlerts(tx, ctx));
      return found.map((alert) => ({ ...alert, at: alert.at.toISOString() }));
    }),
    handle(search, (ctx, input) => database.inCompany(ctx, (tx) => searchAll(tx, ctx, input.text))),
  ];
}
