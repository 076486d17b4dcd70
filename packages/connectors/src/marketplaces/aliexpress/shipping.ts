import { z } from 'zod';
import type { PlatformParcel, PlatformParcelRequest, PlatformShipping } from '../../capabilities/fulfilment.ts';
import { isPdf } from '../../document.ts';
import { flag, id } from '../../iop/shapes.ts';
import { parseJson } from '../../json.ts';
import { divide, times } from '../../money.ts';
import { malformed, optionalText } from '../../read.ts';
import type { Address, ShopAccess } from '../../types.ts';
import { byNumber } from '../../units.ts';
import { type Call, numeric, PLATFORM, rejected } from './client.ts';
import type { Listing } from './listing.ts';
import type { AliexpressOrder } from './orderShape.ts';
import { lineIdOf } from './orders.ts';
import { money, wrapped } from './shapes.ts';

const CARRIER = 'AliExpress';
const FROM = 'ESCROW';
/** "Other": the courier that brings the parcel to the warehouse stands in no list. */
const OTHER_COURIER = -1;
const SEND_BACK = 0;

const servicesShape = z.object({
  result_list: wrapped(
    'result',
    z.object({
      logistics_service_id: z.string().min(1),
      logistics_service_name: optionalText,
      warehouse_name: optionalText,
    }),
  ),
});
const madeShape = z.object({ result: z.object({ warehouse_order_id: id, intl_tracking_no: optionalText }) });
const onlineShape = z.object({
  result: z.object({
    result_list: wrapped(
      'aeop_logistics_order_detail_dto',
      z.object({
        logistics_order_id: id,
        international_logistics_num: optionalText,
        international_logistics_type: optionalText,
        logistics_status: optionalText,
        logistics_fee: money.nullish().catch(undefined),
      }),
    ),
  }),
});
type Online = z.output<typeof onlineShape>['result']['result_list'][number];
const addressList = (name: string) => wrapped(name, z.object({ address_id: id, is_default: flag }));
const addressesShape = z.object({
  sender_seller_address_list: addressList('senderselleraddresslist'),
  pickup_seller_address_list: addressList('pickupselleraddresslist'),
  refund_seller_address_list: addressList('refundselleraddresslist'),
});
/** A text that is JSON itself. */
const printShape = z.object({ result: z.string().min(1) });
const documentShape = z.object({ body: z.string().min(1) });

const isOver = ({ logistics_status: answered }: Online): boolean => /clos|cancel|fail/i.test(answered ?? '');

/** Orders for AliExpress's own logistics that were placed for an order of a buyer. */
export function createOnlineOrders(call: Call) {
  return {
    async of(access: ShopAccess, orderNo: string, courierNo?: string): Promise<Online[]> {
      const { result } = await call(access, {
        api: 'aliexpress.logistics.querylogisticsorderdetail',
        params: { trade_order_id: numeric(orderNo), domestic_logistics_num: courierNo, current_page: 1, page_size: 50 },
        shape: onlineShape,
      });
      return result.result_list
        .filter((one) => !isOver(one))
        .sort((a, b) => byNumber(a.logistics_order_id, b.logistics_order_id));
    },
  };
}
export type OnlineOrders = ReturnType<typeof createOnlineOrders>;

/** The number under which the courier brings the parcel: ours, so that it is found again. */
const courierNoOf = (request: PlatformParcelRequest): string => `${request.platformOrderNo}-${request.packageNo}`;

const party = (one: Address) => ({
  name: one.name,
  country: one.country,
  province: one.state ?? one.city,
  city: one.city,
  street_address: [one.line1, one.line2].filter(Boolean).join(', '),
  post_code: one.postalCode,
  ...(one.phone ? { mobile: one.phone, phone: one.phone } : {}),
  ...(one.email ? { email: one.email } : {}),
});

const kilograms = (grams: string): string => divide(grams, 1000, 3);

/** What is in the parcel, for the customs: by our data where there are any, else by the order's. */
function declared(order: AliexpressOrder, request: PlatformParcelRequest): string {
  const units = request.lines.reduce((total, line) => total + line.quantity, 0);
  const rows = request.lines.map(({ platformLineId, quantity }) => {
    const child = order.child_order_list.find((one) => lineIdOf(one) === platformLineId);
    if (!child) throw rejected('NO_SUCH_LINE', `order ${order.id} has no line ${platformLineId}`);
    const item = request.items?.find((one) => one.sku === child.sku_code);
    const name = item?.description ?? child.product_name ?? 'Goods';
    const weight = item ? String(item.weightGrams) : divide(String(request.weightGrams), units, 0);
    const value = item?.unitValueUsd ?? child.product_price?.amount;
    if (!value) throw rejected('NO_VALUE', `neither the article nor order ${order.id} says what ${name} is worth`);
    const rest = {
      product_num: quantity,
      product_declare_amount: times(value, '1'),
      product_weight: kilograms(weight),
      category_cn_desc: name.slice(0, 20),
      category_en_desc: name.slice(0, 60),
      ...(item?.hsCode ? { hs_code: item.hsCode } : {}),
      ...(child.sku_code ? { sku_code: child.sku_code } : {}),
      contains_battery: false,
      aneroid_markup: false,
      only_battery: false,
    };
    return `{"product_id":${numeric(child.product_id ?? '0')},${JSON.stringify(rest).slice(1)}`;
  });
  return `[${rows.join(',')}]`;
}

