import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackUrl, query } from '../http/app.ts';
import { consentPage, errorPage } from '../http/pages.ts';

/**
 * A platform's page "do you allow this application": a person presses the button, a test adds auto=1. Then the browser
 * goes to the redirect address with what `answer` gives; `redirect` is where the platform found that address.
 */
export function askConsent(
  request: FastifyRequest,
  reply: FastifyReply,
  consent: {
    brand: string;
    who: string;
    asks: string[];
    redirect: string;
    answer(): Record<string, string>;
  },
): FastifyReply {
  const requested = query(request);
  request.note = 'consent';
  if (!isLoopbackUrl(consent.redirect))
    return errorPage(reply, 'redirect', 'The redirect address is not registered (this sandbox takes loopback ones).');
  if (requested.auto !== '1' && requested.allow !== '1') {
    const { brand, who, asks } = consent;
    return consentPage(reply, { brand, app: 'Tradewind', who, asks, fields: { ...requested, allow: '1' } });
  }
  const target = new URL(consent.redirect);
  for (const [name, value] of Object.entries(consent.answer())) target.searchParams.set(name, value);
  return reply.redirect(target.toString(), 302);
}
