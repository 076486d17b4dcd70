import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RecoveredLabel,
} from '../../types.ts';
import type { DirectClient } from './client.ts';
import { certain, isCancelled, numberOf, type Orders, shipmentOf } from './orders.ts';
import { createRequest } from './parcels.ts';
import type { Rates } from './rates.ts';
import { CARRIER } from './refusals.ts';
import { doneAnswer, labelAnswer } from './shapes.ts';

/** 100 x 150 mm as a PDF, by any number of the order. */
async function labelOf({ call, file }: DirectClient, access: CarrierAccess, number: string): Promise<Buffer> {
  const method = 'ds.xms.label.get';
  const params = {
    request_no: number,
    response_label_format: 'PDF',
    label_size: 'label_100x150',
    is_print_merge: 'N',
    is_print_pick_info: 'N',
  };
  const found = await call(access, { method, v: '1.1.0', params, effect: 'read', shape: labelAnswer });
  const url = found.label_url_info.logistics_label;
  if (!url) throw new ConnectorError(CARRIER, 'unavailable', `no label yet: ${number}`);
  const data = await file(url);
  if (data.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new ConnectorError(CARRIER, 'malformed', 'the label is no PDF');
  return data;
}

/** What the calculator says: the order's answer names no price, and the fee is known after weighing. */
async function priceOf(costs: ReturnType<Rates['costs']>, product: string) {
  const known = await costs.catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === 'rejected') return [];
    throw error;
  });
  const found = known.find((one) => one.logistics_product_code === product);
  return found ? { amount: found.lump_sum_fee, currency: 'CNY' } : { amount: '0', currency: '' };
}

export function createLabels(client: DirectClient, { costs }: Rates, { orderOf, byReference, place }: Orders) {
  return {
    async buyLabel(access: CarrierAccess, parcel: Parcel, product: string): Promise<PurchasedLabel> {
      const request = createRequest(access, parcel, product);
      const price = await priceOf(costs(access, parcel), product);
      const order = await place(access, request);
      const data = await certain(labelOf(client, access, shipmentOf(order)));
      return {
        shipmentId: shipmentOf(order),
        trackingNumber: numberOf(order),
        ...price,
        label: { format: 'pdf', data },
      };
    },

    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const order = await byReference(access, reference);
      if (!order || isCancelled(order)) return null;
      const [shipmentId, trackingNumber] = [shipmentOf(order), numberOf(order)];
      if (except.includes(shipmentId) || except.includes(trackingNumber)) return null;
      return { shipmentId, trackingNumber, label: { format: 'pdf', data: await labelOf(client, access, shipmentId) } };
    },

    labelPdf: (access: CarrierAccess, trackingNumber: string): Promise<Buffer> =>
      labelOf(client, access, trackingNumber),

    /** While the parcel lies in its warehouse; at a charge, and it comes back. */
    async hold(
      access: CarrierAccess,
      { shipmentId }: { shipmentId: string },
    ): Promise<{ held: boolean; detail: string }> {
      try {
        const method = 'ds.xms.order.hold';
        const params = { request_no: shipmentId, is_hold_flag: 'Y', hold_reason: '买家取消' };
        await client.call(access, { method, params, effect: 'repeatable', shape: doneAnswer });
        return { held: true, detail: '' };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        return { held: false, detail: error.message };
      }
    },

    /** Until the parcel is handed over. */
    async updateWeight(
      access: CarrierAccess,
      { shipmentId, weightGrams }: { shipmentId: string; weightGrams: number },
    ): Promise<void> {
      const method = 'ds.xms.order.updateweight';
      const params = { request_no: shipmentId, weight: Math.max(1, Math.ceil(weightGrams)) };
      await client.call(access, { method, params, effect: 'repeatable', shape: doneAnswer });
    },

    /** Until the parcel is handed over; afterwards only an interception at a charge, which a person decides. */
    async voidLabel(access: CarrierAccess, shipmentId: string): Promise<{ voided: boolean; detail: string }> {
      try {
        const method = 'ds.xms.order.cancel';
        const params = { request_no: shipmentId, cancel_reason: '取消订单' };
        await client.call(access, { method, params, effect: 'repeatable', shape: doneAnswer });
        return { voided: true, detail: '' };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        const order = await orderOf(access, shipmentId);
        if (!order) throw error;
        return { voided: isCancelled(order), detail: error.message };
      }
    },
  };
}
