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
 * Queues a platform's erasure request, one job per company. Does not record the push: a repeat finds nothing left to
 * erase. Includes disabled shops, since their data is still here.
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
    // Sent two days after the app was removed. A shop that was authorized again by then keeps its data.
    if (shop && state !== 'authorized') await inCompany(companyId, { shopId, platformOrderNos: 'all' });
  }
}

function shopsOf(app: App, platform: string, account: string): Promise<AccountShop[]> {
  return app.database.asOwner<AccountShop>(
    sql`select company_id, id as shop_id, state from shop where platform = ${platform} and account = ${account}`,
  );
}
