import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsConnector, WmsProduct } from '../../wms.ts';
import { countriesOf, toCm, toKg } from '../convert.ts';
import { createAsk } from '../eccang/ask.ts';
import { createBase } from '../eccang/base.ts';
import { createOrders } from '../eccang/orders.ts';
import { createBooks } from './books.ts';
import { createInbounds } from './inbounds.ts';

const PLATFORM = 'goodcang';
const HOST = 'https://oms.goodcang.net/public_open';
const TEST_HOST = 'https://uat-oms.eminxing.com/public_open';

const productParams = (product: WmsProduct) => ({
  product_sku: product.sku,
  product_name_cn: product.nameZh,
  product_name_en: product.nameEn,
  product_weight: toKg(product.weightGrams),
  product_length: toCm(product.lengthMm),
  product_width: toCm(product.widthMm),
  product_height: toCm(product.heightMm),
  contain_battery: product.battery ? 1 : 0,
  product_declared_value: product.declaredValueUsd,
  product_declared_name: product.nameEn,
  product_declared_name_cn: product.nameZh,
  import_country: countriesOf(product).map((country_code) => ({
    country_code,
    hs_code: product.hsCode ?? '',
    declared_value: product.declaredValueUsd,
    currency_code: 'USD',
  })),
  ...(product.barcode ? { thirdparty_sku_mapping: [product.barcode] } : {}),
  verify: 1,
});

/** Base address by name: `api`. */
export function createGoodcang({ http, sandbox }: { http: HttpOptions; sandbox: boolean }): WmsConnector {
  const base = http.baseUrls?.api ?? (sandbox ? TEST_HOST : HOST);
  const call = createAsk(PLATFORM, http, (access, service, params) => ({
    url: `${base}/${service}`,
    headers: { 'app-key': access.keys.appKey ?? '', 'app-token': access.keys.appToken ?? '' },
    json: params,
  }));
  return {
    provider: PLATFORM,
    capabilities: {
      cancelIntercept: true,
      labels: true,
      push: false,
      fees: true,
      quote: false,
      batches: false,
      stockLedger: true,
    },
    ...createBase(call, {
      platform: PLATFORM,
      warehouses: 'base_data/get_warehouse',
      shippingMethods: 'base_data/get_shipping_method',
      addProduct: 'product/add_product',
      editProduct: 'product/edit_product',
      productList: 'product/get_product_sku_list',
      productParams,
      inventory: 'inventory/get_product_inventory',
      inventoryPage: 200,
    }),
    ...createOrders(call, {
      platform: PLATFORM,
      createOrder: 'order/create_order',
      cancelOrder: 'order/cancel_order',
      orderByCode: 'order/get_order_by_code',
      orderByReference: 'order/get_order_by_ref_code',
      orderList: 'order/get_order_list',
      more: (order) => {
        if (order.label)
          throw new ConnectorError(PLATFORM, 'rejected', 'label: GoodCang takes no label with an order', {
            code: 'VALIDATION_label',
          });
        return { vat_change_info: { ioss_number: order.tax?.ioss ?? null } };
      },
    }),
    ...createInbounds(call, http.now ?? Date.now),
    ...createBooks(call),
  };
}
