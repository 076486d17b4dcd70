import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { idText, lax } from '../../lax.ts';
import { amount, currencyCode, instant, listOf, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { cursorText, PLATFORM, rowsOf, shaped, type WalmartClient } from './client.ts';

const PAGE_SIZE = 100;
const OVERLAP_MS = 5 * 60_000;

const place = z.object({
  from: z.string(),
  to: z.string(),
  next: z.string().startsWith('?').optional(),
  repeats: wholeNumber.default(0),
});

const event = z.object({ eventTime: instant.nullish(), statusTime: instant.nullish() });
const lineShape = z.object({
  purchaseOrderId: idText,
  purchaseOrderLineNumber: lax(idText),
  returnReason: optionalText,
  returnCancellationReason: optionalText,
  item: z.object({ sku: optionalText }).nullish(),
  quantity: z.object({ measurementValue: wholeNumber }),
  status: z.string(),
  statusTime: instant.nullish(),
  currentDeliveryStatus: optionalText,
  currentRefundStatus: optionalText,
  currentTrackingStatuses: listOf(event),
  returnTrackingDetail: listOf(event),
});
type ReturnLine = z.output<typeof lineShape>;

const returnShape = z.object({
  returnOrderId: idText,
  returnOrderDate: instant,
  totalRefundAmount: z.object({ currencyAmount: amount, currencyUnit: currencyCode }).nullish(),
  returnLineGroups: listOf(
    z.object({ labels: listOf(z.object({ carrierInfoList: listOf(z.object({ trackingNo: optionalText })) })) }),
  ),
  returnOrderLines: listOf(lineShape).refine((lines) => lines.length > 0, 'no lines'),
});
type WalmartReturn = z.output<typeof returnShape>;

const pageShape = z.object({
  meta: z.object({ nextCursor: cursorText }).nullish(),
  returnOrders: rowsOf(z.unknown()),
});

/** A line's own state: whether it was paid back, then how far the return came. @throws Unfit for an unknown word */
export function stateOf(line: ReturnLine): PlatformReturn['state'] {
  if (line.currentRefundStatus === 'REFUND_COMPLETED') return 'refunded';
  const delivered = line.currentDeliveryStatus === 'DELIVERED';
  switch (line.status) {
    case 'COMPLETED':
      return 'closed';
    case 'CANCELLED':
      return 'closed';
    case 'DELIVERED':
      return 'received';
    case 'INITIATED':
      if (delivered) return 'received';
      return (line.currentDeliveryStatus ?? 'NOT_SHIPPED') === 'NOT_SHIPPED' ? 'requested' : 'shipped';
    default:
      throw new Unfit('returnOrderLines.status', `"${line.status}" is unknown`);
  }
}

/** What is least far speaks for the whole. */
const ORDER: readonly PlatformReturn['state'][] = ['requested', 'shipped', 'received', 'closed', 'refunded'];
const leastOf = (lines: readonly ReturnLine[]): PlatformReturn['state'] =>
  ORDER[Math.min(...lines.map((line) => ORDER.indexOf(stateOf(line))))] ?? 'requested';

function changedAt(answered: WalmartReturn): Instant {
  const times = answered.returnOrderLines.flatMap((line) => [
    line.statusTime,
    ...[...line.currentTrackingStatuses, ...line.returnTrackingDetail].flatMap((one) => [
      one.eventTime,
      one.statusTime,
    ]),
  ]);
  return [answered.returnOrderDate, ...times.flatMap((time) => time ?? [])].sort().at(-1) ?? answered.returnOrderDate;
}

/** A return is of a buyer's order, which may hold several purchase orders: each is told by itself. */
function toReturns(answered: WalmartReturn): PlatformReturn[] {
  const byOrder = new Map<string, ReturnLine[]>();
  for (const line of answered.returnOrderLines)
    byOrder.set(line.purchaseOrderId, [...(byOrder.get(line.purchaseOrderId) ?? []), line]);
  const tracking = answered.returnLineGroups
    .flatMap((group) => group.labels.flatMap((label) => label.carrierInfoList))
    .find((one) => one.trackingNo)?.trackingNo;
  const { totalRefundAmount: refund } = answered;
  return [...byOrder].map(([platformOrderNo, lines]) => ({
    returnNo: byOrder.size === 1 ? answered.returnOrderId : `${answered.returnOrderId}-${platformOrderNo}`,
    platformOrderNo,
    state: leastOf(lines),
    reason: lines.find((line) => line.returnReason)?.returnReason ?? '',
    lines: lines.map((line) => ({
      ...(line.purchaseOrderLineNumber ? { platformLineId: line.purchaseOrderLineNumber } : {}),
      ...(line.item?.sku ? { sellerSku: line.item.sku } : {}),
      quantity: line.quantity.measurementValue,
    })),
    // One amount for all of it: which order has which part is not said.
    ...(refund && byOrder.size === 1 ? { refundAmount: refund.currencyAmount, currency: refund.currencyUnit } : {}),
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: answered.returnOrderDate,
    updatedAt: changedAt(answered),
  }));
}

export function createReturns(call: WalmartClient, now: () => number) {
  function begin(updatedAfter: Instant): z.output<typeof place> {
    const from = Date.parse(updatedAfter);
    if (Number.isNaN(from)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${updatedAfter}`);
    const to = Math.max(now(), from + 1);
    return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), repeats: 0 };
  }

  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const at = input.cursor === undefined ? begin(input.updatedAfter) : readCursor(PLATFORM, place, input.cursor);
    const answer = await call(access, {
      kind: 'returns',
      method: 'GET',
      path: '/v3/returns',
      query: { returnLastModifiedStartDate: at.from, returnLastModifiedEndDate: at.to, limit: PAGE_SIZE },
      cursor: at.next,
      mayBeNothing: true,
    });
    const listedUntil = new Date(Math.max(Date.parse(at.from), Date.parse(at.to) - OVERLAP_MS)).toISOString();
    const result: ReturnPage = { returns: [], unreadable: [], listedUntil };
    if (answer.json === undefined) return result;
    const page = shaped(pageShape, answer, 'returns');
    await readEach(returnShape, page.returnOrders, result.unreadable, (answered) =>
      result.returns.push(...toReturns(answered)),
    );
    const next = page.meta?.nextCursor;
    if (next) {
      const repeats = countRepeats(PLATFORM, next === at.next, at.repeats);
      result.nextCursor = writeCursor({ ...at, next, repeats });
    }
    return result;
  };
}
