import { z } from 'zod';
import { laxList, laxText } from '../../lax.ts';
import { optionalText } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, type WayfairClient, warehousesOf } from './client.ts';

/** What Wayfair, or its customer, wants called off; the supplier agrees or not. */
const requestShape = z.object({
  requestId: laxText,
  /** Without a word it is open. */
  status: laxText.transform((answered) => answered ?? ''),
  purchaseOrder: z.object({ poNumber: z.string().min(1) }),
});
const requestRows = rowsOf(z.unknown()).pipe(laxList(requestShape));
export type CancellationRequest = z.output<typeof requestShape>;

const FIELDS = 'requestId status purchaseOrder { poNumber }';
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
            const shape = z.object({ lineItemCancellationRequestByPurchaseOrders: requestRows });
            const query = `query { lineItemCancellationRequestByPurchaseOrders(
              poInput: { poNumbers: ${literal(poNumbers)} }) { ${FIELDS} } }`;
            const response = await call(access, { graph: 'cancellations', query, variables: {}, shape });
            return response.lineItemCancellationRequestByPurchaseOrders;
          }),

    /** Of all orders: it tells what an order placed long ago has come to. */
    between: (access: ShopAccess, from: Instant, to: Instant): Promise<CancellationRequest[]> =>
      ifAllowed(async () => {
        const shape = z.object({ lineItemCancellationRequestByWarehouses: requestRows });
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
            status: z.string(),
            errorCode: optionalText,
            errorMessage: optionalText,
          }),
        ),
      });
      const inputs = requests.flatMap(({ requestId }) => (requestId ? `{ requestId: ${literal(requestId)} }` : []));
      const query = `mutation { confirmLineItemCancellationRequest(confirmationInputs: [${inputs.join(', ')}]) {
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
