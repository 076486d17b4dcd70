import { type CarrierAccess, ConnectorError } from '../../types.ts';
import { orNothing } from '../../wms/convert.ts';
import type { YanwenClient } from './client.ts';
import type { createRequest } from './parcels.ts';
import { CARRIER, isDuplicate } from './refusals.ts';
import { createAnswer, type Order, ordersAnswer } from './shapes.ts';

const CANCELLED = '5';
export const isCancelled = ({ status }: Order): boolean => status === CANCELLED;

const doubt = (error: unknown): ConnectorError =>
  new ConnectorError(CARRIER, 'uncertain', `ordered, but: ${(error as Error).message}`, {
    code: 'ORDERED',
    cause: error,
  });

/** There is an order: no failure of `work` may look like a refusal. */
export async function certain<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw doubt(error);
  });
}

/** The waybill number of the order that stands under a reference. */
function standingIn(orders: readonly Order[], reference: string, except: readonly string[] = []): string | undefined {
  const ours = orders.filter((one) => (one.orderNumber ?? reference) === reference && !isCancelled(one));
  if (ours.some(({ waybillNumber }) => !waybillNumber))
    throw new ConnectorError(CARRIER, 'unavailable', `no waybill number yet: ${reference}`);
  return ours.flatMap(({ waybillNumber }) => waybillNumber ?? []).find((number) => !except.includes(number));
}

export function createOrders({ call }: YanwenClient) {
  /** By our reference or by waybill number. */
  async function ordersOf(access: CarrierAccess, number: string): Promise<Order[]> {
    const method = 'express.order.getlist';
    const json = { listNumber: [number] };
    return (await orNothing(call(access, { method, json, effect: 'read', shape: ordersAnswer }))) ?? [];
  }

  async function standing(access: CarrierAccess, reference: string, except?: readonly string[]) {
    return standingIn(await ordersOf(access, reference), reference, except);
  }

  /** They say that the reference is taken: what stands there; one stored a moment ago is found later. */
  async function there(access: CarrierAccess, reference: string, refused: ConnectorError): Promise<string> {
    const orders = await ordersOf(access, reference);
    const number = standingIn(orders, reference);
    if (number) return number;
    if (orders.length > 0) throw refused;
    throw new ConnectorError(CARRIER, 'unavailable', refused.message, { code: 'DUPLICATE' });
  }

  return {
    ordersOf,
    standing,

    /**
     * The waybill number of the order under the reference. We ask first: nobody says that Yanwen refuses a reference a
     * second time.
     */
    async place(access: CarrierAccess, json: ReturnType<typeof createRequest>): Promise<string> {
      const reference = json.orderNumber;
      const known = await standing(access, reference);
      if (known) return known;
      try {
        const method = 'express.order.create';
        return (await call(access, { method, json, effect: 'once', shape: createAnswer })).waybillNumber;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        return there(access, reference, error).catch((failed: unknown) => {
          throw failed === error ? error : doubt(failed);
        });
      }
    },
  };
}

export type Orders = ReturnType<typeof createOrders>;
