import { z } from 'zod';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type {
  WmsAccess,
  WmsConnector,
  WmsPage,
  WmsProduct,
  WmsProductState,
  WmsStock,
  WmsStockEntry,
} from '../../wms.ts';
import { anyText, count, countriesOf, rows, someText, stretchOf, toCm } from '../convert.ts';
import { createFourpxClient, type FourpxClient, PLATFORM, pageShape } from './client.ts';
import { createInbounds } from './inbounds.ts';
import { createOrders } from './orders.ts';

const PRODUCT: Readonly<Record<string, WmsProductState['status']>> = {
  S: 'active',
  N: 'draft',
  R: 'rejected',
  X: 'disabled',
};
const STOCK_PAGE = 50;
const LOG_PAGE = 100;
const MOST_PAGES = 400;

const warehouses = rows(
  z
    .object({ warehouse_code: someText, warehouse_name_cn: anyText, warehouse_name_en: anyText, country: someText })
    .transform((one) => ({
      code: one.warehouse_code,
      name: one.warehouse_name_cn ?? one.warehouse_name_en ?? one.warehouse_code,
      country: one.country,
    })),
);
const methods = rows(
  z
    .object({
      logistics_product_code: someText,
      logistics_product_name_cn: anyText,
      logistics_product_name_en: anyText,
    })
    .transform((one) => ({
      code: one.logistics_product_code,
      name: one.logistics_product_name_cn ?? one.logistics_product_name_en ?? one.logistics_product_code,
      tracking: 'later' as const,
    })),
);
const skus = z.object({
  skulist: rows(
    z
      .object({ sku_code: someText, sku_status: someText })
      .transform((one): WmsProductState => ({ sku: one.sku_code, status: PRODUCT[one.sku_status] ?? 'review' })),
  ),
});
const stock = pageShape(
  z.object({
    sku_code: someText,
    batch_no: anyText,
    available_stock: count,
    pending_stock: count,
    onway_stock: count,
    stock_quality: anyText,
  }),
);
const entry = z
  .object({
    inventory_flow_id: someText,
    sku_code: someText,
    business_type: anyText,
    business_ref_no: anyText,
    io_qty: count,
    balance_stock: count,
    journal_type: anyText,
    create_time: count,
  })
  .transform((one): WmsStockEntry => {
    const out = one.journal_type === 'O';
    return {
      entryId: one.inventory_flow_id,
      at: new Date(one.create_time).toISOString(),
      sku: one.sku_code,
      delta: out ? -Math.abs(one.io_qty) : one.io_qty,
      balance: one.balance_stock,
      kind: one.business_type === 'I' ? 'receipt' : one.business_type === 'O' ? 'ship' : 'adjust',
      ...(one.business_ref_no ? { refNo: one.business_ref_no } : {}),
    };
  });
const entries = pageShape(entry);

/** Base address by name: `api`. */
export function createFourpx({ http, sandbox }: { http: HttpOptions; sandbox: boolean }): WmsConnector {
  const client = createFourpxClient(http, sandbox);
  return {
    provider: PLATFORM,
    capabilities: {
      cancelIntercept: false,
      labels: true,
      push: false,
      fees: true,
      quote: false,
      batches: true,
      stockLedger: true,
    },
    check: async (access) => {
      await client.call(access, { ...WAREHOUSES, effect: 'read', shape: z.unknown() });
    },
    warehouses: (access) => client.call(access, { ...WAREHOUSES, effect: 'read', shape: warehouses }),
    shippingMethods: (access, warehouse) =>
      client.call(access, {
        method: 'com.basis.logistics_product.getlist',
        params: { service_code: 'F', category_code: 'end', source_position_code: warehouse },
        effect: 'read',
        shape: methods,
      }),
    ...createProducts(client),
    ...createInbounds(client),
    ...createOrders(client, http.now ?? Date.now),
    // The amount stands with the order, and is mended there.
    feesChangeDays: 30,
    inventory: (access, warehouse) => inventory(client, access, warehouse),
    async stockLedger(access, warehouse, from, to, cursor) {
      const stretch = stretchOf(PLATFORM, { from, to, days: 30, cursor });
      const params = {
        warehouse_code: warehouse,
        create_time_start: stretch.start,
        create_time_end: stretch.end,
        page_no: stretch.page,
        page_size: LOG_PAGE,
      };
      const answered = await client.call(access, {
        method: 'fu.wms.inventory.getlog',
        params,
        effect: 'read',
        shape: entries,
      });
      return { rows: answered.data, ...stretch.next(stretch.page * LOG_PAGE < answered.total) };
    },
  };
}

