import type { CarrierAccess, HttpOptions, Tokens } from '../../types.ts';
import type { CarrierConnector } from '../connector.ts';
import { createChannels } from './channels.ts';
import { createYanwenClient } from './client.ts';
import { createLabels } from './labels.ts';
import { createOrders } from './orders.ts';
import { CARRIER } from './refusals.ts';
import { createTracking } from './tracking.ts';

/** Base addresses by name: `api`, `track`. */
export function createYanwenConnector({ http }: { http: HttpOptions }): CarrierConnector {
  const client = createYanwenClient(http);
  const channels = createChannels(client);
  return {
    carrier: CARRIER,
    /** The key signs every call and there are no tokens: a read shows whether it is right. */
    async authenticate(access: CarrierAccess): Promise<Tokens> {
      await channels.services(access);
      return { accessToken: '' };
    },
    ...channels,
    ...createLabels(client, createOrders(client)),
    track: createTracking(client),
    trackingUrl: (trackingNumber) => `https://track.yw56.com.cn/cn/querydel?nums=${encodeURIComponent(trackingNumber)}`,
  };
}
