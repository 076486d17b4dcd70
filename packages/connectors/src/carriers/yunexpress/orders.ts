import { type CarrierAccess, ConnectorError } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { YunexpressClient } from './client.ts';
import type { createRequest } from './parcels.ts';
import { CARRIER, isDuplicate } from './refusals.ts';
import { createAnswer, infoAnswer, type Order } from './shapes.ts';

/** The number of the last mile comes later, and the waybill is followed meanwhile. Older answers say 2. */
const LATER = new Set(['W', '2']);
const CANCELLED = 'E';

export const numberOf = ({ waybill_number, tracking_number, track_type }: Order): string =>
  LATER.has(track_type.toUpperCase()) ? waybill_number : tracking_number || waybill_number;
export const isCancelled = ({ status }: Order): boolean => status.toUpperCase() === CANCELLED;

/** There is an order: no failure of `work` may look like a refusal. */
export async function certain<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const message = `ordered, but: ${(error as Error).message}`;
    throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'ORDERED', cause: error });
  });
}

export function createOrders({ call }: YunexpressClient) {
  /** By our reference, its waybill number or its tracking number; null where there is none. */
  async function orderOf(access: CarrierAccess, number: string): Promise<Order | null> {
    const path = '/v1/order/info/get';
    const query = { order_number: number };
    const found = await orNothing(call(access, { method: 'GET', path, query, effect: 'read', shape: infoAnswer }));
    if (!found) return null;
    const { waybill_number } = found;
    if (!waybill_number) throw new ConnectorError(CARRIER, 'unavailable', `no waybill number yet: ${number}`);
    return { ...found, waybill_number };
  }

  async function byReference(access: CarrierAccess, reference: string): Promise<Order | null> {
    const order = await orderOf(access, reference);
    return order && (order.customer_order_number ?? reference) === reference ? order : null;
  }

  return {
    orderOf,
    byReference,

    /** The new order; of a reference that is taken the one that stands under it. */
    async place(access: CarrierAccess, json: ReturnType<typeof createRequest>): Promise<Order> {
      try {
        const path = '/v1/order/package/create';
        return await call(access, { method: 'POST', path, json, effect: 'once', shape: createAnswer });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const known = await certain(byReference(access, json.customer_order_number));
        if (!known) throw new ConnectorError(CARRIER, 'uncertain', error.message, { code: 'DUPLICATE' });
        if (isCancelled(known)) throw error;
        return known;
      }
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;