export function createShipping(call: Call, listing: Listing, online: OnlineOrders): PlatformShipping {
  async function services(access: ShopAccess, request: PlatformParcelRequest) {
    const cm = (mm: number | undefined) => (mm ? Math.ceil(mm / 10) : 1);
    const { result_list: answered } = await call(access, {
      api: 'aliexpress.logistics.redefining.getonlinelogisticsservicelistbyorderid',
      params: {
        order_id: numeric(request.platformOrderNo),
        goods_weight: kilograms(String(request.weightGrams)),
        goods_length: cm(request.lengthMm),
        goods_width: cm(request.widthMm),
        goods_height: cm(request.heightMm),
        locale: 'en_US',
      },
      shape: servicesShape,
    });
    return answered;
  }

  /** Where the parcel comes from: the address given, or those that the seller keeps with AliExpress. */
  async function senders(access: ShopAccess, from: Address | undefined): Promise<string> {
    if (from) {
      const sender = JSON.stringify(party(from));
      return `"sender":${sender},"pickup":${sender},"refund":${sender}`;
    }
    const answered = await call(access, {
      api: 'aliexpress.logistics.redefining.getlogisticsselleraddresses',
      params: { seller_address_query: 'sender,pickup,refund' },
      shape: addressesShape,
    });
    const by = (list: { address_id: string; is_default: boolean }[]) => list.find((one) => one.is_default) ?? list[0];
    const found = {
      sender: by(answered.sender_seller_address_list),
      pickup: by(answered.pickup_seller_address_list),
      refund: by(answered.refund_seller_address_list),
    };
    if (!found.sender) throw rejected('NO_SENDER', 'AliExpress knows no address that the parcel could come from');
    return Object.entries(found)
      .flatMap(([role, one]) => (one ? [`"${role}":{"address_id":${numeric(one.address_id)}}`] : []))
      .join(',');
  }

  function receiver(order: AliexpressOrder): string {
    const answered = order.receipt_address;
    return JSON.stringify({
      name: answered?.contact_person,
      country: answered?.country,
      province: answered?.province,
      city: answered?.city,
      street_address: [answered?.detail_address, answered?.address2].filter(Boolean).join(', '),
      post_code: answered?.zip,
      mobile: answered?.mobile_no ?? answered?.phone_number,
    });
  }

  const toParcel = (one: Online): PlatformParcel => ({
    ref: one.logistics_order_id,
    carrierName: one.international_logistics_type ?? CARRIER,
    ...(one.international_logistics_num ? { trackingNumber: one.international_logistics_num } : {}),
    ...(one.logistics_fee ? { amount: one.logistics_fee.amount, currency: one.logistics_fee.currency } : {}),
  });

  return {
    use: 'may',

    options: async (access, request) =>
      (await services(access, request)).map((one) => ({
        id: one.logistics_service_id,
        name: [one.logistics_service_name ?? one.logistics_service_id, one.warehouse_name].filter(Boolean).join(' · '),
        carrierName: one.logistics_service_name ?? CARRIER,
        handOver: 'unknown',
      })),

    async arrange(access, request) {
      const order = await listing.readDetail(access, request.platformOrderNo);
      const service = request.optionId ?? (await services(access, request))[0]?.logistics_service_id;
      if (!service) throw rejected('NO_OPTION', 'AliExpress offers no way to send this parcel');
      const addresses = `{${await senders(access, request.shipFrom)},"receiver":${receiver(order)}}`;
      const { result: made } = await call(access, {
        api: 'aliexpress.logistics.createwarehouseorder',
        params: {
          trade_order_id: numeric(order.id),
          trade_order_from: FROM,
          warehouse_carrier_service: service,
          declare_product_d_t_os: { json: declared(order, request) },
          address_d_t_os: { json: addresses },
          domestic_logistics_company_id: OTHER_COURIER,
          domestic_logistics_company: 'Other',
          domestic_tracking_no: courierNoOf(request),
          package_num: 1,
          undeliverable_decision: SEND_BACK,
          oaid: order.oaid,
        },
        effect: 'once',
        shape: madeShape,
      });
      return {
        ref: made.warehouse_order_id,
        carrierName: service,
        ...(made.intl_tracking_no ? { trackingNumber: made.intl_tracking_no } : {}),
      };
    },

    async findParcel(access, request) {
      const [found] = await online.of(access, request.platformOrderNo, courierNoOf(request));
      return found ? toParcel(found) : null;
    },

    async label(access, parcel) {
      const query = `[{"id":${numeric(parcel.ref)}${parcel.trackingNumber ? `,"international_logistics_id":${JSON.stringify(parcel.trackingNumber)}` : ''}}]`;
      const { result } = await call(access, {
        api: 'aliexpress.logistics.redefining.getprintinfos',
        params: { print_detail: true, warehouse_order_query_d_t_os: { json: query } },
        shape: printShape,
      });
      let document: unknown;
      try {
        document = parseJson(result);
      } catch (error) {
        throw malformed(PLATFORM, 'getprintinfos: the label', result, error);
      }
      const read = documentShape.safeParse(document);
      if (!read.success) throw malformed(PLATFORM, 'getprintinfos: the label', result, read.error);
      const data = Buffer.from(read.data.body, 'base64');
      if (!isPdf(data))
        throw malformed(PLATFORM, 'getprintinfos: the label is no PDF', data.toString('latin1', 0, 200));
      return { format: 'pdf', data };
    },
  };
}
