import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ListingPage, PlatformListing } from '../../capabilities/listings.ts';
import type { PricePush, PushOutcome, StockPush } from '../../capabilities/stock-and-prices.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { exact } from '../../json.ts';
import { currencyCode, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Decimal, type ShopAccess } from '../../types.ts';
import { PLATFORM, type TemuClient } from './client.ts';
import { id } from './orderShape.ts';

const PAGE_SIZE = 100;
/** Calls of one push, as each article is a call of its own. */
export const BATCH = 50;

const STATE: Readonly<Record<number, PlatformListing['state']>> = {
  2: 'active',
  3: 'inactive',
  4: 'inactive',
  5: 'inactive',
  6: 'ended',
};
/** Active ones first, then those that are not. */
const PARTS = [2, 3] as const;

const skuShape = z.object({
  goodsId: id,
  skuId: id,
  skuSn: optionalText,
  outSkuSn: optionalText,
  goodsName: optionalText,
  specName: optionalText,
  stock: wholeNumber.nullish(),
  status4VO: z.number().int(),
  thumbUrl: optionalText,
});
const pageShape = z.object({ total: wholeNumber, skuList: z.array(z.unknown()).nullish() });
const pricesShape = z.object({
  openapiGoodsSupplierPriceDTOList: z
    .array(
      z.object({
        openapiSkuSupplierPriceDTOList: z
          .array(
            z.object({
              skuId: id,
              supplierPrice: z.object({ amount: z.string().regex(/^\d+(\.\d+)?$/), currency: currencyCode }).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});
const placeShape = z.object({
  part: z.number().int(),
  page: z.number().int(),
  head: z.string(),
  repeats: z.number().int(),
});
const editShape = z.object({
  operateResult: z.boolean(),
  msg: optionalText,
  skuStockEditStatusInfoList: z
    .array(
      z.object({
        skuId: id,
        stockEditStatus: z.boolean(),
        errorCode: z.coerce.string().nullish(),
        errorMsg: optionalText,
      }),
    )
    .nullish(),
});
const priceShape = z.object({
  successSkuList: z.array(id).nullish(),
  failedSkuReasonMap: z.record(z.string(), z.string()).nullish(),
});

interface Item {
  itemId: string;
  variantId?: string;
}

export function createProducts({ call }: TemuClient) {
  /** What Temu pays for each, where the seller lets us see it. */
  async function pricesOf(access: ShopAccess, skus: readonly z.output<typeof skuShape>[]) {
    const prices = new Map<string, { amount: Decimal; currency: string }>();
    if (skus.length === 0) return prices;
    const answered = await call(access, {
      type: 'bg.local.goods.sku.list.price.query',
      params: {
        querySupplierPriceBaseList: [...Map.groupBy(skus, (sku) => sku.goodsId)].map(([goodsId, same]) => ({
          goodsId: exact(goodsId),
          skuIdList: same.map((sku) => exact(sku.skuId)),
        })),
      },
      effect: 'read',
      shape: pricesShape,
    }).catch((error: unknown) => {
      if (error instanceof ConnectorError && error.kind === 'rejected') return undefined;
      throw error;
    });
    for (const goods of answered?.openapiGoodsSupplierPriceDTOList ?? [])
      for (const { skuId, supplierPrice } of goods.openapiSkuSupplierPriceDTOList ?? [])
        if (supplierPrice) prices.set(skuId, supplierPrice);
    return prices;
  }

  async function listListings(access: ShopAccess, input: { cursor?: string }): Promise<ListingPage> {
    const place =
      input.cursor === undefined
        ? { part: 0, page: 1, head: '', repeats: 0 }
        : readCursor(PLATFORM, placeShape, input.cursor);
    const { total, skuList } = await call(access, {
      type: 'bg.local.goods.sku.list.query',
      params: { skuSearchType: 1, skuStatusFilterType: PARTS[place.part], pageNo: place.page, pageSize: PAGE_SIZE },
      effect: 'read',
      shape: pageShape,
    });
    const rows = skuList ?? [];
    const result: ListingPage = { listings: [], unreadable: [] };
    const skus: z.output<typeof skuShape>[] = [];
    await readEach(skuShape, rows, result.unreadable, (sku) => {
      if (!STATE[sku.status4VO]) throw new Unfit('status4VO', `"${sku.status4VO}" is unknown`);
      skus.push(sku);
    });
    const prices = await pricesOf(access, skus);
    for (const sku of skus) {
      const price = prices.get(sku.skuId);
      result.listings.push({
        itemId: sku.goodsId,
        variantId: sku.skuId,
        sellerSku: sku.outSkuSn ?? sku.skuSn ?? '',
        title: [sku.goodsName, sku.specName].filter(Boolean).join(' · ') || sku.skuId,
        state: STATE[sku.status4VO] ?? 'inactive',
        ...(sku.stock === null || sku.stock === undefined ? {} : { quantity: sku.stock }),
        ...(price ? { price: price.amount, currency: price.currency } : {}),
        ...(sku.thumbUrl ? { imageUrl: sku.thumbUrl } : {}),
        fulfilledBy: 'seller',
      });
    }
    const head = JSON.stringify(rows[0] ?? '');
    const again = rows.length > 0 ? head === place.head : (place.page - 1) * PAGE_SIZE < total;
    const repeats = countRepeats(PLATFORM, again, place.repeats);
    if (again) result.nextCursor = writeCursor({ ...place, repeats });
    else if (place.page * PAGE_SIZE < total)
      result.nextCursor = writeCursor({ ...place, page: place.page + 1, head, repeats });
    else if (place.part + 1 < PARTS.length)
      result.nextCursor = writeCursor({ part: place.part + 1, page: 1, head: '', repeats: 0 });
    return result;
  }

  /** One call for each article, with all its variants. `work` says which of them were not taken, and why. */
  async function push<T extends Item>(
    items: readonly T[],
    work: (goodsId: string, variants: readonly T[]) => Promise<ReadonlyMap<string, { code: string; detail: string }>>,
  ): Promise<PushOutcome[]> {
    const outcomes = new Map<T, PushOutcome>();
    for (const [goodsId, variants] of Map.groupBy(items, (item) => item.itemId)) {
      try {
        const failed = await work(goodsId, variants);
        for (const item of variants) {
          const one = failed.get(item.variantId ?? '') ?? failed.get('');
          outcomes.set(item, one ? { outcome: 'refused', ...one } : { outcome: 'accepted' });
        }
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.kind !== 'rejected') throw error;
        const { message: detail, code } = error;
        for (const item of variants) outcomes.set(item, { outcome: 'refused', detail, ...(code ? { code } : {}) });
      }
    }
    return items.map((item) => outcomes.get(item) ?? { outcome: 'refused', detail: 'not sent' });
  }

  return {
    listListings,

    pushStock: (access: ShopAccess, items: readonly StockPush[]) =>
      push(items, async (goodsId, variants) => {
        const desired = variants.map((item) => ({ skuId: exact(item.variantId ?? ''), stockTarget: item.quantity }));
        const answered = await call(access, {
          type: 'bg.local.goods.stock.edit',
          params: {
            goodsId: exact(goodsId),
            skuStockTargetList: desired,
            requestUniqueKey: randomUUID(),
          },
          effect: 'repeatable',
          shape: editShape,
        });
        const failed = new Map(
          (answered.skuStockEditStatusInfoList ?? [])
            .filter((one) => !one.stockEditStatus)
            .map((one) => [
              one.skuId,
              { code: one.errorCode ?? 'FAILED', detail: one.errorMsg ?? 'Temu does not take it' },
            ]),
        );
        if (!answered.operateResult && failed.size === 0)
          failed.set('', { code: 'FAILED', detail: answered.msg ?? 'Temu does not take it' });
        return failed;
      }),

    /** Opens a price order, which Temu looks at: taken here means handed in. */
    pushPrice: (access: ShopAccess, items: readonly PricePush[]) =>
      push(items, async (goodsId, variants) => {
        const answered = await call(access, {
          type: 'bg.local.goods.priceorder.change.sku.price',
          params: {
            goodsId: exact(goodsId),
            changeSkuPriceDTOList: [
              {
                skuChangePriceBaseDTOList: variants.map((item) => ({
                  skuId: exact(item.variantId ?? ''),
                  newSupplierPrice: { amount: item.price, currency: item.currency },
                })),
              },
            ],
          },
          effect: 'repeatable',
          shape: priceShape,
        });
        const taken = new Set(answered.successSkuList);
        return new Map(
          variants
            .map((item) => item.variantId ?? '')
            .filter((sku) => !taken.has(sku))
            .map((sku) => [
              sku,
              { code: 'FAILED', detail: answered.failedSkuReasonMap?.[sku] ?? 'Temu does not take it' },
            ]),
        );
      }),
  };
}
