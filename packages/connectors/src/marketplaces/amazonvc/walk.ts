import { z } from 'zod';
import type { OrderNoPage, OrderPage } from '../../capabilities/orders.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { idText } from '../../lax.ts';
import { instant } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { PLATFORM, programmesOf } from './client.ts';
import type { Orders } from './orders.ts';

const DAY_MS = 86_400_000;
/** A window of creation times may be no longer. */
const WINDOW_MS = 7 * DAY_MS;
/** Direct orders do not tell when they change: those placed so long before are looked at again once they have ended. */
const LOOK_BACK_MS = 7 * DAY_MS;
/** What is newer may not have been listed by Amazon yet. */
const LAG_MS = 2 * 60_000;
/** Windows in which nothing happened are passed over, so many in one page. */
const MOST_PASSED = 10;
/** Amazon tells no older direct orders. */
const OLDEST_MS = 180 * DAY_MS;

type Part = 'retailPlaced' | 'retailChanged' | 'directPlaced';
interface Segment {
  part: Part;
  from: Instant;
  to: Instant;
  status?: string;
}

const place = z.object({
  since: z.string(),
  until: z.string(),
  index: z.number().int().nonnegative(),
  token: z.string().optional(),
  repeats: z.number().int().default(0),
});

function instantOf(time: number): Instant {
  if (Number.isNaN(time)) throw new ConnectorError(PLATFORM, 'rejected', 'not an instant');
  return new Date(time).toISOString();
}

function windows(part: Part, from: number, to: number, status?: string): Segment[] {
  const found: Segment[] = [];
  for (let at = from; at < to; at += WINDOW_MS)
    found.push({
      part,
      from: instantOf(at),
      to: instantOf(Math.min(at + WINDOW_MS, to)),
      ...(status ? { status } : {}),
    });
  return found;
}

/** Everything that has to be asked between two moments, always in the same order: a place in it survives a restart. */
function segmentsOf(access: ShopAccess, since: Instant, until: Instant): Segment[] {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const programmes = programmesOf(access);
  const direct = Math.max(from, to - OLDEST_MS);
  return [
    ...(programmes.includes('retail')
      ? [...windows('retailPlaced', from, to), { part: 'retailChanged' as const, from: since, to: until }]
      : []),
    ...(programmes.includes('direct')
      ? [
          ...windows('directPlaced', direct, to),
          ...windows('directPlaced', direct - LOOK_BACK_MS, direct, 'CANCELLED'),
          ...windows('directPlaced', direct - LOOK_BACK_MS, direct, 'SHIPPED'),
        ]
      : []),
  ];
}

export function createWalk(orders: Orders, now: () => number) {
  /** The next place: the segment's next page, or the next segment. */
  const onward = (
    at: z.output<typeof place>,
    segments: readonly Segment[],
    token: string | undefined,
  ): { nextCursor?: string } => {
    if (token) {
      const repeats = countRepeats(PLATFORM, token === at.token, at.repeats);
      return { nextCursor: writeCursor({ ...at, token, repeats }) };
    }
    if (at.index + 1 >= segments.length) return {};
    return { nextCursor: writeCursor({ since: at.since, until: at.until, index: at.index + 1 }) };
  };

  async function listOrders(access: ShopAccess, input: { updatedAfter: Instant; cursor?: string }): Promise<OrderPage> {
    let at: z.output<typeof place> =
      input.cursor === undefined
        ? { since: instantOf(Date.parse(input.updatedAfter)), until: instantOf(now()), index: 0, repeats: 0 }
        : readCursor(PLATFORM, place, input.cursor);
    const listedUntil = instantOf(Math.max(Date.parse(at.until) - LAG_MS, Date.parse(at.since)));
    const segments = segmentsOf(access, at.since, at.until);
    for (let passed = 0; ; passed++) {
      const segment = segments[at.index];
      if (!segment) return { records: [], listedUntil };
      const { records, token } = await orders[segment.part](access, { ...segment, token: at.token });
      const more = onward(at, segments, token);
      const empty = records.length === 0 && !token && more.nextCursor !== undefined;
      if (!empty || passed >= MOST_PASSED) return { records, listedUntil, ...more };
      at = { since: at.since, until: at.until, index: at.index + 1, repeats: 0 };
    }
  }

  async function listOrderNos(
    access: ShopAccess,
    input: { orderedFrom: Instant; orderedTo: Instant; cursor?: string },
  ): Promise<OrderNoPage> {
    const until = instantOf(Math.min(Date.parse(input.orderedTo), now()));
    const at: z.output<typeof place> =
      input.cursor === undefined
        ? { since: instantOf(Date.parse(input.orderedFrom)), until, index: 0, repeats: 0 }
        : readCursor(PLATFORM, place, input.cursor);
    const segments = segmentsOf(access, at.since, at.until).filter(
      (one) => one.part !== 'retailChanged' && !one.status,
    );
    const segment = segments[at.index];
    if (!segment) return { orders: [] };
    const read = segment.part === 'retailPlaced' ? orders.retailRows : orders.directRows;
    const { rows, token } = await read(access, { ...segment, token: at.token });
    return {
      orders: rows.flatMap((raw) => {
        const answered = numberAndTime.safeParse(raw);
        if (!answered.success) return [];
        const { purchaseOrderNumber: platformOrderNo, orderDetails: details } = answered.data;
        return [{ platformOrderNo, orderedAt: details.purchaseOrderDate ?? details.orderDate ?? at.since }];
      }),
      ...onward(at, segments, token),
    };
  }

  return { listOrders, listOrderNos };
}

const numberAndTime = z.object({
  purchaseOrderNumber: idText,
  orderDetails: z.object({
    purchaseOrderDate: instant.optional().catch(undefined),
    orderDate: instant.optional().catch(undefined),
  }),
});
