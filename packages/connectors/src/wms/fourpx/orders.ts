import { z } from 'zod';
import { isPositive } from '../../money.ts';
import { ConnectorError } from '../../types.ts';
import type {
  WmsAccess,
  WmsCreated,
  WmsFee,
  WmsOutbound,
  WmsOutboundState,
  WmsOutboundStatus,
  WmsPage,
} from '../../wms.ts';
import {
  anyText,
  count,
  grams,
  isState,
  kilograms,
  laxRows,
  maybe,
  nextPage,
  orNothing,
  orThere,
  outboundStatus,
  pageNumber,
  someText,
  splitName,
  standing,
  stretchOf,
} from '../convert.ts';
import { type FourpxClient, PLATFORM, pageShape } from './client.ts';

const STATUS: Readonly<Record<string, WmsOutboundStatus>> = {
  N: 'draft',
  S: 'processing',
  P: 'processing',
  C: 'shipped',
  X: 'cancelled',
  D: 'cancelled',
  E: 'exception',
};
/** Why it hangs. */
const TROUBLE: Readonly<Record<string, string>> = {
  G: 'G: 余额不足 no funds',
  B: 'B: 计费失败 billing failed',
  R: 'R: 审核不通过 review failed',
  S: 'S: 库存不足 out of stock',
};
const SALES: Readonly<Record<string, string>> = {
  aliexpress: 'AE',
  wish: 'WS',
  ebay: 'EB',
  amazon: 'AM',
  amazonvc: 'AM',
};
const PAGE = 100;
const DAY_MS = 86_400_000;
const WINDOW_DAYS = 30;

const instantOf = (ms: number): string | undefined => (ms > 0 ? new Date(ms).toISOString() : undefined);

/** Of a moment: 0 where it is not said. */
const laxCount = count.catch(0);
const parcel = z.object({
  parcel_no: anyText,
  package_weight: kilograms,
  skus: laxRows(z.object({ sku_code: someText, qty: count })),
});
const order = z
  .object({
    consignment_no: someText,
    ref_no: someText,
    status: someText,
    sub_status: anyText,
    carrier_code: anyText,
    logistics_product_code: anyText,
    shipping_no: anyText,
    shipping_weight: grams,
    total_weight: grams,
    billing_amount: anyText,
    currency: anyText,
    create_time: laxCount,
    update_time: laxCount,
    complete_time: laxCount,
    outboundlist_sku: laxRows(z.object({ sku_code: someText, qty: count })),
    consignment_packages: laxRows(parcel),
  })
  .transform((one) => ({ state: stateOf(one), fee: feeOf(one) }));

interface Reply {
  consignment_no: string;
  ref_no: string;
  status: string;
  sub_status?: string | undefined;
  carrier_code?: string | undefined;
  logistics_product_code?: string | undefined;
  shipping_no?: string | undefined;
  shipping_weight?: number | undefined;
  total_weight?: number | undefined;
  billing_amount?: string | undefined;
  currency?: string | undefined;
  create_time: number;
  update_time: number;
  complete_time: number;
  outboundlist_sku: { sku_code: string; qty: number }[];
  consignment_packages: z.output<typeof parcel>[];
}

function stateOf(one: Reply): WmsOutboundState {
  const { status, problem } = outboundStatus(STATUS, one.status);
  const trouble = one.sub_status && status === 'exception' ? (TROUBLE[one.sub_status] ?? one.sub_status) : problem;
  return {
    clientOrderNo: one.ref_no,
    orderNo: one.consignment_no,
    status,
    rawStatus: one.status,
    updatedAt: new Date(one.update_time || one.complete_time || one.create_time).toISOString(),
    packages: status === 'shipped' ? packagesOf(one) : [],
    ...(trouble ? { problem: trouble } : {}),
  };
}

/** The last mile's number comes some time after the goods have gone. */
function packagesOf(one: Reply): WmsOutboundState['packages'] {
  const carrier = one.carrier_code ?? one.logistics_product_code;
  const shippedAt = instantOf(one.complete_time);
  const common = {
    ...(carrier ? { carrier } : {}),
    ...(one.shipping_no ? { trackingNumber: one.shipping_no } : {}),
    ...(shippedAt ? { shippedAt } : {}),
  };
  const itemsOf = (lines: { sku_code: string; qty: number }[]) =>
    lines.map(({ sku_code: sku, qty: quantity }) => ({ sku, quantity }));
  if (one.consignment_packages.length > 1)
    return one.consignment_packages.map((each, index) => ({
      packageNo: each.parcel_no ?? `${one.consignment_no}-${index + 1}`,
      ...common,
      ...(each.package_weight ? { weightGrams: each.package_weight } : {}),
    }));
  const weightGrams = one.shipping_weight ?? one.total_weight;
  return [
    {
      packageNo: one.consignment_no,
      ...common,
      ...(weightGrams ? { weightGrams } : {}),
      items: itemsOf(one.outboundlist_sku),
    },
  ];
}

/** What the whole order was charged; a list of the lines of many orders there is none. */
function feeOf(one: Reply): WmsFee | undefined {
  if (!one.billing_amount || !one.currency || !isPositive(one.billing_amount)) return undefined;
  return {
    feeId: one.consignment_no,
    at: new Date(one.complete_time || one.update_time).toISOString(),
    refType: 'outbound',
    refNo: one.consignment_no,
    feeType: 'OUTBOUND',
    direction: 'charge',
    amount: one.billing_amount,
    currency: one.currency,
  };
}

