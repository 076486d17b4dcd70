import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Context, type ErrorForms, header, param, rawBody } from '../http/app.ts';
import { platformNow } from '../kit/listing.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { Shop } from '../world/shop.ts';
import { Desk } from './desk.ts';
import { orderIdOf } from './facilities.ts';
import { type File, orderFile, orderFiles, PLATFORM } from './files.ts';
import { BadFile } from './x12.ts';

/** The supplier's id in envelopes, and the shop's in the world. */
const SUPPLIER = 'TRADEWINDHOME';
const BASE = `/${PLATFORM}/mailbox`;
const USER = 'tradewind';
const PASSWORD = 'edi-s3cr+t/=&x';
const SETTINGS = {
  id: SUPPLIER,
  name: 'Tradewind Home Supply (docks)',
  currency: 'USD',
  abroadShare: 0,
  orderId: (_random: unknown, seq: number) => orderIdOf(seq),
};

const errors: ErrorForms = {
  throttled: (reply) => reply.header('retry-after', '2').code(429).send('Too many requests'),
  broken: (reply) => reply.code(500).send('Internal error'),
};

/** EDI of Home Depot's stores and distribution centres, as it lies in a supplier's mailbox (WebDAV, RFC 4918). */
export const homedepotdockPlatform: SandboxPlatform = {
  name: PLATFORM,
  shops: [SETTINGS],
  errors,
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const desk = new Desk(ctx);
    /** Nothing waits for money here. */
    const shopOf = (): Shop => {
      const shop = ctx.world.shop(SUPPLIER);
      if (shop.counts.pending > 0)
        for (const order of [...shop.byId.values()]) if (order.status === 'pending') ctx.world.pay(shop.id, order.id);
      return shop;
    };
    const filesIn = (folder: string): File[] | undefined => {
      const shop = shopOf();
      if (folder === 'in') return [...orderFiles(ctx, shop), ...desk.answers(platformNow(ctx, PLATFORM))];
      return folder === 'out' ? desk.sent() : undefined;
    };
    /** One by its name: a mailbox is read file by file, and grows. */
    const fileIn = (folder: string, name: string): File | undefined => {
      const shop = shopOf();
      if (folder === 'in') return orderFile(ctx, shop, name) ?? desk.answer(name, platformNow(ctx, PLATFORM));
      return folder === 'out' ? desk.sentFile(name) : undefined;
    };
    const guarded =
      (note: string, work: (request: FastifyRequest, reply: FastifyReply) => FastifyReply) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        request.note = note;
        const sign = `Basic ${Buffer.from(`${USER}:${passwordOf(ctx)}`).toString('base64')}`;
        if (header(request, 'authorization') !== sign)
          return reply.header('www-authenticate', 'Basic realm="mailbox"').code(401).send('Unauthorized');
        return work(request, reply);
      };

    if (!app.supportedMethods.includes('PROPFIND')) app.addHttpMethod('PROPFIND', { hasBody: true });
    app.route({
      method: 'PROPFIND',
      url: `${BASE}/:folder/`,
      handler: guarded('list', (request, reply) => {
        const folder = param(request, 'folder');
        const files = filesIn(folder);
        if (!files) return reply.code(404).send('No such folder');
        return reply.code(207).type('application/xml; charset=utf-8').send(multistatus(folder, files));
      }),
    });
    app.get(
      `${BASE}/:folder/:name`,
      guarded('read', (request, reply) => {
        const file = fileIn(param(request, 'folder'), param(request, 'name'));
        if (!file) return reply.code(404).send('No such file');
        return reply.type('application/edi-x12').send(file.content());
      }),
    );
    app.put(
      `${BASE}/out/:name`,
      guarded('put', (request, reply) => {
        if (header(request, 'if-none-match') !== '*') return reply.code(403).send('Files are never replaced');
        try {
          const fresh = desk.put(shopOf(), param(request, 'name'), rawBody(request)?.toString('utf8') ?? '');
          return reply.code(fresh ? 201 : 412).send('');
        } catch (error) {
          if (!(error instanceof BadFile)) throw error;
          request.note += ` ${error.message}`;
          return reply.code(422).send(error.message);
        }
      }),
    );
    return {
      save: () => desk.save(),
      load: (saved) => desk.load(saved as Parameters<Desk['load']>[0]),
      collect: (order) => desk.receipt(ctx.world.shop(order.shop), order),
    };
  },
};

const passwordOf = (ctx: Context): string =>
  ctx.world.revoked.has(`${PLATFORM}/${SUPPLIER}`) ? `${PASSWORD}-new` : PASSWORD;

function multistatus(folder: string, files: readonly File[]): string {
  const entry = (href: string, modifiedAt: number, type: string) =>
    `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype>${type}</D:resourcetype>` +
    `<D:getlastmodified>${new Date(modifiedAt).toUTCString()}</D:getlastmodified></D:prop>` +
    '<D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>';
  const self = entry(`${BASE}/${folder}/`, 0, '<D:collection/>');
  const rows = files.map((file) => entry(`${BASE}/${folder}/${encodeURIComponent(file.name)}`, file.modifiedAt, ''));
  return `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:">${[self, ...rows].join('')}</D:multistatus>`;
}
