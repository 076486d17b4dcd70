import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../http/app.ts';
import { query, rawBody } from '../http/app.ts';
import { isRecord, parseFields, text } from '../http/types.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import { shopPage } from './page.ts';
import { ShopSoftware } from './software.ts';

const SHOP = { id: 'own-shop', name: 'Tradewind Outfitters', currency: 'EUR' };

/** No platform, but a shop of the seller's own: its software calls Tradewind, with the keys that Tradewind gave. */
export const otherPlatform = {
  name: 'other',
  shops: [SHOP],
  errors: {
    throttled: (reply: FastifyReply) => reply.code(429).header('retry-after', '1').send({ error: 'busy' }),
    broken: (reply: FastifyReply) => reply.code(500).send({ error: 'broken' }),
  },
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const software = new ShopSoftware(ctx, () => ctx.world.shop(SHOP.id));
    const act = (path: string, work: (fields: Record<string, string>) => Promise<object>) =>
      app.post(path, async (request, reply) => {
        request.note = path;
        try {
          const done = await work(parseFields(rawBody(request), request.headers['content-type']));
          return isForm(request.headers['content-type']) ? reply.redirect('/other', 303) : reply.send(done);
        } catch (error) {
          return reply.code(400).send({ error: error instanceof Error ? error.message : String(error) });
        }
      });
    app.get('/other', async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(shopPage(ctx.world.shop(SHOP.id), software.keys)),
    );
    act('/other/connect', async (fields) => ({
      answers: await software.connect({
        url: fields.url ?? '',
        key: (fields.key ?? '').trim(),
        secret: (fields.secret ?? '').trim(),
      }),
    }));
    act('/other/push', async () => ({ answers: await software.pushAll() }));
    act('/other/shipments', async () => ({ booked: await software.fetchShipments() }));
    act('/other/cancellations', async () => ({ cancelled: await software.fetchCancellations() }));
    app.get('/other/stock', async (request, reply) => {
      const answer = await software.fetchStock(text(query(request).sku).split(','));
      return reply.send(isRecord(answer) ? answer : {});
    });
    return {
      deliveries: () => software.deliveries,
      save: () => software.save(),
      load: (saved) => software.load(saved),
      stop: () => software.stop(),
    };
  },
} satisfies SandboxPlatform;

const isForm = (contentType: string | undefined): boolean => contentType?.includes('urlencoded') ?? false;
