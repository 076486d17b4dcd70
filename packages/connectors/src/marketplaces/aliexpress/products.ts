import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { id, optionalId } from '../../iop/shapes.ts';
import { amount, currencyCode, optionalText, reasonOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { type Call, numeric, PLATFORM } from './client.ts';
import { PRODUCT_STATUSES, type ProductStatus, productPage } from './productPage.ts';
import { wrapped } from './shapes.ts';

/** Each product's variants are a call of their own: small pages keep a job's step short. */
const PAGE_SIZE = 15;
const STATES: Readonly<Record<ProductStatus, PlatformListing['state']>> = {
  onSelling: 'active',
  offline: 'inactive',
  auditing: 'inactive',
  editingRequired: 'blocked',
};

const named = z.object({ product_id: id });
const skuShape = z.object({
  id: optionalId,
  sku_code: optionalText,
  sku_price: amount,
  ipm_sku_stock: wholeNumber.nullish(),
  currency_code: currencyCode.nullish(),
});
const productShape = z.object({
  product_id: id,
  subject: optionalText,
  currency_code: currencyCode.nullish(),
  image_u_r_ls: optionalText,
  aeop_ae_product_s_k_us: wrapped('global_aeop_ae_product_sku', skuShape),
});
const infoShape = z.object({ result: z.unknown() });
const place = z.object({ status: z.number().int().nonnegative(), page: z.number().int().positive() });

function listingsOf(product: z.output<typeof productShape>, status: ProductStatus): PlatformListing[] {
  const image = product.image_u_r_ls?.split(';')[0];
  return product.aeop_ae_product_s_k_us.map((sku) => {
    const currency = sku.currency_code ?? product.currency_code;
    return {
      itemId: product.product_id,
      ...(sku.id ? { variantId: sku.id } : {}),
      sellerSku: sku.sku_code ?? '',
      title: product.subject ?? product.product_id,
      state: STATES[status],
      ...(typeof sku.ipm_sku_stock === 'number' ? { quantity: sku.ipm_sku_stock } : {}),
      ...(currency ? { price: sku.sku_price, currency, refs: { currency } } : {}),
      ...(image ? { imageUrl: image } : {}),
      url: `https://www.aliexpress.com/item/${product.product_id}.html`,
      fulfilledBy: 'seller',
    };
  });
}

export function createListings(call: Call) {
  /** What stands of one row of the list; gone meanwhile is no listing, and what cannot be read is set aside. */
  async function read(access: ShopAccess, status: ProductStatus, row: unknown): Promise<ListingPage> {
    const aside = (raw: unknown, reason: string): ListingPage => ({ listings: [], unreadable: [{ raw, reason }] });
    const found = named.safeParse(row);
    if (!found.success) return aside(row, reasonOf(found.error));
    try {
      const { result } = await call(access, {
        api: 'aliexpress.solution.product.info.get',
        params: { product_id: numeric(found.data.product_id) },
        shape: infoShape,
      });
      const product = productShape.safeParse(result);
      if (!product.success) return aside(result ?? row, reasonOf(product.error));
      return { listings: listingsOf(product.data, status), unreadable: [] };
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
      return aside(row, `listed, but not told: ${error.message}`);
    }
  }

  return async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const at = input.cursor === undefined ? { status: 0, page: 1 } : readCursor(PLATFORM, place, input.cursor);
    const status = PRODUCT_STATUSES[at.status] ?? 'onSelling';
    const { rows, pages } = await productPage(call, access, status, at.page, PAGE_SIZE);
    const answered = await Promise.all(rows.map((row) => read(access, status, row)));
    const next =
      at.page < pages
        ? { ...at, page: at.page + 1 }
        : at.status + 1 < PRODUCT_STATUSES.length
          ? { status: at.status + 1, page: 1 }
          : undefined;
    return {
      listings: answered.flatMap((one) => one.listings),
      unreadable: answered.flatMap((one) => one.unreadable),
      ...(next ? { nextCursor: writeCursor(next) } : {}),
    };
  };
}
