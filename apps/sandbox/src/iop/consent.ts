import type { FastifyInstance } from 'fastify';
import { query } from '../http/app.ts';
import { errorPage } from '../http/pages.ts';
import { askConsent } from '../kit/consent.ts';
import type { IopDesk } from './desk.ts';

/** The page that asks the seller; back comes a code and whatever stood in `state`. */
export function registerConsent(app: FastifyInstance, desk: IopDesk, brand: string, asks: string[]): void {
  app.get(`/${desk.platform}/oauth/authorize`, async (request, reply) => {
    const asked = query(request);
    const shop = desk.ctx.world.of(desk.platform)[0]!;
    if (asked.client_id !== desk.app.key) return errorPage(reply, 'param-appkey.not.exists', 'The app key is unknown.');
    if (asked.response_type !== 'code') return errorPage(reply, 'param-type.error', 'response_type must be code.');
    const state: Record<string, string> = asked.state === undefined ? {} : { state: asked.state };
    return askConsent(request, reply, {
      brand,
      who: shop.name,
      asks,
      redirect: asked.redirect_uri ?? '',
      answer: () => ({ code: desk.tokens.code(shop.id), ...state }),
    });
  });
}
