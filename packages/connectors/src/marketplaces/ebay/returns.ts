import { z } from 'zod';
import type { PlatformReturn, ReturnAnswer, ReturnName, ReturnPage, ReturnRefund } from '../../capabilities/returns.ts';
import { countRepeats, readCursor, writeCursor } from '../../cursor.ts';
import { idText, lax } from '../../lax.ts';
import { magnitude } from '../../money.ts';
import { amount, currencyCode, instant, optionalText, reasonOf, wholeNumber } from '../../read.ts';
import { ConnectorError, type Instant, type ShopAccess } from '../../types.ts';
import { type EbayClient, PLATFORM, shaped } from './client.ts';
import type { Listing } from './listing.ts';
import { type EbayLine, lineShape } from './orderShape.ts';

/** As many orders as eBay tells in one call: a page of returns is looked up in one. */
const PAGE_SIZE = 50;
/** Returns can be searched only by when they were made; after so long none changes any more. */
const LIFE_MS = 60 * 86_400_000;

const place = z.object({ from: z.string(), offset: wholeNumber, repeats: z.number().int().default(0) });

const refund = z.object({ value: amount, currency: currencyCode }).nullish();
const returnShape = z.object({
  returnId: idText,
  orderId: idText,
  state: z.string().min(1),
  creationInfo: z.object({
    item: z.object({
      itemId: lax(idText),
      transactionId: lax(idText),
      returnQuantity: wholeNumber,
    }),
    reason: optionalText,
    comments: z.object({ content: optionalText }).nullish(),
    creationDate: z.object({ value: instant }),
  }),
  sellerTotalRefund: z.object({ actualRefundAmount: refund, estimatedRefundAmount: refund }).nullish(),
  sellerResponseDue: z.object({ respondByDate: z.object({ value: instant }).nullish() }).nullish(),
});
type EbayReturn = z.output<typeof returnShape>;

const pageShape = z.object({
  members: z
    .array(z.unknown())
    .nullish()
    .transform((members) => members ?? []),
  total: wholeNumber.nullish(),
  paginationOutput: z.object({ totalEntries: wholeNumber.nullish() }).nullish(),
});

/** Post-Order's ReturnStateEnum. What ends a return is told apart by whether money was given back. */
const STATES: Record<string, PlatformReturn['state'] | 'ended'> = {
  INITIAL: 'requested',
  RETURN_REQUESTED: 'requested',
  RETURN_REQUEST_TIMEOUT: 'requested',
  REPLACEMENT_REQUESTED: 'requested',
  REPLACEMENT_REQUEST_TIMEOUT: 'requested',
  PARTIAL_REFUND_REQUESTED: 'requested',
  PARTIAL_REFUND_DECLINED: 'requested',
  RETURN_LABEL_REQUESTED: 'approved',
  RETURN_LABEL_REQUESTED_TIMEOUT: 'approved',
  RETURN_LABEL_PENDING: 'approved',
  RETURN_LABEL_PENDING_TIMEOUT: 'approved',
  RMA_PENDING: 'approved',
  ITEM_READY_TO_SHIP: 'approved',
  REPLACEMENT_RMA_PENDING: 'approved',
  REPLACEMENT_LABEL_REQUESTED: 'approved',
  REPLACEMENT_LABEL_REQUESTED_TIMEOUT: 'approved',
  REPLACEMENT_STARTED: 'approved',
  REPLACEMENT_SHIPPED: 'approved',
  REPLACEMENT_DELIVERED: 'approved',
  ITEM_SHIPPED: 'shipped',
  ITEM_DELIVERED: 'received',
  REFUND_TIMEOUT: 'received',
  REFUND_FAILED: 'received',
  PARTIAL_REFUND_FAILED: 'received',
  REFUND_INITIATED: 'refunded',
  AUTO_REFUND_INITIATED: 'refunded',
  REFUND_AS_PAYOUT_INITIATED: 'refunded',
  REFUND_SENT_PENDING_CONFIRMATION: 'refunded',
  PARTIAL_REFUND_INITIATED: 'refunded',
  PARTIAL_REFUND_AS_PAYOUT_INITIATED: 'refunded',
  PARTIAL_REFUND_NON_PAYPAL_INITIATED: 'refunded',
  PARTIAL_REFUNDED: 'refunded',
  PAYOUT_INITIATED: 'refunded',
  LESS_THAN_A_FULL_REFUND_ISSUED: 'refunded',
  RETURN_REJECTED: 'rejected',
  ITEM_KEPT: 'ended',
  REPLACED: 'ended',
  REPLACEMENT_CLOSED: 'ended',
  CLOSED: 'ended',
};

export function readReturnState(state: string, refunded: boolean): PlatformReturn['state'] | undefined {
  const read = STATES[state];
  return read === 'ended' ? (refunded ? 'refunded' : 'closed') : read;
}

/** The line that a return is about: the only one of its listing, or the one whose id is the transaction's. */
function lineOf(lines: readonly EbayLine[], answered: EbayReturn): EbayLine | undefined {
  const { itemId, transactionId } = answered.creationInfo.item;
  const ofItem = lines.filter((line) => itemId !== undefined && line.legacyItemId === itemId);
  return ofItem.length === 1 ? ofItem[0] : ofItem.find((line) => line.lineItemId === transactionId);
}

