import type { FastifyInstance } from 'fastify';
import { amazonErrors, SpApiError, sendError } from '../amazon/errors.ts';
import { registerListings } from '../amazon/listings.ts';
import { registerLwa } from '../amazon/lwa.ts';
import { OperationBook } from '../amazon/operations.ts';
import { registerRestricted } from '../amazon/restricted.ts';
import { AmazonTokens } from '../amazon/tokens.ts';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { Random } from '../world/random.ts';
import { registerDirect } from './direct.ts';
import { registerInventory } from './inventory.ts';
import { registerLabels } from './labels.ts';
import { registerRetail } from './retail.ts';
import { TransactionDesk } from './transactions.ts';
import { isDirect, PLATFORM, VENDOR_CODE, VENDOR_SHOP } from './vendor.ts';

const SETTINGS = {
  id: VENDOR_SHOP,
  name: 'Tradewind Vendor US',
  currency: 'USD',
  /** Eight letters and digits; those of Amazon's customers have nine. The running number keeps them apart. */
  orderId: (random: Random, seq: number) => {
    const mark = seq.toString(36).toUpperCase().padStart(5, '0');
    return seq % 2 === 1 ? `DX${random.digits(2)}${mark}` : `${random.digits(1)}T${random.digits(1)}${mark}`;
  },
  firstLine: 70_000_000_000_000,
  abroadShare: 0,
};
const DOOR = { platform: PLATFORM, prefix: `/${PLATFORM}/spapi` };
/** Every operation of vendors goes ten times a second. */
const USUAL = [10, 10] as const;

/** Amazon's Selling Partner API, vendor side: purchase orders in bulk, and direct fulfilment of customers' orders. */
export const amazonvcPlatform = {
  name: PLATFORM,
  shops: [SETTINGS],
  errors: amazonErrors,
  // Login and interface go by the same hosts as the sellers': only the page of consent has its own.
  prefixForHost: (host: string) => (/^(www\.)?vendorcentral\./.test(host) ? `/${PLATFORM}/vendorcentral` : undefined),
  register(app: FastifyInstance, ctx: Context): PlatformSide {
    const tokens = new AmazonTokens(ctx, PLATFORM);
    registerLwa(app, ctx, tokens, {
      platform: PLATFORM,
      brand: 'Amazon Vendor Central',
      place: 'vendorcentral',
      shop: VENDOR_SHOP,
      asks: ['Purchase orders', 'Direct fulfilment', 'Shipment confirmation', 'Inventory', 'Listings'],
    });
    const book = new OperationBook(app, ctx, tokens, DOOR, USUAL);
    const desk = new TransactionDesk(book, ctx);
    registerRetail(book, ctx, desk);
    registerDirect(book, ctx, desk);
    registerLabels(book, ctx);
    registerInventory(book, ctx, desk);
    registerRestricted(book, tokens, DOOR);
    registerListings(book, ctx, { platform: PLATFORM, partnerOf: () => VENDOR_CODE, sells: false });
    app.all(`${DOOR.prefix}/*`, async (request, reply) => {
      request.note = 'not imitated';
      reply.header('x-amzn-RequestId', crypto.randomUUID());
      return sendError(reply, new SpApiError(404, 'NotFound', 'This operation is not part of the sandbox.'));
    });
    return {
      /** Amazon's warehouse counts in what was sent to it. */
      collect(order) {
        if (isDirect(order)) return;
        ctx.world.touch(order, () => {
          order.extra.received = true;
          order.delivered = order.status === 'shipped';
        });
      },
    };
  },
} satisfies SandboxPlatform;
