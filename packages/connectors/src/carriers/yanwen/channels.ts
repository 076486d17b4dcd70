import type { CarrierAccess, CarrierService, RateQuote } from '../../types.ts';
import type { YanwenClient } from './client.ts';
import { channelsAnswer } from './shapes.ts';

/** What the account's contract opens. Its calculator is granted apart and does not name channels: no price is known. */
export function createChannels({ call }: YanwenClient) {
  const services = async (access: CarrierAccess): Promise<CarrierService[]> =>
    call(access, { method: 'express.channel.getlist', json: {}, effect: 'read', shape: channelsAnswer });

  return {
    services,
    rates: async (access: CarrierAccess): Promise<RateQuote[]> =>
      (await services(access)).map(({ code, name }) => ({
        serviceCode: code,
        serviceName: name,
        amount: '0',
        listAmount: '0',
        currency: '',
        surcharges: [],
      })),
  };
}
