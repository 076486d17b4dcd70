import { z } from 'zod';
import { optionalText } from '../../read.ts';
import type { ShopAccess } from '../../types.ts';
import type { ShopeeClient } from './client.ts';
import type { ShopeeOrder, ShopeePackage } from './orderShape.ts';
import { naming } from './packages.ts';
import { answerOf, id, optionalEpoch } from './shapes.ts';

const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((answered) => answered ?? []);

const slot = z.object({ date: optionalEpoch, time_text: optionalText, pickup_time_id: optionalText });
const place = { address: optionalText, city: optionalText, state: optionalText };
const parameterShape = answerOf(
  z.object({
    info_needed: z.object({
      pickup: z.array(z.string()).nullish(),
      dropoff: z.array(z.string()).nullish(),
      non_integrated: z.array(z.string()).nullish(),
    }),
    pickup: z
      .object({ address_list: list(z.object({ address_id: id, ...place, time_slot_list: list(slot) })) })
      .nullish(),
    dropoff: z
      .object({
        branch_list: list(z.object({ branch_id: id, ...place })),
        slug_list: list(z.object({ slug: z.string().min(1), slug_name: optionalText })),
      })
      .nullish(),
  }),
);
export type Parameters = z.output<typeof parameterShape>['response'];

const trackingShape = answerOf(z.object({ tracking_number: optionalText }));

/** What is asked of Shopee about a package's way, by arranging as by telling. */
export function createParcelCalls({ call }: ShopeeClient) {
  return {
    async parameters(access: ShopAccess, order: ShopeeOrder, parcel: ShopeePackage): Promise<Parameters> {
      const { response } = await call(access, {
        method: 'GET',
        path: 'logistics/get_shipping_parameter',
        query: naming(order, parcel),
        shape: parameterShape,
      });
      return response;
    },

    /** Undefined until the carrier has given one, minutes after the parcel was arranged. */
    async trackingNumber(access: ShopAccess, order: ShopeeOrder, parcel: ShopeePackage): Promise<string | undefined> {
      const { response } = await call(access, {
        method: 'GET',
        path: 'logistics/get_tracking_number',
        query: naming(order, parcel),
        shape: trackingShape,
      });
      return response.tracking_number;
    },
  };
}
export type ParcelCalls = ReturnType<typeof createParcelCalls>;
