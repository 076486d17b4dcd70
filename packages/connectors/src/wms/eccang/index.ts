import { z } from 'zod';
import { magnitude } from '../../money.ts';
import { publicOnly } from '../../public-hosts.ts';
import { ConnectorError, type HttpOptions } from '../../types.ts';
import type { WmsAccess, WmsConnector, WmsFee, WmsProduct } from '../../wms.ts';
import {
  anyText,
  count,
  fromBeijing,
  money,
  nextPage,
  pageNumber,
  rows,
  someText,
  toBeijing,
  toCm,
  toKg,
} from '../convert.ts';
import { type AskCall, createAsk } from './ask.ts';
import { createBase, directionOf, refTypeOf } from './base.ts';
import { createInbounds } from './inbounds.ts';
import { createOrders, hasMore } from './orders.ts';
import { envelopeOf, jsonIn } from './soap.ts';

const PLATFORM = 'eccang';
const PATH = '/default/svc/web-service';
const FEE_PAGE = 100;

const productParams = (product: WmsProduct) => ({
  product_sku: product.sku,
  product_title: product.nameZh,
  product_title_en: product.nameEn,
  product_weight: toKg(product.weightGrams),
  product_length: toCm(product.lengthMm),
  product_width: toCm(product.widthMm),
  product_height: toCm(product.heightMm),
  contain_battery: product.battery ? 1 : 0,
  product_declared_value: product.declaredValueUsd,
  product_declared_name: product.nameEn,
  product_declared_name_zh: product.nameZh,
  hs_code: product.hsCode ?? '',
  verify: 1,
});

/** The systems of ECCANG run under many brands: the address is the access's own. Base address by name: `api`. */
export function createEccang({ http }: { http: HttpOptions }): WmsConnector {
  const hostOf = (access: WmsAccess) => {
    const answered = http.baseUrls?.api ?? access.baseUrl?.replace(/\/+$/, '');
    if (!answered) throw new ConnectorError(PLATFORM, 'rejected', 'no address was given', { code: 'NO_ADDRESS' });
    return answered.includes('/svc/') ? answered : `${answered}${PATH}`;
  };
  const call = createAsk(
    PLATFORM,
    publicOnly(http, http.baseUrls?.api),
    (access, service, params) => {
      const { appToken = '', appKey = '' } = access.keys;
      const content = envelopeOf({ paramsJson: JSON.stringify(params), appToken, appKey, service });
      return {
        url: hostOf(access),
        headers: { accept: 'text/xml' },
        body: { type: 'text/xml; charset=utf-8', content },
      };
    },
    jsonIn,
  );
  return {
    provider: PLATFORM,
    capabilities: {
      cancelIntercept: true,
      labels: false,
      push: false,
      fees: true,
      quote: false,
      batches: false,
      stockLedger: false,
    },
    ...createBase(call, {
      platform: PLATFORM,
      warehouses: 'getWarehouse',
      shippingMethods: 'getShippingMethod',
      addProduct: 'createProduct',
      editProduct: 'modifyProduct',
      productList: 'getProductList',
      productParams,
      inventory: 'getProductInventory',
      inventoryPage: 100,
    }),
    ...createOrders(call, {
      platform: PLATFORM,
      createOrder: 'createOrder',
      cancelOrder: 'cancelOrder',
      orderByCode: 'getOrderByCode',
      orderByReference: 'getOrderByRefCode',
      orderList: 'getOrderList',
      more: ({ label, tax }) => ({
        ...(tax?.ioss ? { ioss_number: tax.ioss } : {}),
        ...(tax?.vat ? { vat_tax_code: tax.vat } : {}),
        ...(label
          ? {
              tracking_no: label.trackingNumber,
              label: { file_type: 'pdf', file_data: label.pdf.toString('base64') },
            }
          : {}),
      }),
    }),
    ...createInbounds(call, http.now ?? Date.now),
    fees: feesOf(call),
  };
}

const water = z.object({
  cbl_id: anyText,
  cbl_refer_code: anyText,
  ft_code: anyText,
  ft_name: anyText,
  cbl_type: someText,
  cbl_value: money,
  currency_code: someText,
  cbl_add_time: someText,
});
const waters = z.object({ data: rows(water), count, nextPage: anyText });

function feesOf(call: AskCall): NonNullable<WmsConnector['fees']> {
  return async (access, from, to, cursor) => {
    const page = pageNumber(PLATFORM, cursor);
    const params = { page, pageSize: FEE_PAGE, addDateFrom: toBeijing(from), addDateEnd: toBeijing(to) };
    const answered = await call(access, { service: 'getCostWater', params, effect: 'read', shape: waters });
    const fees = answered.data.map((one): WmsFee => {
      const type = one.ft_code ?? one.ft_name ?? 'OTHER';
      const words = `${type} ${one.ft_name ?? ''}`;
      const ref = one.cbl_refer_code;
      return {
        feeId: one.cbl_id ?? [ref, type, one.cbl_type, one.cbl_value, one.cbl_add_time].join(':'),
        at: fromBeijing(one.cbl_add_time) ?? new Date(0).toISOString(),
        refType: refTypeOf(ref, words),
        ...(ref ? { refNo: ref } : {}),
        feeType: type,
        direction: directionOf(one.cbl_type, ref, words, one.cbl_value),
        amount: magnitude(one.cbl_value),
        currency: one.currency_code,
      };
    });
    return { rows: fees, ...nextPage(page, hasMore(answered, page, FEE_PAGE)) };
  };
}
