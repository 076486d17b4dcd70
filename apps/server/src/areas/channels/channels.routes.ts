import * as calls from '@tradewind/contract/channels.ts';
import type { App } from '../../core/app.ts';
import { newToken } from '../../core/crypto.ts';
import { handle, handleApp, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { bindArrival, connectWarehouse, consentPage, showArrival, takeToken } from './authorization/arrive.ts';
import { beginAuthorization } from './authorization/begin.ts';
import { CONSENT_COOKIE, CONSENT_COOKIE_SECONDS } from './channels.raw.ts';
import { checkCredentials } from './connectors.ts';
import { disableShop, editShop, enableShop, removeShop, syncNow } from './shops/change.ts';
import { deadLetters } from './shops/dead-letters.list.ts';
import { resolveDeadLetter, retryDeadLetters } from './shops/dead-letters.ts';
import { findShop, shopPage, shops } from './shops/list.ts';
import { shopInScope } from './shops/shops.ts';
import { openedPlatforms, platforms, shopOptions, shopStatistics } from './shops/statistics.ts';
import { pauseStream, runStreamNow, shopHours, shopStreams } from './shops/streams.ts';

export function channelsRoutes(app: App): Route[] {
  checkCredentials(app);
  return [
    ...authorizationRoutes(app),
    ...shopRoutes(app),
    ...arrivalRoutes(app),
    ...streamRoutes(app),
    ...deadLetterRoutes(),
  ];
}

/** One cookie for all authorizations of a browser, so that two can run at once. */
function browserOf(ctx: RequestCtx): string {
  const browser = ctx.cookies[CONSENT_COOKIE] ?? newToken();
  ctx.setCookie(CONSENT_COOKIE, browser, CONSENT_COOKIE_SECONDS);
  return browser;
}

function authorizationRoutes(app: App): Route[] {
  return [
    handle(calls.getUserShop, (tx, input, ctx) => shopOptions(tx, ctx, input.deptId)),
    handle(calls.getPlatForm, (tx, input, ctx) => platforms(app, tx, ctx, input.isAuth)),
    handle(calls.getCustomerShopStatistics, (tx, _input, ctx) => shopStatistics(tx, ctx)),
    handle(calls.getCustomerPlatfrom, (tx, _input, ctx) => openedPlatforms(tx, ctx)),
  ];
}

function shopRoutes(app: App): Route[] {
  return [
    handle(calls.listShops, (tx, input, ctx) => shopPage(tx, ctx, input)),
    handle(calls.findShop, (tx, input, ctx) => findShop(tx, ctx, input.id)),
    handleApp(calls.authorizeShop, (ctx, input) => beginAuthorization(app, ctx, input, browserOf(ctx))),
    handle(calls.editShop, (tx, input, ctx) => editShop(tx, ctx, input)),
    handle(calls.disableShop, (tx, input, ctx) => disableShop(tx, ctx, input.id)),
    handle(calls.enableShop, (tx, input, ctx) => enableShop(tx, ctx, input.id)),
    handle(calls.removeShop, (tx, input, ctx) => removeShop(tx, ctx, input.id)),
    handle(calls.syncShops, async (tx, input, ctx) =>
      syncNow(tx, ctx, input.filter ? await shops.choose(tx, { filter: input.filter }, 1000) : (input.ids ?? [])),
    ),
  ];
}

/** For sellers who came from a platform, and platforms whose authorization ends with a call. */
function arrivalRoutes(app: App): Route[] {
  const cookie = (ctx: RequestCtx) => ctx.cookies[CONSENT_COOKIE];
  return [
    handleApp(calls.findArrival, (ctx, { state }) => showArrival(app, ctx, state, cookie(ctx))),
    handleApp(calls.bindShop, (ctx, input) => bindArrival(app, ctx, input, browserOf(ctx))),
    handleApp(calls.tiktokUserAccessToken, (ctx, input) => takeToken(app, ctx, 'tiktok', input, cookie(ctx))),
    handleApp(calls.tiktokUsUserAccessToken, (ctx, input) => takeToken(app, ctx, 'tiktok', input, cookie(ctx), 'US')),
    handleApp(calls.sheinAccessToken, (ctx, input) => takeToken(app, ctx, 'shein', input, cookie(ctx))),
    handleApp(calls.sheinAuthPage, (ctx, { shopId }) => consentPage(app, ctx, 'shein', shopId, browserOf(ctx))),
    handleApp(calls.temuWarehouseAuthorized, (ctx, input) => connectWarehouse(app, ctx, input)),
  ];
}

function streamRoutes(app: App): Route[] {
  return [
    handle(calls.shopStreams, (tx, input, ctx) => shopStreams(app, tx, ctx, input.id)),
    handle(calls.runStream, (tx, input, ctx) => runStreamNow(app, tx, ctx, input)),
    handle(calls.pauseStream, (tx, input, ctx) => pauseStream(app, tx, ctx, input)),
    handle(calls.shopHours, (tx, input, ctx) => shopHours(tx, ctx, input.id)),
  ];
}

function deadLetterRoutes(): Route[] {
  return [
    handle(calls.listDeadLetters, async (tx, input, ctx) => {
      await shopInScope(tx, ctx, input.shopId);
      return deadLetters.page(tx, input);
    }),
    handle(calls.retryDeadLetters, (tx, input, ctx) => retryDeadLetters(tx, ctx, input.ids)),
    handle(calls.resolveDeadLetter, (tx, input, ctx) => resolveDeadLetter(tx, ctx, input.ids)),
  ];
}
