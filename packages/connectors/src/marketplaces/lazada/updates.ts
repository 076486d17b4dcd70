import { z } from 'zod';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { countryFor, type LazadaClient } from './client.ts';

/** As many as Lazada recommends at once. */
export const UPDATE_BATCH = 20;

interface Article {
  itemId: string;
  variantId?: string;
  sellerSku: string;
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
const tag = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;
const refusal = (code: string, detail: string): PushOutcome => ({ outcome: 'refused', code, detail });

const naming = (one: Article): string =>
  tag('ItemId', one.itemId) + (one.variantId ? tag('SkuId', one.variantId) : '') + tag('SellerSku', one.sellerSku);

export function createUpdates(call: LazadaClient) {
  async function send(access: ShopAccess, path: string, skus: readonly string[]): Promise<void> {
    const payload = `<Request><Product><Skus>${skus.map((sku) => `<Sku>${sku}</Sku>`).join('')}</Skus></Product></Request>`;
    await call(access, { method: 'POST', path, params: { payload }, shape: z.unknown() });
  }

  /** One refused is said of the whole call: then each is sent by itself, which as an absolute figure it may be. */
  async function update<T extends Article>(
    access: ShopAccess,
    path: string,
    items: readonly T[],
    refusedBefore: (one: T) => PushOutcome | undefined,
    figure: (one: T) => string,
  ): Promise<PushOutcome[]> {
    const attempt = async (part: readonly T[]): Promise<PushOutcome> => {
      try {
        await send(
          access,
          path,
          part.map((one) => naming(one) + figure(one)),
        );
        return { outcome: 'accepted' };
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        return refusal(error.code ?? 'REJECTED', error.message);
      }
    };
    const before = new Map(items.map((one) => [one, refusedBefore(one)]));
    const open = items.filter((one) => !before.get(one));
    const together = open.length > 0 ? await attempt(open) : undefined;
    const outcomes: PushOutcome[] = [];
    for (const one of items) {
      const known = before.get(one) ?? (together?.outcome === 'accepted' || open.length === 1 ? together : undefined);
      outcomes.push(known ?? (await attempt([one])));
    }
    return outcomes;
  }

  return {
    pushStock: (access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> =>
      update(
        access,
        '/product/stock/sellable/update',
        items,
        (one) =>
          one.refs?.warehouses?.includes(',')
            ? refusal('MANY_WAREHOUSES', `Lazada keeps this item in several warehouses: ${one.refs.warehouses}`)
            : undefined,
        (one) => tag('SellableQuantity', String(one.quantity)),
      ),

    pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      // Lazada takes the bare figure for its country's currency.
      const { currency } = countryFor(access);
      return update(
        access,
        '/product/price_quantity/update',
        items,
        (one) =>
          one.currency === currency
            ? undefined
            : refusal('CURRENCY', `the shop sells in ${currency}, not in ${one.currency}`),
        (one) => tag('Price', one.price),
      );
    },
  };
}
