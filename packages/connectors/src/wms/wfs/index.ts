import type { HttpOptions } from '../../types.ts';
import type { WmsConnector } from '../../wms.ts';
import { comesItself } from '../marketplace.ts';
import { createWfsClient, PLATFORM } from './client.ts';
import { createOrders } from './orders.ts';
import { createStock } from './stock.ts';

/** Base address by name: `api`. */
export function createWfs({ http }: { http: HttpOptions }): WmsConnector {
  const call = createWfsClient(http);
  const stock = createStock(call);
  return {
    provider: PLATFORM,
    capabilities: {
      cancelIntercept: true,
      labels: false,
      push: false,
      fees: false,
      quote: false,
      batches: false,
      stockLedger: false,
    },
    check: stock.check,
    /** All of Walmart's houses are one: Walmart chooses among them. */
    warehouses: async (access) => {
      await stock.check(access);
      return [{ code: 'WFS', name: 'Walmart WFS', country: 'US' }];
    },
    shippingMethods: async () => [
      { code: 'STANDARD', name: 'Standard', tracking: 'later' },
      { code: 'EXPEDITED', name: 'Expedited', tracking: 'later' },
    ],
    inventory: stock.inventory,
    products: stock.products,
    putProduct: stock.putProduct,
    ...createOrders(call, http.now ?? Date.now),
    ...comesItself(PLATFORM, 'make a WFS inbound order in Seller Center'),
  };
}
