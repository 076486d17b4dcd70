import type { FastifyInstance } from 'fastify';
import type { App } from '../../../core/app.ts';
import { systemContext } from '../../../core/context.ts';
import { billOfTrade } from './bills.ts';
import { alipayOf } from './payment.ts';
import { lookAfter, settle } from './settle.ts';

/** Receives Alipay's notifications, and the payer's browser on its return. */
export function planRaw(app: App, server: FastifyInstance): void {
  const limit = { config: { rateLimit: { max: 300, timeWindow: '1 minute' } } };
  void server.register(async (inner) => {
    inner.removeAllContentTypeParsers();
    inner.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    inner.post('/api/push/alipay', limit, async (request, reply) => {
      const form = Object.fromEntries(new URLSearchParams(typeof request.body === 'string' ? request.body : ''));
      const trade = alipayOf(app)?.notification(form);
      const booked = trade ? await settle(app, trade) : false;
      // Any answer but "success" makes Alipay repeat the notification.
      return reply.type('text/plain').send(booked ? 'success' : 'fail');
    });
  });
  server.get('/api/callback/alipay', limit, async (request, reply) => {
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
    const returned = alipayOf(app)?.returned(Object.fromEntries(new URLSearchParams(query)));
    const named = returned && billOfTrade(returned.outTradeNo);
    // The browser proves nothing, so ask Alipay for the payment.
    if (named)
      await lookAfter(app, systemContext(named.companyId, 'alipay'), named.billId).catch((error: unknown) =>
        app.log.warn({ error, bill: named.billId }, 'a payment could not be asked about'),
      );
    return reply.redirect(`${app.config.publicUrl}/#/choosePlan${named ? `?bill=${named.billId}` : ''}`, 302);
  });
}