export function createReturns(call: EbayClient, listing: Listing, now: () => number) {
  /** Lines by order number: a return names its listing, but neither our line nor its SKU. */
  async function linesByOrder(access: ShopAccess, orderNos: readonly string[]): Promise<Map<string, EbayLine[]>> {
    const shape = z.object({ orderId: z.string(), lineItems: z.array(lineShape) });
    const orders = await listing.readMany(access, [...new Set(orderNos)]);
    return new Map(
      orders.flatMap((raw) => {
        const read = shape.safeParse(raw);
        return read.success ? [[read.data.orderId, read.data.lineItems] as const] : [];
      }),
    );
  }

  function toReturn(answered: EbayReturn, lines: readonly EbayLine[], readAt: Instant): PlatformReturn | undefined {
    const { creationInfo: made, sellerTotalRefund: money } = answered;
    const paid = money?.actualRefundAmount;
    const state = readReturnState(answered.state, Boolean(paid));
    if (!state) return undefined;
    const line = lineOf(lines, answered);
    const due = paid ?? money?.estimatedRefundAmount;
    const { returnQuantity: quantity } = made.item;
    return {
      returnNo: answered.returnId,
      platformOrderNo: answered.orderId,
      state,
      reason: made.comments?.content ?? made.reason ?? '',
      lines: [
        {
          ...(line ? { platformLineId: line.lineItemId } : {}),
          ...(line?.sku ? { sellerSku: line.sku } : {}),
          quantity,
        },
      ],
      // As seen by the seller it is told as a negative amount.
      ...(due ? { refundAmount: magnitude(due.value), currency: due.currency } : {}),
      ...(answered.sellerResponseDue?.respondByDate
        ? { answerBy: answered.sellerResponseDue.respondByDate.value }
        : {}),
      createdAt: made.creationDate.value,
      // eBay does not give the time of the last change: this is how it stood before the request.
      updatedAt: readAt,
    };
  }

  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const since = Date.parse(input.updatedAfter);
    if (Number.isNaN(since)) throw new ConnectorError(PLATFORM, 'rejected', `not an instant: ${input.updatedAfter}`);
    const at =
      input.cursor === undefined
        ? { from: new Date(since - LIFE_MS).toISOString(), offset: 0, repeats: 0 }
        : readCursor(PLATFORM, place, input.cursor);
    const query = { creation_date_range_from: at.from, limit: PAGE_SIZE, offset: at.offset, sort: 'FILING_DATE' };
    const readAt = new Date(now()).toISOString();
    const answer = await call(access, { api: 'postOrder', method: 'GET', path: '/return/search', query });
    const page = shaped(pageShape, answer, 'return/search');
    const result: ReturnPage = { returns: [], unreadable: [], listedUntil: readAt };
    const read: EbayReturn[] = [];
    for (const raw of page.members) {
      const one = returnShape.safeParse(raw);
      if (one.success) read.push(one.data);
      else result.unreadable.push({ raw, reason: reasonOf(one.error) });
    }
    const lines = await linesByOrder(
      access,
      read.map((one) => one.orderId),
    );
    for (const answered of read) {
      const one = toReturn(answered, lines.get(answered.orderId) ?? [], readAt);
      if (one) result.returns.push(one);
      else result.unreadable.push({ raw: answered, reason: `state: "${answered.state}" is unknown` });
    }
    const total = page.paginationOutput?.totalEntries ?? page.total ?? 0;
    const offset = at.offset + page.members.length;
    if (offset < total) {
      const repeats = countRepeats(PLATFORM, page.members.length === 0, at.repeats);
      result.nextCursor = writeCursor({ from: at.from, offset, repeats });
    }
    return result;
  };
}

/** A return by itself is told within its summary. */
const oneShape = z.object({ summary: returnShape });

/** What a seller does with a return: answer the buyer who asks for it, and give money back. */
export function createReturnDesk(call: EbayClient) {
  async function read(access: ShopAccess, { returnNo }: ReturnName): Promise<EbayReturn> {
    const path = `/return/${encodeURIComponent(returnNo)}`;
    const answer = await call(access, { api: 'postOrder', method: 'GET', path });
    return shaped(oneShape, answer, 'return').summary;
  }
  return {
    async answerReturn(access: ShopAccess, answer: ReturnAnswer): Promise<void> {
      const { state } = await read(access, answer);
      // Answered already, by us or on the site.
      if (STATES[state] !== 'requested') return;
      await call(access, {
        api: 'postOrder',
        method: 'POST',
        path: `/return/${encodeURIComponent(answer.returnNo)}/decide`,
        json: {
          decision: answer.approve ? 'APPROVE' : 'DECLINE',
          ...(answer.note ? { comments: { content: answer.note } } : {}),
        },
      });
    },
    async refundReturn(access: ShopAccess, refund: ReturnRefund): Promise<void> {
      const money = { value: refund.amount, currency: refund.currency };
      await call(access, {
        api: 'postOrder',
        method: 'POST',
        path: `/return/${encodeURIComponent(refund.returnNo)}/issue_refund`,
        json: {
          refundDetail: {
            itemizedRefundDetail: [{ refundAmount: money, refundFeeType: 'PURCHASE_PRICE' }],
            totalAmount: money,
          },
          ...(refund.note ? { comments: { content: refund.note } } : {}),
        },
        effect: 'once',
        signed: true,
      });
    },
    async returnRefunded(access: ShopAccess, which: ReturnName): Promise<string> {
      const { sellerTotalRefund } = await read(access, which);
      return magnitude(sellerTotalRefund?.actualRefundAmount?.value ?? '0');
    },
  };
}
