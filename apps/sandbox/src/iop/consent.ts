import type { FastifyInstance } from 'fastify';
import { query } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { askConsent } from '../kit/consent.ts';
import type { IopDesk } from './desk.ts';

/** The page that asks the seller; back comes a code and whatever stood in `state`. */
export function registerConsent(app: FastifyInstance, desk: IopDesk, brand: string, asks: string[]): void {
  app.get(`/${desk.platform}/oauth/authorize`, async (request, reply) => {
    const requested = query(request);
    const shop = desk.ctx.world.of(desk.platform)[0]!;
    if (requested.client_id !== desk.app.key)
      return errorPage(reply, 'param-appkey.not.exists', 'The app key is unknown.');
    if (requested.response_type !== 'code') return errorPage(reply, 'param-type.error', 'response_type must be code.');
    const state: Record<string, string> = requested.state === undefined ? {} : { state: requested.state };
    return askConsent(request, reply, {
      brand,
      who: shop.name,
      asks,
      redirect: requested.redirect_uri ?? '',
      answer: () => ({ code: desk.tokens.code(shop.id), ...state }),
    });
  });
}
