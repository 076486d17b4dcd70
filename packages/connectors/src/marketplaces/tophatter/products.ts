import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { amount, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { CURRENCY, PLATFORM, type TophatterClient } from './client.ts';

const PAGE_SIZE = 100;
/** Calls of one push: each article is a call of its own. */
const BATCH = 20;

const variationShape = z.object({
  identifier: z.string().min(1),
  size: optionalText,
  color: optionalText,
  quantity: wholeNumber.nullish(),
  disabled_at: optionalText,
  deleted_at: optionalText,
});
const productShape = z.object({
  identifier: z.string().min(1),
  title: z.string(),
  variations: z.array(variationShape),
  buy_now_price: amount.nullish(),
  primary_image: optionalText,
  disabled_at: optionalText,
  deleted_at: optionalText,
  admin_banned_at: optionalText,
  admin_hold_at: optionalText,
});
type Product = z.output<typeof productShape>;
const placeShape = z.object({
  page: z.number().int().positive(),
  first: z.string(),
  repeats: z.number().int().default(0),
});
const named = z.object({ identifier: z.string() });

function stateOf(product: Product, variation: z.output<typeof variationShape>): PlatformListing['state'] {
  if (product.deleted_at || variation.deleted_at) return 'ended';
  if (product.admin_banned_at || product.admin_hold_at) return 'blocked';
  return product.disabled_at || variation.disabled_at ? 'inactive' : 'active';
}

/** The auction finds its own price: what stands here is the one that buyers pay without bidding. */
const listingsOf = (product: Product): PlatformListing[] =>
  product.variations.map((one) => ({
    itemId: product.identifier,
    variantId: one.identifier,
    sellerSku: one.identifier,
    title: [product.title, one.color, one.size].filter(Boolean).join(' · '),
    state: stateOf(product, one),
    ...(one.quantity === null || one.quantity === undefined ? {} : { quantity: one.quantity }),
    ...(product.buy_now_price ? { price: product.buy_now_price, currency: CURRENCY } : {}),
    ...(product.primary_image ? { imageUrl: product.primary_image } : {}),
    fulfilledBy: 'seller',
  }));

const refused = (code: string, detail: string): PushOutcome => ({ outcome: 'refused', code, detail });

export function createProducts(call: TophatterClient) {
  async function notify(
    access: ShopAccess,
    path: string,
    fields: Record<string, string | number>,
  ): Promise<PushOutcome> {
    try {
      await call(access, { method: 'POST', path, fields, effect: 'repeatable', shape: z.unknown() });
      return { outcome: 'accepted' };
    } catch (error) {
      if (error instanceof ConnectorError && error.kind === 'rejected') return refused(error.code ?? '', error.message);
      throw error;
    }
  }

  return {
    batch: BATCH,

    async listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
      const place =
        input.cursor === undefined
          ? { page: 1, first: '', repeats: 0 }
          : readCursor(PLATFORM, placeShape, input.cursor);
      const rows = await call(access, {
        method: 'GET',
        path: 'products',
        fields: { sort: 'created_at_ascending', page: place.page, per_page: PAGE_SIZE },
        effect: 'read',
        shape: z.array(z.unknown()),
      });
      const result: ListingPage = { listings: [], unreadable: [] };
      await readEach(productShape, rows, result.unreadable, (answered) =>
        result.listings.push(...listingsOf(answered)),
      );
      const read = named.safeParse(rows[0]);
      const first = read.success ? read.data.identifier : JSON.stringify(rows[0] ?? '');
      const again = rows.length > 0 && first === place.first;
      const repeats = countRepeats(PLATFORM, again, place.repeats);
      if (rows.length < PAGE_SIZE && !again) return result;
      return { ...result, nextCursor: writeCursor({ first, repeats, page: again ? place.page : place.page + 1 }) };
    },

    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      const outcomes: PushOutcome[] = [];
      for (const { variantId, sellerSku, quantity } of items)
        outcomes.push(await notify(access, 'variations/update', { identifier: variantId ?? sellerSku, quantity }));
      return outcomes;
    },

    /** A product has one price for all of its variations. */
    async pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      const outcomes = new Map<PricePush, PushOutcome>();
      for (const [identifier, group] of Map.groupBy(items, (item) => item.itemId)) {
        const [first] = group;
        const wrong = !first
          ? undefined
          : group.some(({ currency }) => currency !== CURRENCY)
            ? refused('CURRENCY', `Tophatter takes prices in ${CURRENCY} alone`)
            : group.some(({ price }) => price !== first.price)
              ? refused('ONE_PRICE', 'Tophatter takes one price for all variations of a product')
              : await notify(access, 'products/update', { identifier, buy_now_price: first.price });
        for (const item of group) if (wrong) outcomes.set(item, wrong);
      }
      return items.map((item) => outcomes.get(item) ?? refused('NOT_SENT', 'not sent'));
    },
  };
}
