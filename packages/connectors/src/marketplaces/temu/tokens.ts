import { z } from 'zod';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import { id } from './orderShape.ts';
import { currencyOf } from './regions.ts';

const infoShape = z.object({
  mallId: id,
  regionId: id,
  /** 1 semi-managed, 100 local. */
  mallType: id.nullish(),
  expiredTime: z.number().int().positive().max(99_999_999_999).nullish(),
  apiScopeList: z.array(z.string()).nullish(),
});
const skusShape = z.object({ skuList: z.array(z.object({ currency: optionalText })).nullish() });

export function createTokenEndpoint({ call }: TemuClient) {
  const ask = (access: ShopAccess) =>
    call(access, { type: 'bg.open.accesstoken.info.get', effect: 'read', shape: infoShape });

  const tokensOf = (accessToken: string, info: z.output<typeof infoShape>): Tokens => ({
    accessToken,
    ...(info.expiredTime ? { accessExpiresAt: new Date(info.expiredTime * 1000).toISOString() } : {}),
    ...(info.apiScopeList ? { scope: info.apiScopeList.join(',') } : {}),
    keys: { regionId: info.regionId, ...(info.mallType ? { mallType: info.mallType } : {}) },
  });

  /** What sellers are paid in, by their first article; where they have none or it may not be read, by their country. */
  async function currency(access: ShopAccess): Promise<string> {
    const answered = await call(access, {
      type: 'bg.local.goods.sku.list.query',
      params: { skuSearchType: 1, skuStatusFilterType: 2, pageNo: 1, pageSize: 1 },
      effect: 'read',
      shape: skusShape,
    }).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.kind === 'rejected') return { skuList: [] };
      throw error;
    });
    const found = answered.skuList?.[0]?.currency ?? currencyOf(access.tokens.keys?.regionId);
    if (found && /^[A-Z]{3}$/.test(found)) return found;
    throw new ConnectorError(
      PLATFORM,
      'malformed',
      `Temu does not say the currency of region ${access.tokens.keys?.regionId}`,
    );
  }

  return {
    async connect({ keys, region }: { keys: Record<string, string>; region?: string }) {
      const accessToken = keys.accessToken?.trim() ?? '';
      const info = await ask({ tokens: { accessToken }, account: '', ...(region ? { region } : {}) });
      return { tokens: tokensOf(accessToken, info), account: info.mallId };
    },

    /** There is nothing to renew a token with: what it may and until when is asked again. */
    async refresh(access: ShopAccess): Promise<Tokens> {
      return tokensOf(access.tokens.accessToken, await ask(access));
    },

    async describeShop(access: ShopAccess) {
      const info = await ask(access);
      if (info.mallId !== access.account)
        throw new ConnectorError(PLATFORM, 'unauthorized', 'the permission is not for this shop');
      const shop = { ...access, tokens: tokensOf(access.tokens.accessToken, info) };
      return { name: `Temu ${info.mallId}`, currency: await currency(shop), marketplaceIds: [info.regionId] };
    },
  };
}
