import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import type { ShopAccess } from '../../types.ts';
import { type EbayClient, oneError, shaped, wordsOf } from './client.ts';

/** Offers, and articles, that eBay takes in one call. */
export const BATCH = 25;

const answerShape = z.object({
  responses: z.array(
    z.object({
      sku: z.string().nullish(),
      offerId: z.string().nullish(),
      statusCode: z.coerce.number().int(),
      errors: z.array(oneError).nullish(),
    }),
  ),
});
type Response = z.output<typeof answerShape>['responses'][number];

interface OfferChange {
  offerId: string;
  availableQuantity?: number;
  price?: { value: string; currency: string };
}
interface Request {
  sku: string;
  shipToLocationAvailability?: { quantity: number };
  offers?: OfferChange[];
}
interface Item {
  sellerSku: string;
  refs?: Record<string, string>;
}

/** Each article stands once in a call, with all its offers that change. */
function bySku<T extends Item>(items: readonly T[], change: (request: Request, item: T) => void): Request[] {
  const requests = new Map<string, Request>();
  for (const item of items) {
    const request = requests.get(item.sellerSku) ?? { sku: item.sellerSku };
    requests.set(item.sellerSku, request);
    change(request, item);
  }
  return [...requests.values()];
}

const offer = (request: Request, change: OfferChange): void => {
  request.offers = [...(request.offers ?? []), change];
};

const isGood = (one: Response): boolean => one.statusCode >= 200 && one.statusCode < 300;

/** An item has gone through when everything said of its article, or of its own offer, is good. */
function outcomeOf(item: Item, responses: readonly Response[]): PushOutcome {
  const mine = responses.filter(
    (one) =>
      (one.sku === item.sellerSku && (!one.offerId || one.offerId === item.refs?.offerId)) ||
      (one.offerId !== undefined && one.offerId !== null && one.offerId === item.refs?.offerId),
  );
  const bad = mine.find((one) => !isGood(one));
  if (mine.length > 0 && !bad) return { outcome: 'accepted' };
  const error = bad?.errors?.[0];
  return {
    outcome: 'refused',
    code: error?.errorId ?? (bad ? `HTTP ${bad.statusCode}` : 'NO_ANSWER'),
    detail: wordsOf(error) || 'eBay says nothing of this article',
  };
}

export function createPushes(call: EbayClient) {
  async function push(access: ShopAccess, requests: readonly Request[]): Promise<Response[]> {
    const answer = await call(access, {
      api: 'inventory',
      method: 'POST',
      path: '/bulk_update_price_quantity',
      json: { requests },
      byItem: true,
    });
    return shaped(answerShape, answer, 'bulkUpdatePriceQuantity').responses;
  }

  return {
    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      const requests = bySku(items, (request, item) => {
        const quantity = Math.max(item.quantity, request.shipToLocationAvailability?.quantity ?? 0);
        request.shipToLocationAvailability = { quantity };
        // An offer's own quantity would go on limiting what buyers see.
        if (item.refs?.offerId) offer(request, { offerId: item.refs.offerId, availableQuantity: item.quantity });
      });
      const responses = await push(access, requests);
      return items.map((item) => outcomeOf(item, responses));
    },

    async pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      const offered = items.filter((item) => item.refs?.offerId);
      const requests = bySku(offered, (request, item) => {
        const price = { value: item.price, currency: item.currency };
        offer(request, { offerId: item.refs?.offerId ?? '', price });
      });
      const responses = requests.length > 0 ? await push(access, requests) : [];
      return items.map((item) =>
        item.refs?.offerId
          ? outcomeOf(item, responses)
          : { outcome: 'refused', code: 'NO_OFFER', detail: 'eBay prices offers, and this listing has none' },
      );
    },
  };
}
