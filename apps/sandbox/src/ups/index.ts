import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import { TrackAlerts } from './alerts.ts';
import { sendUpsError, UpsError } from './errors.ts';
import { UpsTokens } from './oauth.ts';
import { rate } from './rating.ts';
import { recoverLabel, ship, voidShipment } from './ship.ts';
import { UpsDesk } from './shipments.ts';
import { trackNumber, trackReference } from './tracking.ts';

/** UPS: login, rating, labels, void, tracking. */
export function registerUps(app: FastifyInstance, ctx: Context): UpsDesk {
  const desk = new UpsDesk(ctx);
  const tokens = new UpsTokens(ctx);
  tokens.register(app);
  const alerts = new TrackAlerts(ctx, desk);
  app.addHook('onClose', () => alerts.stop());
  app.post('/ups/api/track/:version/subscription/:type/package', (q, r) =>
    tokens.guarded(q, r, 'subscribe', () => alerts.subscribe(q, r)),
  );
  app.post('/ups/api/rating/:version/:option', (q, r) =>
    tokens.guarded(q, r, 'rate', () => rate(q, r, ctx.world.clock.now())),
  );
  app.post('/ups/api/shipments/:version/ship', (q, r) => tokens.guarded(q, r, 'ship', () => ship(desk, q, r)));
  app.post('/ups/api/labels/:version/recovery', (q, r) =>
    tokens.guarded(q, r, 'label recovery', () => recoverLabel(desk, q, r)),
  );
  app.delete('/ups/api/shipments/:version/void/cancel/:shipmentId', (q, r) =>
    tokens.guarded(q, r, 'void', () => voidShipment(desk, q, r)),
  );
  app.get('/ups/api/track/v1/details/:inquiryNumber', (q, r) =>
    tokens.guarded(q, r, 'track', () => trackNumber(desk, q, r)),
  );
  app.get('/ups/api/track/v1/reference/details/:reference', (q, r) =>
    tokens.guarded(q, r, 'track by reference', () => trackReference(desk, q, r)),
  );
  app.all('/ups/*', async (_request, reply) =>
    sendUpsError(reply, new UpsError(404, '10404', 'Not part of the sandbox.')),
  );
  return desk;
}
