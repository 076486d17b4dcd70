import { z } from 'zod';
import type { PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';

const channelsShape = z.object({
  expressChannels: z.array(z.object({ expressIdCode: z.string().min(1), expressChannelCode: optionalText })).nullish(),
});

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

export function createCarriers({ call }: SheinClient) {
  async function channels(access: ShopAccess) {
    const answered = await call(access, { path: 'order/express-channel', effect: 'read', shape: channelsShape });
    return answered.expressChannels ?? [];
  }

  return {
    async listCarriers(access: ShopAccess): Promise<PlatformCarrier[]> {
      const codes = new Set((await channels(access)).map((one) => one.expressIdCode));
      return [...codes].map((code) => ({ code, name: code }));
    },

    /** As SHEIN names the carrier. @throws ConnectorError `rejected` UNKNOWN_CARRIER naming those that it knows */
    async channelOf(access: ShopAccess, notice: ShipmentConfirmation) {
      const answered = await channels(access);
      const names = [notice.carrierCode, notice.carrierName].map(plain);
      const found = answered.find((one) => names.includes(plain(one.expressIdCode)));
      if (found) return found;
      const known = [...new Set(answered.map((one) => one.expressIdCode))].join(', ');
      throw new ConnectorError(PLATFORM, 'rejected', `SHEIN does not know ${notice.carrierName}, but: ${known}`, {
        code: 'UNKNOWN_CARRIER',
      });
    },
  };
}

export type Carriers = ReturnType<typeof createCarriers>;
