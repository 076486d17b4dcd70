import { z } from 'zod';
import { idText, lax, laxList } from '../../lax.ts';
import { listOf } from '../../read.ts';
import { anyText, someText } from '../../wms/convert.ts';

/** Answers of Yanwen as far as we read them. */

export const channelsAnswer = laxList(
  z.object({ id: idText, nameCh: anyText, nameEn: anyText, name: anyText }).transform(({ id, ...names }) => ({
    code: id,
    name: names.nameCh ?? names.name ?? names.nameEn ?? id,
  })),
);

export const createAnswer = z.object({ waybillNumber: idText });

/** Without a waybill number where the order was taken and has none yet. */
const order = z.object({ waybillNumber: lax(idText), orderNumber: anyText, status: someText });
export const ordersAnswer = listOf(order);
export type Order = z.output<typeof order>;

export const labelAnswer = z.object({
  isSuccess: lax(z.union([z.boolean(), z.stringbool()])),
  errorMsg: someText,
  base64String: someText,
});

export const doneAnswer = z.unknown();

export const checkpoint = z.object({
  time_stamp: anyText,
  time_zone: anyText,
  tracking_status: someText,
  message: someText,
  location: anyText,
});
export type Checkpoint = z.output<typeof checkpoint>;
export const trackAnswer = listOf(z.object({ tracking_status: someText, checkpoints: z.array(z.unknown()).nullish() }));
