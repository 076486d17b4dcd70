import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import { registerConfirm } from './confirm.ts';
import { SpApiError, sendError } from './errors.ts';
import { registerFeeds } from './feeds.ts';
import { registerFinances } from './finances.ts';
import { registerLwa } from './lwa.ts';
import { OperationBook, SPAPI } from './operations.ts';
import { type ParcelStatus, registerOrders2026 } from './orders2026.ts';
import { registerOrdersV0 } from './ordersV0.ts';
import { registerRestricted, registerSellers } from './restricted.ts';
import { AmazonTokens } from './tokens.ts';

/** Amazon's Selling Partner API, seller side: login, orders, confirmation, feeds, finances. */
export function registerAmazon(
  app: FastifyInstance,
  ctx: Context,
  parcelStatus: ParcelStatus,
): { tokens: AmazonTokens } {
  const tokens = new AmazonTokens(ctx);
  registerLwa(app, ctx, tokens);
  const book = new OperationBook(app, ctx, tokens);
  registerOrdersV0(book, ctx);
  registerOrders2026(book, ctx, parcelStatus);
  registerConfirm(book, ctx);
  registerRestricted(book, tokens);
  registerSellers(book);
  registerFeeds(app, book, ctx);
  registerFinances(book);
  app.all(`${SPAPI}/*`, async (request, reply) => {
    request.note = 'not imitated';
    reply.header('x-amzn-RequestId', crypto.randomUUID());
    return sendError(reply, new SpApiError(404, 'NotFound', 'This operation is not part of the sandbox.'));
  });
  return { tokens };
}
