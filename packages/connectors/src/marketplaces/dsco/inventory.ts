import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import type { Sleep } from '../../pace.ts';
import { amount, currencyCode, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type DscoClient, type DscoSetup, message, retailerIdOf, verdict, wordsOf } from './client.ts';
import type { Home } from './orders.ts';

/** By this the stream of ours is known again among the account's. */
const DESCRIPTION = 'Tradewind: what the supplier sells';
/** A dump of all articles has no end that could be seen: it is over when nothing more has come for so long. */
const QUIET_MS = { network: 30_000, sandbox: 500 };
/** Before the first article comes the network may take longer. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = { network: 2_000, sandbox: 100 };
export const STOCK_BATCH = 100;

const streamShape = z.object({
  id: z.string().min(1),
  objectType: optionalText,
  description: optionalText,
  partitions: z
    .array(
      z.object({
        partitionId: z.union([z.number().int(), z.string()]).transform(String),
        position: optionalText,
        maxPosition: optionalText,
      }),
    )
    .min(1),
});
const eventsShape = z.object({ events: z.array(z.object({ id: z.string().min(1), payload: z.unknown() })) });

const itemShape = z.object({
  sku: z.string().min(1),
  dscoItemId: z
    .union([z.string(), z.number().int()])
    .nullish()
    .transform((value) => (value ? String(value) : undefined)),
  title: optionalText,
  status: optionalText,
  quantityAvailable: wholeNumber.nullish(),
  cost: amount.nullish(),
  currencyCode: currencyCode.nullish(),
  warehouses: z.array(z.object({ code: z.string(), quantity: wholeNumber.nullish() })).nullish(),
  partnerSkuMap: z.array(z.object({ dscoRetailerId: z.union([z.string(), z.number().int()]).nullish() })).nullish(),
});
type Item = z.output<typeof itemShape>;

const STATE: Readonly<Record<string, PlatformListing['state']>> = {
  'in-stock': 'active',
  'out-of-stock': 'active',
  hidden: 'inactive',
  discontinued: 'ended',
};
/** A quantity would put these back on sale, which nobody asked for. */
const WITHDRAWN = new Set(['hidden', 'discontinued']);

const placeShape = z.object({
  stream: z.string(),
  partition: z.string(),
  position: z.string(),
  /** When something came last, or when the dump was asked for. */
  heardAt: z.number(),
  seen: z.number().int(),
});
type Place = z.output<typeof placeShape>;

const logShape = z.object({
  status: optionalText,
  logs: z.array(
    z.object({
      payload: z.looseObject({ sku: optionalText }).nullish(),
      status: z.string(),
      results: z.array(message).nullish(),
    }),
  ),
});

function toListing(item: Item, home: Home): PlatformListing {
  const warehouses = item.warehouses ?? [];
  const [only] = warehouses;
  const status = item.status ?? '';
  const inWarehouses = warehouses.reduce((total, one) => total + (one.quantity ?? 0), 0);
  const quantity = item.quantityAvailable ?? (warehouses.length > 0 ? inWarehouses : undefined);
  return {
    itemId: item.dscoItemId ?? item.sku,
    sellerSku: item.sku,
    title: item.title ?? item.sku,
    state: (Object.hasOwn(STATE, status) ? STATE[status] : undefined) ?? 'blocked',
    ...(quantity === undefined ? {} : { quantity }),
    ...(item.cost === null || item.cost === undefined
      ? {}
      : { price: item.cost, currency: item.currencyCode ?? home.currency }),
    fulfilledBy: 'seller',
    refs: {
      status,
      ...(only && warehouses.length === 1 ? { warehouse: only.code } : {}),
      ...(warehouses.length > 1 ? { warehouses: String(warehouses.length) } : {}),
    },
  };
}

