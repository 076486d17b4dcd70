import { z } from 'zod';
import { laxList } from '../../lax.ts';
import { malformed } from '../../read.ts';
import { ConnectorError } from '../../types.ts';
import type { WmsAccess, WmsCreated, WmsOutbound, WmsOutboundState, WmsOutboundStatus, WmsPage } from '../../wms.ts';
import {
  anyText,
  count,
  fromBeijing,
  isState,
  kilograms,
  laxRows,
  nextPage,
  orNothing,
  orThere,
  outboundStatus,
  pageNumber,
  rows,
  someText,
  toBeijing,
} from '../convert.ts';
import { PLATFORM, type WinitCaller } from './client.ts';

const STATUS: Readonly<Record<string, WmsOutboundStatus>> = {
  DR: 'draft',
  CFI: 'accepted',
  CF: 'processing',
  PKC: 'picking',
  PAC: 'packed',
  TSC: 'packed',
  OBC: 'shipped',
  DLI: 'shipped',
  HPO: 'shipped',
  DLC: 'delivered',
  DLF: 'exception',
  DSC: 'cancelled',
  EX: 'exception',
  VOI: 'cancelling',
  VO: 'cancelled',
};
const PROBLEM: Readonly<Record<string, string>> = {
  DLF: 'DLF: 派送失败 delivery failed',
  EX: 'EX: 部分包裹异常 some packages failed',
  DSC: 'DSC: 已销毁 destroyed',
};
/** The least advanced first. */
const FORWARD: readonly WmsOutboundStatus[] = [
  'draft',
  'accepted',
  'processing',
  'picking',
  'packed',
  'shipped',
  'delivered',
];
const GONE = new Set<WmsOutboundStatus>(['shipped', 'delivered']);
/** Handed to the post without a number, or fetched: nothing more is heard of a number. */
const UNTRACKED = new Set(['HPO', 'OBC']);
const STORES: Readonly<Record<string, string>> = { amazon: 'Amazon', ebay: 'ebay', wish: 'wish', tiktok: 'tiktok' };

const PAGE = 100;
const DAY_MS = 86_400_000;
/** Lists are asked for by when an order was placed; how long after that it may still change. */
const LIVES_DAYS = 30;

const parcel = z.object({
  packageNum: someText,
  trackingNos: laxList(z.string()),
  weight: kilograms,
  status: someText,
  outboundDate: anyText,
  merchandiseList: laxRows(z.object({ productCode: someText, productNum: count })),
});

/** One of Winit's orders; the list calls the same things by other names. */
const document = z
  .object({
    outboundOrderNum: anyText,
    documentNo: anyText,
    sellerOrderNo: someText,
    status: someText,
    trackingNum: anyText,
    trackingNo: anyText,
    carrier: anyText,
    deliverywayName: anyText,
    outboundDate: anyText,
    dateFinish: anyText,
    orderedTime: anyText,
    dateOrdered: anyText,
    chargeableWeight: kilograms,
    errorMsg: anyText,
    packageList: laxRows(parcel),
  })
  .transform((one, context) => {
    const no = one.outboundOrderNum ?? one.documentNo;
    if (!no) {
      context.addIssue({ code: 'custom', message: 'an order without a number' });
      return z.NEVER;
    }
    const { status, problem = PROBLEM[one.status] ?? one.errorMsg } = outboundStatus(STATUS, one.status);
    const shippedAt = fromBeijing(one.outboundDate) ?? fromBeijing(one.dateFinish);
    const orderedAt = fromBeijing(one.orderedTime) ?? fromBeijing(one.dateOrdered);
    const carrier = one.carrier ?? one.deliverywayName;
    const common = { ...(carrier ? { carrier } : {}), ...(shippedAt && GONE.has(status) ? { shippedAt } : {}) };
    const tracking = one.trackingNum ?? one.trackingNo;
    const parcels = one.packageList
      .filter((each) => STATUS[each.status] !== 'cancelled')
      .map((each) => ({
        packageNo: each.packageNum,
        ...common,
        ...((each.trackingNos[0] ?? tracking) ? { trackingNumber: each.trackingNos[0] ?? tracking ?? '' } : {}),
        ...(each.weight ? { weightGrams: each.weight } : {}),
        items: each.merchandiseList.map(({ productCode: sku, productNum: quantity }) => ({ sku, quantity })),
      }));
    const single = {
      packageNo: no,
      ...common,
      ...(tracking ? { trackingNumber: tracking } : {}),
      ...(one.chargeableWeight ? { weightGrams: one.chargeableWeight } : {}),
    };
    return {
      no,
      sellerOrderNo: one.sellerOrderNo,
      raw: one.status,
      status,
      problem,
      orderedAt,
      at:
        [shippedAt, orderedAt]
          .filter((at) => at !== undefined)
          .toSorted()
          .at(-1) ?? new Date(0).toISOString(),
      untracked: UNTRACKED.has(one.status) && !tracking,
      packages: parcels.length > 0 ? parcels : tracking || GONE.has(status) ? [single] : [],
    };
  });
