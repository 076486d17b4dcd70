import { exact } from '../../json.ts';
import {
  type CarrierAccess,
  ConnectorError,
  type Parcel,
  type PurchasedLabel,
  type RateQuote,
  type RecoveredLabel,
} from '../../types.ts';
import { toKg } from '../../wms/convert.ts';
import type { YunexpressClient } from './client.ts';
import { certain, isCancelled, numberOf, type Orders } from './orders.ts';
import { createRequest } from './parcels.ts';
import type { Rates } from './rates.ts';
import { CARRIER } from './refusals.ts';
import { doneAnswer, labelAnswer } from './shapes.ts';

type Label = PurchasedLabel['label'];

function formatOf(data: Buffer): Label['format'] {
  const start = data.subarray(0, 5).toString('latin1');
  if (start === '%PDF-') return 'pdf';
  if (start.slice(1, 4) === 'PNG') return 'png';
  throw new ConnectorError(CARRIER, 'malformed', 'the label is neither PDF nor PNG');
}

async function labelOf({ call, file }: YunexpressClient, access: CarrierAccess, number: string): Promise<Label> {
  const path = '/v1/order/label/get';
  const query = { order_number: number };
  const found = await call(access, { method: 'GET', path, query, effect: 'read', shape: labelAnswer });
  const inline = found?.label_string?.replace(/^data:[^,]*,/, '');
  if (!inline && !found?.url) throw new ConnectorError(CARRIER, 'unavailable', `no label yet: ${number}`);
  const data = inline ? Buffer.from(inline, 'base64') : await file(found?.url ?? '');
  return { format: formatOf(data), data };
}

/** What the calculator says: the order's answer names no price, and the fee is known after weighing. */
async function priceOf(quotes: Promise<RateQuote[]>, product: string): Promise<{ amount: string; currency: string }> {
  const known = await quotes.catch((error: unknown) => {
    if (error instanceof ConnectorError && error.kind === 'rejected') return [];
    throw error;
  });
  const { amount = '0', currency = '' } = known.find((one) => one.serviceCode === product) ?? {};
  return { amount, currency };
}

export function createLabels(client: YunexpressClient, { rates }: Rates, { orderOf, byReference, place }: Orders) {
  return {
    async buyLabel(access: CarrierAccess, parcel: Parcel, product: string): Promise<PurchasedLabel> {
      const json = createRequest(parcel, product);
      const price = await priceOf(rates(access, parcel), product);
      const order = await place(access, json);
      const label = await certain(labelOf(client, access, order.waybill_number));
      return { shipmentId: order.waybill_number, trackingNumber: numberOf(order), ...price, label };
    },

    async findPurchase(
      access: CarrierAccess,
      reference: string,
      except: readonly string[] = [],
    ): Promise<RecoveredLabel | null> {
      const order = await byReference(access, reference);
      if (!order || isCancelled(order)) return null;
      const { waybill_number: shipmentId, tracking_number } = order;
      if (except.includes(shipmentId) || except.includes(tracking_number ?? '')) return null;
      return { shipmentId, trackingNumber: numberOf(order), label: await labelOf(client, access, shipmentId) };
    },

    async labelPdf(access: CarrierAccess, trackingNumber: string): Promise<Buffer> {
      const { format, data } = await labelOf(client, access, trackingNumber);
      if (format !== 'pdf') throw new ConnectorError(CARRIER, 'malformed', 'the label is no PDF');
      return data;
    },

    /** While the parcel lies in its warehouse; at a charge, and it comes back. */
    async hold(
      access: CarrierAccess,
      { shipmentId }: { shipmentId: string },
    ): Promise<{ held: boolean; detail: string }> {
      try {
        const path = '/v1/order/hold';
        const json = { waybill_number: shipmentId, remark: 'Stop' };
        await client.call(access, { method: 'POST', path, json, effect: 'repeatable', shape: doneAnswer });
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
      const path = '/v1/order/weight/modify';
      const json = {
        waybill_number: shipmentId,
        weight: exact(toKg(Math.max(1, Math.ceil(weightGrams)))),
        weight_unit: 'KG',
      };
      await client.call(access, { method: 'POST', path, json, effect: 'repeatable', shape: doneAnswer });
    },

    /** Until the warehouse has the parcel; afterwards only an interception at a charge, which a person decides. */
    async voidLabel(access: CarrierAccess, shipmentId: string): Promise<{ voided: boolean; detail: string }> {
      try {
        const path = '/v1/order/cancel';
        const json = { waybill_number: shipmentId };
        await client.call(access, { method: 'POST', path, json, effect: 'repeatable', shape: doneAnswer });
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
