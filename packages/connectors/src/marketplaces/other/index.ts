import { randomBytes } from 'node:crypto';
import type { MarketplaceConnector } from '../../capabilities/connector.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import { MOST_ORDERS, PLATFORM, readOrders } from './orders.ts';
import { accountOf, isSigned } from './signature.ts';

const CURRENCY = /^[A-Z]{3}$/;

/**
 * The connector of a shop that we cannot ask anything. What a platform would be told stays with the caller until the
 * shop's software comes for it, so telling always succeeds; orders come only by its calls, or from a file.
 */
export function createOwnShopConnector(http: HttpOptions) {
  const now = http.now ?? Date.now;
  return {
    platform: PLATFORM,
    /** Gives new keys; those that an account had before are good no more. */
    async connect({ keys, account }) {
      const currency = keys.currency?.toUpperCase() ?? '';
      if (currency !== '' && !CURRENCY.test(currency))
        throw new ConnectorError(PLATFORM, 'rejected', `"${currency}" is not a currency code`, { code: 'CURRENCY' });
      const key = account ?? `shop_${randomBytes(9).toString('hex')}`;
      const secret = randomBytes(32).toString('hex');
      const tokens = { accessToken: secret, ...(currency ? { keys: { currency } } : {}) };
      return { tokens, account: key, issued: { key, secret } };
    },
    refresh: async ({ tokens }) => tokens,
    describeShop: async ({ tokens }) => ({ name: '', currency: tokens.keys?.currency ?? '', marketplaceIds: [] }),
    listOrders: async () => ({ records: [], listedUntil: new Date(now()).toISOString() }),
    async getOrder(_access, platformOrderNo) {
      const message = `order ${platformOrderNo}: only the shop's own software can bring it`;
      throw new ConnectorError(PLATFORM, 'rejected', message, { code: 'OWN_SHOP' });
    },
    confirmShipment: async () => ({ outcome: 'confirmed' }),
    cancelOrder: async () => ({ outcome: 'cancelled' }),
    ownShop: {
      mostOrders: MOST_ORDERS,
      accountOf,
      isSigned: (call, { accessToken }) => isSigned(call, accessToken, now()),
      readOrders,
    },
  } satisfies MarketplaceConnector;
}
