import type { HttpOptions } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createAddresses } from './addresses.ts';
import { CARRIER, createFedexClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createManifests } from './manifests.ts';
import { createPapers } from './papers.ts';
import { createPickups } from './pickups.ts';
import { createRates } from './rates.ts';
import { BOXES } from './shipments.ts';
import { createTracking } from './tracking.ts';

/** Base addresses by name: `api`, and `documents` for papers. */
export function createFedexConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createFedexClient(http);
  const tracking = createTracking(client);
  return {
    carrier: CARRIER,
    authenticate: client.authenticate,
    ...createRates(client),
    ...createLabels(client, tracking),
    track: tracking.track,
    trackingUrl: (trackingNumber) => `https://www.fedex.com/fedextrack/?trknbr=${encodeURIComponent(trackingNumber)}`,
    labelOnce: true,
    boxes: BOXES,
    returns: true,
    validateAddress: createAddresses(client),
    uploadPaper: createPapers(client, tracking),
    manifest: createManifests(client),
    manifestOnce: true,
    pickup: createPickups(client),
  };
}
