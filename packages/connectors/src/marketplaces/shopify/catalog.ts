import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { lax, laxList, laxObject, laxText } from '../../lax.ts';
import { amount, currencyCode, optionalText } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { gramsOf } from '../../weight.ts';
import { gidOf, idOf, PLATFORM, type ShopifyClient } from './client.ts';
import { pageInfo } from './orderShape.ts';
import { LIST_VARIANTS, SET_PRICES, SET_QUANTITIES } from './queries.ts';

const PAGE_SIZE = 100;
/** Shopify takes 250 quantities in one call. */
export const STOCK_BATCH = 250;
export const PRICE_BATCH = 100;

const STATE: Record<string, PlatformListing['state']> = {
  ACTIVE: 'active',
  UNLISTED: 'active',
  DRAFT: 'inactive',
  ARCHIVED: 'ended',
};

const level = z.object({
  location: z.object({ id: z.string(), isActive: z.boolean(), fulfillsOnlineOrders: z.boolean() }),
  quantities: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
});
const variantShape = z.object({
  id: z.string().startsWith('gid://shopify/ProductVariant/'),
  sku: optionalText,
  barcode: laxText,
  title: optionalText,
  price: amount,
  product: z.object({
    id: z.string().min(1),
    title: z.string(),
    status: z.enum(['ACTIVE', 'UNLISTED', 'DRAFT', 'ARCHIVED']),
    onlineStoreUrl: optionalText,
  }),
  /** `image` is deprecated for it. */
  media: laxObject({ nodes: laxList(z.object({ preview: laxObject({ image: laxObject({ url: laxText }) }) })) }),
  inventoryItem: z.object({
    id: z.string().min(1),
    tracked: z.boolean(),
    /** InventoryItem.measurement.weight: the weight that Shopify calculates shipping with. */
    measurement: laxObject({ weight: laxObject({ unit: laxText, value: lax(z.number()) }) }),
    inventoryLevels: z.object({ nodes: z.array(level) }),
  }),
});
const pageShape = z.object({
  shop: z.object({ currencyCode }),
  productVariants: z.object({ nodes: z.array(z.unknown()), pageInfo }),
});
const placeShape = z.object({ after: z.string(), repeats: z.number().int().default(0) });

const userErrors = z.array(
  z.object({ code: z.string().nullish(), field: z.array(z.string()).nullish(), message: z.string() }),
);
const stockAnswer = z.object({ inventorySetQuantities: z.object({ userErrors }) });
const priceAnswer = z.object({ productVariantsBulkUpdate: z.object({ userErrors }) });

/**
 * The stock we push goes to one location, the first that sends out online orders. Others may be shops with stock of
 * their own, which is nothing of ours.
 */
function levelOf(variant: z.output<typeof variantShape>) {
  const open = variant.inventoryItem.inventoryLevels.nodes.filter((one) => one.location.isActive);
  return open.find((one) => one.location.fulfillsOnlineOrders) ?? open[0];
}

function listingOf(variant: z.output<typeof variantShape>, currency: string): PlatformListing {
  const { product, inventoryItem } = variant;
  const imageUrl = variant.media.nodes[0]?.preview.image.url;
  const stands = levelOf(variant);
  const weightGrams = gramsOf(inventoryItem.measurement.weight);
  const available = stands?.quantities.find((one) => one.name === 'available')?.quantity;
  const name = variant.title && variant.title !== 'Default Title' ? ` - ${variant.title}` : '';
  return {
    itemId: idOf(product.id),
    variantId: idOf(variant.id),
    sellerSku: variant.sku ?? '',
    title: `${product.title}${name}`,
    state: STATE[product.status] ?? 'inactive',
    // Oversold articles stand below nothing; of what is not tracked buyers may buy without end.
    ...(inventoryItem.tracked && available !== undefined ? { quantity: Math.max(0, available) } : {}),
    price: variant.price,
    currency,
    ...(variant.barcode ? { barcode: variant.barcode } : {}),
    ...(imageUrl ? { imageUrl } : {}),
    ...(weightGrams ? { weightGrams } : {}),
    ...(product.onlineStoreUrl ? { url: product.onlineStoreUrl } : {}),
    fulfilledBy: 'seller',
    refs: {
      inventoryItem: idOf(inventoryItem.id),
      ...(stands ? { location: idOf(stands.location.id) } : {}),
      currency,
    },
  };
}

