import { isRecord, list, text } from '../http/types.ts';
import { exact } from '../kit/exact.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { dollars } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import { TemuError, wrongParams } from './errors.ts';
import { type Call, integer, type Operation, pageIn, records } from './router.ts';
import { goodsIdOf, skuIdOf } from './shops.ts';
import { TEMU } from './signing.ts';

const ACTIVE = 2;
const MOST = 1_000_000;

/** The article named, of which there is one kind each. */
function goodsIn(shop: Shop, answered: unknown): SandboxListing {
  const found = shop.listings.byId(String(BigInt(/^6010(\d{15})$/.exec(text(answered))?.[1] ?? '0')));
  if (!found || goodsIdOf(shop, found.sku) !== text(answered))
    throw new TemuError(150_010_003, 'Invalid Request Parameters: goods not found');
  return found;
}

function skuList({ ctx, shop, params, now }: Call) {
  integer('skuSearchType', params.skuSearchType, 1, 7);
  const status = integer('skuStatusFilterType', params.skuStatusFilterType, 1, 7);
  const { offset, size } = pageIn(params, 'pageNo', 100);
  const page = pageOf(ctx, TEMU, status <= ACTIVE ? shop.listings.all : [], offset, size);
  return {
    pageNo: params.pageNo,
    total: page.total,
    skuList: page.rows.map((one) => ({
      goodsId: exact(goodsIdOf(shop, one.sku)),
      skuId: exact(skuIdOf(shop, one.sku)),
      skuSn: one.sku,
      goodsName: one.title,
      specName: 'Default',
      status4VO: ACTIVE,
      subStatus4VO: 2001,
      goodsIsOnSale: 1,
      stock: shop.listings.quantityOf(one, now),
      price: dollars(one.priceCents),
      currency: shop.currency,
      thumbUrl: '',
      crtTime: 1_700_000_000,
    })),
  };
}

const priceQuery = ({ shop, params }: Call) => ({
  openapiGoodsSupplierPriceDTOList: records('querySupplierPriceBaseList', params.querySupplierPriceBaseList).map(
    (row) => {
      const one = goodsIn(shop, row.goodsId);
      return {
        goodsId: exact(text(row.goodsId)),
        openapiSkuSupplierPriceDTOList: list(row.skuIdList).map((skuId) => ({
          skuId: exact(text(skuId)),
          supplierPrice: { amount: dollars(one.priceCents), currency: shop.currency },
        })),
      };
    },
  ),
});

/** Each variant by itself: what goes wrong with one is told beside those that went well. */
function stockEdit({ ctx, shop, params }: Call) {
  const one = goodsIn(shop, params.goodsId);
  if (!params.requestUniqueKey) throw wrongParams('requestUniqueKey is required');
  const rows = records('skuStockTargetList', params.skuStockTargetList);
  const answered = rows.map((row) => {
    const right = text(row.skuId) === skuIdOf(shop, one.sku);
    const { stockTarget } = row;
    const counts =
      typeof stockTarget === 'number' && Number.isInteger(stockTarget) && stockTarget >= 0 && stockTarget <= MOST;
    if (right && counts) shop.listings.setQuantity(one, stockTarget, ctx.world.clock.now());
    return {
      skuId: exact(text(row.skuId)),
      stockEditStatus: right && counts,
      ...(right ? {} : { errorCode: 150_013_001, errorMsg: 'The SKU does not belong to the goods' }),
      ...(right && !counts ? { errorCode: 150_013_002, errorMsg: 'Quantity must be between 0 and 1000000' } : {}),
    };
  });
  ctx.world.changes++;
  return {
    goodsId: exact(text(params.goodsId)),
    operateResult: answered.every((row) => row.stockEditStatus),
    skuStockEditStatusInfoList: answered,
  };
}

/** Temu's look at a price, which really takes its time, ends at once here. */
function changePrice({ ctx, shop, params }: Call) {
  const one = goodsIn(shop, params.goodsId);
  const rows = records('changeSkuPriceDTOList', params.changeSkuPriceDTOList).flatMap((row) =>
    records('skuChangePriceBaseDTOList', row.skuChangePriceBaseDTOList),
  );
  const [taken, reasons]: [unknown[], Record<string, string>] = [[], {}];
  for (const row of rows) {
    const price = isRecord(row.newSupplierPrice) ? row.newSupplierPrice : {};
    const amount = text(price.amount);
    if (text(row.skuId) !== skuIdOf(shop, one.sku)) reasons[text(row.skuId)] = 'The SKU does not belong to the goods';
    else if (price.currency !== shop.currency) reasons[text(row.skuId)] = 'The currency is invalid';
    else if (typeof price.amount !== 'string' || !/^\d+(\.\d{1,2})?$/.test(amount) || Number(amount) <= 0)
      reasons[text(row.skuId)] = 'The price is invalid';
    else {
      shop.listings.setPrice(one, Math.round(Number(amount) * 100), ctx.world.clock.now());
      taken.push(exact(text(row.skuId)));
    }
  }
  return {
    successSkuList: taken,
    failedSkuList: Object.keys(reasons).map((skuId) => exact(skuId)),
    failedSkuReasonMap: reasons,
    successPriceOrderList: taken.length > 0 ? [{ priceOrderSn: `PR${Date.now()}`, skuIdList: taken }] : [],
  };
}

/** Source: the Manage Products and Price APIs. */
export const goods: Operation[] = [
  {
    type: 'bg.local.goods.sku.list.query',
    params: ['skuSearchType', 'skuStatusFilterType', 'pageNo', 'pageSize'],
    handle: skuList,
  },
  {
    type: 'bg.local.goods.sku.list.price.query',
    params: ['querySupplierPriceBaseList', 'language'],
    handle: priceQuery,
  },
  {
    type: 'bg.local.goods.stock.edit',
    params: ['goodsId', 'skuStockTargetList', 'requestUniqueKey'],
    handle: stockEdit,
  },
  {
    type: 'bg.local.goods.priceorder.change.sku.price',
    params: ['goodsId', 'changeSkuPriceDTOList', 'rejectSkuPricing'],
    handle: changePrice,
  },
];
