import type { CarrierAccess, HttpOptions, Tokens } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createDirectClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createOrders } from './orders.ts';
import { createRates } from './rates.ts';
import { CARRIER } from './refusals.ts';
import { createTracking } from './tracking.ts';

/** Base address by name: `api`. */
export function createDirectConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createDirectClient(http);
  const rates = createRates(client);
  return {
    carrier: CARRIER,
    /** The secret signs every call and there are no tokens: a read shows whether it is right. */
    async authenticate(access: CarrierAccess): Promise<Tokens> {
      await rates.services(access);
      return { accessToken: '' };
    },
    services: rates.services,
    rates: rates.rates,
    ...createLabels(client, rates, createOrders(client)),
    track: createTracking(client),
    trackingUrl: (trackingNumber) => `https://track.4px.com/#/result/0/${encodeURIComponent(trackingNumber)}`,
  };
}
