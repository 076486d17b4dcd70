import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import type { YanwenClient } from './client.ts';
import { certain, isCancelled, type Orders } from './orders.ts';
import { createRequest } from './parcels.ts';
import { CARRIER, labelRefusal } from './refusals.ts';
import { doneAnswer, labelAnswer } from './shapes.ts';

const NOTE = 'Cancelled by the seller';

async function labelOf({ call }: YanwenClient, access: CarrierAccess, waybillNumber: string): Promise<Buffer> {
  const method = 'express.order.label.get';
  const { isSuccess, errorMsg, base64String } = await call(access, {
    method,
    json: { waybillNumber },
    effect: 'read',
    shape: labelAnswer,
  });
  if (isSuccess === false || base64String === '') throw labelRefusal(errorMsg);
  const data = Buffer.from(base64String.replace(/^data:[^,]*,/, ''), 'base64');
  if (data.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new ConnectorError(CARRIER, 'malformed', 'the label is no PDF');
  return data;
}

export function createLabels(client: YanwenClient, { ordersOf, standing, place }: Orders) {
  /** All calls go by the waybill number, and tracking knows it from the first scan to the last. */
  async function bought(access: CarrierAccess, number: string): Promise<RecoveredLabel> {
    const label = { format: 'pdf', data: await labelOf(client, access, number) } as const;
    return { shipmentId: number, trackingNumber: number, label };
  }

  return {
    async buyLabel(access: CarrierAccess, parcel: Parcel, channel: string): Promise<PurchasedLabel> {
      const number = await place(access, createRequest(parcel, channel, access.keys.companyCode));
      return { ...(await certain(bought(access, number))), amount: '0', currency: '' };
    },

    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const number = await standing(access, reference, except);
      return number ? bought(access, number) : null;
    },

    labelPdf: (access: CarrierAccess, trackingNumber: string): Promise<Buffer> =>
      labelOf(client, access, trackingNumber),

    /** Until Yanwen has the parcel; afterwards only an interception at a charge, which a person decides. */
    async voidLabel(access: CarrierAccess, waybillNumber: string): Promise<{ voided: boolean; detail: string }> {
      try {
        const method = 'express.order.cancel';
        const json = { waybillNumber, note: NOTE };
        await client.call(access, { method, json, effect: 'repeatable', shape: doneAnswer });
        return { voided: true, detail: '' };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        const order = (await ordersOf(access, waybillNumber)).find((one) => one.waybillNumber === waybillNumber);
        if (!order) throw error;
        return { voided: isCancelled(order), detail: error.message };
      }
    },
  };
}