/** Warehouses that fulfil; they have others, for parcels on their way. */
const WAREHOUSES = { method: 'com.basis.warehouse.getlist', params: { service_code: 'F' } };

function createProducts({ call }: FourpxClient) {
  const products = async (access: WmsAccess, desired: readonly string[]) => {
    const states: WmsProductState[] = [];
    for (let from = 0; from < desired.length; from += 100) {
      const lstsku = desired.slice(from, from + 100);
      const answered = await call(access, {
        method: 'fu.wms.sku.getlist',
        params: { lstsku },
        effect: 'read',
        shape: skus,
      });
      states.push(...answered.skulist.filter(({ sku }) => lstsku.includes(sku)));
    }
    return states;
  };
  return {
    products,
    async putProduct(access: WmsAccess, product: WmsProduct): Promise<WmsProductState> {
      const [known] = await products(access, [product.sku]);
      if (known && known.status !== 'draft' && known.status !== 'rejected') return known;
      const params = {
        sku_code: product.sku,
        sku_name: product.nameEn,
        chinese_name: product.nameZh,
        product_code: product.barcode ?? '',
        specification: '',
        uom: 'PCS',
        is_brand: 'N',
        origin_country: product.originCountry ?? 'CN',
        weight: String(product.weightGrams),
        length: toCm(product.lengthMm),
        width: toCm(product.widthMm),
        height: toCm(product.heightMm),
        include_battery: product.battery ? 'Y' : 'N',
        logistics_package: 'N',
        declare_country_list: countriesOf(product).map((country) => ({
          country,
          hs_code: product.hsCode ?? '',
          declare_unit_price: product.declaredValueUsd,
          currency: 'USD',
        })),
      };
      const method = known ? 'fu.wms.sku.edit' : 'fu.wms.sku.newcreate';
      await call(access, { method, params, effect: 'repeatable', shape: z.unknown() });
      const [now] = await products(access, [product.sku]);
      return now ?? { sku: product.sku, status: 'review' };
    },
  };
}

/** Good goods and bad ones lie in rows of their own, on whatever page: all of it is one page here. */
async function inventory({ call }: FourpxClient, access: WmsAccess, warehouse: string): Promise<WmsPage<WmsStock>> {
  const merged = new Map<string, WmsStock>();
  for (let page = 1; page <= MOST_PAGES; page++) {
    const params = { warehouse_code: warehouse, page_no: page, page_size: STOCK_PAGE };
    const answered = await call(access, { method: 'fu.wms.inventory.get', params, effect: 'read', shape: stock });
    for (const one of answered.data) {
      const key = `${one.sku_code}\n${one.batch_no ?? ''}`;
      const into = merged.get(key) ?? {
        sku: one.sku_code,
        ...(one.batch_no ? { batch: one.batch_no } : {}),
        onHand: 0,
        available: 0,
        allocated: 0,
        damaged: 0,
        frozen: 0,
        inTransit: 0,
        pendingPutAway: 0,
      };
      merged.set(key, into);
      const bad = one.stock_quality === 'B';
      if (bad) into.damaged += one.available_stock + one.pending_stock;
      else {
        into.available += one.available_stock;
        into.allocated += one.pending_stock;
      }
      into.inTransit += one.onway_stock;
      into.onHand += one.available_stock + one.pending_stock;
    }
    if (answered.data.length === 0 || page * STOCK_PAGE >= answered.total) return { rows: [...merged.values()] };
  }
  throw new ConnectorError(PLATFORM, 'malformed', `fu.wms.inventory.get: more than ${MOST_PAGES} pages`);
}
