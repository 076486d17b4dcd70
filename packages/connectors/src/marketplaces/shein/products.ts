import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { exact } from '../../json.ts';
import { lax, laxWhole } from '../../lax.ts';
import { isZero } from '../../money.ts';
import { currencyCode, listOf, optionalText, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type ShopAccess } from '../../types.ts';
import { PLATFORM, type SheinClient } from './client.ts';
import { optionalAmount } from './orderShape.ts';

const PAGE_SIZE = 10;
export const BATCH = 100;
/** Quantities of stock that is the seller's own, as against stock in warehouses of SHEIN's. */
const SELLERS_OWN = 'VI';
const ON_SHELF = 1;

/** As a number or as its digits; what is none of these is not nothing. */
const quantity = laxWhole;
const skuShape = z.object({
  skuCode: z.string().min(1),
  supplierSku: optionalText,
  priceList: z
    .array(
      z.object({
        site: z.string(),
        currency: currencyCode,
        basePrice: optionalAmount,
        specialPrice: optionalAmount,
      }),
    )
    .nullish(),
  costList: z.array(z.object({ cost: optionalAmount, currency: currencyCode })).nullish(),
  inventoryList: lax(z.array(z.object({ warehouseId: z.string().min(1), inventoryNum: quantity }))),
});
const productShape = z.object({
  spuName: z.string().min(1),
  skcList: z.array(
    z.object({
      skcName: z.string().min(1),
      skcShelfStatus: quantity,
      skcMainPicUrl: optionalText,
      skcTitle: z.array(z.object({ title: z.string() })).nullish(),
      skuList: z.array(skuShape),
    }),
  ),
});
type Product = z.output<typeof productShape>;
const pageShape = z.object({ meta: z.object({ count: wholeNumber }), data: z.array(z.unknown()).nullish() });
const placeShape = z.object({ page: z.number().int(), head: z.string(), repeats: z.number().int() });

const stockShape = listOf(
  z.object({
    goodsInventory: z.array(
      z.object({
        skuList: z.array(
          z.object({
            skuCode: z.string(),
            totalInventoryQuantity: quantity,
            totalUsableInventory: quantity,
            totalLockedQuantity: quantity,
          }),
        ),
      }),
    ),
  }),
);
const changeShape = z
  .object({
    failedList: z.array(z.object({ skuCode: z.string(), reason: optionalText, code: optionalText })).nullish(),
  })
  .nullish();

function listingsOf(product: Product): PlatformListing[] {
  return product.skcList.flatMap((skc) =>
    skc.skuList.map((sku): PlatformListing => {
      const [cost] = sku.costList ?? [];
      const [price] = sku.priceList ?? [];
      const special = price?.specialPrice && !isZero(price.specialPrice) ? price.specialPrice : undefined;
      const stock = sku.inventoryList ?? [];
      const counts = stock.flatMap((one) => one.inventoryNum ?? []);
      const isCounted = counts.length > 0 && counts.length === stock.length;
      const amount = cost?.cost ?? special ?? price?.basePrice;
      const currency = cost?.cost ? cost.currency : price?.currency;
      const [warehouse, ...more] = stock.map((one) => one.warehouseId);
      return {
        itemId: product.spuName,
        variantId: sku.skuCode,
        sellerSku: sku.supplierSku ?? '',
        title: skc.skcTitle?.[0]?.title ?? sku.supplierSku ?? sku.skuCode,
        state: skc.skcShelfStatus === ON_SHELF ? 'active' : 'inactive',
        ...(isCounted ? { quantity: counts.reduce((sum, one) => sum + one, 0) } : {}),
        ...(amount && currency ? { price: amount, currency } : {}),
        ...(skc.skcMainPicUrl ? { imageUrl: skc.skcMainPicUrl } : {}),
        fulfilledBy: 'seller',
        refs: {
          skc: skc.skcName,
          // Semi-managed shops set what SHEIN pays them, the others what buyers pay on a site.
          ...(cost?.cost ? { price: 'cost' } : price ? { price: 'sale', site: price.site } : {}),
          ...(warehouse ? { warehouse: more.length > 0 ? 'several' : warehouse } : {}),
        },
      };
    }),
  );
}

const refusal = (error: ConnectorError): PushOutcome => ({
  outcome: 'refused',
  detail: error.message,
  ...(error.code ? { code: error.code } : {}),
});

/** What SHEIN refuses concerns all that were in the call; anything else is for the caller. */
async function orRefused<T>(work: () => Promise<T>): Promise<T | PushOutcome> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'rejected') return refusal(error);
    throw error;
  }
}
const isOutcome = (value: unknown): value is PushOutcome =>
  typeof value === 'object' && value !== null && 'outcome' in value;

