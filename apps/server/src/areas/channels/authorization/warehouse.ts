import { ConnectorError } from '@tradewind/connectors/types.ts';
import { type Authorization, WAREHOUSES_OF } from '@tradewind/contract/channels.ts';
import type { App } from '../../../core/app.ts';
import { defineAction, writeAudit } from '../../../core/audit.ts';
import type { Ctx } from '../../../core/context.ts';
import { ruleBroken } from '../../../core/errors.ts';
import { connectorFor } from '../connectors.ts';
import { shopsInScope } from '../shops/shops.ts';
import { withShop } from '../shops/tokens.ts';

const allowed = defineAction('channels.warehouseAllowed', ['授权平台仓库', 'Platform warehouse authorized']);

interface Grant {
  accessToken: string;
  /** The platform's name of the warehouse. */
  warehouse: string;
  /** The seller's account there; the shop's own account by default. */
  customerCode?: string | undefined;
}

/**
 * Authorizes a warehouse to ship for the company's shops on the platform: sends the warehouse's key to each shop's
 * platform. Safe to repeat. @throws ruleBroken channels.noWarehouseShop
 */
export async function allowWarehouse(app: App, ctx: Ctx, grant: Grant): Promise<Authorization> {
  connectorFor(app, WAREHOUSES_OF);
  const shops = (await app.database.inCompany(ctx, (tx) => shopsInScope(tx, ctx))).filter(
    (shop) => shop.platform === WAREHOUSES_OF && shop.state === 'authorized',
  );
  if (shops.length === 0) throw ruleBroken('channels.noWarehouseShop');
  const { accessToken, warehouse, customerCode } = grant;
  for (const shop of shops) {
    try {
      await withShop(app, ctx, shop.id, async (connector, access) =>
        connector.warehouses?.authorize(access, {
          provider: warehouse,
          customerCode: customerCode ?? shop.account,
          accessToken,
        }),
      );
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      const away = error.kind === 'unavailable' || error.kind === 'throttled';
      if (away) throw ruleBroken('channels.platformAway', { detail: error.message });
      return { isOk: false, reason: 'denied', shopId: shop.id, consentUrl: null };
    }
    await app.database.inCompany(ctx, (tx) =>
      writeAudit(tx, [
        { action: allowed, targetKind: 'shop', targetId: shop.id, targetName: shop.name, detail: { warehouse } },
      ]),
    );
  }
  return { isOk: true, reason: null, shopId: shops[0]?.id ?? null, consentUrl: null };
}
