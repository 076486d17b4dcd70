import { createHash } from 'node:crypto';
import { z } from 'zod';
import { currencyCode, optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess, type Tokens } from '../../types.ts';
import type { MiraklClient, MiraklSetup } from './client.ts';

const accountShape = z.object({
  shop_id: z.union([z.number().int(), z.string().min(1)]).transform(String),
  shop_name: optionalText,
  currency_iso_code: currencyCode,
  channels: z.array(z.string()).nullish(),
});

/**
 * "lowes-prod.mirakl.net", "https://lowes-prod.mirakl.net/mmp/shop/..." -> "https://lowes-prod.mirakl.net"; undefined
 * for what is no address of Mirakl's: the key would be told to whoever it is.
 */
export function instanceOf(text: string): string | undefined {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '');
  return /^[a-z0-9][a-z0-9-]*\.mirakl\.net$/.test(host) ? `https://${host}` : undefined;
}

export function createAccount({ platform }: MiraklSetup, { call }: MiraklClient) {
  /** Whose shop a key is for is not known yet, and one seller's tries must not use up another's. */
  const unknownYet = (key: string) => createHash('sha256').update(key).digest('hex').slice(0, 16);

  const ask = (access: ShopAccess) =>
    call(access, { operation: 'A01', method: 'GET', path: '/api/account', effect: 'read', shape: accountShape });

  return {
    async connect({ keys }: { keys: Record<string, string> }): Promise<{ tokens: Tokens; account: string }> {
      const { apiKey = '', shopId } = keys;
      const instance = instanceOf(keys.instance ?? '');
      if (!instance)
        throw new ConnectorError(platform, 'rejected', 'the address is not one of mirakl.net', { code: 'INSTANCE' });
      const tokens: Tokens = { accessToken: apiKey, keys: { instance, ...(shopId ? { shopId } : {}) } };
      const { shop_id: account } = await ask({ tokens, account: unknownYet(apiKey) });
      if (shopId && shopId !== account)
        throw new ConnectorError(platform, 'rejected', `the key is for shop ${account}, not ${shopId}`);
      return { tokens, account };
    },

    /** A key lives until the seller makes another one: there is nothing to renew. */
    refresh: async ({ tokens }: ShopAccess): Promise<Tokens> => tokens,

    async describeShop(access: ShopAccess) {
      const shop = await ask(access);
      return {
        name: shop.shop_name ?? shop.shop_id,
        currency: shop.currency_iso_code,
        marketplaceIds: shop.channels ?? [],
      };
    },
  };
}