type Document = z.output<typeof document>;

/** One order comes alone, in a list, or in a list under `list`. */
const details = z.preprocess((data) => {
  const orders = typeof data === 'object' && data !== null && 'list' in data ? data.list : data;
  return Array.isArray(orders) ? orders : [orders];
}, z.array(document));
const list = z.object({ list: rows(document), total: count });
/** Older answers name the one order as the questions do. */
const made = z.object({ orderNo: anyText, outboundOrderNum: anyText, orderNoList: rows(z.string()) });

/** Of several of theirs for one of ours: what holds of the whole. A part that goes while another was thrown away is trouble. */
function statusOf(all: readonly WmsOutboundStatus[]): WmsOutboundStatus {
  const left: WmsOutboundStatus[] = all.filter((status) => status !== 'cancelled');
  if (left.length === 0) return 'cancelled';
  for (const loud of ['exception', 'onHold', 'cancelling'] as const) if (left.includes(loud)) return loud;
  if (left.length < all.length) return 'exception';
  const gone = left.filter((status) => GONE.has(status)).length;
  if (gone > 0 && gone < all.length) return 'partlyShipped';
  return FORWARD.find((status) => left.includes(status)) ?? 'exception';
}

/** Parts of one order are made at once; what was thrown away before it was ordered anew is none of them. */
const TOGETHER_MS = 60_000;
function partsOf(documents: readonly Document[]): readonly Document[] {
  const alive = documents.filter(({ status }) => status !== 'cancelled');
  const [first] = alive;
  if (!first) return documents.slice(-1);
  const made = Date.parse(first.orderedAt ?? '');
  return documents.filter(
    (one) => one.status !== 'cancelled' || Math.abs(Date.parse(one.orderedAt ?? '') - made) <= TOGETHER_MS,
  );
}

/** One order of ours, which Winit may have split; its number is all of theirs. */
function merged(documents: readonly Document[]): WmsOutboundState {
  const sortedOnes = documents.toSorted((a, b) => (a.no < b.no ? -1 : 1));
  const voided = sortedOnes.filter(({ status }) => status === 'cancelled').map(({ no }) => no);
  const partly = voided.length > 0 && voided.length < documents.length;
  const problem =
    sortedOnes.map((one) => one.problem).find(Boolean) ??
    (partly ? `VO: 部分已作废 parts were voided: ${voided.join(', ')}` : undefined);
  return {
    clientOrderNo: sortedOnes[0]?.sellerOrderNo ?? '',
    orderNo: sortedOnes.map(({ no }) => no).join(','),
    status: statusOf(sortedOnes.map(({ status }) => status)),
    rawStatus: [...new Set(sortedOnes.map(({ raw }) => raw))].join(','),
    updatedAt:
      sortedOnes
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? new Date(0).toISOString(),
    ...(sortedOnes.some((one) => one.untracked) ? { untracked: true } : {}),
    packages: sortedOnes.filter(({ status }) => status !== 'cancelled').flatMap(({ packages }) => packages),
    ...(problem ? { problem } : {}),
  };
}

/** What a warehouse and a way of delivery are called here: their code and their id, which do not stand for each other. */
export const pairOf = (answered: string): [code: string, id: string] => {
  const [code = '', id = code] = answered.split('/');
  return [code, id];
};