/** Errors by the number of the item they are about; those about none are about all. */
function byItem(errors: z.output<typeof userErrors>, list: string, count: number): Map<number, PushOutcome> {
  const refused = new Map<number, PushOutcome>();
  for (const { code, field, message } of errors) {
    const place = field?.indexOf(list) ?? -1;
    const about = place < 0 ? undefined : field?.[place + 1];
    const outcome: PushOutcome = { outcome: 'refused', ...(code ? { code } : {}), detail: message };
    if (about !== undefined && Number(about) < count) refused.set(Number(about), outcome);
    else for (let i = 0; i < count; i++) refused.set(i, outcome);
  }
  return refused;
}

export function createCatalog(graphql: ShopifyClient) {
  async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const place = input.cursor === undefined ? undefined : readCursor(PLATFORM, placeShape, input.cursor);
    const { shop, productVariants } = await graphql(access, {
      query: LIST_VARIANTS,
      variables: { first: PAGE_SIZE, after: place?.after ?? null },
      shape: pageShape,
      effect: 'read',
    });
    const result: ListingPage = { listings: [], unreadable: [] };
    await readEach(variantShape, productVariants.nodes, result.unreadable, (variant) =>
      result.listings.push(listingOf(variant, shop.currencyCode)),
    );
    const { hasNextPage, endCursor } = productVariants.pageInfo;
    if (hasNextPage && endCursor) {
      const repeats = countRepeats(PLATFORM, endCursor === place?.after, place?.repeats ?? 0);
      result.nextCursor = writeCursor({ after: endCursor, repeats });
    }
    return result;
  }

  /**
   * All of a call or none: what Shopify does not take is left out and the rest is sent once more. The quantities are
   * ours to say, so none is compared with what Shopify has (`changeFromQuantity: null`).
   */
  async function setQuantities(access: ShopAccess, items: readonly StockPush[]): Promise<Map<StockPush, PushOutcome>> {
    const quantities = items.map((item) => ({
      inventoryItemId: gidOf('InventoryItem', item.refs?.inventoryItem ?? ''),
      locationId: gidOf('Location', item.refs?.location ?? ''),
      quantity: item.quantity,
      changeFromQuantity: null,
    }));
    const reference = createHash('sha256').update(JSON.stringify(quantities)).digest('hex').slice(0, 24);
    const { inventorySetQuantities: answer } = await graphql(access, {
      query: SET_QUANTITIES,
      variables: {
        input: {
          name: 'available',
          reason: 'correction',
          referenceDocumentUri: `gid://tradewind/StockPush/${reference}`,
          quantities,
        },
        key: randomUUID(),
      },
      shape: stockAnswer,
      effect: 'repeatable',
    });
    const refused = byItem(answer.userErrors, 'quantities', items.length);
    const outcomes = new Map<StockPush, PushOutcome>();
    const rest: StockPush[] = [];
    for (const [index, item] of items.entries()) {
      const error = refused.get(index);
      if (error) outcomes.set(item, error);
      else if (refused.size > 0) rest.push(item);
      else outcomes.set(item, { outcome: 'accepted' });
    }
    if (rest.length > 0) for (const [item, outcome] of await setQuantities(access, rest)) outcomes.set(item, outcome);
    return outcomes;
  }

  async function pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
    const placed = items.filter((item) => item.refs?.inventoryItem && item.refs.location);
    const outcomes = placed.length > 0 ? await setQuantities(access, placed) : new Map<StockPush, PushOutcome>();
    return items.map(
      (item) =>
        outcomes.get(item) ?? {
          outcome: 'refused',
          code: 'NOT_STOCKED',
          detail: 'Shopify stocks this article at no location',
        },
    );
  }

  async function pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
    const outcomes = new Map<PricePush, PushOutcome>();
    // Shopify takes a bare number, in the shop's currency.
    const fits = (item: PricePush) => item.refs?.currency === undefined || item.refs.currency === item.currency;
    for (const [productId, variants] of Map.groupBy(items.filter(fits), (item) => item.itemId)) {
      const { productVariantsBulkUpdate: answer } = await graphql(access, {
        query: SET_PRICES,
        variables: {
          productId: gidOf('Product', productId),
          variants: variants.map((item) => ({
            id: gidOf('ProductVariant', item.variantId ?? ''),
            price: item.price,
          })),
        },
        shape: priceAnswer,
        effect: 'repeatable',
      });
      const refused = byItem(answer.userErrors, 'variants', variants.length);
      for (const [index, item] of variants.entries()) outcomes.set(item, refused.get(index) ?? { outcome: 'accepted' });
    }
    return items.map(
      (item) =>
        outcomes.get(item) ?? {
          outcome: 'refused',
          code: 'OTHER_CURRENCY',
          detail: `the shop sells in ${item.refs?.currency}, not in ${item.currency}`,
        },
    );
  }

  return { listListings, pushStock, pushPrice };
}
