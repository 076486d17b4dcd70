import type { HttpOptions } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { CARRIER, createParcelClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createManifest } from './manifests.ts';
import { createPickup } from './pickups.ts';
import { possible } from './services.ts';
import { createTracking } from './tracking.ts';

/** Base address by name: `api`. */
export function createParcelConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createParcelClient(http);
  return {
    carrier: CARRIER,
    returns: true,
    authenticate: client.authenticate,
    rates: possible,
    ...createLabels(client),
    manifest: createManifest(client),
    manifestOnce: true,
    pickup: createPickup(client),
    track: createTracking(client),
    trackingUrl: (number) =>
      `https://www.dhl.de/en/privatkunden/pakete-empfangen/verfolgen.html?piececode=${encodeURIComponent(number)}`,
  };
}
