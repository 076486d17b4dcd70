import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { amount, currencyCode, malformed, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Decimal, type ShopAccess } from '../../types.ts';
import { type JoomClient, listShape, oneShape, PLATFORM } from './client.ts';
import { readPage } from './paging.ts';

const PAGE_SIZE = 100;
/** Calls of one push, as each product is a call of its own. */
const BATCH = 50;
/** Variants are priced in dollars alone. */
const CURRENCY = 'USD';

const STATE: Readonly<Record<string, PlatformListing['state']>> = {
  active: 'active',
  // It sells, but something about it is to be mended.
  warning: 'active',
  pending: 'inactive',
  disabledByMerchant: 'inactive',
  rejected: 'blocked',
  locked: 'blocked',
  disabledByJoom: 'blocked',
  archived: 'ended',
};
const stateShape = z.string().transform((answered, context) => {
  const state = Object.hasOwn(STATE, answered) ? STATE[answered] : undefined;
  if (!state) context.addIssue({ code: 'custom', message: `"${answered}" is unknown` });
  return state ?? 'inactive';
});

const variantShape = z.object({
  id: optionalText,
  sku: z.string().min(1),
  price: amount.nullish(),
  currency: currencyCode.nullish(),
  inventory: wholeNumber.nullish(),
  effectiveStock: wholeNumber.nullish(),
  enabled: z.boolean().nullish(),
});
const productShape = z.object({
  id: z.string().min(1),
  sku: z.string().min(1),
  name: z.string(),
  state: stateShape,
  enabled: z.boolean().nullish(),
  /** What buyers see goes on selling while a changed version is looked at. */
  hasActiveVersion: z.boolean().nullish(),
  variants: z.array(variantShape),
});
type Product = z.output<typeof productShape>;

function stateOf(product: Product, enabled: boolean | null | undefined): PlatformListing['state'] {
  const { state } = product;
  const sells = state === 'active' || (state === 'inactive' && product.hasActiveVersion === true);
  if (sells && (product.enabled === false || enabled === false)) return 'inactive';
  return sells && product.enabled !== false ? 'active' : state;
}

const listingsOf = (product: Product): PlatformListing[] =>
  product.variants.map((variant) => {
    const quantity = variant.effectiveStock ?? variant.inventory;
    return {
      itemId: product.id,
      ...(variant.id ? { variantId: variant.id } : {}),
      sellerSku: variant.sku,
      title: product.name,
      state: stateOf(product, variant.enabled),
      ...(quantity === null || quantity === undefined ? {} : { quantity }),
      ...(variant.price ? { price: variant.price, currency: variant.currency ?? CURRENCY } : {}),
      fulfilledBy: 'seller' as const,
      // Products are changed by the seller's own name of them.
      refs: { sku: product.sku },
    };
  });

interface Item {
  sellerSku: string;
  refs?: Record<string, string>;
}
interface Variant {
  sku: string;
  price: Decimal;
  inventory?: number;
}
type Refused = Extract<PushOutcome, { outcome: 'refused' }>;
const refused = (code: string, detail: string): Refused => ({ outcome: 'refused', code, detail });

export function createProducts(client: JoomClient, now: () => number) {
  async function product(access: ShopAccess, sku: string): Promise<Product> {
    const { data } = await client.call(access, {
      method: 'GET',
      path: '/products',
      query: { sku },
      effect: 'read',
      shape: oneShape,
    });
    const read = productShape.safeParse(data);
    if (!read.success) throw malformed(PLATFORM, `product ${sku}`, JSON.stringify(data), read.error);
    return read.data;
  }

  /** One call for each product. What Joom refuses is refused for all of its variants, what we refuse for one alone. */
  async function push<T extends Item>(
    access: ShopAccess,
    items: readonly T[],
    writerOf: (sku: string) => Promise<(item: T) => Variant | Refused>,
  ): Promise<PushOutcome[]> {
    const outcomes = new Map<T, PushOutcome>();
    for (const [sku, group] of Map.groupBy(items, (item) => item.refs?.sku ?? item.sellerSku)) {
      try {
        const write = await writerOf(sku);
        const written = group.map((item) => ({ item, told: write(item) }));
        for (const { item, told: answered } of written)
          outcomes.set(item, 'outcome' in answered ? answered : { outcome: 'accepted' });
        const variants = written.flatMap(({ told: answered }) => ('outcome' in answered ? [] : [answered]));
        if (variants.length === 0) continue;
        await client.call(access, {
          method: 'POST',
          path: '/products/update',
          query: { sku },
          json: { variants },
          effect: 'repeatable',
          shape: z.unknown(),
        });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        for (const item of group) outcomes.set(item, refused(error.code ?? '', error.message));
      }
    }
    return items.map((item) => outcomes.get(item) ?? refused('NOT_SENT', 'not sent'));
  }

  return {
    batch: BATCH,

    /** Joom tells no name of a merchant: any call proves the permission, and this one tells the currency. */
    async describeShop(access: ShopAccess) {
      const query = { limit: 1 };
      const page = await client.call(access, {
        method: 'GET',
        path: '/products/multi',
        query,
        effect: 'read',
        shape: listShape,
      });
      const read = productShape.safeParse(page.data[0]);
      const currency = read.success ? read.data.variants[0]?.currency : undefined;
      return { name: `Joom ${access.account}`, currency: currency ?? CURRENCY, marketplaceIds: [] };
    },

    async listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
      const listed = await readPage(client, access, {
        path: '/products/multi',
        queries: [{ limit: PAGE_SIZE }],
        now: now(),
        ...input,
      });
      const result: ListingPage = { listings: [], unreadable: [] };
      await readEach(productShape, listed.rows, result.unreadable, (answered) =>
        result.listings.push(...listingsOf(answered)),
      );
      return listed.nextCursor === undefined ? result : { ...result, nextCursor: listed.nextCursor };
    },

    /** Joom wants the price with every variant it changes: the one that stands is told again. */
    pushStock: (access: ShopAccess, items: readonly StockPush[]) =>
      push(access, items, async (sku) => {
        const prices = new Map((await product(access, sku)).variants.map((one) => [one.sku, one.price]));
        return ({ sellerSku, quantity }) => {
          const price = prices.get(sellerSku);
          return price
            ? { sku: sellerSku, price, inventory: quantity }
            : refused('NO_SUCH_VARIANT', `product ${sku} has no variant ${sellerSku} with a price`);
        };
      }),

    pushPrice: (access: ShopAccess, items: readonly PricePush[]) =>
      push(
        access,
        items,
        async () =>
          ({ sellerSku, price, currency }) =>
            currency === CURRENCY
              ? { sku: sellerSku, price }
              : refused('CURRENCY', `Joom takes prices in ${CURRENCY}, not in ${currency}`),
      ),
  };
}
