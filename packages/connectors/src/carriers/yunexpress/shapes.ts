import { z } from 'zod';
import { anyCurrency, idText, lax, laxList, laxObject } from '../../lax.ts';
import { amount } from '../../read.ts';
import { anyText, someText } from '../../wms/convert.ts';

/** Answers of YunExpress as far as we read them. What is about one order may come as a list of one. */
const one = <T extends z.ZodType>(shape: T) =>
  z.preprocess((answered) => (Array.isArray(answered) ? answered[0] : answered) ?? null, shape);

export const orderShape = z.object({
  waybill_number: idText,
  customer_order_number: anyText,
  tracking_number: anyText,
  track_type: someText,
  status: someText,
});
export type Order = z.output<typeof orderShape>;

export const createAnswer = one(orderShape);
/** Null where there is no such order; without a waybill number where it was taken and has none yet. */
export const infoAnswer = one(orderShape.extend({ waybill_number: lax(idText) }).nullable());
export const doneAnswer = z.unknown();

export const labelAnswer = one(z.object({ url: anyText, label_string: anyText }).nullable());

export const fee = z
  .object({
    product_code: idText,
    product_name: anyText,
    fee_name: someText,
    calculate_amount: amount,
    currency: anyCurrency,
    convert_amount: lax(amount),
    convert_currency: lax(anyCurrency),
    interval_day: someText,
  })
  .transform(({ convert_amount, convert_currency, calculate_amount, currency, ...rest }) => {
    // What the account is billed in, where it is told as well.
    const [paid, by] =
      convert_amount !== undefined && convert_currency
        ? [convert_amount, convert_currency]
        : [calculate_amount, currency];
    return { ...rest, amount: paid, currency: by === 'RMB' ? 'CNY' : by };
  });
export type Fee = z.output<typeof fee>;
export const priceAnswer = z
  .array(z.unknown())
  .nullish()
  .transform((answered) => answered ?? []);

export const productsAnswer = z.preprocess(
  (answered) => (typeof answered === 'object' && answered && 'list' in answered ? answered.list : answered),
  laxList(z.object({ product_code: idText, product_name: anyText })),
);

export const eventShape = z.object({
  track_node_code: someText,
  process_utc_time: anyText,
  process_time: anyText,
  process_content: anyText,
  track_node_description: anyText,
  process_location: anyText,
  process_city: anyText,
  process_province: anyText,
  process_country: anyText,
  event_date: anyText,
  time_zone: anyText,
  description: anyText,
  location: anyText,
});
export type Event = z.output<typeof eventShape>;
/** As clients read it from the carrier: `track_Info`; as the description has it: a list `track_info`. */
const eventsIn = laxObject({ track_events: laxList(z.unknown()) });
export const trackAnswer = one(
  laxObject({ package_status: someText, track_Info: eventsIn, track_info: laxList(eventsIn) }),
).transform(({ package_status, track_Info, track_info }) => ({
  status: package_status.toUpperCase(),
  events: [...track_Info.track_events, ...track_info.flatMap(({ track_events }) => track_events)],
}));
