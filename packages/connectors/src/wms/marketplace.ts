import { ConnectorError } from '../types.ts';
import type { WmsConnector } from '../wms.ts';

type Arrivals = Pick<WmsConnector, 'createInbound' | 'findInbound' | 'inbound' | 'cancelInbound'>;

/** Goods come into a marketplace's own network by the marketplace's own shipments: no notice of ours goes there. */
export function comesItself(platform: string, instead: string): Arrivals {
  const refuse = async (): Promise<never> => {
    throw new ConnectorError(platform, 'rejected', `no notice of arrival goes there: ${instead}`, {
      code: 'UNSUPPORTED',
    });
  };
  return { createInbound: refuse, findInbound: async () => undefined, inbound: refuse, cancelInbound: refuse };
}
