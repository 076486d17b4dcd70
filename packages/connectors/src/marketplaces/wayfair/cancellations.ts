import { z } from 'zod';
import { optionalText, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, type WayfairClient, warehousesOf } from './client.ts';

/** What Wayfair, or its customer, wants called off; the supplier agrees or not. */
const requestShape = z.object({
  requestId: z.coerce.string().min(1),
  status: z.string(),
  requestedAt: optionalText,
  purchaseOrder: z.object({ poNumber: z.string().min(1) }),
  cancelledProduct: z
    .object({
      partNumber: z.string(),
      cancellationQuantity: z.object({ cancelledQuantity: wholeNumber.nullish() }).nullish(),
    })
    .nullish(),
});
export type CancellationRequest = z.output<typeof requestShape>;

const FIELDS = `requestId status requestedAt purchaseOrder { poNumber }
  cancelledProduct { partNumber cancellationQuantity { originalQuantity cancelledQuantity } }`;
/** What is asked stands in the text itself: Wayfair does not publish what the types of these inputs are called. */
const literal = (value: unknown): string => JSON.stringify(value);

/** Most orders that may be asked about at once. */
export const MOST_ORDERS = 50;

const DECIDED = /^(CONFIRMED|ACCEPTED|APPROVED|REJECTED|DECLINED|EXPIRED|COMPLETED)$/i;
/** Any word that is not an end of it keeps the order from being shipped until somebody has looked. */
export const isOpen = (request: CancellationRequest): boolean => !DECIDED.test(request.status);

export function createCancellations({ call }: WayfairClient) {
  /** Not every application may ask; without it the orders themselves still tell what was called off. */
  async function ifAllowed(ask: () => Promise<CancellationRequest[]>): Promise<CancellationRequest[]> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'rejected') return [];
      throw error;
    }
  }

  return {
    ofOrders: (access: ShopAccess, poNumbers: readonly string[]): Promise<CancellationRequest[]> =>
      poNumbers.length === 0
        ? Promise.resolve([])
        : ifAllowed(async () => {
            const shape = z.object({ lineItemCancellationRequestByPurchaseOrders: rowsOf(requestShape) });
            const query = `query { lineItemCancellationRequestByPurchaseOrders(
              poInput: { poNumbers: ${literal(poNumbers)} }) { ${FIELDS} } }`;
            const response = await call(access, { graph: 'cancellations', query, variables: {}, shape });
            return response.lineItemCancellationRequestByPurchaseOrders;
          }),

    /** Of all orders: it tells what an order placed long ago has come to. */
    between: (access: ShopAccess, from: Instant, to: Instant): Promise<CancellationRequest[]> =>
      ifAllowed(async () => {
        const shape = z.object({ lineItemCancellationRequestByWarehouses: rowsOf(requestShape) });
        const ids = literal(warehousesOf(access).map(Number));
        const query = `query { lineItemCancellationRequestByWarehouses(warehouseInput: { warehouseIds: ${ids},
          fromDatetime: ${literal(from)}, toDatetime: ${literal(to)} }) { ${FIELDS} } }`;
        const response = await call(access, { graph: 'cancellations', query, variables: {}, shape });
        return response.lineItemCancellationRequestByWarehouses;
      }),

    async confirm(access: ShopAccess, requests: readonly CancellationRequest[]): Promise<void> {
      const answered = z.object({
        confirmLineItemCancellationRequest: rowsOf(
          z.object({
            requestId: z.coerce.string(),
            status: z.string(),
            errorCode: optionalText,
            errorMessage: optionalText,
          }),
        ),
      });
      const inputs = requests.map(({ requestId }) => `{ requestId: ${literal(requestId)} }`).join(', ');
      const query = `mutation { confirmLineItemCancellationRequest(confirmationInputs: [${inputs}]) {
        requestId status errorCode errorMessage } }`;
      const input = { graph: 'cancellations', query, variables: {}, shape: answered } as const;
      const response = await call(access, { ...input, effect: 'repeatable' });
      const bad = response.confirmLineItemCancellationRequest.find((one) => one.status !== 'SUCCESS');
      if (bad)
        throw new ConnectorError(PLATFORM, 'rejected', bad.errorMessage ?? `the request is ${bad.status}`, {
          ...(bad.errorCode ? { code: bad.errorCode } : {}),
        });
    },
  };
}

export type Cancellations = ReturnType<typeof createCancellations>;
