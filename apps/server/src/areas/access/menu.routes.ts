import { getAlerts, getButton, getNum, mainModelNew, search } from '@tradewind/contract/access.ts';
import { handle, handleApp, type Route } from '../../core/http/routes.ts';
import { buttonsOf, menuOf } from './menu.ts';
import { countBadges, findAlerts, searchAll } from './registries.ts';

export function menuRoutes(): Route[] {
  return [
    handleApp(mainModelNew, async (ctx) => menuOf(ctx.rights, ctx.language)),
    handleApp(getButton, async (ctx, { modelId }) => ({ buttons: buttonsOf(ctx.rights, modelId) })),
    handle(getNum, (tx, _input, ctx) => countBadges(tx, ctx)),
    handle(getAlerts, async (tx, _input, ctx) => {
      const found = await findAlerts(tx, ctx);
      return found.map((alert) => ({ ...alert, at: alert.at.toISOString() }));
    }),
    handle(search, (tx, input, ctx) => searchAll(tx, ctx, input.text)),
  ];
}
