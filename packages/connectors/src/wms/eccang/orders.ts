import { z } from 'zod';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsCreated, WmsOutbound, WmsOutboundState, WmsOutboundStatus, WmsPage } from '../../wms.ts';
import {
  anyText,
  article,
  count,
  fromBeijing,
  isState,
  kilograms,
  laxRows,
  maybe,
  nextPage,
  orNothing,
  orThere,
  outboundStatus,
  pageNumber,
  rows,
  skuOf,
  someText,
  splitName,
  toBeijing,
} from '../convert.ts';
import type { AskCall } from './ask.ts';

/** What the systems of the family call the same things, and how much of them a page holds. */
export interface OrderDialect {
  platform: string;
  createOrder: string;
  cancelOrder: string;
  orderByCode: string;
  orderByReference: string;
  orderList: string;
  /** Fields that only one of them has. */
  more(order: WmsOutbound): object;
}

const STATUS: Readonly<Record<string, WmsOutboundStatus>> = {
  C: 'accepted',
  W: 'processing',
  D: 'shipped',
  H: 'onHold',
  N: 'exception',
  P: 'exception',
  X: 'cancelled',
};

const PLATFORMS: Readonly<Record<string, string>> = {
  amazon: 'AMAZON',
  amazonvc: 'AMAZON',
  ebay: 'EBAY',
  aliexpress: 'ALIEXPRESS',
  shopify: 'SHOPIFY',
  walmart: 'WALMART',
  wayfair: 'WAYFAIR',
  wish: 'WISH',
};

/** The longest that each field may be; what is longer is refused here, by its name. */
const LONGEST = {
  reference_no: 50,
  province: 20,
  city: 32,
  company: 50,
  address1: 50,
  address2: 50,
  zipcode: 20,
  name: 48,
  last_name: 48,
  phone: 20,
} as const;

export function tooLong(platform: string, field: string, value: string, most: number): ConnectorError {
  return new ConnectorError(
    platform,
    'rejected',
    `${field}: at most ${most} characters, "${value}" has ${value.length}`,
    {
      code: `VALIDATION_${field}`,
    },
  );
}

const box = z.object({ box_no: someText, tracking_number: anyText, ob_weight: kilograms });
const order = z
  .object({
    order_code: someText,
    reference_no: someText,
    order_status: someText,
    tracking_no: anyText,
    shipping_method: anyText,
    date_create: anyText,
    date_shipping: anyText,
    date_modify: anyText,
    so_weight: kilograms,
    order_weight: kilograms,
    abnormal_problem_reason: anyText,
    items: laxRows(z.object({ ...article, quantity: count })),
    orderBoxInfo: laxRows(box),
  })
  .transform((one): WmsOutboundState => {
    const { status, problem = one.abnormal_problem_reason } = outboundStatus(STATUS, one.order_status);
    return {
      clientOrderNo: one.reference_no,
      orderNo: one.order_code,
      status,
      rawStatus: one.order_status,
      updatedAt: fromBeijing(one.date_modify) ?? fromBeijing(one.date_create) ?? new Date(0).toISOString(),
      packages: status === 'shipped' || one.tracking_no ? packagesOf(one) : [],
      ...(problem ? { problem } : {}),
    };
  });

function packagesOf(one: {
  order_code: string;
  tracking_no?: string | undefined;
  shipping_method?: string | undefined;
  date_shipping?: string | undefined;
  so_weight?: number | undefined;
  order_weight?: number | undefined;
  items: { product_sku?: string | undefined; quantity: number }[];
  orderBoxInfo: z.output<typeof box>[];
}): WmsOutboundState['packages'] {
  const shippedAt = fromBeijing(one.date_shipping);
  const common = {
    ...(one.shipping_method ? { carrier: one.shipping_method } : {}),
    ...(shippedAt ? { shippedAt } : {}),
  };
  const boxes = [...Map.groupBy(one.orderBoxInfo, ({ box_no }) => box_no)];
  if (boxes.length > 1)
    return boxes.map(([packageNo, [first]]) => ({
      packageNo,
      ...common,
      ...(first?.tracking_number ? { trackingNumber: first.tracking_number } : {}),
      ...(first?.ob_weight ? { weightGrams: first.ob_weight } : {}),
    }));
  const weightGrams = one.so_weight ?? one.order_weight;
  return [
    {
      packageNo: one.order_code,
      ...common,
      ...(one.tracking_no ? { trackingNumber: one.tracking_no } : {}),
      ...(weightGrams ? { weightGrams } : {}),
      items: one.items.map((item) => ({ sku: skuOf(item), quantity: item.quantity })),
    },
  ];
}

/** One order, in a list of one or by itself, or nothing. */
const oneOrder = z.object({ data: maybe(z.union([order, z.array(order).transform(([first]) => first)])) });
const orderPage = z.object({ data: rows(order), count, nextPage: anyText });
/** Beside `data` or in it. */
const made = z.object({ order_code: anyText, data: maybe(z.object({ order_code: anyText })) });
const stopped = z.object({ cancel_status: anyText, data: maybe(z.object({ cancel_status: anyText })) });