const page = pageShape(order);
const made = z.object({ consignment_no: z.string().min(1) });
const stopped = maybe(z.object({ status: anyText }));

export function createOrders({ call }: FourpxClient, now: () => number) {
  const list = (access: WmsAccess, params: object) =>
    call(access, { method: 'fu.wms.outbound.getlist', params, effect: 'read', shape: page });

  async function outbound(access: WmsAccess, orderNo: string): Promise<WmsOutboundState> {
    const { data } = await list(access, { consignment_no: orderNo, page_no: 1, page_size: 10 });
    const found = data.find(({ state }) => state.orderNo === orderNo);
    if (found) return found.state;
    throw new ConnectorError(PLATFORM, 'rejected', `no such order: ${orderNo}`, { code: 'NOT_FOUND_ORDER' });
  }

  async function create(access: WmsAccess, input: WmsOutbound): Promise<WmsCreated> {
    if (input.label)
      throw new ConnectorError(PLATFORM, 'rejected', 'label: FB4 takes no label with an order', {
        code: 'VALIDATION_label',
      });
    const { recipient } = input;
    const name = splitName(recipient.name);
    const params = {
      ref_no: input.clientOrderNo,
      from_warehouse_code: input.warehouse,
      consignment_type: 'S',
      logistics_service_info: {
        logistics_product_code: input.shippingMethod,
        return_service: 'N',
        signature_service: input.signature ? 'Y' : 'N',
      },
      oda: 'Y',
      sales_platform: SALES[input.platform.toLowerCase()] ?? '',
      sales_no: input.platformOrderNo,
      insure_services: { insure_type: '', insure_value: 0 },
      oconsignment_desc: {
        country: recipient.country,
        state: recipient.state ?? '',
        city: recipient.city,
        district: '',
        post_code: recipient.postalCode,
        street: [recipient.line1, recipient.line2].filter(Boolean).join(', '),
        house_number: '',
        company: recipient.company ?? '',
        last_name: name.last,
        first_name: name.first,
        phone: recipient.phone ?? '',
        email: recipient.email ?? '',
      },
      oconsignment_sku: input.items.map(({ sku, quantity }) => ({
        sku_code: sku,
        qty: quantity,
        stock_quality: 'G',
      })),
      ...(input.tax?.ioss ? { ioss_no: input.tax.ioss } : {}),
      ...(input.tax?.vat ? { vat_no: input.tax.vat } : {}),
    };
    const answered = await call(access, { method: 'fu.wms.outbound.create', params, effect: 'once', shape: made });
    return { orderNo: answered.consignment_no, status: 'processing' };
  }

  async function findOutbound(access: WmsAccess, clientOrderNo: string): Promise<WmsOutboundState | undefined> {
    const answered = await orNothing(list(access, { ref_no: clientOrderNo, page_no: 1, page_size: 10 }));
    const all = answered?.data.map(({ state }) => state) ?? [];
    return standing(all.filter((state) => state.clientOrderNo === clientOrderNo));
  }

  return {
    outbound,
    findOutbound,

    createOutbound: (access: WmsAccess, input: WmsOutbound) =>
      orThere(create(access, input), () => findOutbound(access, input.clientOrderNo)),

    /** Asked for by when they were made, so those of the last month; what did not change since is left out. */
    async outbounds(access: WmsAccess, since: string, cursor?: string): Promise<WmsPage<WmsOutboundState>> {
      const page_no = pageNumber(PLATFORM, cursor);
      const end = now() + DAY_MS;
      const params = {
        create_time_start: end - WINDOW_DAYS * DAY_MS,
        create_time_end: end,
        page_no,
        page_size: PAGE,
      };
      const { data, total } = await list(access, params);
      const changed = data.map(({ state }) => state).filter(({ updatedAt }) => updatedAt >= since);
      return {
        rows: changed.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)),
        ...nextPage(page_no, page_no * PAGE < total),
      };
    },

    async cancelOutbound(access: WmsAccess, orderNo: string, reason: string) {
      const params = { consignment_no: orderNo, cancel_type: 'OT', cancel_remark: reason };
      try {
        const method = 'fu.wms.outbound.cancel';
        const answered = await call(access, { method, params, effect: 'repeatable', shape: stopped });
        const status = answered?.status;
        return status === undefined || STATUS[status] === 'cancelled' ? ('cancelled' as const) : ('pending' as const);
      } catch (error) {
        if (!isState(error)) throw error;
        // They refuse also what is cancelled already.
        return (await outbound(access, orderNo)).status === 'cancelled' ? ('cancelled' as const) : ('refused' as const);
      }
    },

    /** Of the orders that went out in that time. */
    async fees(access: WmsAccess, from: string, to: string, cursor?: string): Promise<WmsPage<WmsFee>> {
      const stretch = stretchOf(PLATFORM, { from, to, days: WINDOW_DAYS, cursor });
      const { data, total } = await list(access, {
        complete_time_start: stretch.start,
        complete_time_end: stretch.end,
        page_no: stretch.page,
        page_size: PAGE,
      });
      const fees = data.map(({ fee }) => fee).filter((fee) => fee !== undefined);
      return { rows: fees, ...stretch.next(stretch.page * PAGE < total) };
    },
  };
}
