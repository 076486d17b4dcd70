import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { laxText } from '../../lax.ts';
import { currencyCode, optionalText, reasonOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TiktokCall, type TiktokClient } from './client.ts';
import { optionalAmount } from './orderShape.ts';

const PAGE_SIZE = 100;
/** Calls of one push, as each article is a call of its own. */
export const BATCH = 50;

const STATE: Readonly<Record<string, PlatformListing['state']>> = {
  ACTIVATE: 'active',
  SELLER_DEACTIVATED: 'inactive',
  DRAFT: 'inactive',
  PENDING: 'inactive',
  FAILED: 'blocked',
  PLATFORM_DEACTIVATED: 'blocked',
  FREEZE: 'blocked',
  DELETED: 'ended',
};
const stateShape = z.string().transform((answered, context) => {
  const state = Object.hasOwn(STATE, answered) ? STATE[answered] : undefined;
  if (!state) context.addIssue({ code: 'custom', message: `"${answered}" is unknown` });
  return state ?? 'inactive';
});

const productShape = z.object({
  id: z.string().min(1),
  title: z.string(),
  status: stateShape,
  skus: z.array(
    z.object({
      id: z.string().min(1),
      seller_sku: optionalText,
      price: z
        .object({ currency: currencyCode, sale_price: optionalAmount, tax_exclusive_price: optionalAmount })
        .nullish(),
      inventory: z.array(z.object({ warehouse_id: z.string().min(1), quantity: wholeNumber })).nullish(),
      status_info: z.object({ status: z.string() }).nullish(),
    }),
  ),
});
const pageShape = z.object({ products: z.array(z.unknown()).nullish(), next_page_token: optionalText });
const placeShape = z.object({ token: z.string(), repeats: z.number().int().default(0) });
const pushed = z
  .object({
    errors: z
      .array(
        z.object({
          code: laxText,
          message: z.string().catch(''),
          detail: z
            .object({
              sku_id: optionalText,
              extra_errors: z.array(z.object({ message: z.string().catch('') })).nullish(),
            })
            .nullish(),
        }),
      )
      .nullish(),
  })
  .nullish();

function listingsOf(product: z.output<typeof productShape>): PlatformListing[] {
  return product.skus.map((sku) => {
    const price = sku.price?.sale_price ?? sku.price?.tax_exclusive_price;
    const stock = sku.inventory ?? [];
    return {
      itemId: product.id,
      variantId: sku.id,
      sellerSku: sku.seller_sku ?? '',
      title: product.title,
      state: product.status === 'active' && sku.status_info?.status === 'DEACTIVATED' ? 'inactive' : product.status,
      ...(stock.length > 0 ? { quantity: stock.reduce((sum, one) => sum + one.quantity, 0) } : {}),
      ...(price && sku.price ? { price, currency: sku.price.currency } : {}),
      fulfilledBy: 'seller',
      refs: {
        // A quantity has to be told for each warehouse that has the article.
        ...(stock.length > 0 ? { warehouses: stock.map((one) => one.warehouse_id).join(',') } : {}),
        // Sellers from abroad set the price that buyers see; of the others' it is the only one.
        ...(sku.price?.sale_price ? { price: 'sale' } : {}),
      },
    };
  });
}

interface Item {
  itemId: string;
  variantId?: string;
  refs?: Record<string, string>;
}

export function createProducts(call: TiktokClient) {
  async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const place = input.cursor === undefined ? undefined : readCursor(PLATFORM, placeShape, input.cursor);
    const page = await call(access, {
      operation: 'searchProducts',
      method: 'POST',
      path: '/product/202502/products/search',
      query: { page_size: PAGE_SIZE, page_token: place?.token },
      json: { status: 'ALL' },
      effect: 'read',
      shape: pageShape,
    });
    const result: ListingPage = { listings: [], unreadable: [] };
    for (const raw of page.products ?? []) {
      const read = productShape.safeParse(raw);
      if (read.success) result.listings.push(...listingsOf(read.data));
      else result.unreadable.push({ raw, reason: reasonOf(read.error) });
    }
    const token = page.next_page_token;
    if (token) {
      const repeats = countRepeats(PLATFORM, token === place?.token, place?.repeats ?? 0);
      result.nextCursor = writeCursor({ token, repeats });
    }
    return result;
  }

  /** One call for each article, with all its variants; what TikTok says of a variant belongs to that one alone. */
  async function push<T extends Item>(
    access: ShopAccess,
    items: readonly T[],
    to: { operation: TiktokCall<z.ZodType>['operation']; path: string; write(item: T): object },
  ): Promise<PushOutcome[]> {
    const outcomes = new Map<T, PushOutcome>();
    for (const [productId, variants] of Map.groupBy(items, (item) => item.itemId)) {
      try {
        const answer = await call(access, {
          operation: to.operation,
          method: 'POST',
          path: `/product/202309/products/${encodeURIComponent(productId)}/${to.path}`,
          json: { skus: variants.map((item) => ({ id: item.variantId ?? '', ...to.write(item) })) },
          effect: 'repeatable',
          shape: pushed,
        });
        for (const item of variants) {
          const error = answer?.errors?.find((one) => !one.detail?.sku_id || one.detail.sku_id === item.variantId);
          const words = [error?.message, ...(error?.detail?.extra_errors ?? []).map((one) => one.message)];
          outcomes.set(
            item,
            error
              ? { outcome: 'refused', ...(error.code ? { code: error.code } : {}), detail: words.join(': ') }
              : { outcome: 'accepted' },
          );
        }
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        const refused: PushOutcome = {
          outcome: 'refused',
          detail: error.message,
          ...(error.code ? { code: error.code } : {}),
        };
        for (const item of variants) outcomes.set(item, refused);
      }
    }
    return items.map((item) => outcomes.get(item) ?? { outcome: 'refused', detail: 'not sent' });
  }

  return {
    listListings,
    /** Where an article lies in several warehouses, the first one gets the quantity and the others none. */
    pushStock: (access: ShopAccess, items: readonly StockPush[]) =>
      push(access, items, {
        operation: 'updateInventory',
        path: 'inventory/update',
        write: ({ quantity, refs }) => {
          const warehouses = refs?.warehouses?.split(',') ?? [];
          if (warehouses.length === 0) return { inventory: [{ quantity }] };
          return {
            inventory: warehouses.map((id, index) => ({ warehouse_id: id, quantity: index === 0 ? quantity : 0 })),
          };
        },
      }),
    pushPrice: (access: ShopAccess, items: readonly PricePush[]) =>
      push(access, items, {
        operation: 'updatePrices',
        path: 'prices/update',
        write: ({ price, currency, refs }) => ({
          price: { [refs?.price === 'sale' ? 'sale_price' : 'amount']: price, currency },
        }),
      }),
  };
}
