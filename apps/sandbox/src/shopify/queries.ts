import { GraphQLError } from 'graphql';
import { isRecord } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Position } from '../world/timeIndex.ts';
import {
  type Connection,
  connection,
  decodeCursor,
  encodeCursor,
  finish,
  type PageArgs,
  pageSize,
} from './connection.ts';
import { paymentsAccount } from './payments.ts';
import { returnView } from './returns.ts';
import { parseSearch } from './search.ts';
import { gid, idOf, LOCATION_ID, orderOfFulfillmentOrder } from './status.ts';
import { inventoryItemView, locationView, type StoreView, variantView } from './stockViews.ts';
import { fulfillmentOrderStatus, fulfillmentOrderView, fulfillmentView, orderView } from './views.ts';
import { subscriptionView } from './webhookViews.ts';

export type Args = Record<string, unknown>;

/** A field the token's scopes do not open. Shape as Shopify answers it, HTTP 200. */
export function accessDenied(field: string, scope: string): GraphQLError {
  return new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: {
      code: 'ACCESS_DENIED',
      documentation: 'https://shopify.dev/api/usage/access-scopes',
      requiredAccess: `\`${scope}\` access scope.`,
    },
  });
}

export const FULFILLMENT_READ = [
  'read_merchant_managed_fulfillment_orders',
  'read_assigned_fulfillment_orders',
  'read_third_party_fulfillment_orders',
];

interface OrdersArgs extends PageArgs {
  sortKey?: string;
  reverse?: boolean;
  query?: string | null;
}

export function ordersPage(view: StoreView, shop: Shop, args: OrdersArgs): Connection<ReturnType<typeof orderView>> {
  const size = pageSize(args);
  const search = parseSearch(args.query, shop);
  const byUpdate = args.sortKey === 'UPDATED_AT';
  const place = (order: SandboxOrder): Position =>
    byUpdate ? { t: order.updatedAt, n: order.touch } : { t: order.createdAt, n: order.seq };
  const from = byUpdate ? search.updatedFrom : search.createdFrom;
  const beginning: Position = args.reverse ? { t: Number.MAX_SAFE_INTEGER, n: 0 } : { t: from, n: -1 };
  const cursor = args.after ? readCursor(args.after) : undefined;
  let start = cursor?.pos ?? beginning;
  if (cursor && view.store.ctx.faults.take('shopify', 'repeatPage')) start = cursor.prev;
  const index = byUpdate ? shop.byUpdate : shop.byCreation;
  const edges: { cursor: string; node: ReturnType<typeof orderView> }[] = [];
  let more = false;
  for (const order of args.reverse ? index.before(start) : index.after(start)) {
    if (args.reverse && (byUpdate ? order.updatedAt : order.createdAt) < from) break;
    if (!search.matches(order)) continue;
    if (edges.length === size) {
      more = true;
      break;
    }
    edges.push({ cursor: encodeCursor({ pos: place(order), prev: start }), node: orderView(view, order) });
  }
  const { faults } = view.store.ctx;
  if (edges.length > 0 && faults.take('shopify', 'losePage')) {
    // The page's place is told, its orders are not.
    const { pageInfo } = finish(edges, more, cursor !== undefined);
    return { nodes: [], edges: [], pageInfo };
  }
  return finish(edges, more, cursor !== undefined);
}

function readCursor(text: string): { pos: Position; prev: Position } {
  const value = decodeCursor(text);
  if (isRecord(value) && isRecord(value.pos) && isRecord(value.prev))
    return value as unknown as { pos: Position; prev: Position };
  throw new GraphQLError('Invalid cursor for current pagination sort.', { extensions: { code: 'BAD_REQUEST' } });
}

