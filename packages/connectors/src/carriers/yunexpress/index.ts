import type { HttpOptions } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createYunexpressClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createOrders } from './orders.ts';
import { createRates } from './rates.ts';
import { CARRIER } from './refusals.ts';
import { createTracking } from './tracking.ts';

/** Base address by name: `api`. */
export function createYunexpressConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createYunexpressClient(http);
  const rates = createRates(client);
  return {
    carrier: CARRIER,
    authenticate: client.authenticate,
    ...rates,
    ...createLabels(client, rates, createOrders(client)),
    track: createTracking(client),
    trackingUrl: (trackingNumber) => `https://www.yuntrack.com/parcelTracking?id=${encodeURIComponent(trackingNumber)}`,
  };
}
