import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { laxText } from '../../lax.ts';
import { optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { PLATFORM, rowsOf, shaped, type WalmartClient } from './client.ts';
import { money } from './orderShape.ts';

const PAGE_SIZE = 50;
/** The first page is asked for by this cursor. */
const FIRST = '*';

const place = z.object({ next: z.string().min(1), repeats: wholeNumber.default(0) });

const itemShape = z.object({
  sku: z.string().min(1),
  wpid: z.string().min(1),
  productName: optionalText,
  gtin: laxText,
  upc: laxText,
  price: money.nullish(),
  publishedStatus: z.string(),
  lifecycleStatus: optionalText,
});

const pageShape = z.object({ ItemResponse: rowsOf(z.unknown()), nextCursor: optionalText });

const PUBLISHED: Readonly<Record<string, PlatformListing['state']>> = {
  PUBLISHED: 'active',
  READY_TO_PUBLISH: 'inactive',
  IN_PROGRESS: 'inactive',
  STAGE: 'inactive',
  UNPUBLISHED: 'inactive',
  SYSTEM_PROBLEM: 'blocked',
};
const OVER = new Set(['ARCHIVED', 'RETIRED']);

function toListing(answered: z.output<typeof itemShape>): PlatformListing {
  const { publishedStatus: word, lifecycleStatus: life } = answered;
  const barcode = answered.gtin ?? answered.upc;
  const state = Object.hasOwn(PUBLISHED, word) ? PUBLISHED[word] : undefined;
  if (!state) throw new Unfit('publishedStatus', `"${word}" is unknown`);
  return {
    itemId: answered.wpid,
    sellerSku: answered.sku,
    title: answered.productName ?? answered.sku,
    state: life && OVER.has(life) ? 'ended' : state,
    ...(answered.price ? { price: answered.price.amount, currency: answered.price.currency } : {}),
    ...(barcode ? { barcode } : {}),
    fulfilledBy: 'seller',
  };
}

export function createItems(call: WalmartClient) {
  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const at = input.cursor === undefined ? { next: FIRST, repeats: 0 } : readCursor(PLATFORM, place, input.cursor);
    const answer = await call(access, {
      kind: 'items',
      method: 'GET',
      path: '/v3/items',
      query: { limit: PAGE_SIZE, nextCursor: at.next },
      mayBeNothing: true,
    });
    const page =
      answer.json === undefined ? { ItemResponse: [], nextCursor: undefined } : shaped(pageShape, answer, 'items');
    const result: ListingPage = { listings: [], unreadable: [] };
    await readEach(itemShape, page.ItemResponse, result.unreadable, (answered) =>
      result.listings.push(toListing(answered)),
    );
    // A cursor comes with the last page too: an empty one is the end.
    if (page.nextCursor && page.ItemResponse.length > 0) {
      const repeats = countRepeats(PLATFORM, page.nextCursor === at.next, at.repeats);
      result.nextCursor = writeCursor({ next: page.nextCursor, repeats });
    }
    return result;
  };
}
