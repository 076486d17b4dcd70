import { z } from 'zod';
import { idText, laxList, laxObject } from '../../lax.ts';
import { amount } from '../../read.ts';
import { anyText, grams, someText } from '../../wms/convert.ts';

/** Answers of 4PX as far as we read them. */
const numbers = z.object({
  '4px_tracking_no': idText,
  ref_no: anyText,
  logistics_channel_no: anyText,
  consignment_status: someText,
});
export type Order = z.output<typeof numbers>;

export const createAnswer = numbers;

/** Every order under a number, as objects in a list; those without a number of 4PX are `null`. */
export const orderAnswer = z.preprocess(
  (answered) => (answered === '' || answered === null || answered === undefined ? [] : [answered].flat()),
  z.array(
    z
      .object({ consignment_info: z.unknown() })
      .transform(({ consignment_info }) => numbers.safeParse(consignment_info).data ?? null),
  ),
);

export const labelAnswer = laxObject({ label_url_info: laxObject({ logistics_label: anyText }) });

export const productsAnswer = laxList(
  z.object({ logistics_product_code: idText, logistics_product_name_cn: anyText, logistics_product_name_en: anyText }),
);

/** An estimate is the whole price; all are in yuan. */
export const costsAnswer = laxList(
  z.object({
    logistics_product_code: idText,
    lump_sum_fee: amount,
    charge_weight: grams,
    estimated_time: someText,
  }),
);

export const eventShape = z.object({
  businessLinkCode: someText,
  occurDatetime: someText,
  timeZone: someText,
  occurLocation: anyText,
  country: anyText,
  city: anyText,
  trackingContent: someText,
});
export type Event = z.output<typeof eventShape>;
export const trackAnswer = laxObject({ trackingList: laxList(z.unknown()) });

export const doneAnswer = z.unknown();
