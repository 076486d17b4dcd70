import { isoSeconds } from '../world/clock.ts';
import type { ReturnState, SandboxReturn } from '../world/returns.ts';
import { type Call, type Operation, ok } from './api.ts';
import { oneOf, Scrolls, windowOf } from './params.ts';
import { lineNumberOf, poNumberOf } from './views.ts';

const STATUSES = ['created', 'acknowledged', 'completed'] as const;
const PAGE = 100;

const STATUS: Readonly<Record<ReturnState, (typeof STATUSES)[number]>> = {
  requested: 'created',
  approved: 'acknowledged',
  shipped: 'acknowledged',
  received: 'acknowledged',
  refunded: 'completed',
  rejected: 'completed',
};

function returnView({ shop, account }: Call, one: SandboxReturn) {
  const order = shop.byId.get(one.orderId);
  const response = one.state === 'refunded' ? 'accepted' : one.state === 'rejected' ? 'rejected' : null;
  return {
    dscoReturnId: one.id,
    returnNumber: `RA${one.id}`,
    dscoRetailerId: account.retailer.accountId,
    dscoSupplierId: account.id,
    dscoOrderId: one.orderId,
    poNumber: order ? poNumberOf(order) : null,
    initiatedBy: 'retailer',
    status: STATUS[one.state],
    statusTags: [],
    reason: one.reason,
    trackingNumbers: one.tracking ? [one.tracking] : [],
    lineItems: one.lines.map((answered) => {
      const line = order?.lines.find((candidate) => candidate.id === answered.lineId);
      return {
        ...(order && line ? { lineNumber: lineNumberOf(order, line) } : {}),
        sku: answered.sku,
        quantity: answered.quantity,
        reasonCode: 'RTN',
        response,
      };
    }),
    createDate: isoSeconds(one.createdAt),
    lastUpdate: isoSeconds(one.updatedAt),
  };
}

/** Source: Get Returns. */
export function returnOperations(): Operation[] {
  const scrolls = new Scrolls<SandboxReturn>();
  function find(call: Call): SandboxReturn[] {
    const statuses = oneOf('status', call.query.getAll('status'), STATUSES);
    const { from, until } = windowOf(call, 'returnsCreatedSince', 'returnsUpdatedSince');
    return call.shop.returns.filter((one) => {
      const time = from.updated === undefined ? one.createdAt : one.updatedAt;
      const since = from.updated ?? from.created ?? 0;
      return time >= since && time <= until && (statuses.length === 0 || statuses.includes(STATUS[one.state]));
    });
  }
  return [
    {
      method: 'GET',
      path: '/return/page',
      name: 'getReturns',
      query: ['scrollId', 'returnsCreatedSince', 'returnsUpdatedSince', 'until', 'status'],
      handle: (call) => {
        const scrollId = call.query.get('scrollId');
        const page = scrollId === null ? scrolls.begin(call, find(call), PAGE) : scrolls.next(call, scrollId);
        return ok({
          ...(page.scrollId === undefined ? {} : { scrollId: page.scrollId }),
          returns: page.rows.map((one) => returnView(call, one)),
        });
      },
    },
  ];
}
