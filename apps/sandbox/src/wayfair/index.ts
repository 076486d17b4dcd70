import type { FastifyInstance } from 'fastify';
import { type Context, param } from '../http/app.ts';
import { isRecord } from '../http/types.ts';
import { pageOf } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { cancellationsRoot } from './cancellations.ts';
import { FeedDesk } from './feeds.ts';
import { type Call, refuse, WayfairDoor, wayfairErrors } from './graph.ts';
import { paperOf } from './labels.ts';
import { registerOauth } from './oauth.ts';
import { ordersRoot } from './orders.ts';
import { CANCELLATIONS_SDL, CATALOG_SDL, ORDERS_SDL } from './schema.ts';
import { SUPPLIER, WAYFAIR } from './supplier.ts';

const HOSTS: Readonly<Record<string, string>> = {
  'sso.auth.wayfair.com': '/wayfair/sso',
  'api.wayfair.com': '/wayfair/api',
  'api.wayfair.io': '/wayfair/io',
};

/** Wayfair as a supplier of drop shipments sees it: tokens, three graphs, papers. */
export const wayfairPlatform: SandboxPlatform = {
  name: WAYFAIR,
  shops: [
    {
      id: String(SUPPLIER),
      name: 'Tradewind Living',
      currency: 'USD',
      orderId: (_random, seq) => `CS${400_000_000 + seq * 17}`,
      abroadShare: 0,
      asksToCancel: true,
    },
  ],
  errors: wayfairErrors,
  prefixForHost: (host) => HOSTS[host],
  register: registerWayfair,
};

const PAGE_SIZES = [10, 20, 25];

function catalogRoot({ ctx, shop }: Call) {
  return {
    supplierCatalog: ({ supplierId, paginationOptions }: Record<string, unknown>) => {
      if (supplierId !== Number(shop.id)) throw refuse(`Supplier ${supplierId} is not yours`, 'FORBIDDEN');
      const { page = 1, pageSize = 10 } = isRecord(paginationOptions) ? paginationOptions : {};
      if (!PAGE_SIZES.includes(Number(pageSize)) || Number(page) < 1) throw refuse('pageSize has to be 10, 20 or 25');
      const offset = (Number(page) - 1) * Number(pageSize);
      const found = pageOf(ctx, WAYFAIR, shop.listings.all, offset, Number(pageSize));
      return {
        supplierId,
        products: found.rows.map((one) => ({
          supplierPartNumber: one.sku,
          status: 'ACTIVE',
          upc: String(700_000_000_000 + one.n),
          skus: [{ sku: `DEMO${one.n}`, productName: one.title, isLive: one.n % 29 !== 0, displaySku: `DEMO${one.n}` }],
        })),
        pageInfo: {
          page,
          pageSize,
          hasNextPage: found.next !== undefined,
          totalPages: Math.ceil(found.total / Number(pageSize)),
        },
      };
    },
  };
}

function registerWayfair(app: FastifyInstance, ctx: Context): PlatformSide {
  const tokens = registerOauth(app, ctx);
  const door = new WayfairDoor(ctx, tokens);
  const feeds = new FeedDesk(ctx);
  door.graph(app, '/wayfair/api/v1/graphql', ORDERS_SDL, (call) => ordersRoot(call, feeds));
  door.graph(app, '/wayfair/io/v1/supplier-order-api/graphql', CANCELLATIONS_SDL, cancellationsRoot);
  door.graph(app, '/wayfair/io/v1/supplier-catalog-api/graphql', CATALOG_SDL, catalogRoot, { supplierHeader: true });
  for (const kind of ['packing_slip', 'shipping_label', 'bill_of_lading'])
    app.get(`/wayfair/api/v1/${kind}/:poNumber`, async (request, reply) => {
      request.note = kind;
      const call = door.enter(request, reply, 'documents');
      if (!call) return reply;
      const paper = await paperOf(call.shop.byId.get(param(request, 'poNumber')), kind);
      return paper ? reply.type('application/pdf').send(paper) : reply.code(404).send({ message: 'Not Found' });
    });
  return {};
}
