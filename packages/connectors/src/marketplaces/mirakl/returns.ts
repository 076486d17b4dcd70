import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { sum } from '../../money.ts';
import { instant, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import type { MiraklClient } from './client.ts';
import type { Listing } from './listing.ts';
import type { MiraklOrder } from './orderShape.ts';
import { continued, placeOf, type Seek } from './seek.ts';

const STATE: Readonly<Record<string, PlatformReturn['state']>> = {
  WAITING_ACCEPTANCE: 'requested',
  IN_PROGRESS: 'approved',
  RECEIVED: 'received',
  REFUSED: 'rejected',
  NO_RECEPTION: 'closed',
  CLOSED: 'closed',
  CANCELED: 'closed',
};
/** States after which the buyer may have got their money back, which the return itself does not say. */
const ENDS = new Set(['RECEIVED', 'CLOSED']);
const PAGE_SIZE = 100;

const returnShape = z.object({
  id: z.string().min(1),
  order_id: z.string().min(1),
  state: z.string(),
  description: optionalText,
  reason_code: optionalText,
  tracking: z.object({ tracking_number: optionalText }).nullish(),
  return_lines: z.array(
    z.object({ order_line_id: z.string().min(1), quantity: wholeNumber, reason_code: optionalText }),
  ),
  date_created: instant,
  last_updated: instant,
});
type Reply = z.output<typeof returnShape>;
const pageShape = z.object({ data: z.array(z.unknown()), next_page_token: optionalText });

/** What was paid back for the lines of a return, if anything was; without an amount where one cannot be read. */
function refundOf(answered: Reply, order: MiraklOrder | undefined) {
  const ids = new Set(answered.return_lines.map((line) => line.order_line_id));
  const answeredRefunds = (order?.order_lines ?? [])
    .filter((line) => ids.has(line.order_line_id))
    .flatMap((line) => line.refunds);
  const refunds = answeredRefunds.filter((one) => (one?.refund_state ?? one?.state) === 'REFUNDED');
  if (refunds.length === 0 || !order) return undefined;
  const amounts = refunds.flatMap((one) => one?.amount ?? []);
  const complete = amounts.length === refunds.length && !answeredRefunds.includes(null);
  return complete ? { refundAmount: sum(amounts), currency: order.currency_iso_code } : {};
}

function toReturn(answered: Reply, order: MiraklOrder | undefined): PlatformReturn {
  const state = Object.hasOwn(STATE, answered.state) ? STATE[answered.state] : undefined;
  if (!state) throw new Unfit('state', `"${answered.state}" is unknown`);
  const tracking = answered.tracking?.tracking_number;
  const refund = ENDS.has(answered.state) ? refundOf(answered, order) : undefined;
  const sent = answered.state === 'IN_PROGRESS' && tracking;
  return {
    returnNo: answered.id,
    platformOrderNo: answered.order_id,
    state: refund ? 'refunded' : sent ? 'shipped' : state,
    reason:
      answered.description ??
      answered.reason_code ??
      answered.return_lines.find((line) => line.reason_code)?.reason_code ??
      '',
    lines: answered.return_lines.map((line) => ({ platformLineId: line.order_line_id, quantity: line.quantity })),
    ...refund,
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: answered.date_created,
    updatedAt: answered.last_updated,
  };
}

export function createReturns({ call }: MiraklClient, listing: Listing, seek: Seek) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const place = placeOf(seek, { ...input, from: input.updatedAfter });
    const page = await call(access, {
      operation: 'RT11',
      method: 'GET',
      path: '/api/returns',
      query: { return_last_updated_from: place.from, limit: PAGE_SIZE, page_token: place.token },
      effect: 'read',
      shape: pageShape,
    });
    const result: ReturnPage = { returns: [], unreadable: [], listedUntil: place.until };
    const answered: Reply[] = [];
    await readEach(returnShape, page.data, result.unreadable, (one) => answered.push(one));
    const ended = new Set(answered.filter((one) => ENDS.has(one.state)).map((one) => one.order_id));
    const orders = new Map((await listing.readMany(access, [...ended])).map((order) => [order.order_id, order]));
    await readEach(z.custom<Reply>(), answered, result.unreadable, (one) =>
      result.returns.push(toReturn(one, orders.get(one.order_id))),
    );
    return { ...result, ...continued(seek, place, page.next_page_token) };
  };
}
