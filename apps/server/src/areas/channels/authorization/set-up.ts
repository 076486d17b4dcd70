import { findMarketplace } from '@tradewind/connectors/marketplaces/registry.ts';
import { ConnectorError } from '@tradewind/connectors/types.ts';
import { rights } from '@tradewind/contract/access/modules.ts';
import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { SET_UP_JOB, shopQueue } from '../queue.ts';
import { withShop } from '../shops/tokens.ts';
import { decide } from '../sync/decide.ts';

interface SetUp {
  shopId: number;
  describe: boolean;
  /** Uses the platform's name for the shop. */
  rename: boolean;
}

defineJob<SetUp>(SET_UP_JOB.name, ['完成店铺授权', 'Finish shop authorization'], setUpShop);

/** Completes a new shop: its name, if the platform was too busy, and the push subscription. */
async function setUpShop(app: App, ctx: Ctx, { shopId, describe, rename }: SetUp): Promise<void> {
  try {
    if (describe) await describeShop(app, ctx, shopId, rename);
    await withShop(app, ctx, shopId, async (connector, access, shop) => {
      await connector.subscribe?.(access, `${app.config.publicUrl}/api/push/${shop.platform}`);
    });
  } catch (error) {
    if (error instanceof Fail) return;
    if (!(error instanceof ConnectorError) || error.kind === 'unavailable') throw error;
    if (error.kind === 'throttled') {
      const { nextAt } = decide(error, 0, ctx.now());
      const options = { queue: shopQueue(shopId), key: `setUp:${shopId}`, maxAttempts: 12, runAt: nextAt ?? ctx.now() };
      return app.database.inCompany(ctx, (tx) => addJob(tx, SET_UP_JOB, { shopId, describe, rename }, options));
    }
    // Without pushes orders sync every two minutes (platforms accept no address of a laptop).
    await app.database.inCompany(ctx, (tx) =>
      writeHistory(tx, [{ docKind: 'shop', docId: shopId, event: 'pushesRefused', detail: { detail: error.message } }]),
    );
  }
}

async function describeShop(app: App, ctx: Ctx, shopId: number, rename: boolean): Promise<void> {
  const { told: answered, shop } = await withShop(app, ctx, shopId, async (connector, access, found) => ({
    shop: found,
    told: await connector.describeShop(access),
  }));
  const page = findMarketplace(shop.platform)?.orderMenu(shop.region, answered.marketplaceIds);
  await app.database.inCompany(ctx, (tx) =>
    tx.rows(sql`update shop set name = case when ${rename} then coalesce(nullif(${answered.name}, ''), name) else name end, currency = coalesce(nullif(${answered.currency}, ''), currency), marketplace_ids = ${answered.marketplaceIds},
        module_id = ${page ? rights[page].id : shop.moduleId}
      where company_id = ${sql.company} and id = ${shopId}`),
  );
}
