import type { CarrierAccess, HttpOptions, Tokens } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { CARRIER, createExpressClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createLandedCost } from './landed.ts';
import { createPapers } from './papers.ts';
import { createPickup } from './pickups.ts';
import { createPlaces } from './places.ts';
import { createRates } from './rates.ts';
import { addressAnswer } from './shapes.ts';
import { MOST_BOXES } from './shipments.ts';
import { createTracking } from './tracking.ts';

/** Base address by name: `api`. */
export function createExpressConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createExpressClient(http);
  const tracking = createTracking(client);
  return {
    carrier: CARRIER,
    boxes: MOST_BOXES,
    returns: true,
    /** Each call carries the keys and there are no tokens: a read shows whether they are right. */
    async authenticate(access: CarrierAccess): Promise<Tokens> {
      const query = { type: 'delivery', countryCode: 'DE', postalCode: '53113', cityName: 'Bonn' };
      await client.call(access, {
        method: 'GET',
        path: '/address-validate',
        query,
        effect: 'read',
        shape: addressAnswer,
      });
      return { accessToken: '' };
    },
    ...createRates(client),
    ...createLabels(client, tracking),
    landedCost: createLandedCost(client),
    validateAddress: createPlaces(client),
    uploadPaper: createPapers(client, tracking),
    pickup: createPickup(client),
    track: tracking.track,
    trackingUrl: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${encodeURIComponent(number)}`,
  };
}
