import type { PlatformForget } from '@tradewind/connectors/capabilities/pushes.ts';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { type EraseRequest, eraseRequested } from '../events.ts';
import { buyersForgetting } from '../hooks.ts';

interface AccountShop {
  companyId: number;
  shopId: number;
  state: string;
}

/**
 * Hands on what a platform wants erased, a job for each company that it concerns. Nothing is noted of the push: asked
 * twice, what was erased or is already asked for is not found again. Disabled shops count, too: their data is still here.
 */
export async function forgetBuyers(
  app: App,
  platform: string,
  account: string,
  { buyers = [], platformOrderNos = [], shop }: PlatformForget,
): Promise<void> {
  const inCompany = (companyId: number, payload: EraseRequest) =>
    app.database.inCompany(systemContext(companyId, 'channels.push'), (tx) => emit(tx, eraseRequested, payload));
  const companyIds = new Set<number>();
  if (buyers.length > 0) await buyersForgetting.call(app, { platform, buyers, companyIds });
  for (const companyId of companyIds) await inCompany(companyId, { platform, buyers });
  if (!shop && platformOrderNos.length === 0) return;
  for (const { companyId, shopId, state } of await shopsOf(app, platform, account)) {
    if (platformOrderNos.length > 0) await inCompany(companyId, { shopId, platformOrderNos });
    // Told two days after the app was removed. Whoever has connected the shop anew by then works with it.
    if (shop && state !== 'authorized') await inCompany(companyId, { shopId, platformOrderNos: 'all' });
  }
}

function shopsOf(app: App, platform: string, account: string): Promise<AccountShop[]> {
  return app.database.asOwner<AccountShop>(
    sql`select company_id, id as shop_id, state from shop where platform = ${platform} and account = ${account}`,
  );
}