export function createOrders(call: WinitCaller, now: () => number) {
  const listed = (access: WmsAccess, data: object) =>
    call(access, { action: 'queryOutboundOrderList', data, effect: 'read', shape: list });
  const dates = (from: number) => ({
    dateOrderedStartDate: toBeijing(from).slice(0, 10),
    dateOrderedEndDate: toBeijing(now() + DAY_MS).slice(0, 10),
  });

  async function outbound(access: WmsAccess, orderNo: string): Promise<WmsOutboundState> {
    const documents: Document[] = [];
    for (const outboundOrderNum of orderNo.split(',')) {
      const action = 'queryOutboundOrder';
      const all = await call(access, { action, data: { outboundOrderNum }, effect: 'read', shape: details });
      const found = all.find(({ no }) => no === outboundOrderNum);
      if (!found) throw malformed(PLATFORM, `${action}: ${outboundOrderNum} is not in the answer`, undefined);
      documents.push(found);
    }
    return merged(documents);
  }

  async function findOutbound(access: WmsAccess, clientOrderNo: string): Promise<WmsOutboundState | undefined> {
    const data = { sellerOrderNo: clientOrderNo, ...dates(now() - LIVES_DAYS * DAY_MS), pageNum: 1, pageSize: PAGE };
    const answered = await orNothing(listed(access, data));
    const all = (answered?.list ?? []).filter((one) => one.sellerOrderNo === clientOrderNo);
    const chosen = partsOf(all);
    return chosen.length === 0 ? undefined : outbound(access, merged(chosen).orderNo);
  }

  async function create(access: WmsAccess, input: WmsOutbound): Promise<WmsCreated> {
    if (input.label)
      throw new ConnectorError(PLATFORM, 'rejected', 'label: Winit takes no label with an order', {
        code: 'VALIDATION_label',
      });
    const { recipient } = input;
    const data = {
      warehouseID: pairOf(input.warehouse)[1],
      deliveryWayID: input.shippingMethod,
      sellerOrderNo: input.clientOrderNo,
      repeatable: 'N',
      recipientName: recipient.name,
      phoneNum: recipient.phone ?? '',
      zipCode: recipient.postalCode,
      emailAddress: recipient.email ?? '',
      // What they call the state is the country.
      state: recipient.country,
      region: recipient.state ?? '',
      city: recipient.city,
      address1: recipient.line1,
      address2: recipient.line2 ?? '',
      doorplateNumbers: '',
      storeType: STORES[input.platform.toLowerCase()] ?? 'Other',
      ...(input.tax?.ioss ? { iossNo: input.tax.ioss } : {}),
      productList: input.items.map(({ sku, quantity }) => ({
        productCode: sku,
        productNum: String(quantity),
        specification: '',
        platformTransactionId: '',
        platformItemId: '',
        platformSellerId: '',
        platformBuyerId: '',
      })),
    };
    const answered = await call(access, { action: 'createOutboundOrder', data, effect: 'once', shape: made });
    const numbers =
      answered.orderNoList.length > 0 ? answered.orderNoList : [answered.orderNo ?? answered.outboundOrderNum ?? ''];
    if (numbers.some((no) => !no))
      throw new ConnectorError(PLATFORM, 'uncertain', 'createOutboundOrder: no order number in the answer');
    return { orderNo: numbers.toSorted().join(','), status: 'accepted' };
  }

  return {
    outbound,
    findOutbound,

    createOutbound: (access: WmsAccess, input: WmsOutbound) =>
      orThere(create(access, input), () => findOutbound(access, input.clientOrderNo)),

    /** Asked for by when they were placed, so also those of the last month that did not change. */
    async outbounds(access: WmsAccess, since: string, cursor?: string): Promise<WmsPage<WmsOutboundState>> {
      const pageNum = pageNumber(PLATFORM, cursor);
      const from = dates(Date.parse(since) - LIVES_DAYS * DAY_MS);
      const answered = await listed(access, { ...from, pageNum, pageSize: PAGE });
      const groups = Map.groupBy(answered.list, (one) => one.sellerOrderNo);
      const borders = [answered.list[0], answered.list.at(-1)].map((one) => one?.sellerOrderNo);
      const states: WmsOutboundState[] = [];
      for (const [sellerOrderNo, documents] of groups) {
        // The parts of a split order lie side by side, but a page may end between them.
        const whole = borders.includes(sellerOrderNo) ? await findOutbound(access, sellerOrderNo) : undefined;
        states.push(whole ?? merged(partsOf(documents)));
      }
      return {
        rows: states.toSorted((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1)),
        ...nextPage(pageNum, pageNum * PAGE < answered.total),
      };
    },

    async cancelOutbound(access: WmsAccess, orderNo: string, reason: string) {
      let refused = false;
      for (const outboundOrderNum of orderNo.split(',')) {
        const data = { outboundOrderNum, reason };
        try {
          await call(access, { action: 'voidOutboundOrder', data, effect: 'repeatable', shape: z.unknown() });
        } catch (error) {
          if (!isState(error)) throw error;
          refused = true;
        }
      }
      const { status } = await outbound(access, orderNo);
      if (status === 'cancelled') return 'cancelled' as const;
      return refused ? ('refused' as const) : ('pending' as const);
    },
  };
}