const PAGE = 100;

export function createOrders(call: AskCall, dialect: OrderDialect) {
  const { platform } = dialect;

  function paramsOf(outbound: WmsOutbound): object {
    const { recipient } = outbound;
    const name = splitName(recipient.name);
    const fields = {
      reference_no: outbound.clientOrderNo,
      province: recipient.state ?? '',
      city: recipient.city,
      company: recipient.company ?? '',
      address1: recipient.line1,
      address2: recipient.line2 ?? '',
      zipcode: recipient.postalCode,
      name: name.first,
      last_name: name.last,
      phone: recipient.phone ?? '',
    };
    for (const [field, most] of Object.entries(LONGEST)) {
      const value = fields[field as keyof typeof LONGEST];
      if (value.length > most) throw tooLong(platform, field, value, most);
    }
    return {
      ...fields,
      platform: PLATFORMS[outbound.platform.toLowerCase()] ?? 'OTHER',
      shipping_method: outbound.shippingMethod,
      warehouse_code: outbound.warehouse,
      country_code: recipient.country,
      doorplate: '',
      email: recipient.email ?? '',
      verify: 1,
      is_signature: outbound.signature ? 1 : 0,
      is_insurance: 0,
      insurance_value: 0,
      items: outbound.items.map((item) => ({
        product_sku: item.sku,
        quantity: item.quantity,
        transaction_id: '',
        item_id: '',
        hs_code: item.hsCode ?? '',
        product_declared_value: item.declaredUsd,
      })),
      ...dialect.more(outbound),
    };
  }

  async function create(access: WmsAccess, outbound: WmsOutbound): Promise<WmsCreated> {
    const params = paramsOf(outbound);
    const answered = await call(access, { service: dialect.createOrder, params, effect: 'once', shape: made });
    const orderNo = answered.order_code ?? answered.data?.order_code;
    if (orderNo) return { orderNo, status: 'accepted' };
    throw new ConnectorError(platform, 'uncertain', `${dialect.createOrder}: no order number in the answer`);
  }

  /** Their reference is free again once an order is thrown away; what they tell is the one that stands. */
  async function findOutbound(access: WmsAccess, clientOrderNo: string): Promise<WmsOutboundState | undefined> {
    const params = { reference_no: clientOrderNo };
    const answered = await orNothing(
      call(access, { service: dialect.orderByReference, params, effect: 'read', shape: oneOrder }),
    );
    return answered?.data?.clientOrderNo === clientOrderNo ? answered.data : undefined;
  }

  return {
    findOutbound,

    createOutbound: (access: WmsAccess, outbound: WmsOutbound) =>
      orThere(create(access, outbound), () => findOutbound(access, outbound.clientOrderNo)),

    async outbound(access: WmsAccess, orderNo: string): Promise<WmsOutboundState> {
      const params = { order_code: orderNo };
      const answered = await call(access, { service: dialect.orderByCode, params, effect: 'read', shape: oneOrder });
      if (answered.data) return answered.data;
      throw new ConnectorError(platform, 'rejected', `no such order: ${orderNo}`, { code: 'NOT_FOUND_ORDER' });
    },

    async outbounds(access: WmsAccess, since: string, cursor?: string): Promise<WmsPage<WmsOutboundState>> {
      const page = pageNumber(platform, cursor);
      const params = { page, pageSize: PAGE, modify_date_from: toBeijing(since) };
      const answered = await call(access, { service: dialect.orderList, params, effect: 'read', shape: orderPage });
      const sorted = answered.data.toSorted((a, b) =>
        a.updatedAt < b.updatedAt ? -1 : a.updatedAt > b.updatedAt ? 1 : 0,
      );
      return { rows: sorted, ...nextPage(page, hasMore(answered, page, PAGE)) };
    },

    /** Once picking began they try to catch it: 1 is still running, 2 was caught, 3 was not. */
    async cancelOutbound(access: WmsAccess, orderNo: string, reason: string) {
      const params = { order_code: orderNo, reason };
      try {
        const answered = await call(access, {
          service: dialect.cancelOrder,
          params,
          effect: 'repeatable',
          shape: stopped,
        });
        const status = answered.cancel_status ?? answered.data?.cancel_status;
        if (status === '1') return 'pending' as const;
        return status === '3' ? ('refused' as const) : ('cancelled' as const);
      } catch (error) {
        if (isState(error)) return 'refused' as const;
        throw error;
      }
    },
  };
}

/** Some say whether there is more, the others how many there are. */
export function hasMore(
  answered: { count: number; nextPage?: string | undefined },
  page: number,
  size: number,
): boolean {
  return answered.nextPage === undefined
    ? page * size < answered.count
    : answered.nextPage === 'true' || answered.nextPage === '1';
}
