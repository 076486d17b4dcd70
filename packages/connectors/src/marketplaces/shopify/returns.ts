import { z } from 'zod';
import type { PlatformReturn, ReturnPage } from '../../capabilities/returns.ts';
import { writeCursor } from '../../cursor.ts';
import { isZero, sum } from '../../money.ts';
import { instant, optionalText, Unfit, wholeNumber } from '../../read.ts';
import { readEach } from '../../record.ts';
import type { Instant, ShopAccess } from '../../types.ts';
import { idOf, type ShopifyClient } from './client.ts';
import { readPage } from './listing.ts';
import { LIST_RETURNS } from './queries.ts';
import { isFor, refundShape } from './refundNote.ts';

const nodes = <T extends z.ZodType>(node: T) => z.object({ nodes: z.array(node) });
const whole = z.object({ hasNextPage: z.boolean() });

const lineShape = z.object({
  quantity: wholeNumber,
  customerNote: optionalText,
  returnReasonNote: optionalText,
  returnReasonDefinition: z.object({ name: optionalText }).nullish(),
  // Absent where a person wrote down what came back without an order's line.
  fulfillmentLineItem: z.object({ lineItem: z.object({ id: z.string(), sku: optionalText }) }).nullish(),
});
const returnShape = z.object({
  id: z.string().startsWith('gid://shopify/Return/'),
  status: z.enum(['REQUESTED', 'OPEN', 'CLOSED', 'DECLINED', 'CANCELED']),
  createdAt: instant,
  returnLineItems: z.object({ nodes: z.array(lineShape), pageInfo: whole }),
  reverseFulfillmentOrders: nodes(
    z.object({
      reverseDeliveries: nodes(
        z.object({ deliverable: z.object({ tracking: z.object({ number: optionalText }).nullish() }).nullish() }),
      ),
      lineItems: nodes(z.object({ dispositions: z.array(z.object({ quantity: wholeNumber })) })),
    }),
  ),
});
type ShopifyReturn = z.output<typeof returnShape>;

const orderShape = z.object({
  legacyResourceId: z.coerce.string().regex(/^\d+$/),
  updatedAt: instant,
  refunds: z.array(refundShape),
  returns: z.object({ nodes: z.array(z.unknown()), pageInfo: whole }),
});

/** An open return goes its way; Shopify tells it by what is known of the parcel and of the money. */
function stateOf(answered: ShopifyReturn, refunded: boolean, tracking: string | undefined): PlatformReturn['state'] {
  if (refunded) return 'refunded';
  if (answered.status === 'REQUESTED') return 'requested';
  if (answered.status === 'DECLINED') return 'rejected';
  if (answered.status !== 'OPEN') return 'closed';
  const received = answered.reverseFulfillmentOrders.nodes.some((one) =>
    one.lineItems.nodes.some((line) => line.dispositions.length > 0),
  );
  return received ? 'received' : tracking ? 'shipped' : 'approved';
}

function toReturn(answered: ShopifyReturn, order: z.output<typeof orderShape>): PlatformReturn {
  if (answered.returnLineItems.pageInfo.hasNextPage) throw new Unfit('returnLineItems', 'more than 20 lines');
  const lines = answered.returnLineItems.nodes;
  const refunds = order.refunds.filter(isFor(idOf(answered.id))).map((one) => one.totalRefundedSet.shopMoney);
  const currency = refunds[0]?.currencyCode;
  if (refunds.some((one) => one.currencyCode !== currency)) throw new Unfit('refunds', 'in several currencies');
  const refundAmount = sum(refunds.map((one) => one.amount));
  const tracking = answered.reverseFulfillmentOrders.nodes
    .flatMap((one) => one.reverseDeliveries.nodes)
    .map((one) => one.deliverable?.tracking?.number)
    .find((number) => number !== undefined);
  const reasons = lines.map(
    (line) => line.customerNote ?? line.returnReasonNote ?? line.returnReasonDefinition?.name ?? '',
  );
  return {
    returnNo: idOf(answered.id),
    platformOrderNo: order.legacyResourceId,
    state: stateOf(answered, !isZero(refundAmount), tracking),
    reason: [...new Set(reasons)].filter(Boolean).join('; '),
    lines: lines.map(({ quantity, fulfillmentLineItem }) => ({
      ...(fulfillmentLineItem ? { platformLineId: idOf(fulfillmentLineItem.lineItem.id) } : {}),
      ...(fulfillmentLineItem?.lineItem.sku ? { sellerSku: fulfillmentLineItem.lineItem.sku } : {}),
      quantity,
    })),
    ...(currency ? { refundAmount, currency } : {}),
    ...(tracking ? { trackingNumber: tracking } : {}),
    createdAt: answered.createdAt,
    // A return has no time of change of its own; its order is touched with it.
    updatedAt: order.updatedAt,
  };
}

/** Returns hang on their orders: the orders that have any are listed by their time of change. */
export function createReturns(graphql: ShopifyClient, now: () => number) {
  return async function listReturns(
    access: ShopAccess,
    input: { updatedAfter: Instant; cursor?: string },
  ): Promise<ReturnPage> {
    const page = await readPage(graphql, access, {
      ...input,
      graphqlQuery: LIST_RETURNS,
      only: '-return_status:no_return',
      now: now(),
    });
    const result: ReturnPage = {
      returns: [],
      unreadable: [],
      listedUntil: page.until,
      ...(page.next ? { nextCursor: writeCursor(page.next) } : {}),
    };
    await readEach(orderShape, page.nodes, result.unreadable, async (order) => {
      await readEach(returnShape, order.returns.nodes, result.unreadable, (answered) =>
        result.returns.push(toReturn(answered, order)),
      );
      if (order.returns.pageInfo.hasNextPage) throw new Unfit('returns', 'more than ten returns of one order');
    });
    return result;
  };
}
