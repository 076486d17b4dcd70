import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, header, param, query, rawBody } from '../http/app.ts';
import { Bucket } from '../http/bucket.ts';
import { at, isRecord, list, parseJson, text } from '../http/types.ts';
import type { SandboxOrder } from '../world/orders.ts';
import type { Shop } from '../world/shop.ts';
import type { Position } from '../world/timeIndex.ts';
import { refuse401, servedVersion, storeView } from './graphql.ts';
import { bookFulfillment, readFulfillment } from './mutations.ts';
import { restFulfillment, restOrder } from './restViews.ts';
import { parseSearch } from './search.ts';
import type { StoreView } from './stockViews.ts';
import type { ShopifyStore } from './store.ts';
import type { ShopifyTokens } from './tokens.ts';

const BUCKET = 40;
const RATE = 2;

/** The legacy REST API: orders and fulfillments, its leaky bucket and its Link paging. Source: "REST Admin API rate limits". */
export function registerRest(app: FastifyInstance, ctx: Context, tokens: ShopifyTokens, store: ShopifyStore): void {
  const buckets = new Map<string, Bucket>();
  ctx.world.onReset(() => buckets.clear());

  type Work = (call: {
    request: FastifyRequest;
    reply: FastifyReply;
    shop: Shop;
    view: StoreView;
    version: string;
  }) => FastifyReply;
  const guarded =
    (name: string, scopes: string[], work: Work) => async (request: FastifyRequest, reply: FastifyReply) => {
      request.note = `rest ${name}`;
      const version = servedVersion(param(request, 'version'));
      const shop = ctx.world.shops.get(param(request, 'shop'));
      if (!version || !shop) return reply.code(404).send({ errors: 'Not Found' });
      reply.header('x-shopify-api-version', version).header('x-request-id', crypto.randomUUID());
      const grant = tokens.grant(header(request, 'x-shopify-access-token'), shop.id);
      if (!grant) return refuse401(reply);
      const rate = RATE * ctx.world.settings.rateFactor;
      const bucket = buckets.get(shop.id) ?? new Bucket(BUCKET, ctx.world.clock.now());
      buckets.set(shop.id, bucket);
      if (!bucket.take(1, rate, BUCKET, ctx.world.clock.now())) return restThrottled(reply);
      reply.header(
        'x-shopify-shop-api-call-limit',
        `${BUCKET - Math.floor(bucket.level(rate, BUCKET, ctx.world.clock.now()))}/${BUCKET}`,
      );
      const view = storeView(store, grant);
      if (!view.may(...scopes)) {
        return reply.code(403).send({ errors: `[API] This action requires merchant approval for ${scopes[0]} scope.` });
      }
      return work({ request, reply, shop, view, version });
    };

  const base = '/shopify/:shop/admin/api/:version';
  app.get(
    `${base}/shop.json`,
    guarded('shop', ['read_orders', 'read_products', 'read_locations'], ({ reply, shop }) =>
      reply.send({
        shop: {
          id: 548380009,
          name: shop.name,
          domain: shop.id,
          myshopify_domain: shop.id,
          currency: shop.currency,
          iana_timezone: 'America/New_York',
        },
      }),
    ),
  );

  app.get(
    `${base}/orders/count.json`,
    guarded('count', ['read_orders'], ({ reply, shop, request }) => {
      const { wanted: desired } = filters(shop, query(request));
      let count = 0;
      for (const order of shop.byCreation.after({ t: 0, n: -1 })) if (desired(order)) count++;
      return reply.send({ count });
    }),
  );

  app.get(
    `${base}/orders/:file`,
    guarded('order', ['read_orders'], ({ reply, shop, request }) => {
      const order = shop.byId.get(param(request, 'file').replace(/\.json$/, ''));
      return order ? reply.send({ order: restOrder(store, order) }) : reply.code(404).send({ errors: 'Not Found' });
    }),
  );

  app.get(
    `${base}/orders.json`,
    guarded('orders', ['read_orders'], ({ reply, shop, request, version }) => {
      const requested = query(request);
      const limit = Math.min(250, Number(requested.limit ?? 50) || 50);
      const page = requested.page_info ? readPageInfo(requested.page_info) : undefined;
      if (
        requested.page_info &&
        (!page || Object.keys(requested).some((key) => !['limit', 'fields', 'page_info'].includes(key)))
      ) {
        return reply.code(400).send({ errors: { page_info: 'Invalid value.' } });
      }
      const { wanted: desired, from } = filters(shop, page?.query ?? requested);
      let start: Position = page?.pos ?? { t: from, n: -1 };
      if (page && ctx.faults.take('shopify', 'repeatPage')) start = page.prev;
      const first = start;
      const orders: SandboxOrder[] = [];
      let more = false;
      for (const order of shop.byUpdate.after(start)) {
        if (!desired(order)) continue;
        if (orders.length === limit) {
          more = true;
          break;
        }
        orders.push(order);
        start = { t: order.updatedAt, n: order.touch };
      }
      if (more) {
        const info = Buffer.from(JSON.stringify({ query: page?.query ?? requested, pos: start, prev: first })).toString(
          'base64url',
        );
        reply.header(
          'link',
          `<https://${shop.id}/admin/api/${version}/orders.json?limit=${limit}&page_info=${info}>; rel="next"`,
        );
      }
      return reply.send({ orders: orders.map((order) => restOrder(store, order)) });
    }),
  );

  app.post(
    `${base}/fulfillments.json`,
    guarded(
      'fulfillments',
      ['write_merchant_managed_fulfillment_orders', 'write_fulfillments'],
      ({ reply, shop, request, view }) => {
        const input = at(parseJson(rawBody(request)), 'fulfillment');
        const groups = list(at(input, 'line_items_by_fulfillment_order')).map((group) => ({
          fulfillmentOrderId: text(at(group, 'fulfillment_order_id')),
          lines: list(at(group, 'fulfillment_order_line_items')).map((line) => ({
            id: text(at(line, 'id')),
            quantity: Number(at(line, 'quantity')),
          })),
        }));
        const read = readFulfillment(shop, groups);
        if ('error' in read) return reply.code(422).send({ errors: [read.error.message] });
        const parcel = bookFulfillment(view, read.order, read.lines, at(input, 'tracking_info'), 'fulfillments.json');
        return reply.code(201).send({ fulfillment: restFulfillment(read.order, parcel) });
      },
    ),
  );
}

