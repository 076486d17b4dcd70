import type { FastifyInstance } from 'fastify';
import type { Context } from '../http/app.ts';
import { validateAddress } from './address.ts';
import { TrackAlerts } from './alerts.ts';
import { PaperStore, quoteLandedCost } from './customs.ts';
import { sendUpsError, UpsError } from './errors.ts';
import { UpsTokens } from './oauth.ts';
import { PickupDesk } from './pickups.ts';
import { rate } from './rating.ts';
import { recoverLabel, ship, voidShipment } from './ship.ts';
import { UpsDesk } from './shipments.ts';
import { trackNumber, trackReference } from './tracking.ts';
import { timeInTransit } from './transit.ts';

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
  app.post('/ups/api/shipments/:version/ship', (q, r) =>
    tokens.guarded(q, r, 'ship', () => ship(desk, q, r, ctx.faults.take('ups', 'dearLabel') ? 1.5 : 1)),
  );
  app.post('/ups/api/labels/:version/recovery', (q, r) =>
    tokens.guarded(q, r, 'label recovery', () => recoverLabel(desk, q, r, (label) => ctx.faults.cut('ups', label))),
  );
  app.delete('/ups/api/shipments/:version/void/cancel/:shipmentId', (q, r) =>
    tokens.guarded(q, r, 'void', () => voidShipment(desk, q, r)),
  );
  app.post('/ups/api/addressvalidation/:version/:option', (q, r) =>
    tokens.guarded(q, r, 'address', () => validateAddress(q, r)),
  );
  app.post('/ups/api/shipments/:version/transittimes', (q, r) =>
    tokens.guarded(q, r, 'time in transit', () => timeInTransit(q, r)),
  );
  app.post('/ups/api/landedcost/:version/quotes', (q, r) =>
    tokens.guarded(q, r, 'landed cost', () => quoteLandedCost(q, r)),
  );
  const papers = new PaperStore(desk);
  app.post('/ups/api/paperlessdocuments/:version/upload', (q, r) =>
    tokens.guarded(q, r, 'paper', () => papers.upload(q, r)),
  );
  app.post('/ups/api/paperlessdocuments/:version/image', (q, r) =>
    tokens.guarded(q, r, 'paper of a shipment', () => papers.push(q, r)),
  );
  const pickups = new PickupDesk(ctx);
  app.post('/ups/api/pickupcreation/:version/pickup', (q, r) =>
    tokens.guarded(q, r, 'pickup', () => pickups.create(q, r)),
  );
  app.get('/ups/api/shipments/:version/pickup/:what', (q, r) =>
    tokens.guarded(q, r, 'pending pickups', () => pickups.pending(q, r)),
  );
  app.delete('/ups/api/shipments/:version/pickup/:what', (q, r) =>
    tokens.guarded(q, r, 'cancel pickup', () => pickups.cancel(q, r)),
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
