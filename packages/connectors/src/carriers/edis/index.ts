import type { HttpOptions } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createCharge } from './charge.ts';
import { CARRIER, createEdisClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createManifest } from './manifest.ts';
import { createOffers } from './offers.ts';
import { createTracking } from './tracking.ts';

/** Base addresses by name: `api`, `auth`. */
export function createEdisConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createEdisClient(http);
  const offers = createOffers(client);
  return {
    carrier: CARRIER,
    authenticate: async (access) => client.authenticate(access),
    consent: client.consent,
    services: offers.services,
    rates: offers.rates,
    ...createLabels(client, offers, http.now ?? Date.now),
    track: createTracking(client),
    charge: createCharge(client),
    ...createManifest(client),
    trackingUrl: (trackingNumber) =>
      `https://www.orangeconnex.com/tracking?language=en&trackingnumber=${encodeURIComponent(trackingNumber)}`,
  };
}