/** The query root. Each field says which scope it needs. */
export function queryRoot(view: StoreView, shop: Shop) {
  const { store } = view;
  const need = (field: string, ...scopes: string[]) => {
    if (!view.may(...scopes)) throw accessDenied(field, scopes[0]!);
  };
  const catalog = () => store.ctx.world.catalog.items;
  const matching = (query: unknown) => {
    const text = typeof query === 'string' ? query.trim() : '';
    const sku = /(?:^|\s)sku:'?"?([^\s'"]+)/.exec(text)?.[1];
    const ids = /(?:^|\s)id:'?"?([^\s'"]+)/.exec(text)?.[1];
    const indexes = catalog().map((_, index) => index);
    if (sku) return indexes.filter((index) => catalog()[index]!.sku === sku);
    if (ids)
      return indexes.filter((index) => store.variantIdAt(index) === idOf(ids) || store.itemIdAt(index) === idOf(ids));
    return indexes;
  };
  const byIndex = <T>(index: number, make: (index: number) => T) => (index < 0 ? null : make(index));
  const fulfillmentOrder = (id: unknown) => orderOfFulfillmentOrder(shop, idOf(id));

  return {
    shop: () => ({
      id: gid('Shop', '548380009'),
      name: shop.name,
      email: 'owner@tradewind-demo.test',
      myshopifyDomain: shop.id,
      primaryDomain: { id: gid('Domain', '1'), host: shop.id, url: `https://${shop.id}` },
      currencyCode: shop.currency,
      ianaTimezone: 'America/New_York',
      timezoneOffset: '-0500',
      weightUnit: 'POUNDS',
      plan: { displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: true, shopifyPlus: false },
      shopAddress: { address1: '1 Dock Rd', city: 'Timonium', countryCodeV2: 'US' },
    }),
    orders: (args: OrdersArgs) => {
      need('orders', 'read_orders');
      return ordersPage(view, shop, args);
    },
    order: (args: Args) => {
      need('order', 'read_orders');
      const order = shop.byId.get(idOf(args.id));
      return order ? orderView(view, order) : null;
    },
    locations: (args: PageArgs) => {
      need('locations', 'read_locations');
      return connection([LOCATION_ID], args, () => locationView());
    },
    location: (args: Args) => {
      need('location', 'read_locations');
      return !args.id || idOf(args.id) === LOCATION_ID ? locationView() : null;
    },
    productVariants: (args: PageArgs & Args) => {
      need('productVariants', 'read_products');
      const indexes = matching(args.query);
      return connection(args.reverse ? indexes.reverse() : indexes, args, (index) => variantView(view, index));
    },
    productVariant: (args: Args) => {
      need('productVariant', 'read_products');
      return byIndex(store.indexOfVariant(idOf(args.id)), (index) => variantView(view, index));
    },
    inventoryItems: (args: PageArgs & Args) => {
      need('inventoryItems', 'read_inventory', 'read_products');
      return connection(matching(args.query), args, (index) => inventoryItemView(view, index));
    },
    inventoryItem: (args: Args) => {
      need('inventoryItem', 'read_inventory', 'read_products');
      return byIndex(store.indexOfItem(idOf(args.id)), (index) => inventoryItemView(view, index));
    },
    fulfillmentOrders: (args: PageArgs & Args) => {
      need('fulfillmentOrders', ...FULFILLMENT_READ);
      const orders = [...shop.byCreation.after({ t: 0, n: -1 })].filter(
        (order) => args.includeClosed || fulfillmentOrderStatus(order) !== 'CLOSED',
      );
      return connection(orders, args, (order) => fulfillmentOrderView(view, order));
    },
    fulfillmentOrder: (args: Args) => {
      need('fulfillmentOrder', ...FULFILLMENT_READ);
      const order = fulfillmentOrder(args.id);
      return order ? fulfillmentOrderView(view, order) : null;
    },
    fulfillment: (args: Args) => {
      need('fulfillment', 'read_orders', 'read_fulfillments');
      const known = store.fulfillments.get(idOf(args.id));
      return known ? fulfillmentView(view, known.order, known.parcel, known.order.parcels.indexOf(known.parcel)) : null;
    },
    webhookSubscriptions: (args: PageArgs & Args) => {
      const topics = Array.isArray(args.topics) ? args.topics : undefined;
      const mine = [...store.subscriptions.values()].filter(
        (one) => one.shop === shop.id && (!topics || topics.includes(one.topic)),
      );
      return connection(mine, args, subscriptionView);
    },
    webhookSubscription: (args: Args) => {
      const known = store.subscriptions.get(idOf(args.id));
      return known ? subscriptionView(known) : null;
    },
    return: (args: Args) => {
      need('return', 'read_returns');
      const found = shop.returns.find((one) => one.id === idOf(args.id));
      const order = found && shop.byId.get(found.orderId);
      return found && order ? returnView(view, order, found, () => orderView(view, order)) : null;
    },
    shopifyPaymentsAccount: () => {
      need('shopifyPaymentsAccount', 'read_shopify_payments_payouts', 'read_shopify_payments');
      return paymentsAccount(store.ctx, shop);
    },
    job: (args: Args) => ({ id: args.id, done: true }),
    currentAppInstallation: () => ({
      id: gid('AppInstallation', '1'),
      accessScopes: view.scopes.map((handle) => ({ handle, description: handle })),
    }),
  };
}
