import { z } from 'zod';
import type { PlatformLabel, PlatformParcel } from '../../capabilities/fulfilment.ts';
import type { Sleep } from '../../pace.ts';
import { malformed } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type ShopeeClient } from './client.ts';
import type { Listing } from './listing.ts';
import { naming } from './packages.ts';
import type { ParcelCalls } from './parcel-calls.ts';
import { answerOf } from './shapes.ts';

/** Printed on a roll: what a label printer takes. */
const THERMAL = 'THERMAL_AIR_WAYBILL';
/** Number and drawing take a few seconds each; longer is the job queue's to wait for. */
const PAUSES_MS = [300, 700, 1500, 3000];

const resultOf = <T extends z.ZodRawShape>(shape: T) =>
  answerOf(z.object({ result_list: z.array(z.object(shape)).min(1) }));
const parameterShape = resultOf({
  suggest_shipping_document_type: z.string().nullish(),
  selectable_shipping_document_type: z.array(z.string()).nullish(),
});
const statusShape = resultOf({ status: z.string() });

/** Asks again after each pause until there is an answer. @throws ConnectorError `unavailable` when none comes */
async function patiently<T>(
  sleep: Sleep,
  code: string,
  missing: string,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  for (const ms of [...PAUSES_MS, undefined]) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (ms !== undefined) await sleep(ms);
  }
  throw new ConnectorError(PLATFORM, 'unavailable', missing, { code });
}

/** The air waybill, in the four steps that Shopee has for it. The carrier takes no other. */
export function createLabels({ call, file }: ShopeeClient, listing: Listing, calls: ParcelCalls, sleep: Sleep) {
  async function isReady(access: ShopAccess, body: unknown): Promise<true | undefined> {
    const { response } = await call(access, {
      method: 'POST',
      path: 'logistics/get_shipping_document_result',
      json: body,
      effect: 'read',
      shape: statusShape,
    });
    const status = response.result_list[0]?.status;
    if (status === 'FAILED')
      throw new ConnectorError(PLATFORM, 'rejected', 'Shopee could not make the label', { code: 'LABEL_FAILED' });
    return status === 'READY' ? true : undefined;
  }

  return async function label(
    access: ShopAccess,
    parcel: PlatformParcel,
    platformOrderNo: string,
  ): Promise<PlatformLabel> {
    const order = await listing.readDetail(access, platformOrderNo);
    const found = order.package_list.find((one) => one.package_number === parcel.ref);
    if (!found)
      throw new ConnectorError(PLATFORM, 'rejected', `order ${platformOrderNo} has no package ${parcel.ref}`, {
        code: 'NO_PACKAGE',
      });
    const name = naming(order, found);
    const tracking = await patiently(
      sleep,
      'NO_TRACKING_NUMBER',
      'the carrier has not given the parcel its number yet',
      () => calls.trackingNumber(access, order, found),
    );

    const { response } = await call(access, {
      method: 'POST',
      path: 'logistics/get_shipping_document_parameter',
      json: { order_list: [name] },
      effect: 'read',
      shape: parameterShape,
    });
    const [offered] = response.result_list;
    const type = offered?.selectable_shipping_document_type?.includes(THERMAL)
      ? THERMAL
      : (offered?.suggest_shipping_document_type ?? THERMAL);
    await call(access, {
      method: 'POST',
      path: 'logistics/create_shipping_document',
      json: { order_list: [{ ...name, tracking_number: tracking, shipping_document_type: type }] },
      shape: z.unknown(),
    });
    const made = { order_list: [{ ...name, shipping_document_type: type }] };
    await patiently(sleep, 'LABEL_NOT_READY', 'Shopee is still making the label', () => isReady(access, made));
    const data = await file(access, {
      method: 'POST',
      path: 'logistics/download_shipping_document',
      json: { shipping_document_type: type, order_list: [name] },
      effect: 'read',
    });
    if (data.subarray(0, 4).toString('latin1') !== '%PDF')
      throw malformed(PLATFORM, 'logistics/download_shipping_document: no PDF', data.toString('latin1', 0, 200));
    return { format: 'pdf', data };
  };
}
