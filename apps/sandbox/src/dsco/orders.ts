import { changedBetween, createdBetween } from '../kit/listing.ts';
import type { SandboxOrder } from '../world/orders.ts';
import { type Call, type Operation, ok } from './api.ts';
import { bad, DscoError } from './errors.ts';
import { oneOf, Scrolls, windowOf } from './params.ts';
import { hasTwin, orderView, poNumberOf, twinnedId, twinOf } from './views.ts';

const STATUSES = ['created', 'shipment_pending', 'shipped', 'cancelled'] as const;

/** An order's place in a list: it, or its twin of the other retailer. */
interface Row {
  order: SandboxOrder;
  twin: boolean;
}

export const orderNotFound = (value: string) => new DscoError(404, 'not_found', `Order ${value} was not found.`);

/** Source: Get Orders, Get Order Object. */
export function orderOperations(): Operation[] {
  const scrolls = new Scrolls<Row>();

  const view = ({ ctx, account, shop }: Call, { order, twin }: Row) => {
    const answered = orderView(ctx, account, shop, order);
    return twin ? twinOf(answered) : answered;
  };

  function find(call: Call): Row[] {
    const { shop, query } = call;
    const statuses = oneOf('status', query.getAll('status'), STATUSES);
    const { from, until } = windowOf(call, 'ordersCreatedSince', 'ordersUpdatedSince');
    // Created since: inclusive. Updated since: exclusive.
    const orders =
      from.updated === undefined
        ? createdBetween(shop, from.created ?? 0, until + 1)
        : changedBetween(shop, from.updated + 1, until + 1);
    const rows = orders.flatMap((order) =>
      hasTwin(order)
        ? [
            { order, twin: false },
            { order, twin: true },
          ]
        : [{ order, twin: false }],
    );
    return statuses.length === 0
      ? rows
      : rows.filter((row) => statuses.includes(view(call, row).dscoStatus as (typeof STATUSES)[number]));
  }

  function getOrders(call: Call) {
    const { query } = call;
    const scrollId = query.get('scrollId');
    const size = Number(query.get('ordersPerPage') ?? 1000);
    if (!Number.isInteger(size) || size < 10 || size > 1000) throw bad('ordersPerPage must be from 10 to 1000.');
    const page = scrollId === null ? scrolls.begin(call, find(call), size) : scrolls.next(call, scrollId);
    return ok({
      ...(page.scrollId === undefined ? {} : { scrollId: page.scrollId }),
      orders: page.rows.map((row) => view(call, row)),
    });
  }

  function getOrderById(call: Call) {
    const { shop, query } = call;
    const key = oneOf('orderKey', [query.get('orderKey') ?? ''], ['dscoOrderId', 'poNumber'])[0];
    const value = query.get('value') ?? '';
    if (key === 'poNumber') {
      if (!query.has('dscoAccountId') && !query.has('dscoTradingPartnerId'))
        throw bad('dscoAccountId or dscoTradingPartnerId is required when orderKey is poNumber.');
      const order = [...shop.byId.values()].find((one) => poNumberOf(one) === value);
      if (!order) throw orderNotFound(value);
      return ok(view(call, { order, twin: false }));
    }
    const own = shop.byId.get(value);
    const order = own ?? shop.byId.get(twinnedId(value) ?? '');
    if (!order || (!own && !hasTwin(order))) throw orderNotFound(value);
    return ok(view(call, { order, twin: !own }));
  }

  return [
    {
      method: 'GET',
      path: '/order/page',
      name: 'getOrders',
      query: [
        ...['scrollId', 'ordersCreatedSince', 'ordersUpdatedSince', 'until', 'status', 'includeTestOrders'],
        ...['returnedOnly', 'ordersPerPage'],
      ],
      handle: getOrders,
    },
    {
      method: 'GET',
      path: '/order/',
      name: 'getOrderById',
      query: ['orderKey', 'value', 'dscoAccountId', 'dscoTradingPartnerId', 'returnMultiple'],
      handle: getOrderById,
    },
  ];
}
