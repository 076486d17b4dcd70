import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { id } from '../../iop/shapes.ts';
import { parseJson } from '../../json.ts';
import { amount, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { ShopAccess } from '../../types.ts';
import { countryFor, type LazadaClient, PLATFORM } from './client.ts';

const PAGE_SIZE = 50;
/** Lazada counts pages off no further: larger shops are listed by the time their goods were put up. */
const MOST = 10_000;
const FIRST_MS = Date.UTC(2012, 0, 1);

const STATES: Readonly<Record<string, PlatformListing['state']>> = {
  active: 'active',
  live: 'active',
  inactive: 'inactive',
  pending: 'inactive',
  pendingqc: 'inactive',
  suspended: 'blocked',
  rejected: 'blocked',
  lock: 'blocked',
  deleted: 'ended',
};

/** A list, the same list written down as JSON, or nothing. */
const images = z
  .unknown()
  .optional()
  .transform((answered): string[] => {
    let value = answered;
    if (typeof answered === 'string')
      try {
        value = parseJson(answered);
      } catch {
        value = [];
      }
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];
  });
const stores = z.array(z.object({ warehouseCode: optionalText, sellableQuantity: wholeNumber.nullish() })).nullish();
const skuShape = z.object({
  SkuId: id,
  SellerSku: optionalText,
  Status: optionalText,
  price: amount,
  quantity: wholeNumber.nullish(),
  Available: wholeNumber.nullish(),
  Url: optionalText,
  Images: images,
  multiWarehouseInventories: stores,
  fblWarehouseInventories: stores,
});
const productShape = z.object({
  item_id: id,
  status: optionalText,
  attributes: z.object({ name: optionalText }).nullish(),
  images,
  skus: z.array(skuShape),
});
type Product = z.output<typeof productShape>;
const pageShape = z.object({
  data: z
    .object({ total_products: z.coerce.number().int().nullish(), products: z.array(z.unknown()).nullish() })
    .refine(
      (answered) => answered.products || (answered.total_products ?? 1) === 0,
      'neither products nor that there are none',
    ),
});
const place = z.object({
  from: z.number().int(),
  to: z.number().int(),
  end: z.number().int(),
  offset: z.number().int().nonnegative(),
});
type Place = z.output<typeof place>;

function stateOf(field: string, answered: string): PlatformListing['state'] {
  const state = STATES[answered.toLowerCase().replace(/[\s_-]/g, '')];
  if (!state) throw new Unfit(field, `"${answered}" is unknown`);
  return state;
}

function quantityOf(sku: z.output<typeof skuShape>): number | undefined {
  const stored = sku.multiWarehouseInventories ?? [];
  if (stored.some((one) => typeof one.sellableQuantity === 'number'))
    return stored.reduce((sum, one) => sum + (one.sellableQuantity ?? 0), 0);
  return sku.Available ?? sku.quantity ?? undefined;
}

function listingsOf(product: Product, currency: string): PlatformListing[] {
  const whole = product.status ? stateOf('status', product.status) : 'active';
  return product.skus.map((sku) => {
    const own = sku.Status ? stateOf('skus.Status', sku.Status) : 'active';
    const quantity = quantityOf(sku);
    const image = sku.Images[0] ?? product.images[0];
    const warehouses = (sku.multiWarehouseInventories ?? []).flatMap((one) => one.warehouseCode ?? []);
    return {
      itemId: product.item_id,
      variantId: sku.SkuId,
      sellerSku: sku.SellerSku ?? '',
      title: product.attributes?.name ?? sku.SellerSku ?? product.item_id,
      state: whole === 'active' ? own : whole,
      ...(quantity === undefined ? {} : { quantity }),
      price: sku.price,
      currency,
      ...(image ? { imageUrl: image } : {}),
      ...(sku.Url ? { url: sku.Url } : {}),
      fulfilledBy: (sku.fblWarehouseInventories ?? []).length > 0 ? 'platform' : 'seller',
      ...(warehouses.length > 0 ? { refs: { warehouses: warehouses.join(',') } } : {}),
    };
  });
}

/** Where the listing goes on; undefined at its end. */
function after(at: Place, count: number): Place | undefined {
  if (count >= PAGE_SIZE) return { ...at, offset: at.offset + PAGE_SIZE };
  return at.to < at.end ? { from: at.to, to: at.end, end: at.end, offset: 0 } : undefined;
}

const iso = (ms: number): string => new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+00:00');

export function createListings(call: LazadaClient, now: () => number) {
  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const { currency } = countryFor(access);
    const end = now();
    const at: Place =
      input.cursor === undefined
        ? { from: FIRST_MS, to: end, end, offset: 0 }
        : readCursor(PLATFORM, place, input.cursor);
    const { data } = await call(access, {
      method: 'GET',
      path: '/products/get',
      params: {
        filter: 'all',
        create_after: iso(at.from),
        create_before: iso(at.to),
        offset: at.offset,
        limit: PAGE_SIZE,
        options: 1,
      },
      shape: pageShape,
    });
    const result: ListingPage = { listings: [], unreadable: [] };
    const middle = Math.floor((at.from + at.to) / 2000) * 1000;
    if (at.offset === 0 && (data.total_products ?? 0) > MOST && middle > at.from)
      return { ...result, nextCursor: writeCursor({ ...at, to: middle }) };
    const products = data.products ?? [];
    await readEach(productShape, products, result.unreadable, (answered) =>
      result.listings.push(...listingsOf(answered, currency)),
    );
    const next = after(at, products.length);
    return next ? { ...result, nextCursor: writeCursor(next) } : result;
  };
}