export function restThrottled(reply: FastifyReply): FastifyReply {
  const errors = 'Exceeded 2 calls per second for api client. Reduce request rates to resume uninterrupted service.';
  return reply.code(429).header('retry-after', '2.0').send({ errors });
}

/** The default status is open; time filters with quotes are ignored, as the real one does. */
function filters(
  shop: Shop,
  requested: Record<string, string>,
): { wanted: (order: SandboxOrder) => boolean; from: number } {
  const parts: string[] = [];
  const status = requested.status ?? 'open';
  if (status !== 'any') parts.push(`status:${status}`);
  if (requested.financial_status && requested.financial_status !== 'any')
    parts.push(`financial_status:${requested.financial_status}`);
  if (requested.fulfillment_status && requested.fulfillment_status !== 'any')
    parts.push(`fulfillment_status:${requested.fulfillment_status}`);
  const search = parseSearch(parts.join(' '), shop);
  const time = (key: string) => (requested[key] ? Date.parse(requested[key]) : Number.NaN);
  const [updatedMin, updatedMax, createdMin, createdMax] = [
    'updated_at_min',
    'updated_at_max',
    'created_at_min',
    'created_at_max',
  ].map(time);
  const ids = requested.ids?.split(',');
  const desired = (order: SandboxOrder) =>
    search.matches(order) &&
    !(order.updatedAt < updatedMin!) &&
    !(order.updatedAt > updatedMax!) &&
    !(order.createdAt < createdMin!) &&
    !(order.createdAt > createdMax!) &&
    (!ids || ids.includes(order.id));
  return { wanted: desired, from: Number.isNaN(updatedMin!) ? 0 : updatedMin! };
}

function readPageInfo(value: string): { query: Record<string, string>; pos: Position; prev: Position } | undefined {
  const parsed = parseJson(Buffer.from(value, 'base64url'));
  return isRecord(parsed) && isRecord(parsed.pos) && isRecord(parsed.query)
    ? (parsed as unknown as { query: Record<string, string>; pos: Position; prev: Position })
    : undefined;
}
