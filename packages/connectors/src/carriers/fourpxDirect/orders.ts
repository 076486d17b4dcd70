import { type CarrierAccess, ConnectorError } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { DirectClient } from './client.ts';
import type { createRequest } from './parcels.ts';
import { CARRIER, isDuplicate } from './refusals.ts';
import { createAnswer, type Order, orderAnswer } from './shapes.ts';

const CANCELLED = 'X';

export const shipmentOf = (order: Order): string => order['4px_tracking_no'];
/** The last mile's number comes later; both numbers are followed. */
export const numberOf = (order: Order): string => order.logistics_channel_no ?? shipmentOf(order);
export const isCancelled = ({ consignment_status }: Order): boolean => consignment_status.toUpperCase() === CANCELLED;

/** There is an order: no failure of `work` may look like a refusal. */
export async function certain<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const message = `ordered, but: ${(error as Error).message}`;
    throw new ConnectorError(CARRIER, 'uncertain', message, { code: 'ORDERED', cause: error });
  });
}

export function createOrders({ call }: DirectClient) {
  /** By our reference or 4PX's number, the one that stands before those that were cancelled; null where there is none. */
  async function orderOf(access: CarrierAccess, number: string): Promise<Order | null> {
    const method = 'ds.xms.order.get';
    const params = { request_no: number };
    const found = await orNothing(call(access, { method, v: '1.1.0', params, effect: 'read', shape: orderAnswer }));
    const orders = (found ?? []).filter((one) => one !== null);
    if (found && orders.length < found.length)
      throw new ConnectorError(CARRIER, 'unavailable', `no number of 4PX yet: ${number}`);
    return orders.find((one) => !isCancelled(one)) ?? orders.at(-1) ?? null;
  }

  async function byReference(access: CarrierAccess, reference: string): Promise<Order | null> {
    const order = await orderOf(access, reference);
    return order && (order.ref_no ?? reference) === reference ? order : null;
  }

  return {
    orderOf,
    byReference,

    /** The new order; of a reference that is taken the one that stands under it. */
    async place(access: CarrierAccess, params: ReturnType<typeof createRequest>): Promise<Order> {
      try {
        const method = 'ds.xms.order.create';
        return await call(access, { method, v: '1.1.0', params, effect: 'once', shape: createAnswer });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const known = await certain(byReference(access, params.ref_no));
        if (!known) throw new ConnectorError(CARRIER, 'uncertain', error.message, { code: 'DUPLICATE' });
        if (isCancelled(known)) throw error;
        return known;
      }
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;
