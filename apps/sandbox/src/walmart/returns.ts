import { pageOf } from '../kit/listing.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import type { Shop } from '../world/shop.ts';
import { type Call, type Operation, WALMART } from './api.ts';
import { badParam } from './errors.ts';
import { unitsOf } from './units.ts';
import { customerOrderOf, iso } from './views.ts';

/** Our states in Walmart's words: [status, delivery, refund]. */
const STATES: Record<ReturnState, readonly [string, string, string]> = {
  requested: ['INITIATED', 'NOT_SHIPPED', 'REFUND_INITIATED'],
  approved: ['INITIATED', 'NOT_SHIPPED', 'REFUND_INITIATED'],
  shipped: ['INITIATED', 'IN_TRANSIT', 'REFUND_INITIATED'],
  received: ['DELIVERED', 'DELIVERED', 'REFUND_INITIATED'],
  refunded: ['COMPLETED', 'DELIVERED', 'REFUND_COMPLETED'],
  rejected: ['COMPLETED', 'DELIVERED', 'REFUND_DENIED'],
};
const FILTERS = [
  'returnOrderId',
  'customerOrderId',
  'status',
  'replacementInfo',
  'returnType',
  'returnCreationStartDate',
  'returnCreationEndDate',
  'returnLastModifiedStartDate',
  'returnLastModifiedEndDate',
  'limit',
];

/** Returns. Source: Returns and Refunds API. */
export const returns: Operation[] = [
  {
    method: 'GET',
    path: '/v3/returns',
    name: 'getReturns',
    service: 'RETURN',
    rate: 'returns',
    query: [...FILTERS, 'offset', 'sellerId'],
    handle: listReturns,
  },
];

const returnNo = (one: SandboxReturn): string => `10${one.id}0000000`;

function returnView(shop: Shop, one: SandboxReturn) {
  const order = shop.byId.get(one.orderId);
  const [status, delivery, refund] = STATES[one.state];
  const cents = (value: number) => ({ currencyAmount: value / 100, currencyUnit: shop.currency });
  const left = new Map(one.lines.map((line) => [line.lineId, line.quantity]));
  const units = (order ? unitsOf(order) : []).filter(({ line }) => {
    const desired = left.get(line.id) ?? 0;
    left.set(line.id, desired - 1);
    return desired > 0;
  });
  return {
    returnOrderId: returnNo(one),
    customerEmailId: order?.buyerEmail,
    customerOrderId: order ? customerOrderOf(order) : '',
    refundMode: 'POST_DELIVERY',
    returnType: 'REFUND',
    returnOrderDate: iso(one.createdAt),
    returnByDate: iso(one.createdAt + 30 * 86_400_000),
    totalRefundAmount: cents(one.refundCents),
    returnLineGroups: [
      {
        groupNo: 1,
        labels: [{ carrierInfoList: [{ carrierId: '11', carrierName: 'FEDEX', trackingNo: `78561${one.id}` }] }],
        returnExpectedFlag: true,
      },
    ],
    returnOrderLines: units.map(({ number, line }, index) => ({
      returnOrderLineNumber: index + 1,
      salesOrderLineNumber: Number(number),
      returnReason: one.reason,
      purchaseOrderId: one.orderId,
      purchaseOrderLineNumber: Number(number),
      item: { sku: line.sku, productName: line.title },
      unitPrice: cents(line.priceCents),
      currentDeliveryStatus: delivery,
      currentRefundStatus: refund,
      quantity: { unitOfMeasure: 'EACH', measurementValue: 1 },
      status,
      statusTime: iso(one.updatedAt),
      returnTrackingDetail: [{ sequenceNo: 0, eventTag: 'RETURN_INITIATED', eventTime: iso(one.createdAt) }],
    })),
    returnChannel: { channelName: 'CALL_CENTER' },
  };
}

function listReturns({ ctx, shop, query }: Call) {
  const moment = (name: string, usual: number): number => {
    const answered = query[name];
    const at = answered === undefined ? usual : Date.parse(answered);
    if (Number.isNaN(at)) throw badParam('RETURN', name, `Invalid date: ${answered}`);
    return at;
  };
  const limit = Number(query.limit ?? 10);
  const offset = Number(query.offset ?? 0);
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= 200))
    throw badParam('RETURN', 'limit', 'The limit is between 1 and 200');
  if (query.status !== undefined && !['INITIATED', 'DELIVERED', 'COMPLETED'].includes(query.status))
    throw badParam('RETURN', 'status', `Invalid status: ${query.status}`);
  const changed = [
    moment('returnLastModifiedStartDate', 0),
    moment('returnLastModifiedEndDate', Number.MAX_SAFE_INTEGER),
  ] as const;
  const made = [
    moment('returnCreationStartDate', 0),
    moment('returnCreationEndDate', Number.MAX_SAFE_INTEGER),
  ] as const;
  const all = shop.returns.filter(
    (one) =>
      one.updatedAt >= changed[0] &&
      one.updatedAt <= changed[1] &&
      one.createdAt >= made[0] &&
      one.createdAt <= made[1] &&
      (query.status === undefined || STATES[one.state][0] === query.status) &&
      (query.returnOrderId === undefined || returnNo(one) === query.returnOrderId),
  );
  const page = pageOf(ctx, WALMART, all, offset, limit);
  const kept = FILTERS.filter((name) => name !== 'limit' && query[name] !== undefined).map(
    (name) => `&${name}=${query[name]}`,
  );
  return {
    meta: {
      totalCount: page.total,
      limit,
      nextCursor:
        page.next === undefined ? null : `?sellerId=${shop.id}&limit=${limit}&offset=${page.next}${kept.join('')}`,
    },
    returnOrders: page.rows.map((one) => returnView(shop, one)),
  };
}
