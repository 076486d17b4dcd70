import * as calls from '@tradewind/contract/channels.ts';
import type { App } from '../../core/app.ts';
import { newToken } from '../../core/crypto.ts';
import { handle, OK, type RequestCtx, type Route } from '../../core/http/routes.ts';
import { bindArrival, connectWarehouse, consentPage, showArrival, takeToken } from './authorization/arrive.ts';
import { beginAuthorization } from './authorization/begin.ts';
import { CONSENT_COOKIE, CONSENT_COOKIE_SECONDS } from './channels.raw.ts';
import { checkCredentials } from './connectors.ts';
import { disableShop, editShop, enableShop, removeShop, syncNow } from './shops/change.ts';
import { findShop, listShops, pickShops } from './shops/list.ts';
import { listParked, resolveParked, retryParked } from './shops/parked-list.ts';
import { openedPlatforms, platforms, shopOptions, shopStatistics } from './shops/statistics.ts';
import { pauseStream, runStreamNow, shopHours, shopStreams } from './shops/streams.ts';

export function channelsRoutes(app: App): Route[] {
  checkCredentials(app);
  return [...givenRoutes(app), ...shopRoutes(app), ...arrivalRoutes(app), ...streamRoutes(app), ...parkedRoutes(app)];
}

/** The same cookie for all consents of a browser, so that two can be under way at once. */
function browserOf(ctx: RequestCtx): string {
  const browser = ctx.cookies[CONSENT_COOKIE] ?? newToken();
  ctx.setCookie(CONSENT_COOKIE, browser, CONSENT_COOKIE_SECONDS);
  return browser;
}

function givenRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.getUserShop, (ctx, input) => database.inCompany(ctx, (tx) => shopOptions(tx, ctx, input.deptId))),
    handle(calls.getPlatForm, (ctx, input) => database.inCompany(ctx, (tx) => platforms(app, tx, ctx, input.isAuth))),
    handle(calls.getCustomerShopStatistics, (ctx) => database.inCompany(ctx, (tx) => shopStatistics(tx, ctx))),
    handle(calls.getCustomerPlatfrom, (ctx) => database.inCompany(ctx, (tx) => openedPlatforms(tx, ctx))),
  ];
}

function shopRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.listShops, (ctx, input) => database.inCompany(ctx, (tx) => listShops(tx, ctx, input))),
    handle(calls.findShop, (ctx, input) => database.inCompany(ctx, (tx) => findShop(tx, ctx, input.id))),
    handle(calls.authorizeShop, (ctx, input) => beginAuthorization(app, ctx, input, browserOf(ctx))),
    handle(calls.editShop, (ctx, input) => database.inCompany(ctx, (tx) => editShop(tx, ctx, input))),
    handle(calls.disableShop, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => disableShop(tx, ctx, input.id));
      return OK;
    }),
    handle(calls.enableShop, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => enableShop(tx, ctx, input.id));
      return OK;
    }),
    handle(calls.removeShop, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => removeShop(tx, ctx, input.id));
      return OK;
    }),
    handle(calls.syncShops, (ctx, input) =>
      database.inCompany(ctx, async (tx) =>
        syncNow(tx, ctx, input.filter ? await pickShops(tx, ctx, input.filter) : (input.ids ?? [])),
      ),
    ),
  ];
}

/** Of sellers who came from a platform, and of platforms whose authorizations end by a call. */
function arrivalRoutes(app: App): Route[] {
  const cookie = (ctx: RequestCtx) => ctx.cookies[CONSENT_COOKIE];
  return [
    handle(calls.findArrival, (ctx, { state }) => showArrival(app, ctx, state, cookie(ctx))),
    handle(calls.bindShop, (ctx, input) => bindArrival(app, ctx, input, browserOf(ctx))),
    handle(calls.tiktokUserAccessToken, (ctx, input) => takeToken(app, ctx, 'tiktok', input, cookie(ctx))),
    handle(calls.tiktokUsUserAccessToken, (ctx, input) => takeToken(app, ctx, 'tiktok', input, cookie(ctx), 'US')),
    handle(calls.sheinAccessToken, (ctx, input) => takeToken(app, ctx, 'shein', input, cookie(ctx))),
    handle(calls.sheinAuthPage, (ctx, { shopId }) => consentPage(app, ctx, 'shein', shopId, browserOf(ctx))),
    handle(calls.temuWarehouseAuthorized, (ctx, input) => connectWarehouse(app, ctx, input)),
  ];
}

function streamRoutes(app: App): Route[] {
  const { database } = app;
  return [
    handle(calls.shopStreams, (ctx, input) => database.inCompany(ctx, (tx) => shopStreams(app, tx, ctx, input.id))),
    handle(calls.runStream, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => runStreamNow(app, tx, ctx, input));
      return OK;
    }),
    handle(calls.pauseStream, async (ctx, input) => {
      await database.inCompany(ctx, (tx) => pauseStream(app, tx, ctx, input));
      return OK;
    }),
    handle(calls.shopHours, (ctx, input) => database.inCompany(ctx, (tx) => shopHours(tx, ctx, input.id))),
  ];
}

function parkedRoutes({ database }: App): Route[] {
  return [
    handle(calls.listParked, (ctx, input) => database.inCompany(ctx, (tx) => listParked(tx, ctx, input))),
    handle(calls.retryParked, (ctx, input) => database.inCompany(ctx, (tx) => retryParked(tx, ctx, input.ids))),
    handle(calls.resolveParked, (ctx, input) => database.inCompany(ctx, (tx) => resolveParked(tx, ctx, input.ids))),
  ];
}
