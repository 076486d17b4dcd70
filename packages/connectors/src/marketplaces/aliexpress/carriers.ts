import { z } from 'zod';
import type { PlatformCarrier, ShipmentConfirmation } from '../../capabilities/shipments.ts';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import { type Call, rejected } from './client.ts';
import { wrapped } from './shapes.ts';

const shape = z.object({
  result_list: wrapped(
    'aeop_logistics_service_result',
    z.object({ service_name: z.string().min(1), display_name: optionalText, logistics_company: optionalText }),
  ),
});

/** Whatever stands in no list; AliExpress then wants to know where the parcel can be followed. */
const OTHER = 'Other';
const same = (a: string | undefined, b: string): boolean => a?.trim().toLowerCase() === b.trim().toLowerCase();

export function createCarriers(call: Call) {
  async function services(access: ShopAccess) {
    const { result_list: answered } = await call(access, {
      api: 'aliexpress.logistics.redefining.listlogisticsservice',
      shape,
    });
    return answered;
  }

  return {
    async listCarriers(access: ShopAccess): Promise<PlatformCarrier[]> {
      const known = await services(access);
      const byCode = new Map(known.map((one) => [one.service_name, one.display_name ?? one.service_name]));
      return [...byCode].map(([code, name]) => ({ code, name }));
    },

    /** How the parcel's carrier is called in the call that tells of it. @throws ConnectorError `rejected` NO_CARRIER */
    async serviceOf(
      access: ShopAccess,
      notice: ShipmentConfirmation,
    ): Promise<{ service_name: string; website?: string }> {
      const known = await services(access);
      const found =
        known.find((one) => one.service_name === notice.carrierCode) ??
        known.find((one) => [one.service_name, one.display_name].some((name) => same(name, notice.carrierName)));
      if (found) return { service_name: found.service_name };
      if (notice.trackingUrl) return { service_name: OTHER, website: notice.trackingUrl };
      throw rejected('NO_CARRIER', `AliExpress knows no carrier "${notice.carrierName}", and no address to follow it`);
    },
  };
}
export type Carriers = ReturnType<typeof createCarriers>;
