import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { amount, currencyCode, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import type { MiraklClient } from './client.ts';
import { readCsv, writeCsv } from './csv.ts';

const PAGE_SIZE = 100;
/** One file a minute takes many; its ticket names them all, and each of them keeps it. */
export const BATCH = 200;
const BOUNDARY = '----tradewind-7c1f0b9e52a84d36';

const offerShape = z.object({
  offer_id: z.union([z.number().int(), z.string().min(1)]).transform(String),
  shop_sku: z.string().min(1),
  product_title: optionalText,
  active: z.boolean(),
  quantity: wholeNumber,
  price: amount.nullish(),
  currency_iso_code: currencyCode.nullish(),
  discount: z.object({ discount_price: amount.nullish(), ranges: z.array(z.unknown()).nullish() }).nullish(),
  all_prices: z
    .array(z.object({ channel_code: optionalText, volume_prices: z.array(z.unknown()).nullish() }))
    .nullish(),
  warehouses: z.array(z.object({ code: z.string() })).nullish(),
});
type Offer = z.output<typeof offerShape>;
const pageShape = z.object({ offers: z.array(z.unknown()), total_count: wholeNumber });
const placeShape = z.object({
  offset: z.number().int(),
  first: z.string().optional(),
  repeats: z.number().int().default(0),
});

const ticketShape = z.object({ kind: z.enum(['stock', 'prices']), id: z.string(), skus: z.array(z.string()) });
const importId = z.union([z.number().int(), z.string().min(1)]).transform(String);
const startedShape = z.object({ import_id: importId });
const statusShape = z.object({
  status: z.string(),
  has_error_report: z.boolean().nullish(),
  reason_status: optionalText,
});
const pricesShape = z.object({ data: z.array(statusShape.extend({ import_id: importId })) });

const KINDS = {
  stock: { path: '/api/offers/stock/imports', start: 'STO01', report: 'STO03' },
  prices: { path: '/api/offers/pricing/imports', start: 'PRI01', report: 'PRI03' },
} as const;
type Kind = keyof typeof KINDS;

/** A file of prices replaces all that an offer has: discounts, volumes and channels would be gone. */
const hasMorePrices = ({ discount, all_prices: prices }: Offer): boolean =>
  Boolean(discount?.discount_price || discount?.ranges?.length) ||
  (prices ?? []).length > 1 ||
  (prices ?? []).some((one) => one.channel_code !== undefined || (one.volume_prices ?? []).length > 1);

function toListing(offer: Offer): PlatformListing {
  const warehouses = offer.warehouses ?? [];
  const [only] = warehouses;
  const refs = {
    ...(only && warehouses.length === 1 ? { warehouse: only.code } : {}),
    ...(warehouses.length > 1 ? { warehouses: String(warehouses.length) } : {}),
    ...(hasMorePrices(offer) ? { prices: 'several' } : {}),
  };
  return {
    itemId: offer.offer_id,
    sellerSku: offer.shop_sku,
    title: offer.product_title ?? offer.shop_sku,
    state: offer.active ? 'active' : 'inactive',
    quantity: offer.quantity,
    ...(offer.price && offer.currency_iso_code ? { price: offer.price, currency: offer.currency_iso_code } : {}),
    fulfilledBy: 'seller',
    ...(Object.keys(refs).length > 0 ? { refs } : {}),
  };
}

export function createOffers(platform: string, { call, text }: MiraklClient) {
  async function listListings(access: ShopAccess, { cursor }: { cursor?: string }): Promise<ListingPage> {
    const place =
      cursor === undefined ? { offset: 0, first: undefined, repeats: 0 } : readCursor(platform, placeShape, cursor);
    const page = await call(access, {
      operation: 'OF21',
      method: 'GET',
      path: '/api/offers',
      query: { max: PAGE_SIZE, offset: place.offset, sort: 'productTitle' },
      effect: 'read',
      shape: pageShape,
    });
    const result: ListingPage = { listings: [], unreadable: [] };
    await readEach(offerShape, page.offers, result.unreadable, (offer) => result.listings.push(toListing(offer)));
    const first = result.listings[0]?.itemId;
    const repeated = place.offset > 0 && first !== undefined && first === place.first;
    const offset = repeated ? place.offset : place.offset + PAGE_SIZE;
    if (!repeated && (page.offers.length === 0 || offset >= page.total_count)) return result;
    const repeats = countRepeats(platform, repeated, place.repeats);
    return { ...result, nextCursor: writeCursor({ offset, first, repeats }) };
  }

  /** Sends a file; what became of its lines is asked for by the ticket. */
  async function start(access: ShopAccess, kind: Kind, rows: readonly (readonly string[])[]): Promise<PushOutcome> {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${kind}.csv"\r\ncontent-type: text/csv; charset=utf-8\r\n\r\n`;
    const { import_id: id } = await call(access, {
      operation: KINDS[kind].start,
      method: 'POST',
      path: KINDS[kind].path,
      body: {
        type: `multipart/form-data; boundary=${BOUNDARY}`,
        content: `${head}${writeCsv(rows)}\r\n--${BOUNDARY}--\r\n`,
      },
      effect: 'repeatable',
      shape: startedShape,
    });
    return { outcome: 'pending', ticket: writeCursor({ kind, id, skus: rows.slice(1).map(([sku]) => sku) }) };
  }

  /** Pushes what is not refused beforehand. */
  async function push<T>(
    items: readonly T[],
    refusalOf: (item: T) => PushOutcome | undefined,
    send: (good: readonly T[]) => Promise<PushOutcome>,
  ): Promise<PushOutcome[]> {
    const refusals = items.map(refusalOf);
    const good = items.filter((_, index) => refusals[index] === undefined);
    if (good.length === 0) return refusals.filter((one) => one !== undefined);
    const sent = await send(good);
    return refusals.map((one) => one ?? sent);
  }

  const pushStock = (access: ShopAccess, items: readonly StockPush[]) =>
    push(
      items,
      ({ refs }) =>
        refs?.warehouses
          ? {
              outcome: 'refused',
              code: 'WAREHOUSES',
              detail: `the offer lies in ${refs.warehouses} warehouses: one quantity cannot be told`,
            }
          : undefined,
      (good) =>
        start(access, 'stock', [
          ['offer-sku', 'quantity', 'warehouse-code', 'update-delete'],
          ...good.map(({ sellerSku, quantity, refs }) => [sellerSku, String(quantity), refs?.warehouse ?? '', '']),
        ]),
    );

  const pushPrice = (access: ShopAccess, items: readonly PricePush[]) =>
    push(
      items,
      ({ refs }) =>
        refs?.prices
          ? {
              outcome: 'refused',
              code: 'PRICES',
              detail: 'the offer has discounts, volume or channel prices, which one price would replace',
            }
          : undefined,
      (good) =>
        start(access, 'prices', [
          ['offer-sku', 'price', 'discount-price', 'discount-start-date', 'discount-end-date'],
          ...good.map(({ sellerSku, price }) => [sellerSku, price, '', '', '']),
        ]),
    );

  async function statusOf(access: ShopAccess, kind: Kind, id: string) {
    if (kind === 'stock')
      return call(access, {
        operation: 'STO02',
        method: 'GET',
        path: `${KINDS.stock.path}/${encodeURIComponent(id)}/status`,
        effect: 'read',
        shape: statusShape,
      });
    const { data } = await call(access, {
      operation: 'PRI02',
      method: 'GET',
      path: KINDS.prices.path,
      query: { import_id: id },
      effect: 'read',
      shape: pricesShape,
    });
    const found = data.find((one) => one.import_id === id);
    if (!found) throw new ConnectorError(platform, 'rejected', `PRI02: there is no import ${id}`);
    return found;
  }

  /** What the report does not name was taken. */
  async function pushResult(access: ShopAccess, ticket: string) {
    const { kind, id, skus } = readCursor(platform, ticketShape, ticket);
    const all = (outcome: PushOutcome) => skus.map((sellerSku) => ({ sellerSku, outcome }));
    const { status, has_error_report: hasReport, reason_status: reason } = await statusOf(access, kind, id);
    if (status === 'FAILED') return all({ outcome: 'refused', code: status, detail: reason ?? 'the import failed' });
    if (status !== 'COMPLETE') return null;
    if (!hasReport) return all({ outcome: 'accepted' });
    const report = await text(access, {
      operation: KINDS[kind].report,
      method: 'GET',
      path: `${KINDS[kind].path}/${encodeURIComponent(id)}/error_report`,
      effect: 'read',
    });
    const [head = [], ...rows] = readCsv(report);
    const column = head.indexOf('offer-sku');
    if (column < 0)
      throw new ConnectorError(platform, 'malformed', 'the error report names no offers', { raw: report });
    const errors = new Map(rows.map((row) => [row[column], row[1] || 'refused']));
    return skus.map((sellerSku) => {
      const detail = errors.get(sellerSku);
      const outcome: PushOutcome = detail === undefined ? { outcome: 'accepted' } : { outcome: 'refused', detail };
      return { sellerSku, outcome };
    });
  }

  return { listListings, pushStock, pushPrice, pushResult };
}
