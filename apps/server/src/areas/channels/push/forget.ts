import type { PlatformForget } from '@tradewind/connectors/marketplace.ts';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { emit } from '../../../core/jobs/jobs.ts';
import { type EraseAsked, eraseAsked } from '../events.ts';
import { buyerHolders } from '../sync/sink.ts';

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
  const inCompany = (companyId: number, payload: EraseAsked) =>
    app.database.inCompany(systemContext(companyId, 'channels.push'), (tx) => emit(tx, eraseAsked, payload));
  const holders = buyers.length > 0 ? await buyerHolders()(app, platform, buyers) : [];
  for (const companyId of holders) await inCompany(companyId, { platform, buyers });
  if (!shop && platformOrderNos.length === 0) return;
  for (const { companyId, shopId, state } of await shopsOf(app, platform, account)) {
    if (platformOrderNos.length > 0) await inCompany(companyId, { shopId, platformOrderNos });
    // Told two days after the app was removed. Whoever has connected the shop anew by then works with it.
    if (shop && state !== 'authorized') await inCompany(companyId, { shopId, platformOrderNos: 'all' });
  }
}

async function shopsOf(app: App, platform: string, account: string): Promise<AccountShop[]> {
  const found = await app.database.owner.query<AccountShop & Record<string, unknown>>(
    `select company_id as "companyId", id::int as "shopId", state from shop where platform = $1 and account = $2`,
    [platform, account],
  );
  return found.rows;
}
