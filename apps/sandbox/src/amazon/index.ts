import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import type { PlatformSide, SandboxPlatform } from '../kit/platform.ts';
import type { Random } from '../world/random.ts';
import { AMAZON_SHOP } from '../world/world.ts';
import { registerConfirm } from './confirm.ts';
import { DocumentStore } from './documents.ts';
import { amazonErrors, SpApiError, sendError } from './errors.ts';
import { registerFeeds } from './feeds.ts';
import { registerFinances } from './finances.ts';
import type { InboundDesk } from './inbound/desk.ts';
import { registerInbound } from './inbound/index.ts';
import { registerListings } from './listings.ts';
import { registerLwa } from './lwa.ts';
import { OperationBook, SELLER_DOOR } from './operations.ts';
import { type ParcelStatus, registerOrders2026 } from './orders2026.ts';
import { registerOrdersV0 } from './ordersV0.ts';
import { registerReports } from './reports.ts';
import { registerRestricted, registerSellers } from './restricted.ts';
import { AmazonTokens } from './tokens.ts';

const SETTINGS = {
  id: AMAZON_SHOP,
  name: 'Tradewind Home US',
  currency: 'USD',
  /** 3-7-7 digits; the last group holds the running number, so ids never repeat. */
  orderId: (random: Random, seq: number) =>
    `11${random.int(1, 4)}-${random.digits(7)}-${String((seq * 7919) % 10_000_000).padStart(7, '0')}`,
  firstLine: 90_000_000_000_000,
  buyerEmail: (random: Random) => `${random.digits(12)}@marketplace.amazon.com`,
  abroadShare: 0,
  asksToCancel: true,
};

function prefixForHost(host: string): string | undefined {
  if (host === 'api.amazon.com') return '/amazon/lwa';
  if (/^(sandbox\.)?sellingpartnerapi-(na|eu|fe)\.amazon\.com$/.test(host)) return '/amazon/spapi';
  if (/^sellercentral[a-z-]*\.amazon\./.test(host)) return '/amazon/sellercentral';
  return undefined;
}

export interface AmazonSide extends PlatformSide {
  tokens: AmazonTokens;
  /** Amazon reads the carriers' own news of a parcel. */
  parcelStatus: { of: ParcelStatus };
  inbound: InboundDesk;
}

/** Amazon's Selling Partner API, seller side: login, orders, confirmation, listings, feeds, reports, finances. */
export const amazonPlatform = {
  name: 'amazon',
  shops: [SETTINGS],
  errors: amazonErrors,
  prefixForHost,
  register(app: FastifyInstance, ctx: Context): AmazonSide {
    const tokens = new AmazonTokens(ctx);
    const parcelStatus: AmazonSide['parcelStatus'] = { of: () => undefined };
    registerLwa(app, ctx, tokens);
    const book = new OperationBook(app, ctx, tokens);
    registerOrdersV0(book, ctx);
    registerOrders2026(book, ctx, (trackingNumber) => parcelStatus.of(trackingNumber));
    registerConfirm(book, ctx);
    registerRestricted(book, tokens);
    registerSellers(book);
    const documents = new DocumentStore(app, ctx);
    registerFeeds(book, ctx, documents);
    registerReports(book, ctx, documents);
    registerListings(book, ctx);
    registerFinances(book);
    const inbound = registerInbound(book, ctx, documents);
    app.all(`${SELLER_DOOR.prefix}/*`, async (request, reply) => {
      request.note = 'not imitated';
      reply.header('x-amzn-RequestId', crypto.randomUUID());
      return sendError(reply, new SpApiError(404, 'NotFound', 'This operation is not part of the sandbox.'));
    });
    return {
      tokens,
      parcelStatus,
      inbound,
      save: () => inbound.save(),
      load: (saved) => inbound.load(saved),
    };
  },
} satisfies SandboxPlatform;
