import { z } from 'zod';
import { idText, lax, laxList, laxObject } from '../../lax.ts';
import { anyText, count, someText } from '../../wms/convert.ts';

/** Answers of 17TRACK as far as we read them. */
const address = laxObject({ country: anyText, state: anyText, city: anyText });

export const eventShape = z.object({
  time_utc: anyText,
  time_iso: anyText,
  /** Date, time and zone as the carrier wrote them; a text in older answers. */
  time_raw: lax(z.union([z.string(), z.object({ date: someText, time: someText, timezone: someText })])),
  description: someText,
  location: someText,
  stage: someText,
  sub_status: someText,
  address,
});
export type Event = z.output<typeof eventShape>;

const provider = laxObject({
  provider: laxObject({ key: someText, country: anyText }),
  events: laxList(z.unknown()),
});
export const infoShape = laxObject({
  latest_status: laxObject({ status: someText, sub_status: someText }),
  tracking: laxObject({ providers: laxList(provider) }),
});
export type Info = z.output<typeof infoShape>;

const followed = z.object({ number: idText, track_info: z.unknown().optional() });
const rejected = laxList(z.object({ number: idText, error: laxObject({ code: someText, message: someText }) }));
export const registerAnswer = z.object({ accepted: laxList(z.unknown()), rejected });
export const trackAnswer = z.object({
  accepted: z
    .array(followed)
    .nullish()
    .transform((all) => all ?? []),
});
export const quotaAnswer = z.object({ quota_total: count, quota_used: count, quota_remain: count });

/** What is pushed. */
export const pushShape = z.object({ event: someText, data: followed });