export function createInventory(setup: DscoSetup, call: DscoClient, now: () => number, sleep: Sleep) {
  const { platform, partners } = setup.retailer;
  const where = setup.sandbox ? 'sandbox' : 'network';

  const stream = <T extends z.ZodType>(
    access: ShopAccess,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    shape: T,
    json?: object,
  ) => call(access, { operation: 'streams', method, path, ...(json ? { json } : {}), effect: 'repeatable', shape });

  /** Our stream of articles, made when there is none, at its end; then everything is asked to flow through it. */
  async function begin(access: ShopAccess): Promise<Place> {
    const known = await stream(access, 'GET', '/stream', z.array(streamShape));
    const found =
      known.find((one) => one.description === DESCRIPTION && one.objectType === 'inventory') ??
      (await stream(access, 'POST', '/stream', streamShape, {
        objectType: 'inventory',
        description: DESCRIPTION,
        numPartitions: 1,
        query: { queryType: 'inventory' },
      }));
    const [partition] = found.partitions;
    const position = partition?.maxPosition ?? partition?.position;
    if (!partition || !position) throw new ConnectorError(platform, 'malformed', 'a stream without a position');
    await stream(access, 'PUT', `/stream/${encodeURIComponent(found.id)}`, z.unknown(), { operationType: 'sync' });
    return { stream: found.id, partition: partition.partitionId, position, heardAt: now(), seen: 0 };
  }

  const pathOf = ({ stream: id, partition, position }: Place) =>
    `/stream/${[id, partition, position].map(encodeURIComponent).join('/')}`;

  /** A stream that somebody deleted in the middle makes the place worthless: the listing begins again. */
  async function readEvents(access: ShopAccess, place: Place) {
    try {
      return await stream(access, 'GET', pathOf(place), eventsShape);
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.status !== 404) throw error;
      throw new ConnectorError(platform, 'rejected', error.message, { code: 'BAD_CURSOR', cause: error });
    }
  }

  async function listListings(access: ShopAccess, { cursor }: { cursor?: string }): Promise<ListingPage> {
    const nothing: ListingPage = { listings: [], unreadable: [] };
    if (cursor === undefined) return { ...nothing, nextCursor: writeCursor(await begin(access)) };
    const place = readCursor(platform, placeShape, cursor);
    const { events } = await readEvents(access, place);
    const last = events.at(-1);
    if (!last) {
      const quiet = now() - place.heardAt;
      if (place.seen > 0 && quiet > QUIET_MS[where]) {
        await stream(access, 'PUT', pathOf(place), z.unknown());
        return nothing;
      }
      if (place.seen === 0 && quiet > PATIENCE_MS)
        throw new ConnectorError(platform, 'unavailable', 'the network has not begun to list the articles', {
          code: 'NO_SYNC',
        });
      await sleep(PAUSE_MS[where]);
      return { ...nothing, nextCursor: cursor };
    }
    const home = partners[access.region ?? ''] ?? { country: '', currency: '' };
    const retailerId = retailerIdOf(platform, access);
    const page: ListingPage = {
      ...nothing,
      nextCursor: writeCursor({ ...place, position: last.id, heardAt: now(), seen: place.seen + events.length }),
    };
    const soldHere = ({ partnerSkuMap }: Item) =>
      !partnerSkuMap?.length || partnerSkuMap.some((one) => String(one.dscoRetailerId) === retailerId);
    const payloads = events.map((event) => event.payload);
    await readEach(itemShape, payloads, page.unreadable, (item) => {
      if (soldHere(item)) page.listings.push(toListing(item, home));
    });
    return page;
  }

  function refusalOf({ refs }: StockPush): PushOutcome | undefined {
    if (WITHDRAWN.has(refs?.status ?? ''))
      return { outcome: 'refused', code: 'WITHDRAWN', detail: `the article is ${refs?.status} at Rithum` };
    if (refs?.warehouses)
      return {
        outcome: 'refused',
        code: 'WAREHOUSES',
        detail: `the article lies in ${refs.warehouses} warehouses at Rithum: one quantity cannot be told`,
      };
    return undefined;
  }

  async function pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
    const good = items.filter((item) => !refusalOf(item));
    let taken: PushOutcome | undefined;
    if (good.length > 0) {
      const { requestId } = await call(access, {
        operation: 'updateInventory',
        method: 'POST',
        path: '/inventory/batch/small',
        json: good.map(({ sellerSku, quantity, refs }) => ({
          sku: sellerSku,
          status: quantity > 0 ? 'in-stock' : 'out-of-stock',
          quantityAvailable: quantity,
          warehouses: refs?.warehouse ? [{ code: refs.warehouse, quantity }] : [],
        })),
        effect: 'repeatable',
        shape: verdict,
      });
      taken = requestId ? { outcome: 'pending', ticket: requestId } : { outcome: 'accepted' };
    }
    return items.map((item) => refusalOf(item) ?? taken ?? { outcome: 'accepted' });
  }

  async function pushResult(access: ShopAccess, ticket: string) {
    const { status, logs } = await call(access, {
      operation: 'getInventoryChangeLog',
      method: 'GET',
      path: '/inventory/log',
      query: [['requestId', ticket]],
      effect: 'read',
      shape: logShape,
    });
    if (status === 'PROCESSING' || logs.length === 0 || logs.some((one) => one.status === 'pending')) return null;
    return logs.flatMap(({ payload, status: outcome, results }) => {
      if (!payload?.sku) return [];
      const [first] = results ?? [];
      const refused: PushOutcome = {
        outcome: 'refused',
        ...(first?.code ? { code: first.code } : {}),
        detail: wordsOf(results) || outcome,
      };
      return [
        { sellerSku: payload.sku, outcome: outcome === 'success' ? ({ outcome: 'accepted' } as const) : refused },
      ];
    });
  }

  return { listListings, pushStock, pushResult };
}
