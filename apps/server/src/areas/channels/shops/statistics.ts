import { SHOP_STATES } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { connectorIfAny, offered, platformName } from '../connectors.ts';
import { type Shop, shopsInScope } from './shops.ts';

/** Shops for pickers; excludes shops whose authorization is not complete. */
export async function shopOptions(tx: Tx, ctx: Ctx, departmentId: number | undefined) {
  const shops = await shopsInScope(tx, ctx);
  const list = shops.filter(
    (shop) =>
      !shop.account.startsWith('pending-') && (departmentId === undefined || shop.departmentId === departmentId),
  );
  return { list };
}

export async function platforms(app: App, tx: Tx, ctx: Ctx, isAuth: 'Y' | 'N' | undefined) {
  const shops = await shopsInScope(tx, ctx);
  const word = ([zh, en]: readonly [string, string]) => (ctx.language === 'zh' ? zh : en);
  const list = offered(app).map((definition) => {
    const mine = shops.filter((shop) => shop.platform === definition.platform);
    const authorized = mine.some((shop) => shop.state === 'authorized');
    return {
      platform: definition.platform,
      name: word(definition.name),
      isAuth: authorized ? ('Y' as const) : ('N' as const),
      shops: mine.length,
      connect: definition.connect,
      regions: definition.regions.map(({ code, name }) => ({ code, name: word(name) })),
      fields: definition.fields.map(({ name, label, hint, secret = false, optional = false, regions }) => ({
        name,
        label: word(label),
        hint: hint ? word(hint) : null,
        secret,
        optional,
        regions: regions ? [...regions] : null,
      })),
      closedSince: definition.closedSince ?? null,
      ownShop: connectorIfAny(app, definition.platform)?.ownShop !== undefined,
    };
  });
  return { list: list.filter((one) => isAuth === undefined || one.isAuth === isAuth) };
}

export async function shopStatistics(tx: Tx, ctx: Ctx) {
  const shops = await shopsInScope(tx, ctx);
  const inState = (of: readonly Shop[], state: string) => of.filter((shop) => shop.state === state).length;
  const [pending, authorized, expired, disabled] = SHOP_STATES.map((state) => inState(shops, state));
  const byPlatform = [...Map.groupBy(shops, (shop) => shop.platform)];
  return {
    total: shops.length,
    pending: pending ?? 0,
    authorized: authorized ?? 0,
    expired: expired ?? 0,
    disabled: disabled ?? 0,
    platforms: byPlatform.map(([platform, mine]) => ({
      platform,
      name: platformName(platform, ctx.language),
      shops: mine.length,
      authorized: inState(mine, 'authorized'),
    })),
  };
}

export async function openedPlatforms(tx: Tx, ctx: Ctx) {
  const opened = new Set((await shopsInScope(tx, ctx)).map((shop) => shop.platform));
  return { list: [...opened].sort().map((platform) => ({ platform, name: platformName(platform, ctx.language) })) };
}
