import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { optionalText, reasonOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { WishClient } from './client.ts';
import { readKeyset } from './keyset.ts';
import { money } from './orderShape.ts';

/** Lists tell products without their variations: each product is a call of its own. */
const PRODUCTS = { path: '/products', limit: 25, most: 1000 } as const;
const EVER = '2010-01-01T00:00:00.000Z';
/** Variations of one push; those of a product go in one call. */
const BATCH = 100;

const STATE: Readonly<Record<string, PlatformListing['state']>> = {
  ACTIVE: 'active',
  WISH_INACTIVE: 'inactive',
  MERCHANT_INACTIVE: 'inactive',
  REMOVED_BY_WISH: 'blocked',
  REMOVED_BY_MERCHANT: 'ended',
};
const stateShape = z.string().transform((answered, context) => {
  const state = Object.hasOwn(STATE, answered) ? STATE[answered] : undefined;
  if (!state) context.addIssue({ code: 'custom', message: `"${answered}" is unknown` });
  return state ?? 'inactive';
});

const productShape = z.object({
  id: z.string().min(1),
  name: z.string(),
  state: stateShape,
  main_image: z.object({ url: optionalText }).nullish(),
  variations: z.array(
    z.object({
      id: z.string().min(1),
      sku: z.string(),
      status: z.string().nullish(),
      price: money.nullish(),
      image: optionalText,
      options: z.array(z.object({ value: optionalText })).nullish(),
      inventories: z.array(z.object({ warehouse_id: z.string().min(1), inventory: wholeNumber })).nullish(),
    }),
  ),
});
type Product = z.output<typeof productShape>;
const listed = z.object({ id: z.string().min(1) });

function stateOf(product: Product, status: string | null | undefined): PlatformListing['state'] {
  if (status === 'REMOVED_BY_WISH') return 'blocked';
  return product.state === 'active' && status === 'DISABLED' ? 'inactive' : product.state;
}

const listingsOf = (product: Product): PlatformListing[] =>
  product.variations.map((one) => {
    const stock = one.inventories ?? [];
    const imageUrl = one.image ?? product.main_image?.url;
    return {
      itemId: product.id,
      variantId: one.id,
      sellerSku: one.sku,
      title: [product.name, ...(one.options ?? []).map(({ value }) => value)].filter(Boolean).join(' · '),
      state: stateOf(product, one.status),
      ...(stock.length > 0 ? { quantity: stock.reduce((sum, { inventory }) => sum + inventory, 0) } : {}),
      ...(one.price ? { price: one.price.amount, currency: one.price.currency_code } : {}),
      ...(imageUrl ? { imageUrl } : {}),
      fulfilledBy: 'seller' as const,
      // A quantity has to be told for each warehouse that has the article.
      ...(stock.length > 0 ? { refs: { warehouses: stock.map((at) => at.warehouse_id).join(',') } } : {}),
    };
  });

interface Item {
  itemId: string;
  variantId?: string;
}

export function createProducts(call: WishClient, now: () => number) {
  const pathOf = (id: string) => `/products/${encodeURIComponent(id)}`;

  async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const page = await readKeyset(call, access, { ...PRODUCTS, by: 'updated_at', since: EVER, now: now(), ...input });
    const result: ListingPage = { listings: [], unreadable: [] };
    for (const row of page.rows) {
      const id = listed.safeParse(row);
      const raw = id.success
        ? await call(access, { method: 'GET', path: pathOf(id.data.id), effect: 'read', shape: z.unknown() })
        : row;
      const read = productShape.safeParse(raw);
      if (read.success) result.listings.push(...listingsOf(read.data));
      else result.unreadable.push({ raw, reason: reasonOf(read.error) });
    }
    return page.nextCursor === undefined ? result : { ...result, nextCursor: page.nextCursor };
  }

  /** One call for each product; what Wish refuses is refused for all of its variations. */
  async function push<T extends Item>(
    access: ShopAccess,
    items: readonly T[],
    write: (item: T) => object | undefined,
  ): Promise<PushOutcome[]> {
    const outcomes = new Map<T, PushOutcome>();
    const written = items.flatMap((item) => {
      const answered = item.variantId ? write(item) : undefined;
      return answered ? [{ item, told: { id: item.variantId, ...answered } }] : [];
    });
    for (const [id, group] of Map.groupBy(written, ({ item }) => item.itemId)) {
      const json = { variations: group.map(({ told: answered }) => answered) };
      const outcome = await call(access, {
        method: 'PUT',
        path: pathOf(id),
        json,
        effect: 'repeatable',
        shape: z.unknown(),
      })
        .then((): PushOutcome => ({ outcome: 'accepted' }))
        .catch((error: unknown): PushOutcome => {
          if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
          return { outcome: 'refused', detail: error.message, ...(error.code ? { code: error.code } : {}) };
        });
      for (const { item } of group) outcomes.set(item, outcome);
    }
    const unsent: PushOutcome = {
      outcome: 'refused',
      code: 'NOT_LISTED',
      detail: 'Wish told no variation or no warehouse of it',
    };
    return items.map((item) => outcomes.get(item) ?? unsent);
  }

  return {
    batch: BATCH,
    listListings,

    /** Where an article lies in several warehouses, the first one gets the quantity and the others none. */
    pushStock: (access: ShopAccess, items: readonly StockPush[]) =>
      push(access, items, ({ quantity, refs }) => {
        const [first, ...others] = refs?.warehouses?.split(',').filter(Boolean) ?? [];
        if (!first) return undefined;
        const none = others.map((id) => ({ warehouse_id: id, inventory: 0 }));
        return { inventories: [{ warehouse_id: first, inventory: quantity }, ...none] };
      }),

    /** Wish's amounts are numbers; those of a price JSON writes as they were said. */
    pushPrice: (access: ShopAccess, items: readonly PricePush[]) =>
      push(access, items, ({ price, currency }) => ({ price: { amount: Number(price), currency_code: currency } })),
  };
}
