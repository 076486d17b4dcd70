import { isRecord, list, text } from '../http/types.ts';
import { exact } from '../kit/exact.ts';
import { pageOf } from '../kit/listing.ts';
import type { SandboxListing } from '../world/listings.ts';
import { dollars } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Call, Operation } from './api.ts';
import { refused, wrongParameter } from './errors.ts';
import { pageIn, texts } from './params.ts';
import { SHEIN } from './signing.ts';
import { SITE, WAREHOUSE } from './views.ts';

const skuCode = (one: SandboxListing) => `I${one.variantId}`;

function listingOf(shop: Shop, code: unknown): SandboxListing | undefined {
  const found = text(code).startsWith('I') ? shop.listings.byId(text(code).slice(1)) : undefined;
  return found && skuCode(found) === code ? found : undefined;
}

/** Pieces that buyers' orders hold: they lie in the house and cannot be bought. */
const lockedOf = (one: SandboxListing): number => (one.n % 4 === 1 ? 2 : 0);

function searchProduct({ ctx, shop, body, now }: Call) {
  const { offset, size } = pageIn(body, 10, ['pageNum', 'pageSize']);
  const page = pageOf(ctx, SHEIN, shop.listings.all, offset, size);
  return {
    meta: { count: page.total },
    data: page.rows.map((one) => ({
      spuName: `a${one.itemId}`,
      spuShelfStatus: 1,
      categoryId: '20039881',
      skcList: [
        {
          skcName: `sa${one.itemId}`,
          skcTitle: [{ language: 'en', title: one.title }],
          skcMainPicUrl: '',
          skcSalesAttribute: [],
          supplierCode: one.sku,
          skcShelfStatus: 1,
          skcSiteShelfStatusList: [{ subSite: SITE, status: 1 }],
          skuList: [
            {
              skuCode: skuCode(one),
              supplierSku: one.sku,
              skuSalesAttributeList: [],
              priceList: [
                {
                  site: SITE,
                  currency: shop.currency,
                  basePrice: exact(dollars(one.priceCents)),
                  specialPrice: exact('0.0'),
                },
              ],
              costList: null,
              inventoryList: [{ warehouseId: WAREHOUSE, inventoryNum: shop.listings.quantityOf(one, now) }],
            },
          ],
        },
      ],
    })),
  };
}

function stockQuery({ shop, body, now }: Call) {
  if (body.invType !== 'VI') throw wrongParameter('invType must be VI');
  const found = texts('skuCodeList', body.skuCodeList, 100).flatMap((code) => listingOf(shop, code) ?? []);
  return {
    goodsInventory: found.map((one) => {
      const usable = shop.listings.quantityOf(one, now);
      return {
        skcName: `sa${one.itemId}`,
        skuList: [
          {
            skuCode: skuCode(one),
            totalInventoryQuantity: usable + lockedOf(one),
            totalLockedQuantity: lockedOf(one),
            temporaryInventoryQuantity: 0,
            totalUsableInventory: usable,
            warehouseInventoryList: [],
          },
        ],
      };
    }),
  };
}

const MOST_KEYS = 10_000;
const visited = new Set<string>();

/** A key that came before changes nothing more. */
function changeInventory({ ctx, shop, body, now }: Call) {
  const desired = body.updateSkuInventoryQuantityRequests;
  if (!Array.isArray(desired) || desired.length === 0 || desired.length > 100 || !desired.every(isRecord))
    throw wrongParameter('updateSkuInventoryQuantityRequests must hold 1 to 100 rows');
  const failedList: object[] = [];
  const successList: object[] = [];
  for (const row of desired) {
    const { idempotencyKey: key, skuCode: code, changeQuantity: quantity } = row;
    const fail = (reason: string) => failedList.push({ skuCode: code, code: '9999004', reason });
    const one = listingOf(shop, code);
    if (typeof key !== 'string' || key === '') fail('idempotencyKey is required');
    else if (!one) fail('The sku does not exist');
    else if (row.invType !== 'VI') fail('invType must be VI or JI');
    else if (row.warehouseCode !== undefined && row.warehouseCode !== WAREHOUSE) fail('The warehouse does not exist');
    else if (typeof quantity !== 'number' || !Number.isInteger(quantity) || quantity < 1)
      fail('changeQuantity must be a positive integer');
    else {
      const usable = shop.listings.quantityOf(one, now);
      const total = { ADD: usable + quantity, SUB: usable - quantity, OVERWRITE: quantity - lockedOf(one) };
      const next = isKind(row.changeType) ? total[row.changeType] : undefined;
      if (next === undefined) fail('changeType must be ADD, SUB or OVERWRITE');
      else if (next < 0) fail('The inventory is less than what orders hold');
      else {
        if (!visited.has(key)) shop.listings.setQuantity(one, next, ctx.world.clock.now());
        if (visited.size >= MOST_KEYS) visited.clear();
        visited.add(key);
        ctx.world.changes++;
        successList.push({ skuCode: code });
      }
    }
  }
  return { successList, failedList };
}
const isKind = (answered: unknown): answered is 'ADD' | 'SUB' | 'OVERWRITE' =>
  /^(ADD|SUB|OVERWRITE)$/.test(text(answered));

function savePrice({ ctx, shop, body }: Call) {
  const rows = list(body.productPriceList).filter(isRecord);
  if (rows.length === 0) throw wrongParameter('productPriceList is required');
  for (const row of rows) {
    const one = listingOf(shop, row.productCode);
    if (!one) throw refused('The product does not exist');
    if (row.site !== SITE) throw refused('The site does not exist');
    if (row.currency !== shop.currency) throw refused('The currency does not match the site');
    const price = Number(row.shopPrice);
    if (!(price > 0) || !/^\d+(\.\d{1,2})?$/.test(text(row.shopPrice))) throw wrongParameter('shopPrice is invalid');
    // Left out, a special price is taken for nought, which sells for nothing.
    if (!(Number(row.specialPrice) > 0)) throw refused('specialPrice must be greater than 0');
    shop.listings.setPrice(one, Math.round(price * 100), ctx.world.clock.now());
  }
  return {};
}

/** Source: the Product and Inventory APIs, the Store API. */
export const goods: Operation[] = [
  {
    path: 'goods/searchProduct',
    body: ['pageNum', 'pageSize', 'languageList', 'supplierSkuList'],
    handle: searchProduct,
  },
  { path: 'stock/stock-query', body: ['skuCodeList', 'invType'], handle: stockQuery },
  { path: 'stock/change-inventory/v2', body: ['updateSkuInventoryQuantityRequests'], handle: changeInventory },
  { path: 'openapi-business-backend/product/price/save', body: ['productPriceList'], handle: savePrice },
  {
    path: 'openapi-business-backend/query-store-info',
    handle: ({ shop }) => ({ supplierId: 2366027, storeName: shop.name, totalLimit: 999999, usedQuota: 434 }),
  },
  {
    path: 'goods/query-site-list',
    handle: ({ shop }) => ({
      data: [{ main_site: 'shein', sub_site_list: [{ site_abbr: SITE, currency: shop.currency }] }],
      meta: { count: 1 },
    }),
  },
];
