import { z } from 'zod';
import { isPositive, magnitude } from '../../money.ts';
import type {
  WmsAccess,
  WmsFee,
  WmsPage,
  WmsProduct,
  WmsProductState,
  WmsShippingMethod,
  WmsStock,
  WmsWarehouse,
} from '../../wms.ts';
import {
  anyText,
  article,
  centimetres,
  count,
  kilograms,
  maybe,
  measuredOf,
  nextPage,
  pageNumber,
  rows,
  skuOf,
  someText,
} from '../convert.ts';
import type { AskCall } from './ask.ts';
import { hasMore, tooLong } from './orders.ts';

export interface BaseDialect {
  platform: string;
  warehouses: string;
  shippingMethods: string;
  addProduct: string;
  editProduct: string;
  productList: string;
  productParams(product: WmsProduct): object;
  inventory: string;
  inventoryPage: number;
}

const LONGEST_SKU = 24;

const PRODUCT: Readonly<Record<string, WmsProductState['status']>> = {
  D: 'draft',
  W: 'review',
  S: 'active',
  R: 'rejected',
  X: 'disabled',
};

const warehouse = z
  .object({ warehouse_code: someText, warehouse_name: someText, country_code: someText })
  .transform(
    (one): WmsWarehouse => ({ code: one.warehouse_code, name: one.warehouse_name, country: one.country_code }),
  );
const warehouses = z.object({ data: rows(warehouse) });

const method = z.object({ code: someText, name: anyText, name_en: anyText, sp_code: anyText }).transform(
  (one): WmsShippingMethod => ({
    code: one.code,
    name: one.name ?? one.name_en ?? one.code,
    ...(one.sp_code ? { carrier: one.sp_code } : {}),
    tracking: 'later',
  }),
);
const methods = z.object({ data: rows(method) });

/** The measures that the warehouse took begin with a capital with some of them. */
const product = z
  .preprocess(
    (value) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, answered]) => [name.toLowerCase(), answered]))
        : value,
    z.object({
      ...article,
      product_status: someText,
      product_real_weight: kilograms,
      product_real_length: centimetres,
      product_real_width: centimetres,
      product_real_height: centimetres,
      check_remark: anyText,
    }),
  )
  .transform((one): WmsProductState => {
    const status = PRODUCT[one.product_status.toUpperCase()];
    const problem = status ? one.check_remark : `unknown status: ${one.product_status}`;
    return {
      sku: skuOf(one),
      status: status ?? 'review',
      ...measuredOf(one.product_real_weight, one.product_real_length, one.product_real_width, one.product_real_height),
      ...(problem ? { problem } : {}),
    };
  });
const productPage = z.object({ data: rows(product), count });

const stock = z
  .object({
    ...article,
    sellable: count,
    reserved: count,
    unsellable: count,
    pi_freeze: count,
    onway: count,
    pending: count,
  })
  .transform(
    (one): WmsStock => ({
      sku: skuOf(one),
      // What is sellable is without what is reserved.
      onHand: one.sellable + one.reserved + one.unsellable + one.pi_freeze,
      available: one.sellable,
      allocated: one.reserved,
      damaged: one.unsellable,
      frozen: one.pi_freeze,
      inTransit: one.onway,
      pendingPutAway: one.pending,
    }),
  );
const stockPage = z.object({ data: rows(stock), count, nextPage: anyText });
const nothing = z.object({ data: maybe(z.unknown()) });

const MOST_SKUS = 100;

export function createBase(call: AskCall, dialect: BaseDialect) {
  const { platform } = dialect;

  async function products(access: WmsAccess, skus: readonly string[]): Promise<WmsProductState[]> {
    const states: WmsProductState[] = [];
    for (let from = 0; from < skus.length; from += MOST_SKUS) {
      const requested = skus.slice(from, from + MOST_SKUS);
      const params = { page: 1, pageSize: MOST_SKUS, product_sku_arr: requested };
      const answered = await call(access, { service: dialect.productList, params, effect: 'read', shape: productPage });
      states.push(...answered.data.filter(({ sku }) => requested.includes(sku)));
    }
    return states;
  }

  return {
    async check(access: WmsAccess): Promise<void> {
      await call(access, { service: dialect.warehouses, params: {}, effect: 'read', shape: nothing });
    },
    async warehouses(access: WmsAccess): Promise<WmsWarehouse[]> {
      const params = { page: 1, pageSize: 100 };
      return (await call(access, { service: dialect.warehouses, params, effect: 'read', shape: warehouses })).data;
    },
    async shippingMethods(access: WmsAccess, code: string): Promise<WmsShippingMethod[]> {
      const params = { warehouseCode: code };
      return (await call(access, { service: dialect.shippingMethods, params, effect: 'read', shape: methods })).data;
    },
    products,
    /** What they look at or have approved is left as it is: a change would take it out of sale until they look again. */
    async putProduct(access: WmsAccess, one: WmsProduct): Promise<WmsProductState> {
      if (one.sku.length > LONGEST_SKU) throw tooLong(platform, 'product_sku', one.sku, LONGEST_SKU);
      const [known] = await products(access, [one.sku]);
      if (known && known.status !== 'draft' && known.status !== 'rejected') return known;
      const service = known ? dialect.editProduct : dialect.addProduct;
      await call(access, { service, params: dialect.productParams(one), effect: 'repeatable', shape: nothing });
      const [now] = await products(access, [one.sku]);
      return now ?? { sku: one.sku, status: 'review' };
    },
    async inventory(access: WmsAccess, code: string, cursor?: string): Promise<WmsPage<WmsStock>> {
      const page = pageNumber(platform, cursor);
      const params = { page, pageSize: dialect.inventoryPage, warehouse_code: code };
      const answered = await call(access, { service: dialect.inventory, params, effect: 'read', shape: stockPage });
      return { rows: answered.data, ...nextPage(page, hasMore(answered, page, dialect.inventoryPage)) };
    },
  };
}

/** 0 money in, 1 taken, 2 held, 3 let go. Money in for an order is given back, else it was paid in. */
export function directionOf(flow: string, ref: string | undefined, type: string, amount: string): WmsFee['direction'] {
  if (flow === '2') return 'freeze';
  if (flow === '3') return 'unfreeze';
  if (flow === '0') return !ref || /充值|top.?up|recharge/i.test(type) ? 'topUp' : 'refund';
  return isPositive(amount) || !isPositive(magnitude(amount)) ? 'charge' : 'refund';
}

export function refTypeOf(ref: string | undefined, type: string): WmsFee['refType'] {
  if (/仓租|storage|kunei/i.test(type)) return 'storage';
  if (/退|return/i.test(type)) return 'return';
  if (!ref) return 'other';
  return /^RV/i.test(ref) ? 'inbound' : 'outbound';
}
