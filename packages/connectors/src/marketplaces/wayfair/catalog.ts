import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { laxText } from '../../lax.ts';
import { listOf, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, suppliersOf, type WayfairClient } from './client.ts';
import { FEED_FIELDS, type Feed, type Feeds, feedShape, isDone, wordsOf } from './feeds.ts';

/** Wayfair gives 10, 20 or 25 at once. */
const PAGE_SIZE = 25;
/** Of a feed Wayfair names at most ten of its articles: of so few each one's outcome is told. */
export const BATCH = 10;

const CATALOG = `query ($supplierId: Int!, $paginationOptions: PaginationOptions) {
  supplierCatalog(supplierId: $supplierId, paginationOptions: $paginationOptions) {
    products { supplierPartNumber status upc skus { sku productName isLive displaySku } }
    pageInfo { hasNextPage totalPages } } }`;
const SAVE = `mutation ($inventory: [inventoryInput!]!, $feedKind: inventoryFeedKind, $dryRun: Boolean) {
  inventory { save(inventory: $inventory, feedKind: $feedKind, dryRun: $dryRun) { ${FEED_FIELDS} } } }`;

const place = z.object({ supplier: wholeNumber, page: wholeNumber });
const catalogShape = z.object({
  supplierCatalog: z.object({
    products: listOf(z.unknown()),
    pageInfo: z.object({ hasNextPage: z.boolean() }),
  }),
});
const productShape = z.object({
  supplierPartNumber: z.string().min(1),
  upc: laxText,
  skus: listOf(z.object({ sku: optionalText, productName: optionalText, isLive: z.boolean().nullish() })),
});

function toListing(answered: z.output<typeof productShape>, supplierId: string): PlatformListing {
  const { supplierPartNumber: part, upc, skus } = answered;
  return {
    itemId: part,
    // Another warehouse may have the same part.
    variantId: supplierId,
    sellerSku: part,
    title: skus.find((one) => one.productName)?.productName ?? part,
    // The price that buyers see is Wayfair's own.
    state: skus.some((one) => one.isLive) ? 'active' : 'inactive',
    ...(upc ? { barcode: upc } : {}),
    fulfilledBy: 'seller',
    refs: { supplierId },
  };
}

/** What a feed says of one of its articles. */
function outcomeOf(feed: Feed, sku: string): PushOutcome {
  const bad = feed.errors.find((one) => one.key === sku);
  if (bad) return { outcome: 'refused', detail: bad.message ?? 'Wayfair names no reason' };
  return feed.status === 'ERROR' ? { outcome: 'refused', detail: wordsOf(feed) } : { outcome: 'accepted' };
}

export function createCatalog({ call }: WayfairClient, feeds: Feeds) {
  return {
    async listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
      const suppliers = suppliersOf(access);
      const at = input.cursor === undefined ? { supplier: 0, page: 1 } : readCursor(PLATFORM, place, input.cursor);
      const supplierId = suppliers[at.supplier] ?? '';
      const variables = {
        supplierId: Number(supplierId),
        paginationOptions: { page: at.page, pageSize: PAGE_SIZE },
      };
      const requested = { graph: 'catalog', query: CATALOG, variables, shape: catalogShape, supplierId } as const;
      const { products, pageInfo } = (await call(access, requested)).supplierCatalog;
      const result: ListingPage = { listings: [], unreadable: [] };
      await readEach(productShape, products, result.unreadable, (answered) =>
        result.listings.push(toListing(answered, supplierId)),
      );
      if (pageInfo.hasNextPage && products.length > 0)
        result.nextCursor = writeCursor({ supplier: at.supplier, page: at.page + 1 });
      else if (at.supplier + 1 < suppliers.length)
        result.nextCursor = writeCursor({ supplier: at.supplier + 1, page: 1 });
      return result;
    },

    async pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
      const [first = ''] = suppliersOf(access);
      const shape = z.object({ inventory: z.object({ save: feedShape }) });
      const variables = {
        inventory: items.map((item) => ({
          supplierId: Number(item.refs?.supplierId ?? first),
          supplierPartNumber: item.sellerSku,
          quantityOnHand: item.quantity,
        })),
        // The other kind would empty every article that is not named.
        feedKind: 'DIFFERENTIAL',
        dryRun: false,
      };
      const input = { graph: 'orders', query: SAVE, variables, shape } as const;
      const feed = (await call(access, { ...input, effect: 'repeatable' })).inventory.save;
      return items.map((item) =>
        isDone(feed) ? outcomeOf(feed, item.sellerSku) : { outcome: 'pending', ticket: feed.handle },
      );
    },

    async pushResult(access: ShopAccess, ticket: string) {
      const feed = await feeds.look(access, ticket);
      if (!feed) throw new ConnectorError(PLATFORM, 'rejected', `no feed ${ticket}`, { code: 'NOT_FOUND' });
      if (!isDone(feed)) return null;
      const skus = [...feed.completed, ...feed.errors].flatMap((one) => one.key ?? []);
      return [...new Set(skus)].map((sellerSku) => ({ sellerSku, outcome: outcomeOf(feed, sellerSku) }));
    },
  };
}