export function createProducts({ call }: SheinClient) {
  async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const place =
      input.cursor === undefined ? { page: 1, head: '', repeats: 0 } : readCursor(PLATFORM, placeShape, input.cursor);
    const { meta, data } = await call(access, {
      path: 'goods/searchProduct',
      json: { pageNum: place.page, pageSize: PAGE_SIZE, languageList: ['en'] },
      effect: 'read',
      shape: pageShape,
    });
    const result: ListingPage = { listings: [], unreadable: [] };
    await readEach(productShape, data ?? [], result.unreadable, (answered) =>
      result.listings.push(...listingsOf(answered)),
    );
    const head = JSON.stringify(data?.[0] ?? '');
    const again = data?.length ? head === place.head : (place.page - 1) * PAGE_SIZE < meta.count;
    const repeats = countRepeats(PLATFORM, again, place.repeats);
    if (again) result.nextCursor = writeCursor({ ...place, repeats });
    else if (place.page * PAGE_SIZE < meta.count)
      result.nextCursor = writeCursor({ page: place.page + 1, head, repeats });
    return result;
  }

  /** What SHEIN has of each article now, with what buyers' orders hold of it. */
  async function stockOf(access: ShopAccess, codes: readonly string[]) {
    const answered = await call(access, {
      path: 'stock/stock-query',
      json: { skuCodeList: codes, invType: SELLERS_OWN },
      effect: 'read',
      shape: stockShape,
    });
    const rows = answered.flatMap((one) => one.goodsInventory.flatMap((goods) => goods.skuList));
    return new Map(rows.map((row) => [row.skuCode, row]));
  }

  /**
   * Told is what lies in the house: what orders hold is added to what may be bought. It cannot be set to nothing, only
   * lowered by what is there.
   */
  async function pushStock(access: ShopAccess, items: readonly StockPush[]): Promise<PushOutcome[]> {
    const outcomes = new Map<StockPush, PushOutcome>();
    const refuse = (item: StockPush, code: string, detail: string) =>
      outcomes.set(item, { outcome: 'refused', code, detail });
    const stock = await orRefused(() =>
      stockOf(
        access,
        items.map((item) => item.variantId ?? ''),
      ),
    );
    if (isOutcome(stock)) return items.map(() => stock);
    const changes = items.flatMap((item) => {
      const row = stock.get(item.variantId ?? '');
      if (!row) {
        refuse(item, 'NO_SUCH_SKU', 'SHEIN has no stock of this article');
        return [];
      }
      if (item.refs?.warehouse === 'several') {
        refuse(item, 'SEVERAL_WAREHOUSES', 'the article lies in several warehouses of the shop: SHEIN wants one named');
        return [];
      }
      const total = item.quantity + (row.totalLockedQuantity ?? 0);
      const usable = row.totalUsableInventory ?? 0;
      outcomes.set(item, { outcome: 'accepted' });
      if (total === 0 && usable === 0) return [];
      return [
        {
          idempotencyKey: randomUUID(),
          skuCode: row.skuCode,
          invType: SELLERS_OWN,
          ...(item.refs?.warehouse ? { warehouseCode: item.refs.warehouse } : {}),
          changeType: total === 0 ? 'SUB' : 'OVERWRITE',
          changeQuantity: total === 0 ? usable : total,
        },
      ];
    });
    if (changes.length > 0) {
      const answered = await orRefused(() =>
        call(access, {
          path: 'stock/change-inventory/v2',
          json: { updateSkuInventoryQuantityRequests: changes },
          effect: 'repeatable',
          shape: changeShape,
        }),
      );
      const failed = new Map(
        (isOutcome(answered) ? [] : (answered?.failedList ?? [])).map((one) => [one.skuCode, one]),
      );
      for (const [item, outcome] of outcomes) {
        if (outcome.outcome !== 'accepted') continue;
        const one = failed.get(item.variantId ?? '');
        if (isOutcome(answered)) outcomes.set(item, answered);
        else if (one) refuse(item, one.code ?? 'FAILED', one.reason ?? 'SHEIN does not take it');
      }
    }
    return items.map((item) => outcomes.get(item) ?? { outcome: 'refused', detail: 'not sent' });
  }

  const savePrice = (access: ShopAccess, item: PricePush) =>
    item.refs?.price === 'cost'
      ? call(access, {
          path: 'goods/update-cost',
          json: {
            spu_name: item.itemId,
            skc_info_list: [
              {
                skc_name: item.refs.skc,
                sku_info_list: [{ sku_code: item.variantId, cost: exact(item.price), currency: item.currency }],
              },
            ],
          },
          effect: 'repeatable',
          shape: z.unknown(),
        })
      : call(access, {
          path: 'openapi-business-backend/product/price/save',
          json: {
            productPriceList: [
              {
                productCode: item.variantId,
                site: item.refs?.site,
                currency: item.currency,
                shopPrice: exact(item.price),
                // Left out, SHEIN takes it for nought.
                specialPrice: exact(item.price),
              },
            ],
          },
          effect: 'repeatable',
          shape: z.unknown(),
        });

  return {
    listListings,
    pushStock,
    async pushPrice(access: ShopAccess, items: readonly PricePush[]): Promise<PushOutcome[]> {
      const outcomes: PushOutcome[] = [];
      for (const item of items) {
        const answered = await orRefused(() => savePrice(access, item));
        outcomes.push(isOutcome(answered) ? answered : { outcome: 'accepted' });
      }
      return outcomes;
    },
  };
}
