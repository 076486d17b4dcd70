import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { readCursor, writeCursor } from '../../cursor.ts';
import { flag, id } from '../../iop/shapes.ts';
import { divide, sum } from '../../money.ts';
import { amount, optionalText, Unfit } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { countryFor, type LazadaClient, PLATFORM, rejected } from './client.ts';
import type { Country } from './regions.ts';
import { moment } from './shapes.ts';

const PAGE_SIZE = 20;
/** What is asked for while a page is made may be missing in it: listed again next time. */
const OVERLAP_MS = 300_000;

type State = PlatformReturn['state'];
const STATES: Readonly<Record<string, State>> = {
  REQUEST_INITIATE: 'requested',
  REFUND_INIT: 'requested',
  RTM_INIT: 'approved',
  RTW_INIT: 'approved',
  RTM_SHIPPING_BACK: 'shipped',
  RTW_SHIPPING_BACK: 'shipped',
  RTM_RECEIVE_ITEM: 'received',
  RTW_REFUND_PENDING: 'received',
  REFUND_SUCCESS: 'refunded',
  REFUND_ISSUED: 'refunded',
  REQUEST_REJECT: 'rejected',
  REFUND_REJECTED: 'rejected',
  RTW_REJECT: 'rejected',
  REQUEST_CANCEL: 'closed',
  RTM_CANCELED: 'closed',
  RTW_CANCELED: 'closed',
  REQUEST_COMPLETE: 'closed',
};
/** Agreed to, the money not yet back: how far the goods are is told apart, if they come back at all. */
const PENDING = 'REFUND_PENDING';

export function stateOf(status: string, logistics: string): State {
  if (status !== PENDING) {
    const state = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
    if (!state) throw new Unfit('reverse_order_lines.reverse_status', `"${status}" is unknown`);
    return state;
  }
  if (/CANCEL/.test(logistics)) return 'closed';
  if (/DELIVERED|RECEIVED|SIGNED/.test(logistics)) return 'received';
  return /TRANSIT|SHIPPED|PICKED|COLLECTED/.test(logistics) ? 'shipped' : 'approved';
}

/** A return of several units stands where the slowest of them does. */
const ORDER: readonly State[] = ['requested', 'approved', 'shipped', 'received', 'refunded', 'rejected', 'closed'];

const lineShape = z.object({
  /** Answers name it; a list without it can be read all the same. */
  reverse_order_line_id: id.nullish(),
  reverse_status: z.string().min(1),
  ofc_status: optionalText,
  seller_sku_id: optionalText,
  refund_amount: amount.nullish(),
  reason_text: optionalText,
  tracking_number: optionalText,
  return_order_line_gmt_create: moment,
  return_order_line_gmt_modified: moment,
});
export const returnShape = z.object({
  reverse_order_id: id,
  trade_order_id: id,
  request_type: z.string(),
  reverse_order_lines: z.array(lineShape).min(1),
});
export type LazadaReturn = z.output<typeof returnShape>;
export const pageShape = z.object({
  result: z.object({
    success: flag,
    total: z.coerce.number().int().nonnegative().nullish(),
    items: z.array(z.unknown()).nullable(),
  }),
});
const place = z.object({
  from: z.number().int(),
  to: z.number().int(),
  page: z.number().int().positive(),
});

function toReturn(answered: LazadaReturn, { code, currency }: Country): PlatformReturn {
  const lines = answered.reverse_order_lines;
  const states = lines.map((line) => stateOf(line.reverse_status, line.ofc_status ?? ''));
  const amounts = lines.flatMap((line) => line.refund_amount ?? []);
  // In hundredths, even of rupiah; only of dong not.
  const refund = amounts.length > 0 ? divide(sum(amounts), code === 'VN' ? 1 : 100, code === 'VN' ? 0 : 2) : undefined;
  const reasons = new Set(lines.flatMap((line) => line.reason_text ?? []));
  const tracking = lines.find((line) => line.tracking_number)?.tracking_number;
  return {
    returnNo: answered.reverse_order_id,
    platformOrderNo: answered.trade_order_id,
    state: ORDER.find((state) => states.includes(state)) ?? 'requested',
    reason: [...reasons].join(', '),
    // One entry a unit, whose id need not be the one that stands for its line.
    lines: [...Map.groupBy(lines, (line) => line.seller_sku_id)].map(([sellerSku, same]) => ({
      ...(sellerSku ? { sellerSku } : {}),
      quantity: same.length,
    })),
    ...(refund === undefined ? {} : { refundAmount: refund, currency }),
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: lines.map((line) => line.return_order_line_gmt_create).sort()[0] ?? '',
    updatedAt:
      lines
        .map((line) => line.return_order_line_gmt_modified)
        .sort()
        .at(-1) ?? '',
  };
}

export function createReturns(call: LazadaClient, now: () => number) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const country = countryFor(access);
    const from = Date.parse(input.updatedAfter);
    if (Number.isNaN(from)) throw rejected('BAD_INSTANT', `not an instant: ${input.updatedAfter}`);
    const at = input.cursor === undefined ? { from, to: now(), page: 1 } : readCursor(PLATFORM, place, input.cursor);
    const { result: answered } = await call(access, {
      method: 'GET',
      path: '/reverse/getreverseordersforseller',
      params: {
        page_no: at.page,
        page_size: PAGE_SIZE,
        // A buyer who calls an order off is told by the order itself.
        request_type_list: '["RETURN","ONLY_REFUND"]',
        ReverseOrderLineModifiedTimeRangeStart: at.from,
        ReverseOrderLineModifiedTimeRangeEnd: at.to,
      },
      shape: pageShape,
    });
    const items = answered.items ?? [];
    const listedUntil = new Date(Math.max(at.from, at.to - OVERLAP_MS)).toISOString();
    const page: ReturnPage = { returns: [], unreadable: [], listedUntil };
    await readEach(returnShape, items, page.unreadable, (one) => {
      if (one.request_type !== 'CANCEL') page.returns.push(toReturn(one, country));
    });
    const more =
      answered.total === null || answered.total === undefined
        ? items.length >= PAGE_SIZE
        : answered.total > at.page * PAGE_SIZE;
    return more ? { ...page, nextCursor: writeCursor({ ...at, page: at.page + 1 }) } : page;
  };
}
