import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { ShopeeClient } from './client.ts';
import { currencyOf } from './regions.ts';
import { answerOf, id } from './shapes.ts';

/** Models of one item in one call; items of one push, each a call of its own. */
export const UPDATE_BATCH = 50;

const updateShape = answerOf(
  z
    .object({
      success_list: z.array(z.object({ model_id: id.nullish() })).nullish(),
      failure_list: z.array(z.object({ model_id: id.nullish(), failed_reason: z.string().nullish() })).nullish(),
    })
    .nullish(),
);

interface Article {
  itemId: string;
  variantId?: string;
}
const modelOf = (one: Article): string => one.variantId ?? '0';
const refusal = (code: string, detail: string): PushOutcome => ({ outcome: 'refused', code, detail });

/** Sends what is pushed item by item, as Shopee takes it, and answers in the order given. */
async function byItem<T extends Article>(
  items: readonly T[],
  refusedBefore: (one: T) => PushOutcome | undefined,
  send: (itemId: number, ofItem: readonly T[]) => Promise<z.output<typeof updateShape>>,
): Promise<PushOutcome[]> {
  const outcomes = new Map<T, PushOutcome>();
  for (const one of items) {
    const refused = refusedBefore(one);
    if (refused) outcomes.set(one, refused);
    else if (!/^\d+$/.test(one.itemId) || !/^\d+$/.test(modelOf(one)))
      outcomes.set(one, refusal('BAD_ITEM', 'Shopee knows its items by numbers'));
  }
  const open = items.filter((one) => !outcomes.has(one));
  for (const [itemId, ofItem] of Map.groupBy(open, (one) => one.itemId)) {
    try {
      const { response } = await send(Number(itemId), ofItem);
      const done = new Set(response?.success_list?.map((one) => one.model_id ?? '0'));
      const failed = new Map(response?.failure_list?.map((one) => [one.model_id ?? '0', one.failed_reason ?? '']));
      for (const one of ofItem) {
        const reason = failed.get(modelOf(one));
        if (reason === undefined && done.has(modelOf(one))) outcomes.set(one, { outcome: 'accepted' });
        else outcomes.set(one, refusal('NOT_TAKEN', reason || 'Shopee does not say that it took it'));
      }
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      for (const one of ofItem) outcomes.set(one, refusal(error.code ?? 'REJECTED', error.message));
    }
  }
  return items.map((one) => outcomes.get(one) ?? refusal('NOT_TAKEN', 'not sent'));
}

export function createUpdates({ call }: ShopeeClient) {
  return {
    pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      const manyPlaces = (one: StockPush) =>
        one.refs?.locations?.includes(',')
          ? refusal('MANY_WAREHOUSES', `Shopee keeps this item in several warehouses: ${one.refs.locations}`)
          : undefined;
      return byItem(items, manyPlaces, (itemId, ofItem) =>
        call(access, {
          method: 'POST',
          path: 'product/update_stock',
          json: {
            item_id: itemId,
            stock_list: ofItem.map((one) => ({
              model_id: Number(modelOf(one)),
              seller_stock: [
                { ...(one.refs?.locations ? { location_id: one.refs.locations } : {}), stock: one.quantity },
              ],
            })),
          },
          shape: updateShape,
        }),
      );
    },

    pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      // Shopee takes the bare figure for its market's currency.
      const currency = currencyOf(access.marketplaceIds?.[0]);
      const otherMoney = (one: PricePush) =>
        currency !== undefined && one.currency !== currency
          ? refusal('CURRENCY', `the shop sells in ${currency}, not in ${one.currency}`)
          : undefined;
      return byItem(items, otherMoney, (itemId, ofItem) =>
        call(access, {
          method: 'POST',
          path: 'product/update_price',
          json: {
            item_id: itemId,
            // A JSON number is asked for; written out again it has the same digits, up to fifteen of them.
            price_list: ofItem.map((one) => ({ model_id: Number(modelOf(one)), original_price: Number(one.price) })),
          },
          shape: updateShape,
        }),
      );
    },
  };
}
