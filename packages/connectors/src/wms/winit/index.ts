import { z } from 'zod';
import type { HttpOptions } from '../../types.ts';
import type { WmsAccess, WmsConnector, WmsProduct, WmsProductState } from '../../wms.ts';
import { anyText, centimetres, countriesOf, kilograms, measuredOf, rows, someText, toCm, toKg } from '../convert.ts';
import { createBooks } from './books.ts';
import { createWinitClient, PLATFORM, type WinitCaller } from './client.ts';
import { createInbounds } from './inbounds.ts';
import { createOrders, pairOf } from './orders.ts';

const warehouses = z.preprocess(
  (value) => (Array.isArray(value) ? { warehouseList: value } : value),
  z.object({
    warehouseList: rows(
      z
        .object({ warehouseCode: someText, warehouseID: someText, warehouseName: someText, countryCode: anyText })
        .transform((one) => ({
          code: `${one.warehouseCode}/${one.warehouseID}`,
          name: one.warehouseName,
          // US0001
          country: one.countryCode ?? one.warehouseCode.slice(0, 2),
        })),
    ),
  }),
);
const ways = rows(
  z
    .object({ deliveryID: someText, deliveryWay: someText })
    .transform((one) => ({ code: one.deliveryID, name: one.deliveryWay, tracking: 'later' as const })),
);
const items = z.object({
  list: rows(
    z
      .object({
        skuCode: someText,
        isActive: someText,
        weight: kilograms,
        length: centimetres,
        width: centimetres,
        height: centimetres,
      })
      .transform(
        (one): WmsProductState => ({
          sku: one.skuCode,
          status: one.isActive === 'N' ? 'disabled' : 'active',
          ...measuredOf(one.weight, one.length, one.width, one.height),
        }),
      ),
  ),
});

/** Base address by name: `api`. */
export function createWinit({ http, sandbox }: { http: HttpOptions; sandbox: boolean }): WmsConnector {
  const call = createWinitClient(http, sandbox);
  const now = http.now ?? Date.now;
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
    check: async (access) => {
      await call(access, { action: 'queryWarehouse', data: {}, effect: 'read', shape: z.unknown() });
    },
    warehouses: async (access) =>
      (await call(access, { action: 'queryWarehouse', data: {}, effect: 'read', shape: warehouses })).warehouseList,
    shippingMethods: (access, warehouse) =>
      call(access, {
        action: 'queryDeliveryWay',
        data: { warehouseID: pairOf(warehouse)[1] },
        effect: 'read',
        shape: ways,
      }),
    ...createProducts(call),
    ...createInbounds(call, now),
    ...createOrders(call, now),
    ...createBooks(call),
  };
}

function createProducts(call: WinitCaller) {
  /** They tell one code at a time. */
  const products = async (access: WmsAccess, desired: readonly string[]) => {
    const states: WmsProductState[] = [];
    for (const skuCode of desired) {
      const data = { skuCode, pageNo: 1, pageSize: 10 };
      const answered = await call(access, { action: 'winit.mms.item.list', data, effect: 'read', shape: items });
      const found = answered.list.find(({ sku }) => sku === skuCode);
      if (found) states.push(found);
    }
    return states;
  };
  return {
    products,
    /** What is registered once stays as it is. */
    async putProduct(access: WmsAccess, product: WmsProduct): Promise<WmsProductState> {
      const [known] = await products(access, [product.sku]);
      if (known) return known;
      const data = {
        productList: [
          {
            productCode: product.sku,
            specification: '',
            cnName: product.nameZh,
            enName: product.nameEn,
            fixedVolume: 'Y',
            registeredWeight: toKg(product.weightGrams),
            registeredLength: toCm(product.lengthMm),
            registeredWidth: toCm(product.widthMm),
            registeredHeight: toCm(product.heightMm),
            hasBattery: product.battery ? 'Y' : 'N',
            branded: 'N',
            productCountryList: countriesOf(product).map((countryCode) => ({
              countryCode,
              importPrice: product.declaredValueUsd,
              exportPrice: product.declaredValueUsd,
            })),
          },
        ],
      };
      await call(access, { action: 'registerProduct', data, effect: 'repeatable', shape: z.unknown() });
      const [made] = await products(access, [product.sku]);
      return made ?? { sku: product.sku, status: 'review' };
    },
  };
}
