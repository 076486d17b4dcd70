import type { HttpOptions } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createAddresses } from './addresses.ts';
import { CARRIER, createUspsClient } from './client.ts';
import { createHandover } from './handover.ts';
import { createLabels } from './labels.ts';
import { createOptions } from './options.ts';
import { createTracking } from './tracking.ts';

/** Base address by name: `api`. */
export function createUspsConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createUspsClient(http);
  const options = createOptions(client);
  return {
    carrier: CARRIER,
    authenticate: client.authenticate,
    returns: true,
    rates: options.rates,
    timeInTransit: options.timeInTransit,
    landedCost: options.landedCost,
    ...createLabels(client, options),
    ...createAddresses(client),
    ...createHandover(client),
    track: createTracking(client),
    trackingUrl: (trackingNumber) =>
      `https://tools.usps.com/go/TrackConfirmAction?tLabels=${encodeURIComponent(trackingNumber)}`,
  };
}
